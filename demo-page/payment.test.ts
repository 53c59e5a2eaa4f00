// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CardEntry } from './card-entry.ts';
import type { CardAnswer, CardToken, SdkCustomer } from './checkout-sdk.ts';
import type { OrderStream } from './follow-order.ts';
import { createOrderResult } from './order-result.ts';
import { createPayment } from './payment.ts';
import type { PaymentEntry, PaymentRequest } from './payment-entry.ts';
import type { Order, Payin, PaymentInstructions, ShopApi } from './shop-api.ts';
import { ApiError } from './shop-api.ts';

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

const ORDER: Order = {
  referenceId: 'ref-1',
  amount: 4290,
  items: [],
  status: 'OPEN',
  payinId: null,
  paymentMethod: null,
  instructions: null,
  history: [],
};

const byCard: PaymentRequest = { paymentMethod: 'CREDIT_CARD', token };

/** A page whose every part is well; a test spoils one. */
function setUp(
  plan: {
    pays?: Answer[];
    cards?: (CardToken | Error)[];
    confirms?: (object | null)[];
    /** How the order stands at each look; at first as the last payin says. */
    found?: string[];
    by?: PaymentRequest;
    instructions?: PaymentInstructions;
  } = {},
) {
  const confirms = [...(plan.confirms ?? [])];
  const log: string[] = [];
  /** How the order was looked at. */
  const looks: string[] = [];
  const errors: string[] = [];
  const busy: (string | null)[] = [];
  const streams: ((order: Order) => void)[] = [];
  const by = plan.by ?? byCard;
  let last = 'OPEN';
  const pays = [...(plan.pays ?? [{ id: 'pay_1', status: 'APPROVED' }])];
  const cards = [...(plan.cards ?? [])];
  const found = [...(plan.found ?? [])];
  const state = {
    isCustomerValid: true,
    isEntryComplete: true,
    refused: [] as readonly string[],
    quantity: 1,
    concluded: [] as (CardAnswer | 'cleared')[],
    pixEnds: [] as (() => void)[],
    pixIsGone: false,
  };
  let orders = 0;
  const api: ShopApi = {
    config: () => Promise.reject(new Error('not asked')),
    async createOrder() {
      orders += 1;
      log.push(`order ${orders}`);
      return { ...ORDER, referenceId: `ref-${orders}` };
    },
    async pay(referenceId, request) {
      const isCard = request.paymentMethod === 'CREDIT_CARD';
      log.push(
        `pay ${referenceId} ${isCard ? request.token.payinCard.token : JSON.stringify(request)}`,
      );
      const answer = pays.shift()!;
      if (answer instanceof Error) throw answer;
      last = answer.status;
      return answer;
    },
    async findOrder(referenceId) {
      looks.push(`find ${referenceId}`);
      return orderOf(referenceId, found.shift() ?? last);
    },
    banks: () => Promise.reject(new Error('not asked')),
    simulate: () => Promise.reject(new Error('not asked')),
  };
  const orderOf = (referenceId: string, status: string): Order => ({
    ...ORDER,
    referenceId,
    status,
    payinId: 'pay_1',
    paymentMethod: by.paymentMethod,
    instructions: plan.instructions ?? null,
    history: [{ status, at: '2030-01-02T03:04:05.000Z' }],
  });
  const openStream = (referenceId: string): OrderStream => {
    const stream = new EventTarget();
    streams.push((order) =>
      stream.dispatchEvent(new MessageEvent('order', { data: JSON.stringify(order) })),
    );
    looks.push(`follow ${referenceId}`);
    return Object.assign(stream, { readyState: 1, close: () => looks.push('unfollow') });
  };
  const card: CardEntry = {
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
    plan: () => null,
    setAmount: () => {},
    conclude: (answer) => void state.concluded.push(answer),
    clear: () => void state.concluded.push('cleared'),
  };
  const result = createOrderResult({
    api,
    openStream,
    clock: { after: () => {}, every: () => () => {} },
    copy: async () => {},
    async mountPix(node, { payin, onEnd }) {
      if (payin.pix.viewToken === 'not shown') throw new Error('no frame');
      node.append(`PIX ${payin.id} ${payin.pix.viewToken}`);
      state.pixEnds.push(onEnd);
      return () => {
        state.pixIsGone = true;
      };
    },
    onRestart: () => {
      log.push('restart');
      result.hide();
    },
    onShown: () => {},
  });
  const entry: PaymentEntry = {
    busy: { preparing: 'a', paying: 'b' },
    check: () => state.isEntryComplete,
    prepare: async (order) =>
      by.paymentMethod === 'CREDIT_CARD' ? { ...by, token: await card.prepare(order) } : by,
  };
  const payment = createPayment({
    account: 'no3ds',
    api,
    cart: {
      lines: () => [{ sku: 'cafe-ipe-250', quantity: state.quantity }],
      amount: () => 4290,
      showInterest: () => {},
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
    card,
    entry: () => entry,
    result,
    page: {
      setBusy: (step) => busy.push(step),
      showError: (message) => errors.push(message),
      visitBank: (url, referenceId) => log.push(`visit ${url} ${referenceId}`),
    },
  });
  /** The shop's back end tells how the followed order stands. */
  const stream = (status: string) => streams.at(-1)?.(orderOf('ref-1', status));
  return { payment, log, looks, errors, busy, state, stream };
}

function title() {
  return document.getElementById('result-title')?.textContent;
}
function action() {
  return document.getElementById('result-action')?.click();
}
function settled() {
  return new Promise((resolve) => setImmediate(resolve));
}

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

  it('begins no other order while its result is shown', async () => {
    const { payment, log } = setUp();
    await payment.start();
    await payment.start();
    expect(log).toEqual(['order 1', 'pay ref-1 tok_1']);
  });

  it.each<[string, Parameters<typeof setUp>[0], (CardAnswer | 'cleared')[]]>([
    ['an approval', {}, [{ status: 'APPROVED' }]],
    ['a refusal', { pays: [{ id: 'pay_1', status: 'REFUSED' }] }, [{ status: 'REFUSED' }]],
    ['an error', { pays: [new ApiError('INVALID_CVV', [])] }, [{ code: 'INVALID_CVV' }]],
    [
      'a customer to correct',
      { pays: [new ApiError('INVALID_DATA', ['customer.document'])] },
      [{ code: 'INVALID_DATA' }],
    ],
    [
      'a challenge out of time',
      {
        pays: [{ id: 'pay_1', status: 'PENDING_3DS', threeDSecurePending: true }],
        confirms: [{ code: 'THREEDS_EXPIRED' }],
        found: ['CANCELED'],
      },
      [{ code: 'THREEDS_EXPIRED' }],
    ],
    ['a bank that has not answered', { pays: [{ id: 'pay_1', status: 'PENDING' }] }, ['cleared']],
    ['a payment that is tried again as it is', { pays: [new ApiError('PROVIDER_ERROR', [])] }, []],
  ])('tells the card of %s', async (_how, plan, concluded) => {
    const { payment, state } = setUp(plan);
    await payment.start();
    expect(state.concluded).toMatchObject(concluded);
    expect(state.concluded).toHaveLength(concluded.length);
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
    expect(log).toEqual(['order 1', 'pay ref-1 tok_1', 'restart', 'order 2', 'pay ref-2 tok_1']);
  });

  it.each([
    ['PROVIDER_ERROR', false, 'Pagamento não concluído'],
    ['SHOP_UNREACHABLE', true, 'Confirmando o pagamento'],
    ['UNAVAILABLE', true, 'Confirmando o pagamento'],
    ['INVALID_ORDER', true, 'Confirmando o pagamento'],
  ])('%s sends the same order with the same token again', async (code, isUnknown, said) => {
    const approved = { id: 'pay_1', status: 'APPROVED' };
    const pays = [new ApiError(code, [], isUnknown), approved];
    const { payment, log, state } = setUp({ pays });
    await payment.start();
    expect(title()).toBe(said);
    expect(state.concluded).toEqual([]);
    action();
    await settled();
    expect(log).toEqual(['order 1', 'pay ref-1 tok_1', 'pay ref-1 tok_1']);
    expect(title()).toBe('Pagamento aprovado');
  });

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

  it('changes by itself when the shop hears of it, and says so aloud', async () => {
    const { payment, stream } = setUp({ pays: [pending] });
    await payment.start();
    stream('PENDING');
    expect(title()).toBe('Pagamento em análise');
    stream('APPROVED');
    expect(title()).toBe('Pagamento aprovado');
    expect(document.title).toBe('Pagamento aprovado · Casa Ipê');
    expect(document.getElementById('result-status')?.textContent).toBe(
      'Novidade: pagamento aprovado.',
    );
    stream('REFUNDED');
    expect(title()).toBe('Pagamento devolvido');
  });

  it('says nothing of a status it already shows', async () => {
    const { payment, stream } = setUp({ pays: [pending] });
    await payment.start();
    stream('APPROVED');
    const said = document.getElementById('result-status')!;
    said.textContent = '';
    stream('APPROVED');
    expect(said.textContent).toBe('');
  });

  it('is no longer followed once the buyer went on', async () => {
    const { payment, looks, stream } = setUp({ pays: [pending] });
    await payment.start();
    action();
    expect(looks).toEqual(['find ref-1', 'follow ref-1', 'unfollow']);
    stream('APPROVED');
    expect(document.getElementById('result')?.hidden).toBe(true);
  });

  it('is no longer followed once it cannot change any more', async () => {
    const { payment, looks, stream } = setUp({ pays: [pending] });
    await payment.start();
    stream('REFUSED');
    expect(looks.at(-1)).toBe('unfollow');
  });
});

