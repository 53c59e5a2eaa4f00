import { describe, expect, it } from 'vitest';
import { readBoletoBarcode } from '../base/formats/boleto-line.ts';
import { asksExactly } from '../base/formats/br-code.ts';
import type { PaymentIssuer, PaymentOrder } from './acquirer.ts';
import type { UntriedOfRefund } from './refund.cases.ts';
import { refundCases } from './refund.cases.ts';
import { expectSafelySaid } from './said.cases.ts';

/** What a test has the party do with the next PIX that is asked for. */
export type PlayedIssue =
  /** Surely not taken in: refused at the door, or nobody there. */
  | 'turned_away'
  /** Made, and the connection cut before the answer. */
  | 'answer_lost'
  /** Made, and the party says nothing: whoever asks has to give up. */
  | 'silent'
  /** Answered with another amount than was asked for. */
  | 'other_amount';

export type IssuedMethod = 'PIX' | 'BOLETO';

/** An issuer of PIX and the party behind it, as one case needs them. */
export type IssuerUnderTest = {
  issuer: PaymentIssuer;
  /** An order of 37 reais or more. */
  order: PaymentOrder;
  /** Has the party do that with the next PIX. */
  play: (what: PlayedIssue) => void;
  /** Resolves once the party has what was played last. */
  taken: () => Promise<unknown>;
  /** Somebody pays the order, all of it, as it was issued. */
  pay: (method: IssuedMethod) => void;
  /** Lets pass whatever time the party needs to decide, or wants between two calls. */
  pass: () => void;
  /** How many payments the party has issued for the order. */
  issues: () => number;
  /** Centavos that the party has taken for the order and not given back. */
  taking: () => number;
  /** What the party says of calls that break its rules. */
  takeViolations: () => readonly string[];
  /** All that was logged, and what must never be in it besides the payer: credentials. */
  logged: () => string;
  secrets: readonly string[];
};

/** What is not tried, each with the reason: a party, or what we play of it, has not got it. */
export type UntriedOfIssuer = UntriedOfRefund &
  Partial<
    Record<
      'lost' | 'silent' | 'turned_away' | 'other_amount' | 'paid' | 'cancel' | 'refund' | 'boleto',
      string
    >
  >;

const DAY_MS = 24 * 60 * 60_000;

