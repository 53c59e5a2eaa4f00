import { describe, expect, it } from 'vitest';
import type { Acquirer, ChargeRequest } from './acquirer.ts';
import type { UntriedOfRefund } from './refund.cases.ts';
import { refundCases } from './refund.cases.ts';
import { expectSafelySaid } from './said.cases.ts';

/** What a test has the party do with the next charge. */
export type PlayedCharge =
  | 'do_not_honour'
  | 'insufficient_funds'
  | 'invalid_cvv'
  | 'suspected_fraud'
  /** Surely not taken in: refused at the door, or nobody there. */
  | 'turned_away'
  /** Booked, and the party says nothing: whoever asks has to give up. */
  | 'answer_lost'
  /** Booked, and answered with another amount. */
  | 'other_amount';

/** An acquirer and the party behind it, as one case needs them. */
export type AcquirerUnderTest = {
  acquirer: Acquirer;
  /** A charge of 37 reais or more by a card with its CVV, which the party approves. */
  request: ChargeRequest;
  /** Has the party do that with the next charge; gives the request to send. */
  play: (what: PlayedCharge) => ChargeRequest;
  /** Resolves once the party has the charge that was played last. */
  taken: () => Promise<unknown>;
  /** Lets pass whatever time the party needs to decide, or wants between two calls. */
  pass: () => void;
  /** Centavos of the request's reference that the party has taken and not given back. */
  taking: () => number;
  /** How often the party has booked the request's reference. */
  bookings: () => number;
  /** What the party says of calls that break its rules. */
  takeViolations: () => readonly string[];
  /** All that was logged, and what must never be in it besides the card: credentials. */
  logged: () => string;
  secrets: readonly string[];
};

/** What is not tried, each with the reason: a party, or what we play of it, has not got it. */
export type Untried = UntriedOfRefund &
  Partial<
    Record<
      | 'given_up'
      | 'other_amount'
      | 'other_charge'
      | 'invalid_cvv'
      | 'suspected_fraud'
      | 'void'
      | 'refund',
      string
    >
  >;

/** Of what is given back as a whole. */
const REVERSAL_ID = 'd'.repeat(32);

/**
 * What every card acquirer must do, run unchanged on each of them. Each case arranges a party of its
 * own.
 */
