import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OFFLINE_PROVIDER } from '../../../cli/offline-provider.ts';
import type { KnownCharge } from '../../../providers/acquirer.ts';
import type { Provider } from '../../../providers/provider.ts';
import { opened } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { testDatabases } from '../../../testing/test-db.ts';
import { listEvents } from '../../../testing/test-killed-service.ts';
import { acquirerThatKnows, watchedFrom, watchedPayin } from '../../../testing/test-late-charge.ts';
import { openTestOperator } from '../../../testing/test-operator.ts';
import { servedBy } from '../../../testing/test-provider.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { manualTimers } from '../../../testing/test-timers.ts';
import type { Account } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { reverseOrphans } from './reverse-orphans.ts';

type Change = Partial<PayinDependencies> & { provider: Provider };

const HOUR_MS = 60 * 60_000;
const BOOKED: KnownCharge = { kind: 'approved', externalId: 'acq-1' };
const VOIDED: KnownCharge = { kind: 'voided', externalId: 'acq-1' };
const DISPUTE = { nature: 'chargeback', amount: null, reason: null, answerBy: null } as const;
const CONTESTED: KnownCharge = { ...BOOKED, dispute: { ...DISPUTE, outcome: 'open' } };

describe.each(testDatabases())('a charge that came too late, on $engine', (database) => {
  let services: PayinDependencies;
  /** Of another process. */
  let elsewhere: PayinDependencies;
  let account: Account;
  let time: number;
  const db = opened(database.openEmpty);
  // Nothing but the test looks at what is watched.
  const service = opened(() => startTestService({ db, timers: manualTimers().timers }));
  beforeAll(async () => {
    const operator = await openTestOperator(db);
    account = await operator.account('no3ds');
    services = { ...operator.services, now: () => new Date(time) };
    elsewhere = (await openTestOperator(db)).services;
  });
  beforeEach(() => {
    time = Date.now();
  });

  const acquirerThat = (known: KnownCharge | null, voids = true) =>
    acquirerThatKnows(known, { of: OFFLINE_PROVIDER, voids });
  const watched = (holderName = 'CATA') => watchedPayin(service.baseUrl, services, { holderName });
  const look = ({ provider, ...change }: Change) =>
    reverseOrphans(account, { ...services, providers: servedBy(provider), ...change });
  const pollLater = (change: Change, hours = 1) => {
    time += hours * HOUR_MS;
    return look(change);
  };
  const isWatched = async (id: string) => {
    const rows = await sql(db)`SELECT subject_id FROM look_ups WHERE subject_id = ${id}`;
    return rows.length > 0;
  };
  /** What has been told of it: events, and results in the audit log. */
  const toldOf = async (id: string) => {
    const entries = await sql<{ result: string; subjects: string }>(services.db)`
      SELECT result, subjects FROM audit_entries WHERE company_id = 'no3ds'`;
    const own = entries.filter(({ subjects }) => JSON.stringify(subjects).includes(id));
    const events = await listEvents(service.baseUrl, { id, account: 'no3ds' });
    return [events.slice(1), own.map(({ result }) => result).sort()];
  };
  const NOTHING = [[], []];
  const BEGUN = [[], ['begun']];
  const DONE = [['payin.reversed'], ['begun', 'done']];

  it('is told once where somebody else has given it back before it was found', async () => {
    const id = await watched();
    const { fake, provider } = acquirerThat(VOIDED);
    await look({ provider });
    expect(await toldOf(id)).toEqual(DONE);
    expect(fake.asked).toEqual([]);
    expect(await isWatched(id)).toBe(false);
  });

  it('is given back by nothing but the word for it, and looked for until then', async () => {
    const id = await watched();
    const { fake, provider } = acquirerThat(BOOKED, false);
    await look({ provider });
    expect(await toldOf(id)).toEqual(BEGUN);
    const silent: (KnownCharge | null)[] = [
      { kind: 'not_found' },
      { kind: 'processing' },
      { kind: 'failed', externalId: 'x' },
      null,
    ];
    for (const known of silent) {
      fake.known = known;
      await pollLater({ provider }, 25);
      expect(await toldOf(id)).toEqual(BEGUN);
      expect(await isWatched(id)).toBe(true);
    }
    fake.known = BOOKED;
    fake.voids = true;
    await pollLater({ provider });
    expect(await toldOf(id)).toEqual(DONE);
    expect(new Set(fake.asked).size).toBe(1);
    expect(await isWatched(id)).toBe(false);
  });

  it('is not given back where the cardholder has contested it first, and is told once', async () => {
    const id = await watched();
    const { fake, provider } = acquirerThat(CONTESTED);
    await look({ provider });
    expect(fake.asked).toEqual([]);
    expect(await toldOf(id)).toEqual(DONE);
    expect(await isWatched(id)).toBe(false);
    await pollLater({ provider });
    expect([fake.asked, await toldOf(id)]).toEqual([[], DONE]);
    const log = await sql<{ subjects: object }>(services.db)`SELECT subjects FROM audit_entries
      WHERE result = 'done' AND action = 'charge.reverse'
      AND subjects ->> 'payin' = ${id}`;
    expect(log).toMatchObject([{ subjects: { by: 'chargeback', amount: 10_000 } }]);
  });

  it('is asked to be given back no more once it is contested', async () => {
    const id = await watched();
    const { fake, provider } = acquirerThat(BOOKED, false);
    await look({ provider });
    await pollLater({ provider });
    expect([fake.asked.length, await toldOf(id)]).toEqual([2, BEGUN]);
    fake.known = CONTESTED;
    await pollLater({ provider });
    await pollLater({ provider });
    expect([fake.asked.length, await toldOf(id)]).toEqual([2, DONE]);
    expect(await isWatched(id)).toBe(false);
  });

  it('is given back where a dispute of it was won', async () => {
    const id = await watched();
    const { fake, provider } = acquirerThat({ ...BOOKED, dispute: { ...DISPUTE, outcome: 'won' } });
    await look({ provider });
    expect([fake.asked.length, await toldOf(id)]).toEqual([1, DONE]);
  });

  it('is looked for after its day until the acquirer has answered', async () => {
    const id = await watched();
    const { fake, provider } = acquirerThat(null);
    await pollLater({ provider }, 25);
    fake.known = { kind: 'processing' };
    await pollLater({ provider });
    expect(await isWatched(id)).toBe(true);
    fake.known = { kind: 'not_found' };
    await pollLater({ provider });
    expect(await isWatched(id)).toBe(false);
    expect(await toldOf(id)).toEqual(NOTHING);
  });

  it('is left alone where the payin was approved while it was looked at', async () => {
    const id = await watched('APRO');
    const { fake, provider } = acquirerThat(BOOKED);
    await look({ provider });
    expect(fake.asked).toEqual([]);
    expect(await toldOf(id)).toEqual(NOTHING);
    expect(await isWatched(id)).toBe(false);
  });

  it('is given back under the id of a process that began sooner', async () => {
    const id = await watched();
    const { fake, provider } = acquirerThat(BOOKED, false);
    const another = acquirerThat(BOOKED, false);
    const transitionPayin: PayinDependencies['transitionPayin'] = async (move) => {
      // Found and begun by another, between our look and our writing of it.
      await services.lookUps.put({ companyId: 'no3ds', id }, watchedFrom(services.now()));
      await look({ provider: another.provider });
      return services.transitionPayin(move);
    };
    await look({ provider, transitionPayin });
    expect(await toldOf(id)).toEqual(BEGUN);
    expect(fake.asked).toEqual(another.fake.asked);
    fake.known = VOIDED;
    await pollLater({ provider });
    expect(await toldOf(id)).toEqual(DONE);
  });

  it('is told once where two processes learn at once that it was given back', async () => {
    const id = await watched();
    const { fake, provider } = acquirerThat(BOOKED, false);
    await look({ provider });
    fake.voids = true;
    const transitionPayin: PayinDependencies['transitionPayin'] = async (move) => {
      const made = await Promise.all(
        [services, elsewhere, elsewhere].map((one) => one.transitionPayin({ ...move })),
      );
      expect(made.sort()).toEqual([false, false, true]);
      return services.transitionPayin(move);
    };
    await pollLater({ provider, transitionPayin });
    expect(await toldOf(id)).toEqual(DONE);
    expect(await isWatched(id)).toBe(false);
  });

  it('is not taken for told where that could not be written', async () => {
    const id = await watched();
    const { provider } = acquirerThat(BOOKED);
    const transitionPayin: PayinDependencies['transitionPayin'] = async (move) =>
      move.event === null ? services.transitionPayin(move) : false;
    await expect(look({ provider, transitionPayin })).rejects.toThrow('could not be written');
    expect([await toldOf(id), await isWatched(id)]).toEqual([BEGUN, true]);
    await pollLater({ provider });
    expect([await toldOf(id), await isWatched(id)]).toEqual([DONE, false]);
  });

  it('is not asked to be given back where its beginning could not be written', async () => {
    const id = await watched();
    const { fake, provider } = acquirerThat(BOOKED);
    const transitionPayin = async () => false;
    await expect(look({ provider, transitionPayin })).rejects.toThrow('could not be begun');
    expect(fake.asked).toEqual([]);
    expect([await toldOf(id), await isWatched(id)]).toEqual([NOTHING, true]);
    await pollLater({ provider });
    expect(await toldOf(id)).toEqual(DONE);
  });
});
