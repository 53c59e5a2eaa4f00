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
    [{ error: 'ENOTFOUND' }, 'no_address'],
    [{ error: 'ECONNREFUSED' }, 'no_connection'],
    [{}, 'no_connection'],
    [{ error: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'untrusted'],
    [{ error: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }, 'untrusted'],
    [{ error: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'untrusted'],
    [
      { outcome: 'unknown', cause: 'cut', error: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' },
      'connection_refused',
    ],
    [{ outcome: 'unknown', cause: 'cut', error: 'ECONNRESET' }, 'cut'],
    [{ outcome: 'unknown', cause: 'timeout' }, 'timed_out'],
    [{ outcome: 'unknown', cause: 'failure', status: 503 }, 'senseless'],
    [{ cause: 'resting' }, 'resting'],
  ])('is told of %j', (changes, fault) => {
    const why = whyUnanswered([{ ...CALL, ...changes }]);
    expect(why?.fault).toBe(fault);
    expect(why?.params.host).toBe('bank.example');
    if (changes.error) expect(why?.params.error).toBe(changes.error);
  });

  it('is of the last call that had none', () => {
    const calls = [{ ...CALL, host: 'first.example' }, CALL, ANSWERED];
    expect(whyUnanswered(calls)?.params.host).toBe('bank.example');
  });

  it('is not known where every call had one, or none was made', () => {
    expect(whyUnanswered([ANSWERED])).toBeNull();
    expect(whyUnanswered([])).toBeNull();
  });
});
