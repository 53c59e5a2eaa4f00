import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type {
  ChosenMethod,
  PaymentCalls,
  ShownPayment,
} from '../../contract/frame/payment-calls.ts';
import { manualTimers, settled } from '../card-flow/manual-timers.cases.ts';
import { askUntilKnown, followPayin, isOpen } from '../flows/ask-again.ts';
import { createPayments } from '../flows/payments.ts';
import type { PayinAnswer } from '../payment/payin-answer.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';
import { keptPayment } from './kept-payment.ts';
import type { PaymentElementOptions } from './payment-element.ts';
import type { PaymentParts, PaymentTools } from './run-payment.ts';
import { runPayment } from './run-payment.ts';

const PREPARED: PreparedCard = {
  payinCard: { token: 'tok_1', installments: 2 },
  antifraud: { skipped: false, sessionId: 'afs_1' },
  card: { token: 'tok_1', brand: 'visa', last4: '1111' },
  threeDS: { skipped: true, status: null },
};
const TOKEN = `pvt_no3ds_${'a'.repeat(22)}_${'b'.repeat(43)}`;
const CARD = { id: 'pay_1', paymentMethod: 'CREDIT_CARD', amount: 15_990 } as const;
const APPROVED: PayinAnswer = { ...CARD, status: 'APPROVED' };
const WAITING = { status: 'PENDING', amount: 15_990, viewToken: TOKEN } as const;
const PIX: PayinAnswer = { id: 'pay_2', paymentMethod: 'PIX', ...WAITING };

beforeEach(() => {
  sessionStorage.clear();
});

/** One payment element without a frame: what its frame answers, and what it was asked. */
function payment({
  chosen = { paymentMethod: 'CREDIT_CARD' } as ChosenMethod,
  shown = { paymentMethod: 'PIX', status: 'PENDING' } as ShownPayment,
  referenceId = 'order-1',
  ...more
}: Partial<PaymentElementOptions> & { chosen?: ChosenMethod; shown?: ShownPayment } = {}) {
  const frame = { chosen, shown };
  const asked: unknown[] = [];
  const heard: { [event: string]: ((told: never) => void)[] } = {};
  const { timers, runOut } = manualTimers();
  const pay = vi.fn(async (): Promise<PayinAnswer> => APPROVED);
  const options: PaymentElementOptions = {
    amount: 15_990,
    referenceId,
    pay,
    onPaid: vi.fn(),
    onPending: vi.fn(),
    ...more,
  };
  const answers: { [name: string]: () => unknown } = {
    choose: () => frame.chosen,
    show: () => frame.shown,
    refuse: () => null,
  };
  const conclude = vi.fn(async () => null);
  const element = {
    amount: options.amount,
    referenceId,
    conclude,
    focus: async () => undefined,
    on(name: string, handler: (told: never) => void) {
      heard[name] = [...(heard[name] ?? []), handler];
      return () => undefined;
    },
  };
  const parts = {
    element,
    prepareCard: vi.fn(async () => PREPARED),
    call: async (name: keyof PaymentCalls, argument: object) => {
      asked.push([name, argument]);
      return answers[name]?.();
    },
    locale: () => 'pt-BR',
    end: vi.fn(),
  } as unknown as PaymentParts;
  const handlePending = vi.fn(async () => ({
    payinId: 'pay_1',
    threeDS: { skipped: false, status: 'AUTHENTICATED' as const },
  }));
  const tools = {
    settings: { locale: 'pt-BR' },
    timers,
    ending: new AbortController().signal,
    askUntilKnown,
    followPayin,
    isOpen,
    handlePending,
  } as unknown as PaymentTools;
  const emit = (name: string, told: unknown) => {
    for (const handler of heard[name] ?? []) handler(told as never);
  };
  return { frame, asked, options, pay, parts, tools, conclude, handlePending, emit, runOut };
}

function run(one: ReturnType<typeof payment>) {
  const submit = runPayment(one.tools, one.options, one.parts);
  return () => submit(undefined).catch((thrown: unknown) => thrown);
}

