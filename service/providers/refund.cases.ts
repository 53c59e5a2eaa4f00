import { describe, expect, it } from 'vitest';
import { refundOrder } from '../testing/refund-order.ts';
import type { RefundOrder, RefundVerbs } from './refunds.ts';

/** A payment, and who can give it back. */
export type RefundsUnderTest = {
  verbs: Partial<RefundVerbs>;
  named: Pick<RefundOrder, 'companyId' | 'reference' | 'externalId'>;
  /** Of the payment: 37 reais or more. */
  amount: number;
  /** Lets pass whatever time the party needs to decide, or wants between two calls. */
  pass: () => void;
  /** Centavos of the payment that the party has taken and not given back. */
  taking: () => number;
  /** What the party says of calls that break its rules. */
  takeViolations: () => readonly string[];
};

export type UntriedOfRefund = Partial<
  Record<'more_than_paid' | 'other_refund' | 'nobody_paid', string>
>;

type Arrange = () => Promise<RefundsUnderTest>;

const [FIRST, SECOND, THIRD] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)] as const;
const { signal } = new AbortController();

/** What everybody who gives back a payment must do, run unchanged on each of them. */
export function refundCases(
  {
    paid,
    unpaid,
  }: {
    paid: Arrange;
    /** By what it was in place of paid. */
    unpaid: Readonly<Record<string, Arrange>>;
  },
  untried: UntriedOfRefund = {},
): void {
  const isTried = (what: string) => !Object.hasOwn(untried, what);

  async function arrange(arranging = paid) {
    const under = await arranging();
    const { verbs, named, pass } = under;
    const orderOf = (refundId: string, amount: number, refundedBefore = 0) =>
      refundOrder({ ...named, refundId, amount, refundedBefore });
    const find = (...order: Parameters<typeof orderOf>) =>
      verbs.findRefund?.(orderOf(...order), signal);

    /** Asks for it, and gives what it is once the party has decided. */
    async function refund(...order: Parameters<typeof orderOf>) {
      pass();
      const answer = await verbs.refund?.(orderOf(...order), signal);
      if (answer?.kind !== 'processing') return answer;
      pass();
      return find(...order);
    }
    return { ...under, refund, find };
  }

  describe('a refund', () => {
    it('is given in parts until nothing is left', async () => {
      const { refund, amount, taking } = await arrange();
      expect(await refund(FIRST, 1000)).toMatchObject({ kind: 'done' });
      expect(taking()).toBe(amount - 1000);
      expect(await refund(SECOND, amount - 1000, 1000)).toMatchObject({ kind: 'done' });
      expect(taking()).toBe(0);
    });

    it('asked for again under its id is given once, and is found', async () => {
      const { refund, find, amount, taking } = await arrange();
      const done = await refund(FIRST, 1000);
      expect(done).toEqual({ kind: 'done', externalId: expect.stringMatching(/./) });
      expect(await refund(FIRST, 1000)).toEqual(done);
      expect(await find(FIRST, 1000)).toEqual(done);
      expect(taking()).toBe(amount - 1000);
    });

    it('that was never asked for is not found, before others and after them', async () => {
      const { refund, find } = await arrange();
      expect(await find(SECOND, 500)).toEqual({ kind: 'not_found' });
      await refund(FIRST, 1000);
      expect(await find(SECOND, 500, 1000)).toEqual({ kind: 'not_found' });
    });

    if (isTried('more_than_paid')) {
      it('of more than is left is refused with a reason, and gives nothing', async () => {
        const { refund, amount, taking } = await arrange();
        await refund(FIRST, 1000);
        const answer = await refund(SECOND, amount - 999, 1000);
        expect(answer).toEqual({ kind: 'refused', reason: expect.stringMatching(/\S/) });
        expect(taking()).toBe(amount - 1000);
        expect(await refund(THIRD, amount - 1000, 1000)).toMatchObject({ kind: 'done' });
        expect(taking()).toBe(0);
      });
    }

    if (isTried('other_refund')) {
      it('under the id of another amount is not taken for that one', async () => {
        const { refund, amount, taking, takeViolations } = await arrange();
        await refund(FIRST, 1000);
        await expect(refund(FIRST, 2000)).rejects.toThrow();
        expect(taking()).toBe(amount - 1000);
        takeViolations();
      });
    }

    if (isTried('nobody_paid')) {
      it.each(Object.entries(unpaid))('of what %s is refused, and not found', async (...what) => {
        const { refund, find } = await arrange(what[1]);
        const refused = { kind: 'refused', reason: expect.stringMatching(/\S/) };
        expect(await refund(FIRST, 1000)).toEqual(refused);
        expect(await find(FIRST, 1000)).toEqual({ kind: 'not_found' });
      });
    }
  });
}