export function acquirerCases(arrange: () => Promise<AcquirerUnderTest>, untried: Untried = {}) {
  const { signal } = new AbortController();
  const isTried = (what: string) => !Object.hasOwn(untried, what);

  function nameOf({ companyId, reference, amount }: ChargeRequest) {
    return { companyId, reference, amount };
  }

  async function arrangeApproved() {
    const under = await arrange();
    const { acquirer, request } = under;
    const charge = nameOf(request);
    const outcome = await acquirer.charge(request, signal);
    if (outcome.kind !== 'approved') throw new Error(`it was not approved: ${outcome.kind}`);
    const { externalId } = outcome;
    const find = () => acquirer.findCharge(charge, signal);
    return { ...under, charge, amount: request.amount, externalId, find };
  }

  /** Nothing but giving up ends it. */
  async function lose(under: AcquirerUnderTest): Promise<void> {
    const controller = new AbortController();
    const asked = under.acquirer.charge(under.play('answer_lost'), controller.signal);
    const ended = expect(asked).rejects.toThrow();
    await under.taken();
    controller.abort();
    await ended;
  }

  describe('a charge', () => {
    it('is approved, booked once, and found under its reference', async () => {
      const { externalId, find, taking, bookings, amount } = await arrangeApproved();
      expect(externalId).not.toBe('');
      expect(await find()).toEqual({ kind: 'approved', externalId });
      expect([taking(), bookings()]).toEqual([amount, 1]);
    });

    it('sent again under its reference is the same one', async () => {
      const { acquirer, request, externalId, bookings } = await arrangeApproved();
      expect(await acquirer.charge(request, signal)).toEqual({ kind: 'approved', externalId });
      expect(bookings()).toBe(1);
    });

    it('that was never sent is not found', async () => {
      const { acquirer, request } = await arrange();
      expect(await acquirer.findCharge(nameOf(request), signal)).toEqual({ kind: 'not_found' });
    });

    it('of a card that stays on file is approved, and so is a later one', async () => {
      const { acquirer, request } = await arrange();
      const first = { initiator: 'buyer', isFirst: true, networkTransactionId: null } as const;
      const outcome = await acquirer.charge({ ...request, storedCredential: first }, signal);
      if (outcome.kind !== 'approved') throw new Error(`it was not approved: ${outcome.kind}`);
      const { networkTransactionId = null } = outcome;
      expect(await acquirer.findCharge(nameOf(request), signal)).toEqual(outcome);
      const later = { initiator: 'buyer', isFirst: false, networkTransactionId } as const;
      const reference = `${request.reference.slice(0, -4)}next`;
      const again = { ...request, reference, storedCredential: later };
      expect(await acquirer.charge(again, signal)).toMatchObject({ kind: 'approved' });
    });

    it('whose answer was lost ends as unknown, and is found as what it was', async () => {
      const under = await arrange();
      const { acquirer, request, pass, taking, bookings } = under;
      await lose(under);
      pass();
      expect(await acquirer.findCharge(nameOf(request), signal)).toMatchObject({
        kind: 'approved',
        externalId: expect.any(String),
      });
      expect([taking(), bookings()]).toEqual([request.amount, 1]);
    });

    it('that was turned away is unavailable, and books nothing', async () => {
      const { acquirer, play, pass, taking, request } = await arrange();
      expect(await acquirer.charge(play('turned_away'), signal)).toEqual({ kind: 'unavailable' });
      expect(taking()).toBe(0);
      pass();
      expect(await acquirer.findCharge(nameOf(request), signal)).toEqual({ kind: 'not_found' });
    });

    if (isTried('given_up')) {
      it('given up before it has left is unavailable, and books nothing', async () => {
        const { acquirer, request, taking } = await arrange();
        const answer = await acquirer.charge(request, AbortSignal.abort());
        expect(answer).toEqual({ kind: 'unavailable' });
        expect(taking()).toBe(0);
      });
    }

    if (isTried('other_amount')) {
      it('answered with another amount is not taken for approved', async () => {
        const { acquirer, play } = await arrange();
        await expect(acquirer.charge(play('other_amount'), signal)).rejects.toThrow();
      });

      it('booked over another amount is not found as approved', async () => {
        const { acquirer, charge, amount } = await arrangeApproved();
        for (const other of [amount + 1, amount - 1]) {
          await expect(acquirer.findCharge({ ...charge, amount: other }, signal)).rejects.toThrow();
        }
      });
    }

    if (isTried('other_amount') && isTried('other_charge')) {
      it('sent again over another amount is not taken for that one', async () => {
        const { acquirer, request, amount, taking, bookings, takeViolations } =
          await arrangeApproved();
        const other = { ...request, amount: amount + 1 };
        await expect(acquirer.charge(other, signal)).rejects.toThrow();
        expect([taking(), bookings()]).toEqual([amount, 1]);
        takeViolations();
      });
    }
  });

  const declines = [
    ['do_not_honour', { kind: 'refused', externalId: expect.any(String) }],
    ['insufficient_funds', { kind: 'declined', code: 'PAYER_LIMIT_REJECTED' }],
    ['invalid_cvv', { kind: 'declined', code: 'INVALID_CVV' }],
    ['suspected_fraud', { kind: 'declined', code: 'REJECTED_BY_RISK' }],
  ] as const;
  it.each(declines.filter(([what]) => isTried(what)))(
    'a charge declined for %s says so, takes nothing, and stays so',
    async (what, expected) => {
      const { acquirer, play, request, taking } = await arrange();
      const outcome = await acquirer.charge(play(what), signal);
      expect(outcome).toMatchObject(expected);
      if ('reason' in outcome) expect(outcome.reason).toBe(what);
      expect(taking()).toBe(0);
      const { kind } = await acquirer.findCharge(nameOf(request), signal);
      expect(['refused', 'declined']).toContain(kind);
    },
  );

  if (isTried('void')) {
    describe('a void', () => {
      it('gives all of it back once, and the charge is voided from then on', async () => {
        const { acquirer, charge, externalId, find, taking, pass } = await arrangeApproved();
        const reversal = { ...charge, reversalId: REVERSAL_ID };
        const giveBack = () => acquirer.voidCharge?.(reversal, signal);
        pass();
        expect(await giveBack()).toEqual({ kind: 'voided' });
        expect(taking()).toBe(0);
        expect(await find()).toEqual({ kind: 'voided', externalId });
        pass();
        expect(await giveBack()).toEqual({ kind: 'voided' });
        expect(taking()).toBe(0);
      });

      it('of what was never booked does not say that it gave anything back', async () => {
        const { acquirer, request } = await arrange();
        const reversal = { ...nameOf(request), reversalId: REVERSAL_ID };
        const answer = await acquirer.voidCharge?.(reversal, signal).catch(() => null);
        expect(answer?.kind).not.toBe('voided');
      });
    });
  }

  if (isTried('refund')) {
    const toRefunds = (
      { acquirer: verbs, request, ...under }: AcquirerUnderTest,
      externalId: string | null,
    ) => ({ ...under, verbs, amount: request.amount, named: { ...nameOf(request), externalId } });

    refundCases(
      {
        paid: async () => {
          const { externalId, ...under } = await arrangeApproved();
          return toRefunds(under, externalId);
        },
        unpaid: {
          'was never charged': async () => toRefunds(await arrange(), null),
          'was refused': async () => {
            const under = await arrange();
            await under.acquirer.charge(under.play('do_not_honour'), signal);
            return toRefunds(under, null);
          },
        },
      },
      untried,
    );
  }

  it('nothing of a card or a credential is in a log line, an answer or an error', async () => {
    const said: unknown[] = [];
    const hear = (answer: Promise<unknown>) =>
      answer.then((value) => said.push(value)).catch((error: unknown) => said.push(error));
    const plays = ['do_not_honour', 'turned_away', 'other_amount'] as const;
    const needles = new Set<string>();
    for (const what of plays.filter(isTried)) {
      const { acquirer, play, logged, secrets } = await arrange();
      const request = play(what);
      await hear(acquirer.charge(request, signal));
      await hear(acquirer.findCharge(nameOf(request), signal));
      said.push(logged());
      for (const secret of [...secrets, ...cardOf(request)]) needles.add(secret);
    }
    expectSafelySaid(said, needles);
  });
}

/** Nothing shorter than a number: three digits stand in many places by chance. */
function cardOf({ card }: ChargeRequest): string[] {
  if (card.kind !== 'card') return [];
  return [card.card.number, card.card.holderName];
}
