import { onTestFinished } from 'vitest';
import type { PixBankOptions } from '../../simulators/pix-bank/pix-bank.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import { createAgent } from '../providers/outgoing/agent.ts';
import type { OutgoingLogLine } from '../providers/outgoing-log-line.ts';
import { createPixBank } from '../providers/pix-bacen/bank.ts';
import { createPixIssuer } from '../providers/pix-bacen/pix-bacen.ts';
import { PIX_PROFILES } from '../providers/pix-bacen/profiles.ts';
import { orderFacts } from './order-facts.ts';
import { arrangePixBank } from './test-pix-bank.ts';
import { manualTimers } from './test-timers.ts';

/** A company at a bank as it is played, and one order of 37 reais that lasts half an hour. */
export async function arrangePixIssuer(
  options: Partial<PixBankOptions> & Pick<PixBankOptions, 'profile'>,
) {
  const { bank, clock } = await arrangePixBank(options);
  const { certificatePem, keyPem } = bank.issueCertificate();
  const dispatcher = createAgent({
    identity: { kind: 'pem', certificatePem, keyPem },
    trustedPem: bank.authorityPem,
  });
  onTestFinished(() => dispatcher.destroy());
  const { timers, run } = manualTimers();
  const lines: OutgoingLogLine[] = [];
  const account: Parameters<typeof createPixBank>[0] = {
    provider: 'pix-bacen',
    account: 'acme',
    profile: PIX_PROFILES[options.profile],
    hosts: { api: bank.api, token: new URL(bank.tokenUrl).origin },
    credentials: bank.credentials,
    isNoticeProved: false,
    ...{ dispatcher, timers, now: clock.now },
    log: (line) => void lines.push(line),
  };
  const receiver = { pixKey: bank.key, merchantCity: bank.receiver.city };
  const issuer = createPixIssuer(createPixBank(account), { ...account, ...receiver });
  const reference = 'pay_acme_3q2-7wAAAAAAAAAAAAAAAA';
  const payment = { companyId: 'acme', reference };
  const order = {
    ...payment,
    amount: 3700,
    expiresAt: new Date(clock.now() + 30 * 60_000),
    ...orderFacts({ merchantName: bank.receiver.name }),
  };
  const itemPath = `${bank.profile.base.cob}/cob/:txid`;
  const { signal: never } = new AbortController();

  function issue(changes: Partial<typeof order> = {}, signal = never) {
    return issuer.issuePix({ ...order, ...changes }, signal);
  }

  function find() {
    return issuer.findPayment({ ...payment, externalId: null }, never);
  }

  const txid = attemptKeyOf(reference);
  return { bank, clock, run, lines, issuer, payment, order, issue, find, itemPath, txid };
}
