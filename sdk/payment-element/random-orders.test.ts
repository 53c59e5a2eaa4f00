/** @vitest-environment happy-dom */

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { ChosenMethod, ShownPayment } from '../../contract/frame/payment-calls.ts';
import type { PayinStatus } from '../../contract/payments/payin-status.ts';
import { manualTimers, settled } from '../card-flow/manual-timers.cases.ts';
import { askUntilKnown, followPayin, isOpen } from '../flows/ask-again.ts';
import { cardOutcomeOf } from '../flows/conclude.ts';
import type { ChosenPayment } from '../payment/chosen-payment.ts';
import type { PaymentAnswer } from '../payment/payin-answer.ts';
import type { PaymentElementOptions, PaymentResult } from './payment-element.ts';
import type { PaymentParts, PaymentTools } from './run-payment.ts';
import { runPayment } from './run-payment.ts';

/*
 * Whatever a buyer does in whatever order, and whatever answers get lost: what they are told is what
 * the service has, and a payment can still be made. `RANDOM_ORDERS=100000 npx vitest run
 * sdk/payment-element/random-orders.test.ts` tries more; a failure names its seed and its steps.
 */
const { RANDOM_ORDERS: orders = '60', RANDOM_SEED: seed = '1' } = process.env;

const AMOUNT = 15_990;
const METHODS = ['CREDIT_CARD', 'PIX', 'BOLETO'] as const;
type Method = (typeof METHODS)[number];
type Payin = { id: string; status: PayinStatus; paymentMethod: Method; token: string | undefined };

/** The service behind the merchant's endpoint, as far as one order goes: ways back, section 1. */
function openService() {
  const payins: Payin[] = [];
  const answerOf = ({ id, status, paymentMethod }: Payin): PaymentAnswer => ({
    ...{ id, status, paymentMethod, amount: AMOUNT },
    ...(status === 'PENDING' ? { viewToken: id } : {}),
  });
  const open = () => payins.find(({ status }) => status === 'PENDING');
  const paid = () => payins.find(({ status }) => status === 'APPROVED');

  function pay(chosen: ChosenPayment, isGood: boolean): PaymentAnswer {
    const paymentMethod = chosen.paymentMethod as Method;
    const token = 'card' in chosen ? chosen.card.token : undefined;
    const before = payins.find((payin) => token !== undefined && payin.token === token);
    const holder = before ?? paid() ?? open();
    if (holder && (holder === before || holder.paymentMethod === paymentMethod)) {
      return answerOf(holder);
    }
    if (holder?.status === 'APPROVED') {
      const error = { code: 'DUPLICATE_REFERENCE', payin: answerOf(holder) };
      return { error };
    }
    if (holder) holder.status = 'CANCELED';
    const isCard = paymentMethod === 'CREDIT_CARD';
    const decided = isGood ? 'APPROVED' : 'REFUSED';
    const made: Payin = {
      id: `pay_${payins.length}`,
      status: isCard ? decided : 'PENDING',
      ...{ paymentMethod, token },
    };
    payins.push(made);
    return answerOf(made);
  }

  return { payins, pay, open, paid };
}