describe('what the back end is sent', () => {
  it('is the card as it was prepared, and nothing of the order but its reference', async () => {
    const one = payment();
    expect(await run(one)()).toEqual({ payin: APPROVED, outcome: 'paid' });
    expect(one.pay.mock.calls).toEqual([
      [
        {
          referenceId: 'order-1',
          paymentMethod: 'CREDIT_CARD',
          card: PREPARED.payinCard,
          antifraud: { sessionId: 'afs_1' },
          installments: 2,
        },
      ],
    ]);
    expect(one.conclude.mock.calls).toEqual([[APPROVED]]);
    expect(one.options.onPaid).toHaveBeenCalledExactlyOnceWith({ payin: APPROVED });
  });

  it('is paid, though the frame went before it could be told', async () => {
    const one = payment();
    one.conclude.mockRejectedValue(new CheckoutError(errorData('FRAME_LOST', 'gone')));
    expect(await run(one)()).toEqual({ payin: APPROVED, outcome: 'paid' });
    expect(one.options.onPaid).toHaveBeenCalledOnce();
  });

  it('is the bank that was chosen', async () => {
    const one = payment({ chosen: { paymentMethod: 'OPEN_FINANCE', bankId: 'ipe' } });
    one.pay.mockResolvedValue(PIX);
    await run(one)();
    expect(one.pay.mock.calls).toEqual([
      [{ referenceId: 'order-1', paymentMethod: 'OPEN_FINANCE', bankId: 'ipe' }],
    ]);
  });

  it('is the same again, and no new card, after an answer that got lost', async () => {
    const one = payment();
    one.pay.mockRejectedValueOnce(new TypeError('lost'));
    const told = run(one)();
    await settled();
    one.runOut(1_000);
    expect(await told).toMatchObject({ outcome: 'paid' });
    expect(one.pay.mock.calls[1]).toEqual(one.pay.mock.calls[0]);
    expect(one.parts.prepareCard).toHaveBeenCalledOnce();
  });
});

describe('a payin that waits for its buyer', () => {
  it('is shown, kept by its token alone, and told once it is paid', async () => {
    const one = payment({ chosen: { paymentMethod: 'PIX' } });
    one.pay.mockResolvedValue(PIX);
    expect(await run(one)()).toEqual({ payin: PIX, outcome: 'pending' });
    expect(one.asked).toContainEqual(['show', { viewToken: TOKEN }]);
    expect(keptPayment()).toEqual({ referenceId: 'order-1', viewToken: TOKEN });
    expect(one.options.onPending).toHaveBeenCalledExactlyOnceWith({ payin: PIX });
    for (const _twice of [1, 2]) one.emit('ended', { paymentMethod: 'PIX', status: 'APPROVED' });
    const payin = { ...PIX, status: 'APPROVED' };
    expect(one.options.onPaid).toHaveBeenCalledExactlyOnceWith({ payin });
    expect(keptPayment()).toBeNull();
  });

  it('is kept where the element went before it was shown again', async () => {
    const before = payment({ chosen: { paymentMethod: 'PIX' } });
    before.pay.mockResolvedValue(PIX);
    await run(before)();
    for (const [code, kept] of [
      ['DESTROYED', true],
      ['NETWORK', true],
      ['NOT_FOUND', false],
    ] as const) {
      const one = payment();
      Object.assign(one.parts, {
        call: () => Promise.reject(new CheckoutError(errorData(code, 'no'))),
      });
      run(one);
      await settled();
      expect(keptPayment() !== null).toBe(kept);
    }
  });

  it('is kept no more when it is over, and is no payment', async () => {
    const one = payment({ chosen: { paymentMethod: 'PIX' } });
    one.pay.mockResolvedValue(PIX);
    await run(one)();
    one.emit('ended', { paymentMethod: 'PIX', status: 'EXPIRED' });
    expect(one.options.onPaid).not.toHaveBeenCalled();
    expect(keptPayment()).toBeNull();
  });

  it('is paid by another method afterwards, and told once', async () => {
    const one = payment({ chosen: { paymentMethod: 'PIX' } });
    one.pay.mockResolvedValueOnce(PIX);
    const submit = run(one);
    await submit();
    one.frame.chosen = { paymentMethod: 'CREDIT_CARD' };
    expect(await submit()).toMatchObject({ outcome: 'paid' });
    expect(one.options.onPaid).toHaveBeenCalledOnce();
    expect(keptPayment()).toBeNull();
  });

  it('is shown again by an element of the same order after a reload', async () => {
    const before = payment({ chosen: { paymentMethod: 'PIX' } });
    before.pay.mockResolvedValue(PIX);
    await run(before)();
    const other = payment({ referenceId: 'order-2' });
    run(other);
    const same = payment();
    run(same);
    await settled();
    expect(other.asked).toEqual([]);
    expect(same.asked).toEqual([['show', { viewToken: TOKEN }]]);
    const payin = { id: `pay_no3ds_${'a'.repeat(22)}`, referenceId: 'order-1', viewToken: TOKEN };
    expect(same.options.onPending).toHaveBeenCalledExactlyOnceWith({
      payin: { ...payin, ...same.frame.shown },
    });
  });
});

