import { onTestFinished } from 'vitest';
import type { AcquirerOptions } from '../../simulators/cielo/acquirer.ts';
import { startAcquirer } from '../../simulators/cielo/acquirer.ts';
import { createTestHarness } from '../../simulators/server/harness.ts';
import type { ChargeRequest } from '../providers/acquirer.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import { BRASPAG, CIELO } from '../providers/cielo/definition.ts';
import type { RefundOrder } from '../providers/refunds.ts';
import { acquirerHosts, withPrefix } from './acquirer-means.ts';
import { ATTEMPT, chargeRequest } from './order-facts.ts';
import { partyMeans } from './party-means.ts';
import { refundOrder } from './refund-order.ts';

export const CIELO_CARD = '4111111111111111';
export const CIELO_CVV = '739';

/** A merchant of the acquirer as it is played, and one charge of 37 reais. */
export async function arrangeCielo({
  settings = {},
  hasMpi = false,
  ...options
}: Partial<AcquirerOptions> & { settings?: Record<string, string>; hasMpi?: boolean } = {}) {
  const harness = createTestHarness();
  const { clock } = harness;
  const profile = options.profile ?? 'cielo';
  const party = await startAcquirer({ ...harness, ...options, profile });
  onTestFinished(() => party.stop());
  const { means, run, lines } = partyMeans(party, clock);
  const definition = profile === 'cielo' ? CIELO : BRASPAG;
  const typed = {
    'merchant-id': party.credentials.merchantId,
    'merchant-key': party.credentials.merchantKey,
    ...(profile === 'braspag' ? { 'payment-provider': 'Simulado' } : {}),
    ...(hasMpi ? withPrefix('mpi-', party.mpiCredentials) : {}),
    ...settings,
  };
  const provider = definition.create(definition.schema.parse(typed), {
    ...means,
    hosts: acquirerHosts(party),
  });
  const acquirer = provider.cards;
  if (acquirer === null) throw new Error('it takes no cards');
  const key = attemptKeyOf(ATTEMPT.reference);
  const { signal: never } = new AbortController();
  const request = chargeRequest({ number: CIELO_CARD, cvv: CIELO_CVV });

  function charge(changes: Partial<ChargeRequest> = {}, signal = never) {
    return acquirer?.charge({ ...request, ...changes }, signal);
  }

  function find() {
    return acquirer?.findCharge({ ...ATTEMPT, amount: request.amount }, never);
  }

  function voidCharge() {
    return acquirer?.voidCharge?.({ ...ATTEMPT, amount: 3700, reversalId: 'a'.repeat(32) }, never);
  }

  function refund(changes: Partial<RefundOrder> = {}) {
    return acquirer?.refund?.(refundOrder({ ...ATTEMPT, ...changes }), never);
  }

  function findRefund(changes: Partial<RefundOrder> = {}) {
    return acquirer?.findRefund?.(refundOrder({ ...ATTEMPT, ...changes }), never);
  }

  /** What the party has of the order: newest first. */
  const sales = () => party.salesOf(key);
  const prefix = party.profile.prefix;
  const paths = {
    sale: `${prefix}/sales/`,
    find: `${prefix}/sales/:id`,
    findByOrder: `${prefix}/sales`,
    void: `${prefix}/sales/:id/void`,
    card: `${prefix}/card/`,
  };
  return {
    ...{ party, clock, run, lines, provider, acquirer, request, key, paths, sales, never },
    ...{ charge, find, voidCharge, refund, findRefund },
  };
}