/** What every issuer must do, run unchanged on each. Each case arranges a party of its own. */
export function paymentIssuerCases(
  arrange: () => Promise<IssuerUnderTest>,
  untried: UntriedOfIssuer = {},
) {
  const { signal } = new AbortController();
  const isTried = (what: string) => !Object.hasOwn(untried, what);

  async function arrangeOrder(method: IssuedMethod = 'PIX') {
    const under = await arrange();
    const { issuer, order } = under;
    const { companyId, reference } = order;
    const dueOn = new Date(order.expiresAt.getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
    /** What the party calls it, once it has told. */
    let externalId: string | null = null;
    async function heard<Answer extends { kind: string; externalId?: string }>(
      asked: Promise<Answer>,
    ) {
      const issued = await asked;
      externalId = issued.externalId ?? null;
      return issued;
    }
    const issuePix = (changes: Partial<PaymentOrder> = {}, by = signal) =>
      heard(issuer.issuePix({ ...order, ...changes }, by));
    const issueBoleto = (changes: Partial<PaymentOrder> = {}, by = signal) => {
      const expiresAt = new Date(order.expiresAt.getTime() + 6 * DAY_MS);
      return heard(issuer.issueBoleto({ ...order, expiresAt, dueOn, ...changes }, by));
    };
    const issue = method === 'PIX' ? issuePix : issueBoleto;
    const named = () => ({ companyId, reference, externalId, paymentMethod: method });
    const find = () => issuer.findPayment(named(), signal);
    const cancel = () => issuer.cancelPayment?.(named(), signal);
    const pay = () => under.pay(method);
    return { ...under, issuePix, issueBoleto, dueOn, issue, find, cancel, named, pay };
  }

  describe('a PIX', () => {
    it('is issued by a code that asks for the order', async () => {
      const { issuePix, order } = await arrangeOrder();
      const issued = await issuePix();
      if (issued.kind !== 'issued') throw new Error('it was not issued');
      const { copyAndPaste, location = null } = issued;
      expect(asksExactly(copyAndPaste, { amount: order.amount, location })).toBe(true);
    });

    if (isTried('lost')) {
      it('whose answer was lost is issued once, whether it is adopted or left unknown', async () => {
        const { issuePix, play, order, issues } = await arrangeOrder();
        play('answer_lost');
        const issued = await issuePix().catch(() => null);
        expect(issued?.kind).not.toBe('unavailable');
        expect(issues()).toBe(1);
        if (issued?.kind !== 'issued') return;
        const { copyAndPaste, location = null } = issued;
        expect(asksExactly(copyAndPaste, { amount: order.amount, location })).toBe(true);
      });
    }

    if (isTried('silent')) {
      it('given up on ends, and is not told as unavailable', async () => {
        const { issue, play, taken, issues } = await arrangeOrder();
        const controller = new AbortController();
        play('silent');
        const asked = issue({}, controller.signal);
        const ended = expect(asked).rejects.toThrow();
        await taken();
        controller.abort();
        await ended;
        expect(issues()).toBe(1);
      });
    }

    if (isTried('turned_away')) {
      it('that was turned away is unavailable, and there is none', async () => {
        const { issue, play, find, pass, issues } = await arrangeOrder();
        play('turned_away');
        expect(await issue()).toEqual({ kind: 'unavailable' });
        expect(issues()).toBe(0);
        pass();
        expect(await find()).toEqual({ kind: 'not_found' });
      });
    }

    if (isTried('other_amount')) {
      it('of another amount is not shown to anybody', async () => {
        const { issue, play } = await arrangeOrder();
        play('other_amount');
        await expect(issue()).rejects.toThrow();
      });
    }
  });

  if (isTried('boleto')) {
    it('a boleto is issued by a barcode of the order, for the day it is due', async () => {
      const { issueBoleto, order, dueOn } = await arrangeOrder('BOLETO');
      const issued = await issueBoleto();
      const barcode = issued.kind === 'issued' ? issued.barcode : '';
      const { amount } = order;
      expect(readBoletoBarcode(barcode, order.expiresAt)).toMatchObject({ amount, dueOn });
    });
  }

  const methods = ['PIX', ...(isTried('boleto') ? ['BOLETO' as const] : [])] as const;
  describe.each(methods)('a payment by %s', (method) => {
    it('is issued once, and open', async () => {
      const { issue, find, issues, taking } = await arrangeOrder(method);
      expect(await issue()).toMatchObject({ kind: 'issued', externalId: expect.any(String) });
      expect(await find()).toEqual({ kind: 'open' });
      expect([issues(), taking()]).toEqual([1, 0]);
    });

    it('asked for again under its reference is the same one', async () => {
      const { issue, issues } = await arrangeOrder(method);
      const issued = await issue();
      expect(await issue()).toEqual(issued);
      expect(issues()).toBe(1);
    });

    if (isTried('other_amount')) {
      it('asked for again over another amount is not taken for that one', async () => {
        const { issue, issues, order, takeViolations } = await arrangeOrder(method);
        await issue();
        await expect(issue({ amount: order.amount + 1 })).rejects.toThrow();
        expect(issues()).toBe(1);
        takeViolations();
      });
    }

    it('that was never asked for is not found, nor taken back', async () => {
      const { find, cancel } = await arrangeOrder(method);
      expect(await find()).toEqual({ kind: 'not_found' });
      if (isTried('cancel')) expect(await cancel()).toEqual({ kind: 'not_found' });
    });

    if (isTried('paid')) {
      it('that was paid is found so, with its amount', async () => {
        const { issue, find, pay, pass, order, taking } = await arrangeOrder(method);
        await issue();
        pay();
        pass();
        expect(await find()).toMatchObject({ kind: 'paid', amount: order.amount });
        expect(taking()).toBe(order.amount);
      });
    }

    if (isTried('cancel')) {
      it('is taken back while nobody has paid it', async () => {
        const { issue, find, cancel } = await arrangeOrder(method);
        await issue();
        expect(await cancel()).toEqual({ kind: 'refused' });
        expect(await find()).toEqual({ kind: 'refused' });
      });

      it('is told as paid where the payer was faster than who took it back', async () => {
        const { issue, find, cancel, pay, taking, order } = await arrangeOrder(method);
        await issue();
        pay();
        const { amount } = order;
        expect(await cancel()).toMatchObject({ kind: 'paid', amount });
        expect(await find()).toMatchObject({ kind: 'paid', amount });
        expect(taking()).toBe(amount);
      });
    }
  });

  if (isTried('refund')) {
    const toRefunds = ({
      issuer: verbs,
      order,
      named,
      ...under
    }: Awaited<ReturnType<typeof arrangeOrder>>) => ({
      ...{ ...under, verbs, amount: order.amount, named: named() },
    });

    describe('of a PIX', () => {
      refundCases(
        {
          paid: async () => {
            const under = await arrangeOrder();
            await under.issue();
            under.pay();
            return toRefunds(under);
          },
          unpaid: {
            'was never issued': async () => toRefunds(await arrangeOrder()),
            'nobody has paid': async () => {
              const under = await arrangeOrder();
              await under.issue();
              return toRefunds(under);
            },
          },
        },
        untried,
      );
    });
  }

  it('nothing of a payer or a credential is in a log line or an error', async () => {
    const said: unknown[] = [];
    const plays = [null, 'turned_away', 'answer_lost', 'other_amount'] as const;
    const needles = new Set<string>();
    for (const [what, method] of plays.flatMap((one) => methods.map((by) => [one, by] as const))) {
      const { issue, find, play, order, logged, secrets } = await arrangeOrder(method);
      if (what !== null && isTried(what)) play(what);
      await issue().catch((error: unknown) => said.push(error));
      await find().catch((error: unknown) => said.push(error));
      said.push(logged());
      const { document, email } = order.payer;
      for (const secret of [...secrets, document, email]) needles.add(secret);
    }
    expectSafelySaid(said, needles);
  });
}
