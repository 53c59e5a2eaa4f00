import type { PlayedCharge } from '../../providers/acquirer.cases.ts';
import { acquirerCases } from '../../providers/acquirer.cases.ts';
import type { ChargeRequest } from '../../providers/acquirer.ts';
import { orderFacts } from '../../testing/order-facts.ts';
import { createMemoryState } from '../../testing/test-bank.ts';
import { createSandboxAcquirer } from './acquirer.ts';
import { createSandboxRefunds } from './refunds.ts';

const NAMES: Readonly<Partial<Record<PlayedCharge, string>>> = {
  do_not_honour: 'OTHE',
  insufficient_funds: 'FUND',
  invalid_cvv: 'SECU',
  suspected_fraud: 'RISK',
  turned_away: 'PERR',
  answer_lost: 'SLOW',
};

acquirerCases(
  async () => {
    const values = new Map<string, string>();
    const state = createMemoryState(values);
    let now = Date.UTC(2030, 0, 1);
    let ids = 0;
    const nowFor = async () => new Date(now);
    const randomId = () => `id-${++ids}`;
    const refunds = createSandboxRefunds({ state, nowFor, randomId });
    const acquirer = createSandboxAcquirer({ refunds, state, nowFor, randomId });
    // The sandbox keeps no amounts of refunds, and makes one for each id.
    const refunded = new Map<string, number>();
    const card = {
      holderName: 'ANA SOUZA',
      number: '4111111111111111',
      expirationMonth: '12',
      expirationYear: '2040',
    };
    const request: ChargeRequest = {
      companyId: 'acme',
      reference: 'pay_acme_3q2-7wAAAAAAAAAAAAAAAA',
      ...orderFacts(),
      brand: 'visa',
      amount: 3700,
      installments: 1,
      card: { kind: 'card', card },
      cvv: '123',
      canAuthenticateLater: false,
    };
    const { holderName: _, ...nameless } = card;
    const isBooked = () => values.get(`charge|${request.reference}`)?.includes('approved') ?? false;
    const isVoided = () => values.has(`void|${request.reference}`);
    return {
      acquirer: {
        ...acquirer,
        refund: async (order, signal) => {
          refunded.set(order.refundId, order.amount);
          return refunds.refund(order, signal);
        },
      },
      request,
      play: (what) => {
        const holderName = NAMES[what] ?? 'APRO';
        return { ...request, card: { kind: 'card', card: { ...nameless, holderName } } };
      },
      taken: async () => undefined,
      pass: () => {
        now += 60_000;
      },
      bookings: () => (isBooked() ? 1 : 0),
      taking: () => {
        if (!isBooked() || isVoided()) return 0;
        return [...refunded.values()].reduce((left, amount) => left - amount, request.amount);
      },
      takeViolations: () => [],
      logged: () => '',
      secrets: [],
    };
  },
  {
    given_up: 'it decides without a party that could be kept from hearing of it',
    other_amount: 'it does not tell amounts',
    more_than_paid: 'it gives back whatever it is asked for: the service asks for no more',
    other_refund: 'it keeps no amounts of refunds',
    nobody_paid: 'it does not look at what was charged: the service does',
  },
);
