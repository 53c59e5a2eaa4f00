import type { PixBankOptions } from '../../simulators/pix-bank/pix-bank.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import { createPixBank } from '../providers/pix-bacen/bank.ts';
import { createPixIssuer } from '../providers/pix-bacen/pix-bacen.ts';
import { PIX_PROFILES } from '../providers/pix-bacen/profiles.ts';
import { ATTEMPT, orderFacts } from './order-facts.ts';
import { partyMeans, pemOf } from './party-means.ts';
import { arrangePixBank } from './test-pix-bank.ts';

/** A company at a bank as it is played, and one order of 37 reais that lasts half an hour. */
export async function arrangePixIssuer(
  options: Partial<PixBankOptions> & Pick<PixBankOptions, 'profile'>,
) {
  const { bank, clock } = await arrangePixBank(options);
  const identity = pemOf(bank.issueCertificate());
  const { means, run, lines } = partyMeans(bank, clock, { identity });
  const account: Parameters<typeof createPixBank>[0] = {
    ...means,
    provider: 'pix-bacen',
    profile: PIX_PROFILES[options.profile],
    hosts: { api: bank.api, token: new URL(bank.tokenUrl).origin },
    credentials: bank.credentials,
    isNoticeProved: false,
  };
  const receiver = { pixKey: bank.key, merchantCity: bank.receiver.city };
  const issuer = createPixIssuer(createPixBank(account), { ...account, ...receiver });
  const order = {
    ...ATTEMPT,
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
    return issuer.findPayment({ ...ATTEMPT, externalId: null }, never);
  }

  const txid = attemptKeyOf(ATTEMPT.reference);
  return {
    ...{ bank, clock, run, lines, issuer, payment: ATTEMPT, order, issue, find, itemPath, txid },
  };
}