describe('a payment that is paid later', () => {
  const pays = [{ id: 'pay_1', status: 'PENDING' }];
  const byPix: PaymentRequest = { paymentMethod: 'PIX' };
  const pixWith = (viewToken: string): PaymentInstructions => ({
    kind: 'pix',
    payin: { id: 'pay_1', paymentMethod: 'PIX', pix: { viewToken } },
  });
  const shown = () => document.querySelector('.instructions-pix')?.textContent;

  it('shows the PIX element of the payment', async () => {
    const { payment, log } = setUp({ pays, by: byPix, instructions: pixWith('pvt_1') });
    await payment.start();
    expect(log).toEqual(['order 1', 'pay ref-1 {"paymentMethod":"PIX"}']);
    expect([title(), shown()]).toEqual(['Pague com PIX', 'PIX pay_1 pvt_1']);
  });

  it('asks the shop when the element says that it ended, and believes the shop', async () => {
    const found = ['PENDING', 'PENDING', 'APPROVED'];
    const { payment, looks, state } = setUp({
      pays,
      found,
      by: byPix,
      instructions: pixWith('pvt_1'),
    });
    await payment.start();
    state.pixEnds[0]?.();
    await settled();
    expect([title(), state.pixIsGone]).toEqual(['Pague com PIX', false]);
    state.pixEnds[0]?.();
    await settled();
    expect([title(), state.pixIsGone]).toEqual(['Pagamento aprovado', true]);
    expect(looks.filter((look) => look === 'find ref-1')).toHaveLength(3);
  });

  it('takes the element away once it is paid, and gives the focus inside it to the title', async () => {
    const { payment, state, stream } = setUp({ pays, by: byPix, instructions: pixWith('pvt_1') });
    await payment.start();
    const inside = document.createElement('button');
    document.querySelector('.instructions-pix')?.append(inside);
    inside.focus();
    stream('APPROVED');
    await settled();
    expect([shown(), state.pixIsGone]).toEqual([undefined, true]);
    expect(document.activeElement?.id).toBe('result-title');
  });

  it('says so where the element cannot be shown', async () => {
    const { payment } = setUp({ pays, by: byPix, instructions: pixWith('not shown') });
    await payment.start();
    await settled();
    expect(shown()).toBe('Não foi possível mostrar o código PIX. Recarregue a página.');
  });

  it('goes to the bank once the order is on the screen', async () => {
    const { payment, log } = setUp({
      pays,
      by: { paymentMethod: 'OPEN_FINANCE', bankId: 'ipe' },
      instructions: { kind: 'open-finance', url: 'https://bank.test/consent' },
    });
    await payment.start();
    expect(log.slice(1)).toEqual([
      'pay ref-1 {"paymentMethod":"OPEN_FINANCE","bankId":"ipe"}',
      'visit https://bank.test/consent ref-1',
    ]);
    expect(title()).toBe('Autorize no seu banco');
  });

  it('does not begin while something of it is missing, as the bank', async () => {
    const { payment, log, state } = setUp({ pays, by: byPix });
    state.isEntryComplete = false;
    await payment.start();
    expect(log).toEqual([]);
  });

  it.each([
    ['PIX', 'EXPIRED', /PIX terminou/],
    ['BOLETO', 'EXPIRED', /boleto venceu/],
    ['OPEN_FINANCE', 'REFUSED', /não foi autorizado no banco/],
    ['OPEN_FINANCE', 'CANCELED', /prazo para autorizar/],
  ] as const)('by %s that ends %s says why', async (paymentMethod, status, text) => {
    const by =
      paymentMethod === 'OPEN_FINANCE' ? { paymentMethod, bankId: 'x' } : { paymentMethod };
    const { payment, stream } = setUp({ pays, by });
    await payment.start();
    stream(status);
    expect(document.getElementById('result-text')?.textContent).toMatch(text);
  });
});

