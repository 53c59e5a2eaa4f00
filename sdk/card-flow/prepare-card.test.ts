import { describe, expect, it } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import type { CheckoutRequest } from './checkout-request.ts';
import { configWith, POST_ORDER } from './config.cases.ts';
import { assertCardsAccepted, prepareCard, TOKEN_DEADLINE_MS } from './prepare-card.ts';

const CONFIG = configWith({ enabled: false }, { paymentMethods: ['pix', 'credit_card'] });

const CARD = {
  amount: 15_990,
  referenceId: 'order-1',
  installments: 3,
  card: {
    holderName: 'Ana Souza',
    number: '4111111111111111',
    expirationMonth: '01',
    expirationYear: '2030',
    cvv: '937',
  },
};
const SESSION = { skipped: false, sessionId: 'afs_1' };
const TOKEN = { token: 'tok_1', brand: 'visa', last4: '1111', expiresAt: '2026-11-20T12:15:00Z' };

type Call = Parameters<CheckoutRequest>[0];

/** Runs the flow of a valid card against a service that gives a token, and keeps the calls. */
async function run(plan: {
  config?: CheckoutConfig;
  antifraud?: Promise<typeof SESSION>;
  signal?: AbortSignal;
  answer?: () => Promise<unknown>;
}) {
  const calls: Call[] = [];
  const request: CheckoutRequest = async <Answer>(call: Call) => {
    calls.push(call);
    return (await (plan.answer ?? (async () => TOKEN))()) as Answer;
  };
  const result = await prepareCard({
    request,
    card: CARD,
    config: plan.config ?? CONFIG,
    antifraud: plan.antifraud ?? Promise.resolve(SESSION),
    signal: plan.signal,
  }).catch((error: unknown) => error);
  return { calls, result };
}

describe('prepareCard', () => {
  it('gives a token with the session it was made under', async () => {
    const { result } = await run({});
    expect(result).toEqual({
      token: 'tok_1',
      brand: 'visa',
      last4: '1111',
      installments: 3,
      antifraud: SESSION,
    });
  });

  it('gives the plan with interest that the token is bound to', async () => {
    const installmentPlan = { totalAmount: 16_647, installments: 3, paidBy: 'buyer' };
    const { result } = await run({ answer: async () => ({ ...TOKEN, installmentPlan }) });
    expect(result).toMatchObject({ installments: 3, installmentPlan });
  });

  it('sends the card once, with a deadline and the signal of the caller', async () => {
    const { signal } = new AbortController();
    const { calls } = await run({ signal });
    expect(calls).toEqual([
      {
        method: 'POST',
        path: 'tokens',
        body: CARD,
        deadlineMs: TOKEN_DEADLINE_MS,
        phase: 'token',
        signal,
      },
    ]);
  });

  it('sends the card only after the antifraud session is decided', async () => {
    const { promise: antifraud, resolve: decide } = deferred<typeof SESSION>();
    let asked = false;
    const flow = run({
      antifraud,
      answer: async () => {
        asked = true;
        return TOKEN;
      },
    });
    await Promise.resolve();
    expect(asked).toBe(false);
    decide(SESSION);
    await flow;
    expect(asked).toBe(true);
  });

  it('keeps the code of a service that refuses the card', async () => {
    const refused = new CheckoutError(errorData('INVALID_DATA', 'card.number is not valid'));
    const { result } = await run({ answer: () => Promise.reject(refused) });
    expect(result).toBe(refused);
  });

  it('carries on nothing but what a page may have', async () => {
    const { result } = await run({ answer: async () => ({ ...TOKEN, number: CARD.card.number }) });
    expect(JSON.stringify(result)).not.toMatch(/411111|937|expires/);
  });

  const closed: [string, CheckoutConfig, string][] = [
    [
      'is not approved',
      { ...CONFIG, canTransact: false, reason: 'KYC_NOT_APPROVED' },
      'KYC_NOT_APPROVED',
    ],
    [
      'is blocked',
      { ...CONFIG, blocked: true, canTransact: false, reason: 'COMPANY_BLOCKED' },
      'COMPANY_BLOCKED',
    ],
    ['cannot transact for no told reason', { ...CONFIG, canTransact: false }, 'FORBIDDEN'],
    ['takes no cards', { ...CONFIG, paymentMethods: ['pix'] }, 'METHOD_NOT_ENABLED'],
    ['takes nothing', { ...CONFIG, paymentMethods: [] }, 'METHOD_NOT_ENABLED'],
  ];

  it.each(closed)('sends no card where the account %s', async (_what, config, code) => {
    const { calls, result } = await run({ config });
    expect(result).toMatchObject({ name: 'CheckoutError', code });
    expect(calls).toEqual([]);
  });

  it.each(closed)('says so before a card is typed where the account %s', (_what, config, code) => {
    const details = { phase: 'config' };
    expect(() => assertCardsAccepted(config)).toThrow(expect.objectContaining({ code, details }));
  });

  it.each([
    ['without 3-D Secure', CONFIG],
    ['with 3-D Secure before the order', configWith({ ...POST_ORDER, flow: 'pre-order' })],
    ['with 3-D Secure after the order', configWith(POST_ORDER)],
  ])('takes a card for an account %s', (_what, config) => {
    expect(() => assertCardsAccepted(config)).not.toThrow();
  });
});
