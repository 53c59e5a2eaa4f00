import { paymentIssuerCases } from '../../providers/payment-issuer.cases.ts';
import { orderFacts } from '../../testing/order-facts.ts';
import { createMemoryState } from '../../testing/test-bank.ts';
import { createConsents } from './consent.ts';
import { createSandboxPayments } from './payments.ts';
import { createSandboxRefunds } from './refunds.ts';

paymentIssuerCases(
  async () => {
    const values = new Map<string, string>();
    const state = createMemoryState(values);
    let ids = 0;
    const randomId = () => String(++ids).padStart(32, '0');
    const nowFor = async () => new Date(Date.UTC(2030, 0, 1));
    const consents = createConsents({ state, nowFor, bankUrl: () => null });
    const refunds = createSandboxRefunds({ state, nowFor, randomId });
    const order = {
      companyId: 'acme',
      reference: 'pay_acme_3q2-7wAAAAAAAAAAAAAAAA',
      amount: 3700,
      expiresAt: new Date(Date.UTC(2030, 0, 1, 1)),
      ...orderFacts(),
    };
    return {
      issuer: createSandboxPayments({ state, consents, refunds, randomId }),
      order,
      play: () => undefined,
      taken: async () => undefined,
      pay: () => undefined,
      pass: () => undefined,
      issues: () => [...values.keys()].filter((key) => key.startsWith('payment|')).length,
      taking: () => 0,
      takeViolations: () => [],
      logged: () => '',
      secrets: [],
    };
  },
  {
    lost: 'there is no line that could be cut',
    silent: 'it always answers',
    turned_away: 'it turns nobody away',
    other_amount: 'it asks for what it was asked',
    paid: 'nobody can pay a PIX of the sandbox but by its controls, which are ours',
    cancel: 'it takes nothing back: its payments end by time',
    refund: 'tried where its refunds are, of cards',
  },
);
