import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AskedOptions } from '../../contract/frame/card-calls.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import type { CheckoutRequest } from '../../sdk/card-flow/checkout-request.ts';
import { brandNamed } from '../card-form/brand.ts';
import { fillCardFields } from '../card-form/field-markup.ts';
import { createSavedCard } from './cvv-alone.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../card.html'), 'utf8');
const MARKUP = /<main>[\s\S]*<\/main>/.exec(fillCardFields(PAGE))?.[0] ?? '';
const GIVEN = { fields: ['cvv'], token: 'tok_1', card: { brand: 'visa', last4: '1111' } } as const;

beforeEach(() => {
  document.body.innerHTML = MARKUP;
  document.documentElement.lang = 'pt-BR';
});

/** An account as the document tells it; a case spoils one fact. */
function configOf({ cardOnFile = true, flow = null as string | null, enabled = true } = {}) {
  const tokenization = enabled
    ? { enabled, mode: 'vault', cardOnFile, cvvRequired: true }
    : { enabled };
  const threeDS = flow === null ? { enabled: false } : { enabled: true, flow };
  return { capabilities: { tokenization, threeDS } } as unknown as CheckoutConfig;
}

function toError(code: string, message: string, field: string) {
  return Object.assign(new Error(message), { code, field });
}

function create(given: object = GIVEN, config = configOf()) {
  return createSavedCard(given as AskedOptions, { document, config, brandNamed, toError });
}

describe('refuses, before anything is shown,', () => {
  test.each<[string, object, string]>([
    ['another field', { fields: ['number'] }, 'fields'],
    ['one field more', { fields: ['cvv', 'expiry'] }, 'fields'],
    ['text as the fields', { fields: 'cvv' }, 'fields'],
    ['no field', { fields: [] }, 'fields'],
    ['no token', { token: undefined }, 'token'],
    ['an empty token', { token: '' }, 'token'],
    ['a token with a path', { token: 'tok_1/../x' }, 'token'],
    ['a long token', { token: 'x'.repeat(201) }, 'token'],
    ['an object as the token', { token: { toString: 'x' } }, 'token'],
    ['no brand', { card: { last4: '1111' } }, 'card.brand'],
    ['no digits', { card: { brand: 'visa' } }, 'card.last4'],
    ['a whole number', { card: { brand: 'visa', last4: '4111111111111111' } }, 'card.last4'],
    ['a null card', { card: null }, 'card.brand'],
  ])('%s', (_what, spoiled, field) => {
    const before = document.body.innerHTML;
    const refusal = { code: 'INVALID_ARGUMENT', field };
    expect(() => create({ ...GIVEN, ...spoiled })).toThrow(expect.objectContaining(refusal));
    expect(document.body.innerHTML).toBe(before);
  });

  test.each([
    ['keeps no cards', configOf({ cardOnFile: false }), 'METHOD_NOT_ENABLED'],
    ['takes no cards', configOf({ enabled: false }), 'METHOD_NOT_ENABLED'],
    ['authenticates before the order', configOf({ flow: 'pre-order' }), 'UNSUPPORTED'],
  ])('an account that %s', (_what, config, code) => {
    expect(() => create(GIVEN, config)).toThrow(expect.objectContaining({ code, field: 'fields' }));
  });
});

test('takes an account that authenticates after the order', () => {
  expect(create(GIVEN, configOf({ flow: 'post-order' })).brand?.name).toBe('visa');
});

describe('shows', () => {
  const shown = () => document.querySelector('.saved-card')?.textContent?.trim();

  test('scheme and last digits, in the language of the document', () => {
    const { writeWords } = create();
    expect(shown()).toBe('Visa •••• 1111');
    for (const [locale, word] of [
      ['pt-BR', 'Cartão salvo'],
      ['en', 'Saved card'],
      ['es', 'Tarjeta guardada'],
    ] as const) {
      document.documentElement.lang = locale;
      writeWords();
      expect(document.querySelector('.saved-label')?.textContent).toBe(word);
    }
  });

  test('no scheme where it is not one that we name', () => {
    const { brand } = create({ ...GIVEN, card: { brand: '<b>x</b>', last4: '1111' } });
    expect(brand).toBeNull();
    expect(shown()).toBe('•••• 1111');
  });

  test('nothing beside the CVV where the page says nothing of the card', () => {
    create({ fields: ['cvv'], token: 'tok_1' });
    expect(shown()).toBeUndefined();
  });

  test('no field but the CVV to a buyer, and none to autofill', () => {
    create();
    for (const id of ['cc-name', 'cc-number', 'cc-exp']) {
      const input = document.querySelector<HTMLInputElement>(`#${id}`)!;
      expect([input.disabled, input.parentElement?.hidden]).toEqual([true, true]);
    }
    const cvv = document.querySelector<HTMLInputElement>('#cc-csc')!;
    expect([cvv.disabled, cvv.parentElement?.hidden]).toEqual([false, false]);
  });
});

describe('submits', () => {
  const calls: Parameters<CheckoutRequest>[0][] = [];
  const request: CheckoutRequest = async <Answer>(call: Parameters<CheckoutRequest>[0]) => {
    calls.push(call);
    return {} as Answer;
  };
  const typed = {
    request,
    cvv: '123',
    installments: 3,
    installmentPlan: undefined,
    antifraud: Promise.resolve({ skipped: false, sessionId: 'afs_1' }),
    signal: new AbortController().signal,
  };
  beforeEach(() => calls.splice(0));

  test('the CVV with its token alone, and answers what a payin needs', async () => {
    expect(await create().submit(typed)).toEqual({
      token: 'tok_1',
      brand: 'visa',
      last4: '1111',
      installments: 3,
      antifraud: { skipped: false, sessionId: 'afs_1' },
    });
    expect(calls).toMatchObject([
      { method: 'POST', path: 'tokens/cvv', body: { token: 'tok_1', cvv: '123' } },
    ]);
  });

  test('the plan with interest that the buyer was shown', async () => {
    const installmentPlan = {
      installments: 3,
      installmentAmount: 5_549,
      totalAmount: 16_647,
      ratePerMonth: 199,
      paidBy: 'buyer',
    } as const;
    expect(await create().submit({ ...typed, installmentPlan })).toMatchObject({ installmentPlan });
  });

  test('without what the page did not say of the card', async () => {
    const saved = create({ fields: ['cvv'], token: 'tok_1' });
    expect(await saved.submit(typed)).toMatchObject({ brand: 'unknown', last4: '' });
  });
});
