// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CardToken, SdkCustomer } from './checkout-sdk.ts';
import { createPayment } from './payment.ts';
import { ApiError, type Order, type Payin, type ShopApi } from './shop-api.ts';

const html = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');

const customer: SdkCustomer = {
  name: 'Ana Souza',
  document: '52998224725',
  email: 'ana@example.com',
  phone: '5511987654321',
  address: { street: 'Rua A', number: '1', zipCode: '01310200', city: 'São Paulo', state: 'SP' },
};

const token: CardToken = {
  payinCard: { token: 'tok_1', installments: 1 },
  antifraud: { skipped: true, sessionId: null },
  card: { token: 'tok_1', brand: 'visa', last4: '1111' },
};

type Answer = Payin | Error;

/** A page whose every part is well; a test spoils one. */
function setUp(
  plan: {
    pays?: Answer[];
    cards?: (CardToken | Error)[];
    confirms?: (object | null)[];
    found?: string[];
  } = {},
) {
  const confirms = [...(plan.confirms ?? [])];
  const log: string[] = [];
  const errors: string[] = [];
  const busy: (string | null)[] = [];
  const waits: (() => void)[] = [];
  const pays = [...(plan.pays ?? [{ id: 'pay_1', status: 'APPROVED' }])];
  const cards = [...(plan.cards ?? [])];
  const found = [...(plan.found ?? [])];
  const state = { isCustomerValid: true, refused: [] as readonly string[], quantity: 1 };
  let orders = 0;
  const api: ShopApi = {
    config: () => Promise.reject(new Error('not asked')),
    async createOrder() {
      orders += 1;
      log.push(`order ${orders}`);
      return { referenceId: `ref-${orders}`, amount: 4290, status: 'OPEN', payinId: null };
    },
    async pay(referenceId, { payinCard }) {
      log.push(`pay ${referenceId} ${payinCard.token}`);
      const answer = pays.shift()!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    async findOrder(referenceId): Promise<Order> {
      const status = found.shift() ?? 'PENDING';
      log.push(`find ${referenceId}`);
      return { referenceId, amount: 4290, status, payinId: 'pay_1' };
    },
  };
  const payment = createPayment({
    account: 'no3ds',
    api,
    cart: {
      lines: () => [{ sku: 'cafe-ipe-250', quantity: state.quantity }],
      amount: () => 4290,
      setDisabled: () => {},
    },
    customer: {
      read: () => customer,
      validate: () => state.isCustomerValid,
      showRefused: (paths) => {
        state.refused = paths;
        return paths.length > 0;
      },
    },
    card: {
      async prepare() {
        const answer = cards.shift() ?? token;
        if (answer instanceof Error) throw answer;
        return answer;
      },
      async confirm(payin) {
        log.push(`confirm ${payin.id}`);
        const answer = confirms.shift();
        if (answer) throw answer;
      },
      setAmount: () => {},
      clear: () => log.push('clear'),
    },
    page: { setBusy: (step) => busy.push(step), showError: (message) => errors.push(message) },
    wait: () => new Promise((resolve) => waits.push(resolve)),
  });
  /** Lets the pause between two looks at the order end. */
  const passPause = async () => {
    waits.shift()?.();
    await settled();
  };
  return { payment, log, errors, busy, state, passPause };
}

const title = () => document.getElementById('result-title')?.textContent;
const action = () => document.getElementById('result-action')?.click();
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(html)![1]!;
});

describe('a payment', () => {
  it('orders, takes the card, charges, and shows the result with its payin', async () => {
    const { payment, log, busy } = setUp();
    await payment.start();
    expect(log).toEqual(['order 1', 'pay ref-1 tok_1']);
    expect(title()).toBe('Pagamento aprovado');
    expect(document.getElementById('receipt')?.textContent).toContain('pay_1');
    expect(document.activeElement?.id).toBe('result-title');
    expect(busy.at(-1)).toBeNull();
  });

  it('happens once when the buyer clicks three times', async () => {
    const { payment, log } = setUp();
    await Promise.all([payment.start(), payment.start(), payment.start()]);
    expect(log).toEqual(['order 1', 'pay ref-1 tok_1']);
  });

  it('does not begin with a customer that is not valid', async () => {
    const { payment, log, state } = setUp();
    state.isCustomerValid = false;
    await payment.start();
    expect(log).toEqual([]);
  });

  it('shows the words of the SDK when the card is wrong, and charges nothing', async () => {
    const wrong = Object.assign(new Error('m'), { code: 'INVALID_CARD', userMessage: 'Confira.' });
    const { payment, log, errors, busy } = setUp({ cards: [wrong] });
    await payment.start();
    expect(errors.at(-1)).toBe('Confira.');
    expect(busy.at(-1)).toBeNull();
    await payment.start();
    expect(log).toEqual(['order 1', 'pay ref-1 tok_1']);
  });

  it('makes a new order when the cart changed after a wrong card', async () => {
    const { payment, log, state } = setUp({ cards: [new Error('wrong')] });
    await payment.start();
    state.quantity = 2;
    await payment.start();
    expect(log).toEqual(['order 1', 'order 2', 'pay ref-2 tok_1']);
  });
});

