import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../../base/shared/db.ts';
import { OFFLINE_PROVIDER } from '../../../cli/offline-provider.ts';
import type { Acquirer, KnownCharge } from '../../../providers/acquirer.ts';
import type { KnownRefund } from '../../../providers/refunds.ts';
import { testDatabases } from '../../../testing/test-db.ts';
import { disagreementOf, listEvents } from '../../../testing/test-killed-service.ts';
import { openTestOperator } from '../../../testing/test-operator.ts';
import { servedBy, testProvider } from '../../../testing/test-provider.ts';
import type { TestService } from '../../../testing/test-service.ts';
import {
  basic,
  newReference,
  payinWithCard,
  send,
  startTestService,
} from '../../../testing/test-service.ts';
import { manualTimers } from '../../../testing/test-timers.ts';
import type { Account } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { followPayin } from '../follow-payin.ts';
import { moveTo } from '../payin-move.ts';
import { reconcilePayins } from '../reconcile-payins.ts';
import { createRefund } from './create-refund.ts';
import { followRefunds } from './follow-refunds.ts';
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
const CONTESTED: KnownCharge = { kind: 'approved', externalId: 'acq-1', dispute: 'taken' };
const UNCONTESTED: KnownCharge = { kind: 'approved', externalId: 'acq-1' };
const DONE: KnownRefund = { kind: 'done', externalId: 'their-1' };
const REFUSED: KnownRefund = { kind: 'refused', reason: 'the account is closed' };

describe.each(testDatabases())('a dispute, on $engine', (database) => {
  let db: Db;
  let service: TestService;
  let made: PayinDependencies;
  let account: Account;
  let time: number;
  beforeAll(async () => {
    db = await database.openEmpty();
    // Nothing but the test looks at anything.
    const provider = testProvider({ name: 'fake', cards: ACQUIRER });
    service = await startTestService({ db, provider, timers: manualTimers().timers });
    made = (await openTestOperator(db)).services;
    const found = await made.accounts.find('no3ds');
    if (found === null) throw new Error('the account is not there');
    account = found;
  });
  afterAll(() => service.stop());
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
    const services: PayinDependencies = { ...made, now: () => new Date(time), providers };
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
      statusOf: async (id: string) => (await find(id)).status,
    };
  }

  /** One by `SLOW` is one whose acquirer has not decided it. */
  async function pay(holderName = 'APRO'): Promise<string> {
    const body = { ...payinWithCard({ holderName }), webhookUrl: 'https://example.com/hook' };
    const paid = await send(`${service.baseUrl}/payin`, { body, headers: basic('no3ds') });
    return String(paid.body.id);
  }

  const eventsOf = (id: string) => listEvents(service.baseUrl, { id, account: 'no3ds' });
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
      const movePayin: PayinDependencies['movePayin'] = async (move) => {
        if (move.enters === 'CHARGEBACK') throw new Error('the process ended');
        return services.movePayin(move);
      };
      await expect(hint(id, { ...services, movePayin })).rejects.toThrow('the process ended');
      expect([await statusOf(id), await isAwaited(id)]).toEqual(['APPROVED', true]);
      await pass();
      expect([await statusOf(id), await isAwaited(id)]).toEqual(['CHARGEBACK', false]);
      expect(await eventsOf(id)).toEqual(['payin.approved', 'payin.chargeback']);
    });

    it('takes nothing where another process has failed the payin meanwhile', async () => {
      const { services, hint, pass, statusOf } = arrange();
      const id = await pay('SLOW');
      const movePayin: PayinDependencies['movePayin'] = async (move) => {
        // Failed by another, between our look and our writing of it.
        const now = new Date(time);
        await services.movePayin(moveTo(account, move.from, { to: 'FAILED', now }, services));
        return services.movePayin(move);
      };
      await hint(id, { ...services, movePayin });
      expect([await statusOf(id), await isAwaited(id)]).toEqual(['FAILED', false]);
      await pass();
      expect(await eventsOf(id)).toEqual(['payin.failed']);
      expect(await disagreementOf(db)).toBeNull();
    });
  });
});
