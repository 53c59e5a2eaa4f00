import { beforeEach, describe, expect, it } from 'vitest';
import type { PayinStatus } from '../../../../contract/payments/payin.ts';
import type { ReturnNature } from '../../../../contract/payments/payin-return.ts';
import type { PayinEvent } from '../../../../contract/payments/webhook.ts';
import { OFFLINE_PROVIDER } from '../../../cli/offline-provider.ts';
import type {
  Acquirer,
  KnownCharge,
  KnownDispute,
  KnownReturn,
} from '../../../providers/acquirer.ts';
import type { KnownRefund } from '../../../providers/refunds.ts';
import { createLedgerStore } from '../../../store/tables/ledger/ledger.ts';
import { opened } from '../../../testing/opened.ts';
import { testDatabases } from '../../../testing/test-db.ts';
import { disagreementOf, listEvents } from '../../../testing/test-killed-service.ts';
import { openTestOperator } from '../../../testing/test-operator.ts';
import { servedBy, testProvider } from '../../../testing/test-provider.ts';
import { newReference, payinWithCard, startTestService } from '../../../testing/test-service.ts';
import { manualTimers } from '../../../testing/test-timers.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { followPayin } from '../follow-payin.ts';
import { moveTo } from '../payin-transition.ts';
import { reconcilePayins } from '../reconcile-payins.ts';
import { followRefunds } from './ask-refund.ts';
import { createRefund } from './create-refund.ts';
import { reverseOrphans } from './reverse-orphans.ts';

/** It takes in what is of `SLOW` and approves the rest. */
const ACQUIRER: Acquirer = {
  ...OFFLINE_PROVIDER.cards,
  settlesWithinMs: 0,
  capabilities: { refund: ['CREDIT_CARD'] },
  async charge({ card, reference }) {
    if (card.kind === 'card' && card.card.holderName === 'SLOW') return { kind: 'processing' };
    return { kind: 'approved', externalId: `acq-${reference}` };
  },
  refund: async () => ({ kind: 'processing' }),
};

const HOUR_MS = 60 * 60_000;
const DISPUTE = { nature: 'chargeback', amount: null, reason: null, answerBy: null } as const;
const CONTESTED: KnownCharge = {
  kind: 'approved',
  externalId: 'acq-1',
  dispute: { ...DISPUTE, outcome: 'open' },
};
const UNCONTESTED: KnownCharge = { kind: 'approved', externalId: 'acq-1' };
const DONE: KnownRefund = { kind: 'done', externalId: 'their-1' };
const REFUSED: KnownRefund = { kind: 'refused', reason: 'the account is closed' };

