// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { CardElementOptions, CardToken, CheckoutClient } from './checkout-sdk.ts';
import { mountHostedCard } from './hosted-card.ts';

const customer = {
  name: 'Ana Souza',
  document: '52998224725',
  email: 'ana@example.com',
  phone: '5511987654321',
  address: { street: 'Rua A', number: '1', zipCode: '01310200', city: 'São Paulo', state: 'SP' },
};

const token: CardToken = {
  payinCard: { token: 'tok_1', installments: 2 },
  antifraud: { skipped: true, sessionId: null },
};

/** The hosted fields over an SDK that only writes down what it is asked. */
function mount(submit: () => unknown = () => Promise.resolve()) {
  const log: string[] = [];
  const errors: unknown[] = [];
  let given: CardElementOptions | null = null;
  const handlers = new Map<string, (event: never) => void>();
  const client: CheckoutClient = {
    getConfig: () => Promise.reject(new Error('not asked')),
    mountPixElement: () => Promise.reject(new Error('not asked')),
    mountCardElement(_target, options) {
      given = options;
      return {
        async update(change) {
          log.push(`update ${JSON.stringify(change)}`);
        },
        submit() {
          log.push('submit');
          return submit();
        },
        handlePendingThreeDS: async () => undefined,
        conclude: (answer) => log.push(`conclude ${JSON.stringify(answer)}`),
        clear: () => log.push('clear'),
        on(event, handler) {
          handlers.set(event, handler);
          return () => {};
        },
      };
    },
    prepareCardPayment: () => Promise.reject(new Error('not asked')),
    prepareCardPaymentHosted: () => Promise.reject(new Error('not asked')),
    handlePendingThreeDS: () => Promise.reject(new Error('not asked')),
  };
  const card = mountHostedCard({
    client,
    customer,
    amount: 4290,
    maxInstallments: 6,
    theme: 'light',
    onEnter: () => log.push('enter'),
    onError: (error) => errors.push(error),
    onReady: () => log.push('ready'),
    onPlan: () => log.push(`plan ${card.plan()?.totalAmount}`),
  });
  const tell = (event: string, given: object = {}) => handlers.get(event)?.(given as never);
  const prepare = () => card.prepare({ referenceId: 'ref-1', amount: 8580, customer });
  return { card, log, errors, prepare, options: given!, tell };
}

function settled() {
  return new Promise((resolve) => setImmediate(resolve));
}

it('gives the fields the amount and reference of the order before it submits them', async () => {
  const { log, prepare, options } = mount();
  const prepared = prepare();
  await settled();
  options.onResult(token);
  expect(await prepared).toEqual(token);
  expect(log).toEqual(['update {"referenceId":"ref-1","amount":8580}', 'submit']);
});

it('lets Enter pay instead of submitting the fields under the draft', () => {
  const { log, tell } = mount();
  let prevented = false;
  tell('submit', {
    preventDefault: () => {
      prevented = true;
    },
  });
  expect([prevented, log]).toEqual([true, ['enter']]);
});

it('rejects with the error of the SDK while a payment waits for the card', async () => {
  const { errors, prepare, options } = mount();
  const prepared = prepare();
  await settled();
  options.onError({ code: 'INVALID_CARD' });
  await expect(prepared).rejects.toEqual({ code: 'INVALID_CARD' });
  expect(errors).toEqual([]);
});

it('rejects where submit itself fails', async () => {
  const { prepare } = mount(() => Promise.reject(new Error('lost')));
  await expect(prepare()).rejects.toThrow('lost');
});

it('reports an error that belongs to no payment, such as fields that did not load', () => {
  const { errors, options } = mount();
  options.onError({ code: 'FRAME_UNAVAILABLE' });
  expect(errors).toEqual([{ code: 'FRAME_UNAVAILABLE' }]);
});

it('tells that the fields are there, at first and once they were tried again', () => {
  const { log, tell } = mount();
  tell('ready');
  tell('ready');
  expect(log).toEqual(['ready', 'ready']);
});

it('tells of another plan, and of none once the amount is another', () => {
  const { card, log, tell } = mount();
  const installmentPlan = { installmentAmount: 2_745, totalAmount: 16_470, paidBy: 'buyer' };
  tell('change', {});
  expect(card.plan()).toBeNull();
  tell('change', { installmentPlan });
  tell('change', { installmentPlan });
  expect(card.plan()).toEqual(installmentPlan);
  card.setAmount(100);
  expect(card.plan()).toBeNull();
  expect(log).toEqual(['plan 16470', 'update {"amount":100}']);
});

it('does nothing with a token nobody waits for', () => {
  const { log, options } = mount();
  options.onResult(token);
  expect(log).toEqual([]);
});

it('tells the fields how the payment with their card ended', () => {
  const { card, log } = mount();
  card.conclude({ status: 'REFUSED' });
  card.conclude({ code: 'INVALID_CVV' });
  expect(log).toEqual(['conclude {"status":"REFUSED"}', 'conclude {"code":"INVALID_CVV"}']);
});