it('keeps script, style and secrets out of the markup', () => {
  expect(html).not.toMatch(/\sstyle=|\son\w+=|<style|sk_(test|live)_/);
  expect(html.match(/<script(?![^>]*\ssrc=)/g)).toBeNull();
});

describe('a payment that the bank wants to hear the buyer about', () => {
  const pays: Answer[] = [{ id: 'pay_1', status: 'PENDING_3DS', threeDSecurePending: true }];

  it('passes the whole answer to the SDK, then believes the order alone', async () => {
    const { payment, log, looks } = setUp({ pays, found: ['APPROVED'] });
    await payment.start();
    expect(log).toEqual(['order 1', 'pay ref-1 tok_1', 'confirm pay_1']);
    expect(looks[0]).toBe('find ref-1');
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

  it('believes the order where nobody told how the challenge ended', async () => {
    const lost = { code: 'NETWORK', userMessage: 'x', outcome: 'unknown' };
    const { payment } = setUp({ pays, confirms: [lost], found: ['PENDING_3DS'] });
    await payment.start();
    expect(title()).toBe('Pagamento em análise');
  });

  it('offers the same card to who left it, in the words of the SDK', async () => {
    const left = {
      code: 'THREEDS_FAILED',
      userMessage: 'de novo',
      details: { reason: 'cancelled' },
    };
    const { payment, state } = setUp({ pays, confirms: [left], found: ['REFUSED'] });
    await payment.start();
    expect(document.getElementById('result-text')?.textContent).toBe('de novo');
    expect(state.concluded).toMatchObject([left]);
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
