import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { asksExactly } from '../payins/formats/br-code.ts';
import { refundOrder } from '../testing/refund-order.ts';
import type { PaymentIssuer, PaymentOrder } from './acquirer.ts';

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

/** An issuer of PIX and the party behind it, as one case needs them. */
export type IssuerUnderTest = {
  issuer: PaymentIssuer;
  /** An order of 37 reais or more. */
  order: PaymentOrder;
  /** Has the party do that with the next PIX. */
  play: (what: PlayedIssue) => void;
  /** Resolves once the party has what was played last. */
  taken: () => Promise<unknown>;
  /** Somebody pays the order, all of it. */
  pay: () => void;
  /** Lets pass whatever time the party needs to decide, or wants between two calls. */
  pass: () => void;
  /** How many payments the party has issued for the order. */
  issues: () => number;
  /** Centavos that the party has taken for the order and not given back. */
  taking: () => number;
  /** All that was logged, and what must never be in it besides the payer: credentials. */
  logged: () => string;
  secrets: readonly string[];
};

/** What is not tried, each with the reason: a party, or what we play of it, has not got it. */
export type UntriedOfIssuer = Partial<
  Record<'lost' | 'silent' | 'turned_away' | 'other_amount' | 'paid' | 'cancel' | 'refund', string>
>;

const [FIRST, SECOND] = ['a'.repeat(32), 'b'.repeat(32)] as const;

/** What every issuer of PIX must do, run unchanged on each. Each case arranges a party of its own. */
export function paymentIssuerCases(
  arrange: () => Promise<IssuerUnderTest>,
  untried: UntriedOfIssuer = {},
) {
  const { signal } = new AbortController();
  const isTried = (what: string) => !Object.hasOwn(untried, what);

  async function arrangeOrder() {
    const under = await arrange();
    const { issuer, order } = under;
    const { companyId, reference } = order;
    /** What the party calls it, once it has told. */
    let externalId: string | null = null;
    async function issue(by = signal) {
      const issued = await issuer.issuePix(order, by);
      if (issued.kind === 'issued') externalId = issued.externalId;
      return issued;
    }
    const named = () => ({ companyId, reference, externalId });
    const find = () => issuer.findPayment(named(), signal);
    const cancel = () => issuer.cancelPayment?.(named(), signal);
    return { ...under, issue, find, cancel, named };
  }

  describe('a PIX', () => {
    it('is issued by a code that asks for the order, and is open', async () => {
      const { issue, find, order, issues, taking } = await arrangeOrder();
      const issued = await issue();
      if (issued.kind !== 'issued') throw new Error('it was not issued');
      const { copyAndPaste, location = null } = issued;
      expect(asksExactly(copyAndPaste, { amount: order.amount, location })).toBe(true);
      expect(await find()).toEqual({ kind: 'open' });
      expect([issues(), taking()]).toEqual([1, 0]);
    });

    it('asked for again under its reference is the same one', async () => {
      const { issue, issues } = await arrangeOrder();
      const issued = await issue();
      expect(await issue()).toEqual(issued);
      expect(issues()).toBe(1);
    });

    it('that was never asked for is not found', async () => {
      const { find } = await arrangeOrder();
      expect(await find()).toEqual({ kind: 'not_found' });
    });

    if (isTried('lost')) {
      it('whose answer was lost is issued once, whether it is adopted or left unknown', async () => {
        const { issue, play, order, issues } = await arrangeOrder();
        play('answer_lost');
        const issued = await issue().catch(() => null);
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
        const asked = issue(controller.signal);
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

    if (isTried('paid')) {
      it('that was paid is found so, with its amount', async () => {
        const { issue, find, pay, pass, order, taking } = await arrangeOrder();
        await issue();
        pay();
        pass();
        expect(await find()).toMatchObject({ kind: 'paid', amount: order.amount });
        expect(taking()).toBe(order.amount);
      });
    }

    if (isTried('cancel')) {
      it('is taken back while nobody has paid it', async () => {
        const { issue, find, cancel } = await arrangeOrder();
        await issue();
        expect(await cancel()).toEqual({ kind: 'refused' });
        expect(await find()).toEqual({ kind: 'refused' });
      });
    }

    if (isTried('cancel') && isTried('paid')) {
      it('is told as paid where the payer was faster than who took it back', async () => {
        const { issue, find, cancel, pay, taking, order } = await arrangeOrder();
        await issue();
        pay();
        expect(await cancel()).toMatchObject({ kind: 'paid' });
        expect(await find()).toMatchObject({ kind: 'paid' });
        expect(taking()).toBe(order.amount);
      });
    }
  });

  if (isTried('refund')) {
    describe('a refund of a PIX', () => {
      async function arrangePaid() {
        const under = await arrangeOrder();
        const { issuer, issue, pay, pass, named } = under;
        await issue();
        pay();
        const orderOf = (refundId: string, amount: number, refundedBefore = 0) =>
          refundOrder({ ...named(), refundId, amount, refundedBefore });

        /** Asks for it, and gives what it is once the party has decided. */
        async function refund(refundId: string, amount: number, refundedBefore = 0) {
          pass();
          const order = orderOf(refundId, amount, refundedBefore);
          const answer = await issuer.refund?.(order, signal);
          if (answer?.kind !== 'processing') return answer;
          pass();
          return issuer.findRefund?.(order, signal);
        }
        return { ...under, refund, orderOf };
      }

      it('is given in parts until nothing is left, and not further', async () => {
        const { refund, order, taking } = await arrangePaid();
        expect(await refund(FIRST, 1000)).toMatchObject({ kind: 'done' });
        expect(taking()).toBe(order.amount - 1000);
        const tooMuch = await refund(SECOND, order.amount - 999, 1000);
        expect(tooMuch).toEqual({ kind: 'refused', reason: expect.any(String) });
        expect(taking()).toBe(order.amount - 1000);
        expect(await refund('c'.repeat(32), order.amount - 1000, 1000)).toMatchObject({
          kind: 'done',
        });
        expect(taking()).toBe(0);
      });

      it('asked for again under its id is given once', async () => {
        const { refund, order, taking } = await arrangePaid();
        const done = await refund(FIRST, 1000);
        expect(await refund(FIRST, 1000)).toEqual(done);
        expect(taking()).toBe(order.amount - 1000);
      });

      it('that was never asked for is not found', async () => {
        const { issuer, orderOf, refund } = await arrangePaid();
        const find = (refundedBefore: number) =>
          issuer.findRefund?.(orderOf(SECOND, 500, refundedBefore), signal);
        expect(await find(0)).toEqual({ kind: 'not_found' });
        await refund(FIRST, 1000);
        expect(await find(1000)).toEqual({ kind: 'not_found' });
      });
    });
  }

  it('nothing of a payer or a credential is in a log line or an error', async () => {
    const said: unknown[] = [];
    const plays = [null, 'turned_away', 'answer_lost', 'other_amount'] as const;
    const needles = new Set<string>();
    for (const what of plays) {
      const { issue, find, play, order, logged, secrets } = await arrangeOrder();
      if (what !== null && isTried(what)) play(what);
      await issue().catch((error: unknown) => said.push(error));
      await find().catch((error: unknown) => said.push(error));
      said.push(logged());
      const { document, email } = order.payer;
      for (const secret of [...secrets, document, email]) needles.add(secret);
    }
    const all = said.map((one) => inspect(one, { depth: null })).join('\n');
    for (const needle of needles) expect(all).not.toContain(needle);
  });
}
