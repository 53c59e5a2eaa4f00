import { describe, expect, it } from 'vitest';
import type { OutgoingLogLine } from '../outgoing-log-line.ts';
import { whyUnanswered } from './unanswered.ts';

const CALL: OutgoingLogLine = {
  ...{ provider: 'inter', account: 'acme', host: 'bank.example', verb: 'token' },
  ...{ outcome: 'not_sent', cause: 'no_connection', status: null, error: null },
  ...{ durationMs: 7, restsUntil: null },
};
const ANSWERED: OutgoingLogLine = { ...CALL, outcome: 'answered', cause: null, status: 200 };

describe('why a party gave no answer', () => {
  it.each<[Partial<OutgoingLogLine>, string]>([
    [{ error: 'ENOTFOUND' }, 'has no address here: look at the name server of this machine'],
    [{ error: 'ECONNREFUSED' }, 'let outgoing https to it through'],
    [{}, 'no connection to bank.example: let outgoing https to it through'],
    [{ error: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'shows a certificate that is not trusted'],
    [{ error: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }, 'shows a certificate that is not trusted'],
    [{ error: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'not its own'],
    [
      { outcome: 'unknown', cause: 'cut', error: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' },
      'is the certificate the one that it knows',
    ],
    [{ outcome: 'unknown', cause: 'cut', error: 'ECONNRESET' }, 'cuts the connection'],
    [{ outcome: 'unknown', cause: 'timeout' }, 'takes longer than it may to answer'],
    [{ outcome: 'unknown', cause: 'failure', status: 503 }, 'answers with 503'],
    [{ cause: 'resting' }, 'is left alone after failures: try again in a minute'],
  ])('is told of %j', (changes, words) => {
    const why = whyUnanswered([{ ...CALL, ...changes }]);
    expect(why).toContain(words);
    expect(why).toContain('bank.example');
    expect(why).toContain(changes.error ?? '');
  });

  it('is of the last call that had none', () => {
    const calls = [{ ...CALL, host: 'first.example' }, CALL, ANSWERED];
    expect(whyUnanswered(calls)).toContain('bank.example');
  });

  it('is not known where every call had one, or none was made', () => {
    expect(whyUnanswered([ANSWERED])).toBeNull();
    expect(whyUnanswered([])).toBeNull();
  });
});
