import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OFFLINE_PROVIDER } from '../../../cli/offline-provider.ts';
import type { Acquirer } from '../../../providers/acquirer.ts';
import type { Provider } from '../../../providers/provider.ts';
import type { KnownRefund, RefundAnswer } from '../../../providers/refunds.ts';
import { opened } from '../../../testing/opened.ts';
import { testDatabases } from '../../../testing/test-db.ts';
import { disagreementOf, listEvents } from '../../../testing/test-killed-service.ts';
import { openTestOperator } from '../../../testing/test-operator.ts';
import { servedBy, testProvider } from '../../../testing/test-provider.ts';
import { newReference, startTestService, validPayin } from '../../../testing/test-service.ts';
import { manualTimers } from '../../../testing/test-timers.ts';
import type { Account } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { followRefunds } from './ask-refund.ts';
import { createRefund } from './create-refund.ts';

const { cards: OFFLINE_ACQUIRER } = OFFLINE_PROVIDER;

const MINUTE_MS = 60_000;
const DONE: KnownRefund = { kind: 'done', externalId: 'their-1' };
const REFUSED: KnownRefund = { kind: 'refused', reason: 'the account is closed' };

describe.each(testDatabases())('a refund that is pending, on $engine', (database) => {
  let services: PayinDependencies;
  /** Of another process. */
  let elsewhere: PayinDependencies;
  let account: Account;
  let time: number;
  const db = opened(database.openEmpty);
  // Nothing but the test looks at what is pending.
  const service = opened(() => startTestService({ db, timers: manualTimers().timers }));
  beforeAll(async () => {
    const operator = await openTestOperator(db);
    account = await operator.account('no3ds');
    services = { ...operator.services, now: () => new Date(time) };
    elsewhere = { ...(await openTestOperator(db)).services, now: () => new Date(time) };
  });
  beforeEach(() => {
    time = Date.now();
  });

  /** A party that answers so; null: it says nothing. `asked`: the ids it was asked under; `told`: every order. */
  function partyThat({
    answers,
    knows,
    settlesWithinMs = 0,
  }: {
    answers: RefundAnswer | null;
    knows: KnownRefund | null;
    settlesWithinMs?: number;
  }) {
    const party = { answers, knows, asked: [] as string[], told: [] as object[] };
    const cards: Acquirer = {
      ...OFFLINE_ACQUIRER,
      settlesWithinMs,
      capabilities: { refund: ['CREDIT_CARD'] },
      async refund(order) {
        party.asked.push(order.refundId);
        party.told.push(order);
        if (party.answers === null) throw new Error('the line was cut');
        return party.answers;
      },
      async findRefund(order) {
        party.told.push(order);
        if (party.knows === null) throw new Error('no answer');
        return party.knows;
      },
    };
    return { party, provider: testProvider({ name: 'fake', cards }) };
  }
  const begin = async (provider: Provider) => {
    const body = validPayin({ webhookUrl: 'https://example.com/hook' });
    const paid = await service.post('no3ds', '/payin', body);
    const payinId = String(paid.body.id);
    const asked = { payinId, referenceId: newReference(), amount: 4_000 };
    return createRefund(account, asked, { ...services, providers: servedBy(provider) });
  };
  const look = (provider: Provider, by = services) =>
    followRefunds(
      account,
      { askedBefore: new Date(time) },
      { ...by, providers: servedBy(provider) },
    );
  const pollLater = (provider: Provider, minutes: number) => {
    time += minutes * MINUTE_MS;
    return look(provider);
  };
  const statusOf = async (id: string) => (await services.refunds.find('no3ds', id))?.status;
  const eventsOf = async (id: string) =>
    (await listEvents(service.baseUrl, { id, account: 'no3ds' })).slice(1);

  it('is told with what was given back before, and whether it follows one that is open', async () => {
    const { party, provider } = partyThat({ answers: null, knows: null });
    const first = await begin(provider);
    const asked = { payinId: first.payinId, referenceId: newReference(), amount: 1_000 };
    await createRefund(account, asked, { ...services, providers: servedBy(provider) });
    const alone = { refundedBefore: 0, followsAnother: false };
    expect(party.told).toMatchObject([alone, { refundedBefore: 0, followsAnother: true }]);
    party.told = [];
    await look(provider);
    expect(party.told).toContainEqual(expect.objectContaining({ amount: 4_000, ...alone }));
    expect(party.told).toContainEqual(
      expect.objectContaining({ amount: 1_000, refundedBefore: 0, followsAnother: true }),
    );
    party.knows = DONE;
    await createRefund(
      account,
      { ...asked, referenceId: newReference() },
      { ...services, providers: servedBy(provider) },
    );
    await pollLater(provider, 60);
    party.told = [];
    await createRefund(
      account,
      { ...asked, referenceId: newReference() },
      { ...services, providers: servedBy(provider) },
    );
    expect(party.told).toMatchObject([{ refundedBefore: 6_000, followsAnother: false }]);
    await pollLater(provider, 60);
  });

  it('keeps of the words and ids of a party what can be kept, and no number of a card', async () => {
    const reason = `conta\u0000 do cartão 4111 1111 1111 1111 \u202e${'x'.repeat(5_000)}`;
    const { provider } = partyThat({ answers: { kind: 'refused', reason }, knows: null });
    const refused = await begin(provider);
    expect(refused.status).toBe('FAILED');
    expect(refused.failureReason).toMatch(/^conta do cartão ••• x{180}$/);

    const externalId = `their\u0000-${'1'.repeat(5_000)}`;
    const told = partyThat({ answers: { kind: 'done', externalId }, knows: null });
    const done = await begin(told.provider);
    expect(done.status).toBe('DONE');
    expect(done.externalId).toMatch(/^their-/);
    expect(done.externalId?.length).toBeLessThanOrEqual(200);
  });

  it('is asked for again under its own id, and only once it cannot arrive any more', async () => {
    const settlesWithinMs = 5 * MINUTE_MS;
    const { party, provider } = partyThat({
      answers: null,
      knows: { kind: 'not_found' },
      settlesWithinMs,
    });
    const { id, attemptId } = await begin(provider);
    await pollLater(provider, 1);
    await pollLater(provider, 3);
    expect(party.asked).toEqual([attemptId]);
    await pollLater(provider, 2);
    expect(party.asked).toEqual([attemptId, attemptId]);
    // Asked for just now, it may be on its way again.
    await pollLater(provider, 4);
    expect(party.asked).toHaveLength(2);
    party.answers = DONE;
    await pollLater(provider, 60);
    expect(party.asked).toEqual([attemptId, attemptId, attemptId]);
    expect(await statusOf(id)).toBe('DONE');
  });

  it.each<[string, KnownRefund | null]>([
    ['does not tell', null],
    ['works on it', { kind: 'processing' }],
  ])('is not asked for again while its party %s', async (_name, knows) => {
    const { party, provider } = partyThat({ answers: null, knows });
    const { id } = await begin(provider);
    for (const hours of [1, 24, 240]) await pollLater(provider, hours * 60);
    expect(party.asked).toHaveLength(1);
    expect(await statusOf(id)).toBe('PENDING');
    party.knows = REFUSED;
    await pollLater(provider, 60);
    expect(await statusOf(id)).toBe('FAILED');
  });

  it.each([
    [DONE, 'DONE', 'payin.refunded'],
    [REFUSED, 'FAILED', 'payin.refund_failed'],
  ])('ends once where two processes learn of it at once: %j', async (known, status, event) => {
    const { party, provider } = partyThat({ answers: null, knows: null });
    const { id, payinId } = await begin(provider);
    party.knows = known;
    let isFirst = true;
    const transitionPayin: PayinDependencies['transitionPayin'] = async (move) => {
      // Found and ended by another, between our look and our writing of it.
      if (isFirst) {
        isFirst = false;
        const refund = await services.refunds.find('no3ds', id);
        if (refund === null) throw new Error('it is gone');
        await services.lookUps.put(refund, {
          dueAt: new Date(time),
          missedAt: null,
          watchedUntil: null,
        });
        await look(provider, elsewhere);
      }
      return services.transitionPayin(move);
    };
    await look(provider, { ...services, transitionPayin });
    expect(await statusOf(id)).toBe(status);
    expect(await eventsOf(payinId)).toEqual([event]);
    expect(await disagreementOf(db)).toBeNull();
  });

  it('is looked at although another one cannot be', async () => {
    const { party, provider } = partyThat({ answers: null, knows: null });
    const [bad, good] = [await begin(provider), await begin(provider)];
    party.knows = DONE;
    const find: PayinDependencies['payins']['find'] = async (companyId, id) => {
      if (id === bad.payinId) throw new Error('its row cannot be read');
      return services.payins.find(companyId, id);
    };
    const payins = { ...services.payins, find };
    await expect(look(provider, { ...services, payins })).rejects.toThrow('cannot be read');
    expect([await statusOf(bad.id), await statusOf(good.id)]).toEqual(['PENDING', 'DONE']);
    await pollLater(provider, 60);
    expect(await statusOf(bad.id)).toBe('DONE');
  });

  it('stays so beside a party that has no verbs for it', async () => {
    const { provider } = partyThat({ answers: null, knows: null });
    const { id } = await begin(provider);
    await look(testProvider({ cards: OFFLINE_ACQUIRER }));
    expect(await statusOf(id)).toBe('PENDING');
    await pollLater(partyThat({ answers: null, knows: DONE }).provider, 60);
    expect(await statusOf(id)).toBe('DONE');
  });
});