describe('a frame that comes again', () => {
  it('tells nobody again of a payin that still waits, and once that it is paid', async () => {
    const one = payment({ chosen: { paymentMethod: 'PIX' } });
    // A view token names its payin.
    one.pay.mockResolvedValue({ ...PIX, id: `pay_no3ds_${'a'.repeat(22)}` });
    const submit = run(one);
    await submit();
    run(one);
    await settled();
    expect(one.asked.filter((each) => Object(each)[0] === 'show')).toHaveLength(2);
    expect(await submit()).toMatchObject({ outcome: 'pending' });
    expect(one.options.onPending).toHaveBeenCalledOnce();
    one.emit('ended', { paymentMethod: 'PIX', status: 'APPROVED' });
    expect(one.options.onPaid).toHaveBeenCalledOnce();
    // Another payin of the same order is told.
    const other = { ...PIX, id: 'pay_3' };
    one.pay.mockResolvedValue(other);
    await run(one)();
    expect(one.options.onPending).toHaveBeenLastCalledWith({ payin: other });
  });

  it('is run anew, also where it was submitted while it was away', async () => {
    const one = payment({ customerToken: 'cst_1' });
    const { call } = one.parts;
    const lost = vi.fn(async () => {
      throw new CheckoutError(errorData('FRAME_LOST', 'gone'));
    });
    const load = async () => ({ runPayment }) as never;
    const payments = createPayments(load, one.tools, vi.fn());
    await payments.startPayment(one.parts, one.options);
    one.emit('ended', null);
    Object.assign(one.parts, { call: lost });
    const submitted = payments.submitPayment(one.parts, one.options, one.tools.ending);
    await expect(submitted).rejects.toMatchObject({ code: 'FRAME_LOST' });
    Object.assign(one.parts, { call });
    one.asked.length = 0;
    await payments.startPayment(one.parts, one.options);
    expect(one.asked).toContainEqual(['update', { customerToken: 'cst_1' }]);
  });
});

describe('a refusal', () => {
  it('of a payin rejects with it, and its sentence is shown to the buyer', async () => {
    const one = payment();
    const payin = { ...CARD, status: 'REFUSED', declineReason: 'invalid_cvv' } as const;
    one.pay.mockResolvedValue(payin);
    const told = await run(one)();
    expect(told).toMatchObject({ code: 'PAYMENT_DECLINED', payin, outcome: 'not-charged' });
    const [name, said] = one.asked.at(-1) as [string, object];
    expect(name).toBe('refuse');
    expect(said).toEqual({
      'pt-BR': (told as CheckoutError).userMessage,
      en: 'Check the security code and try again.',
      es: 'Revisa el código de seguridad e inténtalo de nuevo.',
    });
    expect(one.conclude.mock.calls).toEqual([[payin]]);
  });

  it('of a field says nothing beside the field', async () => {
    const one = payment();
    vi.mocked(one.parts.prepareCard).mockRejectedValue(
      new CheckoutError(errorData('INVALID_CARD', 'no', { fields: [] })),
    );
    expect(await run(one)()).toMatchObject({ code: 'INVALID_CARD' });
    expect(one.asked).toEqual([['choose', {}]]);
    expect(one.pay).not.toHaveBeenCalled();
  });

  it('of a price that the server does not share names both', async () => {
    const one = payment({ chosen: { paymentMethod: 'PIX' }, prices: { PIX: 14_391 } });
    one.pay.mockResolvedValue(PIX);
    const told = await run(one)();
    expect(told).toMatchObject({ code: 'INVALID_ARGUMENT', details: { field: 'prices.PIX' } });
    expect(told).toHaveProperty('message', expect.stringMatching(/14391.*15990/));
    expect(one.asked.map((each) => Array.isArray(each) && each[0])).not.toContain('show');
  });
});

it('a challenge is followed to the payin that came of it', async () => {
  const one = payment();
  one.pay.mockResolvedValueOnce({ ...APPROVED, status: 'PENDING_3DS', threeDSecurePending: true });
  const told = run(one)();
  await settled();
  one.runOut(1_000);
  expect(await told).toEqual({ payin: APPROVED, outcome: 'paid' });
  expect(one.handlePending).toHaveBeenCalledOnce();
});

describe('what cannot be a payment', () => {
  it.each([
    ['endpoint', { pay: undefined }],
    ['endpoint', { pay: undefined, endpoint: 'ftp://loja.test/pay' }],
    ['methods', { methods: ['CASH'] as never }],
    ['prices', { prices: { CASH: 1 } as never }],
  ])('ends the element with the name of %s', async (field, options) => {
    const one = payment(options);
    const { startPayment } = createPayments(
      async () => ({ runPayment }) as never,
      one.tools,
      vi.fn(),
    );
    await expect(startPayment(one.parts, one.options)).rejects.toMatchObject({
      details: { field },
    });
    expect(one.parts.end).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', details: { field } }),
    );
  });

  it('is a second element for one order, until the first is over', async () => {
    const [first, second] = [payment(), payment()];
    const load = async () => ({ runPayment }) as never;
    const { startPayment } = createPayments(load, first.tools, vi.fn());
    await startPayment(first.parts, first.options);
    await expect(startPayment(second.parts, second.options)).rejects.toMatchObject({
      details: { field: 'referenceId' },
    });
    first.emit('ended', null);
    await expect(startPayment(second.parts, second.options)).resolves.toBeTypeOf('function');
  });
});