describe.each(testDatabases())('money that is taken back, on $engine', (database) => {
  let time: number;
  const db = opened(database.openEmpty);
  const provider = testProvider({ name: 'fake', cards: ACQUIRER });
  // Nothing but the test looks at anything.
  const service = opened(() => startTestService({ db, provider, timers: manualTimers().timers }));
  const operator = opened(() => openTestOperator(db));
  const account = opened(() => operator.account('no3ds'));
  beforeEach(() => {
    time = Date.now();
  });

  /** An acquirer that knows this of every charge and refund (null: it does not tell), and who asks it. */
  function arrange(charge: KnownCharge | null = CONTESTED) {
    const party = {
      charge,
      refund: null as KnownRefund | null,
      /** What happens while it is asked about a charge. */
      meanwhile: async () => {},
    };
    const cards: Acquirer = {
      ...ACQUIRER,
      async findRefund() {
        if (party.refund === null) throw new Error('no answer');
        return party.refund;
      },
      async findCharge() {
        const known = party.charge;
        await party.meanwhile();
        if (known === null) throw new Error('no answer');
        return known;
      },
    };
    const providers = servedBy(testProvider({ name: 'fake', cards }));
    const services: PayinDependencies = {
      ...operator.services,
      now: () => new Date(time),
      providers,
    };
    const find = async (id: string) => {
      const payin = await services.payins.find('no3ds', id);
      if (payin === null) throw new Error('it is gone');
      return payin;
    };
    return {
      ...{ party, services },
      refund: (payinId: string, amount: number) =>
        createRefund(account, { payinId, referenceId: newReference(), amount }, services),
      hint: async (id: string, by = services) => followPayin(account, await find(id), by),
      /** What is done in the background, an hour later. */
      async pass(by = services) {
        time += HOUR_MS;
        await reconcilePayins(account, { reservedBefore: new Date(time) }, by);
        await followRefunds(account, { askedBefore: new Date(time) }, by);
        await reverseOrphans(account, by);
      },
      find,
      statusOf: async (id: string) => (await find(id)).status,
    };
  }

  /** One by `SLOW` is one whose acquirer has not decided it. */
  async function pay(holderName = 'APRO'): Promise<string> {
    const body = { ...payinWithCard({ holderName }), webhookUrl: 'https://example.com/hook' };
    const paid = await service.post('no3ds', '/payin', body);
    return String(paid.body.id);
  }

  const eventsOf = (id: string) => listEvents(service.baseUrl, { id, account: 'no3ds' });
  const bodiesOf = async (id: string, event: string): Promise<PayinEvent[]> => {
    const text = `SELECT body FROM webhook_events WHERE transaction_id = $1 AND event = $2`;
    const rows = await db.query<{ body: string }>({ name: '', text, values: [id, event] });
    return rows.map(({ body }) => JSON.parse(body));
  };
  const readBalances = () => createLedgerStore(db).readBalances('no3ds');
  const balanceOf = async () => (await readBalances()).available ?? 0;
  const isAwaited = async (id: string) => {
    const text = `SELECT FROM look_ups WHERE subject_id = $1 AND watched_until IS NOT NULL`;
    return (await db.query({ name: '', text, values: [id] })).length > 0;
  };

  describe('told while a refund is pending', () => {
    it.each([
      [DONE, ['payin.refunded', 'payin.chargeback']],
      [REFUSED, ['payin.refund_failed', 'payin.chargeback']],
    ])('is written once the refund has ended, without another notice: %j', async (end, events) => {
      const { party, refund, hint, pass, statusOf } = arrange();
      const id = await pay();
      await refund(id, 1_000);
      expect(await hint(id)).toBe(true);
      await pass();
      expect(await statusOf(id)).toBe('APPROVED');
      party.refund = end;
      await pass();
      expect(await statusOf(id)).toBe('CHARGEBACK');
      expect((await eventsOf(id)).slice(1)).toEqual(events);
      expect(await isAwaited(id)).toBe(false);
      expect(await disagreementOf(db)).toBeNull();
    });

    it('is written at once where the same notice ends the refund', async () => {
      const { party, refund, hint, statusOf } = arrange();
      const id = await pay();
      await refund(id, 1_000);
      party.refund = DONE;
      expect(await hint(id)).toBe(true);
      expect(await statusOf(id)).toBe('CHARGEBACK');
      expect(await isAwaited(id)).toBe(false);
    });

    it('has the notice sent again where the acquirer does not tell after the refund', async () => {
      const { party, refund, hint, statusOf } = arrange(null);
      const id = await pay();
      await refund(id, 1_000);
      party.refund = DONE;
      expect(await hint(id)).toBe(false);
      party.charge = CONTESTED;
      expect(await hint(id)).toBe(true);
      expect(await statusOf(id)).toBe('CHARGEBACK');
    });

    it('is looked for until the acquirer tells, and not after', async () => {
      const { party, refund, hint, pass, statusOf } = arrange(null);
      const id = await pay();
      await refund(id, 1_000);
      await hint(id);
      party.refund = DONE;
      for (let round = 0; round < 3; round += 1) await pass();
      expect([await statusOf(id), await isAwaited(id)]).toEqual(['REFUNDED', true]);
      party.charge = UNCONTESTED;
      await pass();
      expect([await statusOf(id), await isAwaited(id)]).toEqual(['REFUNDED', false]);
    });

    it('is written once where many look at once', async () => {
      const { party, services, refund, hint, pass, statusOf } = arrange();
      const id = await pay();
      await refund(id, 1_000);
      await hint(id);
      party.refund = DONE;
      await followRefunds(account, { askedBefore: new Date(time + 1) }, services);
      const elsewhere = { ...(await openTestOperator(db)).services, providers: services.providers };
      await Promise.all([pass(), pass({ ...elsewhere, now: services.now }), hint(id)]);
      await pass();
      expect(await statusOf(id)).toBe('CHARGEBACK');
      expect((await eventsOf(id)).slice(1)).toEqual(['payin.refunded', 'payin.chargeback']);
      expect(await disagreementOf(db)).toBeNull();
    });

    it('waits for another refund that begins while it is looked for', async () => {
      const { party, refund, hint, pass, statusOf } = arrange();
      const id = await pay();
      await refund(id, 1_000);
      await hint(id);
      party.refund = DONE;
      let isFirst = true;
      party.meanwhile = async () => {
        if (isFirst) await refund(id, 500);
        isFirst = false;
      };
      await pass();
      expect([await statusOf(id), await isAwaited(id)]).toEqual(['REFUNDED', true]);
      await pass();
      expect(await statusOf(id)).toBe('CHARGEBACK');
      expect(await disagreementOf(db)).toBeNull();
    });

    it('is not forgotten by an older look that ends after it was told', async () => {
      const { party, refund, hint, pass, statusOf } = arrange(UNCONTESTED);
      const id = await pay();
      await refund(id, 1_000);
      await hint(id);
      party.refund = DONE;
      let isFirst = true;
      // While the acquirer says that nothing is contested: a new refund, and a notice of the dispute.
      party.meanwhile = async () => {
        if (!isFirst) return;
        isFirst = false;
        party.refund = null;
        await refund(id, 500);
        party.charge = CONTESTED;
        await hint(id);
      };
      await pass();
      expect([await statusOf(id), await isAwaited(id)]).toEqual(['REFUNDED', true]);
      party.refund = DONE;
      await pass();
      expect([await statusOf(id), await isAwaited(id)]).toEqual(['CHARGEBACK', false]);
    });
  });

  describe('a return', () => {
    const PAID: KnownCharge = { kind: 'approved', externalId: 'acq-1' };
    const told = (amount: number, nature: ReturnNature, id = 'r1'): KnownCharge => ({
      ...PAID,
      returns: [{ id, amount, nature }],
    });

    it.each<[ReturnNature, PayinStatus]>([
      ['elsewhere', 'REFUNDED'],
      ['acquirer', 'REFUNDED'],
      ['med_fraud', 'MED'],
      ['med_operational', 'MED'],
      ['med_recurring', 'MED'],
      ['chargeback', 'CHARGEBACK'],
    ])('by %s takes its own amount once, and the payin is %s', async (nature, status) => {
      const { hint, find } = arrange(told(1_000, nature));
      const id = await pay();
      const before = await balanceOf();
      for (let time = 0; time < 3; time += 1) expect(await hint(id)).toBe(true);
      const payin = await find(id);
      expect(payin).toMatchObject({ status, refundedAmount: 1_000 });
      expect(payin.refunds).toMatchObject([{ amount: 1_000, status: 'DONE', nature }]);
      expect(await balanceOf()).toBe(before - 1_000);
      expect((await eventsOf(id)).slice(1)).toEqual([`payin.${status.toLowerCase()}`]);
      const [body] = await bodiesOf(id, `payin.${status.toLowerCase()}`);
      expect(body).toMatchObject({ status, return: { amount: 1_000, nature, answerBy: null } });
      expect(body).toMatchObject({ amount: payin.amount, refundedAmount: 1_000 });
      expect(await disagreementOf(db)).toBeNull();
    });

    it('comes several times, and the rest may be refunded', async () => {
      const { party, hint, find, refund, pass } = arrange();
      const id = await pay();
      const returns = [1_000, 2_000].map((amount, nth) => ({
        ...{ id: `r${nth}`, amount, nature: 'med_fraud' as const },
      }));
      party.charge = { ...PAID, returns: returns.slice(0, 1) };
      await hint(id);
      party.charge = { ...PAID, returns };
      await hint(id);
      expect(await find(id)).toMatchObject({ status: 'MED', refundedAmount: 3_000 });
      await refund(id, 500);
      party.refund = DONE;
      await pass();
      expect(await find(id)).toMatchObject({ status: 'MED', refundedAmount: 3_500 });
      await expect(refund(id, 6_501)).rejects.toMatchObject({ code: 'INVALID_DATA' });
      expect(await disagreementOf(db)).toBeNull();
    });

    it('of more than is left takes what is left, and the rest is logged', async () => {
      const { party, services, hint, find } = arrange(told(9_000, 'med_fraud'));
      const warned: unknown[] = [];
      const log = { warn: (fields: object) => void warned.push(fields) };
      const id = await pay();
      await hint(id);
      party.charge = told(9_000, 'med_fraud', 'r2');
      await hint(id, { ...services, log });
      expect(await find(id)).toMatchObject({ status: 'MED', refundedAmount: 10_000 });
      expect(warned).toMatchObject([{ payinId: id, amount: 9_000, nature: 'med_fraud' }]);
      expect(await disagreementOf(db)).toBeNull();
    });

    it('that is our own refund is told by the refund alone', async () => {
      const { party, services, refund, hint, pass, find } = arrange(PAID);
      const id = await pay();
      const { attemptId } = await refund(id, 1_000);
      party.charge = told(1_000, 'elsewhere', attemptId);
      await hint(id);
      party.refund = DONE;
      await pass();
      await hint(id);
      expect(await find(id)).toMatchObject({ status: 'REFUNDED', refundedAmount: 1_000 });
      expect(await services.refunds.listOf('no3ds', id)).toHaveLength(1);
    });

    it('that may be a refund under way waits for its end', async () => {
      const { party, refund, hint, pass, find } = arrange({ ...PAID, returnedAmount: 3_000 });
      const id = await pay();
      await refund(id, 1_000);
      await hint(id);
      expect(await find(id)).toMatchObject({ status: 'APPROVED', refundedAmount: 0 });
      party.refund = DONE;
      await pass();
      expect(await find(id)).toMatchObject({ status: 'REFUNDED', refundedAmount: 3_000 });
      expect(await isAwaited(id)).toBe(false);
      expect(await disagreementOf(db)).toBeNull();
    });

    it.each<[string, KnownCharge, number]>([
      ['a sum', { ...PAID, returnedAmount: 4_000 }, 4_000],
      ['a charge that is gone', { kind: 'voided', externalId: 'acq-1' }, 10_000],
    ])('told as %s is booked once', async (_how, charge, amount) => {
      const { hint, find } = arrange(charge);
      const id = await pay();
      await Promise.all([hint(id), hint(id), hint(id)]);
      const payin = await find(id);
      expect(payin).toMatchObject({ status: 'REFUNDED', refundedAmount: amount });
      expect(payin.refunds).toHaveLength(1);
      expect(await disagreementOf(db)).toBeNull();
    });

    it.each(['a notice', 'a look'])('known before the approval follows it, by %s', async (way) => {
      const { hint, pass, find } = arrange(told(1_000, 'med_fraud'));
      const id = await pay('SLOW');
      await (way === 'a notice' ? hint(id) : pass());
      expect(await find(id)).toMatchObject({ status: 'MED', refundedAmount: 1_000 });
      expect(await eventsOf(id)).toEqual(['payin.approved', 'payin.med']);
      expect(await isAwaited(id)).toBe(false);
    });
  });

  describe('a dispute of a part', () => {
    const contested = (
      outcome: KnownDispute['outcome'],
      returns: KnownReturn[] = [],
    ): KnownCharge => ({
      ...{ kind: 'approved', externalId: 'acq-1', returns },
      dispute: { ...DISPUTE, nature: 'med_fraud', outcome, amount: 4_000, answerBy: ANSWER_BY },
    });
    const ANSWER_BY = new Date('2027-03-01T12:00:00Z');
    const ENDED = { id: 'r1', amount: 4_000, nature: 'med_fraud' } as const;

    it('takes its amount, and gives it back where it is won', async () => {
      const { party, hint, find, refund } = arrange(contested('open'));
      const id = await pay();
      const before = await balanceOf();
      await hint(id);
      expect(await find(id)).toMatchObject({ status: 'MED', refundedAmount: 0 });
      expect(await balanceOf()).toBe(before - 4_000);
      await expect(refund(id, 1)).rejects.toMatchObject({ code: 'NOT_REFUNDABLE' });
      const [body] = await bodiesOf(id, 'payin.med');
      const answerBy = ANSWER_BY.toISOString();
      expect(body?.dispute).toEqual({ amount: 4_000, nature: 'med_fraud', answerBy });
      expect(await disagreementOf(db)).toBeNull();
      party.charge = contested('won');
      await hint(id);
      await hint(id);
      expect(await find(id)).toMatchObject({ status: 'APPROVED', dispute: { taken: 0 } });
      expect(await balanceOf()).toBe(before);
      expect(await disagreementOf(db)).toBeNull();
    });

    it('that is lost stays, and what it ends in is not taken a second time', async () => {
      const { party, hint, find } = arrange(contested('open'));
      const id = await pay();
      const before = await balanceOf();
      await hint(id);
      party.charge = contested('lost');
      await hint(id);
      expect(await find(id)).toMatchObject({ status: 'MED', dispute: { status: 'lost' } });
      party.charge = contested('lost', [ENDED]);
      await hint(id);
      await hint(id);
      const dispute = { status: 'lost', taken: 0 };
      expect(await find(id)).toMatchObject({ status: 'MED', refundedAmount: 4_000, dispute });
      expect(await balanceOf()).toBe(before - 4_000);
      expect(await disagreementOf(db)).toBeNull();
    });

    it('that is known once it is lost and has come back takes nothing more', async () => {
      const { hint, find } = arrange(contested('lost', [{ ...ENDED, amount: 3_000 }]));
      const id = await pay();
      await hint(id);
      await hint(id);
      expect(await find(id)).toMatchObject({ status: 'MED', refundedAmount: 3_000, dispute: null });
    });

    it('that ended in a smaller return gives the rest back once it is over', async () => {
      const { party, hint, find } = arrange(contested('open'));
      const id = await pay();
      const before = await balanceOf();
      await hint(id);
      party.charge = contested('won', [{ ...ENDED, amount: 1_500 }]);
      await hint(id);
      expect(await find(id)).toMatchObject({ status: 'MED', refundedAmount: 1_500 });
      expect(await balanceOf()).toBe(before - 1_500);
      expect(await disagreementOf(db)).toBeNull();
    });
  });

  describe('that is the first thing told of an undecided charge', () => {
    it.each(['a notice', 'a look'])('comes after its approval, by %s', async (way) => {
      const { hint, pass, statusOf } = arrange();
      const id = await pay('SLOW');
      expect(await statusOf(id)).toBe('PENDING');
      await (way === 'a notice' ? hint(id) : pass());
      expect(await statusOf(id)).toBe('CHARGEBACK');
      expect(await eventsOf(id)).toEqual(['payin.approved', 'payin.chargeback']);
      expect(await isAwaited(id)).toBe(false);
      expect(await disagreementOf(db)).toBeNull();
    });

    it('is written after a process that ended between approval and dispute', async () => {
      const { services, hint, pass, statusOf } = arrange();
      const id = await pay('SLOW');
      const transitionPayin: PayinDependencies['transitionPayin'] = async (move) => {
        if (move.enters === 'CHARGEBACK') throw new Error('the process ended');
        return services.transitionPayin(move);
      };
      await expect(hint(id, { ...services, transitionPayin })).rejects.toThrow('the process ended');
      expect([await statusOf(id), await isAwaited(id)]).toEqual(['APPROVED', true]);
      await pass();
      expect([await statusOf(id), await isAwaited(id)]).toEqual(['CHARGEBACK', false]);
      expect(await eventsOf(id)).toEqual(['payin.approved', 'payin.chargeback']);
    });

    it('takes nothing where another process has failed the payin meanwhile', async () => {
      const { services, hint, pass, statusOf } = arrange();
      const id = await pay('SLOW');
      const transitionPayin: PayinDependencies['transitionPayin'] = async (move) => {
        // Failed by another, between our look and our writing of it.
        const now = new Date(time);
        await services.transitionPayin(moveTo(account, move.from, { to: 'FAILED', now }, services));
        return services.transitionPayin(move);
      };
      await hint(id, { ...services, transitionPayin });
      expect([await statusOf(id), await isAwaited(id)]).toEqual(['FAILED', false]);
      await pass();
      expect(await eventsOf(id)).toEqual(['payin.failed']);
      expect(await disagreementOf(db)).toBeNull();
    });
  });
});