describe('after a refusal', () => {
  it.each<[string, Answer]>([
    ['a REFUSED payin', { id: 'pay_1', status: 'REFUSED' }],
    ['a FAILED payin', { id: 'pay_1', status: 'FAILED' }],
    ['no limit', new ApiError('PAYER_LIMIT_REJECTED', [])],
    ['a wrong CVV', new ApiError('INVALID_CVV', [])],
    ['risk', new ApiError('REJECTED_BY_RISK', [])],
    ['an unknown code', new ApiError('SOMETHING_NEW', [])],
  ])('%s leads to a new order with a new card', async (_name, answer) => {
    const { payment, log } = setUp({ pays: [answer, { id: 'pay_2', status: 'APPROVED' }] });
    await payment.start();
    expect(document.getElementById('result')?.dataset.tone).toBe('failure');
    action();
    expect(document.getElementById('checkout')?.hidden).toBe(false);
    await payment.start();
    expect(log).toEqual(['order 1', 'pay ref-1 tok_1', 'clear', 'order 2', 'pay ref-2 tok_1']);
  });

  it.each(['PROVIDER_ERROR', 'PAYMENT_SERVICE_UNREACHABLE', 'SHOP_UNREACHABLE', 'UNAVAILABLE'])(
    '%s sends the same order with the same token again',
    async (code) => {
      const approved = { id: 'pay_1', status: 'APPROVED' };
      const { payment, log } = setUp({ pays: [new ApiError(code, []), approved] });
      await payment.start();
      action();
      await settled();
      expect(log).toEqual(['order 1', 'pay ref-1 tok_1', 'pay ref-1 tok_1']);
      expect(title()).toBe('Pagamento aprovado');
    },
  );

  it('of a customer field goes back to that field', async () => {
    const refusal = new ApiError('INVALID_DATA', ['customer.document']);
    const { payment, state, errors } = setUp({ pays: [refusal] });
    await payment.start();
    expect(state.refused).toEqual(['customer.document']);
    expect(errors.at(-1)).toBe('Confira os campos marcados e pague de novo.');
    expect(document.getElementById('result')?.hidden).toBe(true);
  });
});

describe('a pending payment', () => {
  const pending = { id: 'pay_1', status: 'PENDING' };

  it('is followed until it is decided', async () => {
    const plan = { pays: [pending], found: ['PENDING', 'APPROVED'] };
    const { payment, log, passPause } = setUp(plan);
    await payment.start();
    await passPause();
    expect(title()).toBe('Pagamento em análise');
    await passPause();
    expect(title()).toBe('Pagamento aprovado');
    expect(log.slice(2)).toEqual(['find ref-1', 'find ref-1']);
  });

  it('is no longer followed once the buyer went on', async () => {
    const { payment, passPause } = setUp({ pays: [pending], found: ['APPROVED'] });
    await payment.start();
    action();
    await passPause();
    expect(title()).toBe('Pagamento em análise');
    expect(document.getElementById('result')?.hidden).toBe(true);
  });
});

it('keeps script, style and secrets out of the markup', () => {
  expect(html).not.toMatch(/\sstyle=|\son\w+=|<style|sk_(test|live)_/);
  expect(html.match(/<script(?![^>]*\ssrc=)/g)).toBeNull();
});

describe('a payment that the bank wants to hear the buyer about', () => {
  const pays: Answer[] = [{ id: 'pay_1', status: 'PENDING_3DS', threeDSecurePending: true }];

  it('passes the whole answer to the SDK, then believes the order alone', async () => {
    const { payment, log } = setUp({ pays, found: ['APPROVED'] });
    await payment.start();
    expect(log).toEqual(['order 1', 'pay ref-1 tok_1', 'confirm pay_1', 'find ref-1']);
    expect(title()).toBe('Pagamento aprovado');
  });

  it('does not call an authenticated buyer an approved sale', async () => {
    const { payment } = setUp({ pays, found: ['REFUSED'] });
    await payment.start();
    expect(title()).toBe('Pagamento recusado');
  });

  it.each([
    ['THREEDS_FAILED', 'REFUSED', 'Pagamento recusado'],
    ['THREEDS_EXPIRED', 'CANCELED', 'Pagamento não concluído'],
    ['THREEDS_SDK_UNAVAILABLE', 'PENDING_3DS', 'Pagamento não concluído'],
  ])('explains %s', async (code, status, expected) => {
    const { payment } = setUp({ pays, confirms: [{ code, userMessage: 'x' }], found: [status] });
    await payment.start();
    expect(title()).toBe(expected);
  });

  it('shows an approval even where the browser lost sight of the challenge', async () => {
    const { payment } = setUp({
      pays,
      confirms: [{ code: 'NETWORK', userMessage: 'x' }],
      found: ['APPROVED'],
    });
    await payment.start();
    expect(title()).toBe('Pagamento aprovado');
  });
});