/** One buyer with one order: the page, which a reload makes anew, and the frame in it. */
function openBuyer() {
  const service = openService();
  const told: string[] = [];
  let tokens = 0;
  let lost = 0;
  let method: Method = 'CREDIT_CARD';
  let isGood = true;
  let page = openPage();

  function openPage() {
    const { timers, delays, runOut } = manualTimers();
    let shown: Payin | null = null;
    let token: string | null = null;
    let paidTold = 0;
    let onEnded: (ended: ShownPayment | null) => void = () => undefined;
    const answers: { [call: string]: (argument: { viewToken: string }) => unknown } = {
      choose(): ChosenMethod {
        const isWaiting = shown?.status === 'PENDING' || shown?.status === 'APPROVED';
        if (shown && isWaiting) return { paymentMethod: shown.paymentMethod, isShown: true };
        shown = null;
        return { paymentMethod: method };
      },
      show({ viewToken }): ShownPayment {
        const found = service.payins.find(({ id }) => id === viewToken);
        if (!found) throw new Error('no such token');
        shown = found;
        return { paymentMethod: found.paymentMethod, status: found.status };
      },
    };
    const options: PaymentElementOptions = {
      amount: AMOUNT,
      referenceId: 'order-1',
      async pay(chosen) {
        const isHeard = lost === 0 || lost % 2 === 0;
        const answer = isHeard ? service.pay(chosen, isGood) : {};
        if (lost === 0) return answer as PaymentAnswer;
        lost -= 1;
        throw new CheckoutError(errorData('NETWORK', 'lost', {}, 'unknown'));
      },
      onPaid({ payin }) {
        paidTold += 1;
        told.push(payin.id);
      },
    };
    const element = {
      amount: AMOUNT,
      referenceId: 'order-1',
      focus: async () => undefined,
      async conclude(answer: PaymentAnswer) {
        if (cardOutcomeOf(answer) !== null) token = null;
        return null;
      },
      on(name: string, handler: typeof onEnded) {
        if (name === 'ended') onEnded = handler;
        return () => undefined;
      },
    };
    const parts = {
      element,
      async prepareCard() {
        if (token === null) tokens += 1;
        token ??= `tok_${tokens}`;
        return {
          payinCard: { token, installments: 1 },
          antifraud: { skipped: true, sessionId: null },
        };
      },
      call: async (name: string, argument: { viewToken: string }) => answers[name]?.(argument),
      locale: () => 'pt-BR',
    } as unknown as PaymentParts;
    const tools = {
      ...{ timers, askUntilKnown, followPayin, isOpen },
      ending: new AbortController().signal,
    } as unknown as PaymentTools;
    const submit = runPayment(tools, options, parts);

    /** Waits for what is to be waited for, the earliest first. */
    async function untilSettled<Value>(work: Promise<Value>): Promise<Value> {
      let isOver = false;
      const over = work.finally(() => {
        isOver = true;
      });
      await settled();
      while (!isOver) {
        const [next] = delays();
        if (next === undefined) throw new Error('a payment waits for nothing');
        runOut(next);
        await settled();
      }
      return over;
    }

    return {
      start: () => submit(undefined).catch((thrown: CheckoutError) => thrown),
      untilSettled,
      times: () => paidTold,
      retype() {
        token = null;
      },
      back() {
        if (shown?.status !== 'APPROVED') shown = null;
      },
      seeEnd() {
        if (shown && shown.status !== 'PENDING') onEnded({ ...shown });
      },
    };
  }

  function check(result: PaymentResult | CheckoutError): void {
    const paid = service.paid()?.id;
    if (!('payin' in result) || result instanceof Error) {
      if (result instanceof Error && result.outcome === 'not-charged') expect(paid).toBeUndefined();
    } else if (result.outcome === 'paid') expect(result.payin.id).toBe(paid);
  }

  const acts = {
    submit: async () => check(await page.untilSettled(page.start())),
    async submitAndReload() {
      void page.start();
      await settled();
      await acts.reload();
    },
    async reload() {
      page = openPage();
      await settled();
    },
    back: async () => page.back(),
    lose: async (times: number) => {
      lost = times;
    },
    async end(status: PayinStatus) {
      const waiting = service.open();
      if (waiting) waiting.status = status;
      page.seeEnd();
    },
    async choose(next: Method) {
      page.back();
      method = next;
    },
    async type(isGoodNow: boolean) {
      page.retype();
      isGood = isGoodNow;
    },
  };

  function expectTrue(): void {
    expect(service.payins.filter(({ status }) => status === 'APPROVED').length).toBeLessThan(2);
    expect(told.filter((id) => id !== service.paid()?.id)).toEqual([]);
    expect(page.times()).toBeLessThan(2);
    if (told.length > 0) expect(sessionStorage).toHaveLength(0);
  }

  return { acts, service, told, expectTrue };
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant(['submit'] as const) },
  fc.constantFrom(['submitAndReload'] as const, ['reload'] as const, ['back'] as const),
  fc.tuple(fc.constant('choose' as const), fc.constantFrom(...METHODS)),
  fc.tuple(fc.constant('type' as const), fc.boolean()),
  fc.tuple(fc.constant('lose' as const), fc.nat(7)),
  fc.tuple(fc.constant('end' as const), fc.constantFrom('APPROVED' as const, 'EXPIRED' as const)),
);

it('orders at random end with one paid payin at most, and an element that still works', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
    sessionStorage.clear();
    const { acts, service, told, expectTrue } = openBuyer();
    await settled();
    for (const [act, argument] of steps) {
      await (acts[act] as (given?: unknown) => Promise<void>)(argument);
      expectTrue();
    }
    await acts.lose(0);
    await acts.choose('CREDIT_CARD');
    await acts.type(true);
    await acts.submit();
    if (service.paid() === undefined) {
      // What was unknown until then was a refusal: its fields are open again.
      await acts.type(true);
      await acts.submit();
    }
    expectTrue();
    expect(told.at(-1)).toBe(service.paid()?.id);
    expect(service.paid()).toBeDefined();
  });
  await fc.assert(property, { seed: Number(seed), numRuns: Number(orders) });
}, 3_600_000);
