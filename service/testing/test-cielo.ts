import { onTestFinished } from 'vitest';
import type { AcquirerOptions } from '../../simulators/cielo/acquirer.ts';
import { startAcquirer } from '../../simulators/cielo/acquirer.ts';
import { createTestHarness } from '../../simulators/server/harness.ts';
import type { ChargeRequest } from '../providers/acquirer.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import { BRASPAG, CIELO } from '../providers/cielo/definition.ts';
import { createAgent } from '../providers/outgoing/agent.ts';
import type { OutgoingLogLine } from '../providers/outgoing-log-line.ts';
import type { RefundOrder } from '../providers/refunds.ts';
import { orderFacts } from './order-facts.ts';
import { refundOrder } from './refund-order.ts';
import { manualTimers } from './test-timers.ts';

export const CIELO_CARD = '4111111111111111';
export const CIELO_CVV = '739';

/** A merchant of the acquirer as it is played, and one charge of 37 reais. */
export async function arrangeCielo({
  settings = {},
  ...options
}: Partial<AcquirerOptions> & { settings?: Record<string, string> } = {}) {
  const harness = createTestHarness();
  const { clock } = harness;
  const profile = options.profile ?? 'cielo';
  const party = await startAcquirer({ ...harness, ...options, profile });
  onTestFinished(() => party.stop());
  const dispatcher = createAgent({ trustedPem: party.authorityPem });
  onTestFinished(() => dispatcher.destroy());
  const { timers, run } = manualTimers();
  const lines: OutgoingLogLine[] = [];
  const definition = profile === 'cielo' ? CIELO : BRASPAG;
  const typed = {
    'merchant-id': party.credentials.merchantId,
    'merchant-key': party.credentials.merchantKey,
    ...(profile === 'braspag' ? { 'payment-provider': 'Simulado' } : {}),
    ...settings,
  };
  const provider = definition.create(definition.schema.parse(typed), {
    ...{ account: 'acme', environment: 'production', dispatcher, timers, now: clock.now },
    hosts: { api: party.api, query: party.query, device: party.device },
    randomBytes: (size) => new Uint8Array(size).fill(7),
    log: (line) => void lines.push(line),
  });
  const acquirer = provider.cards;
  if (acquirer === null) throw new Error('it takes no cards');
  const named = { companyId: 'acme', reference: 'pay_acme_3q2-7wAAAAAAAAAAAAAAAA' };
  const key = attemptKeyOf(named.reference);
  const { signal: never } = new AbortController();

  const request: ChargeRequest = {
    ...named,
    amount: 3700,
    ...orderFacts(),
    installments: 1,
    card: {
      kind: 'card',
      card: {
        holderName: 'ANA SOUZA',
        number: CIELO_CARD,
        expirationMonth: '12',
        expirationYear: '2030',
      },
    },
    brand: 'visa',
    cvv: CIELO_CVV,
    canAuthenticateLater: false,
  };

  function charge(changes: Partial<ChargeRequest> = {}, signal = never) {
    return acquirer?.charge({ ...request, ...changes }, signal);
  }

  function find() {
    return acquirer?.findCharge({ ...named, amount: request.amount }, never);
  }

  function voidCharge() {
    return acquirer?.voidCharge?.({ ...named, amount: 3700, reversalId: 'a'.repeat(32) }, never);
  }

  function refund(changes: Partial<RefundOrder> = {}) {
    return acquirer?.refund?.(refundOrder({ ...named, ...changes }), never);
  }

  function findRefund(changes: Partial<RefundOrder> = {}) {
    return acquirer?.findRefund?.(refundOrder({ ...named, ...changes }), never);
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
