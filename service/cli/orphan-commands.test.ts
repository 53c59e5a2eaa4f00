import { beforeEach, describe, expect, it } from 'vitest';
import { reverseOrphans } from '../domain/payins/refunds/reverse-orphans.ts';
import type { Acquirer } from '../providers/acquirer.ts';
import type { Provider } from '../providers/provider.ts';
import { opened } from '../testing/opened.ts';
import { testDatabases } from '../testing/test-db.ts';
import { listEvents } from '../testing/test-killed-service.ts';
import { acquirerThatKnows, watchedFrom, watchedPayin } from '../testing/test-late-charge.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import { servedBy } from '../testing/test-provider.ts';
import { startTestService } from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';
import { OFFLINE_PROVIDER } from './offline-provider.ts';
import { toJson, toText } from './print.ts';

const BOOKED = { kind: 'approved', externalId: 'acq-1' } as const;
const VOIDED = { kind: 'voided', externalId: 'acq-1' } as const;
const MARK = 'orphan mark-returned';

describe.each(testDatabases())('late charges by an operator on $engine', (database) => {
  const db = opened(database.openEmpty);
  // Nothing but the test looks at what is watched.
  const service = opened(() => startTestService({ db, timers: manualTimers().timers }));
  const operator = opened(() => openTestOperator(db));
  beforeEach(async () => {
    await run('DELETE FROM reversals');
    await run('DELETE FROM look_ups');
  });

  const run = (text: string, values: (string | boolean)[] = []) =>
    db.query({ name: '', text, values });
  const look = async (provider: Provider, company = 'no3ds') => {
    const account = await operator.account(company);
    await reverseOrphans(account, { ...operator.services, providers: servedBy(provider) });
  };
  const knowing = (known: typeof BOOKED | typeof VOIDED) =>
    acquirerThatKnows(known, { of: OFFLINE_PROVIDER, voids: false });
  /** One that has no call for giving back. */
  const byHand = (known: typeof BOOKED | typeof VOIDED): Provider => {
    const { provider } = knowing(known);
    const { voidCharge: _voidCharge, ...cards } = provider.cards;
    return { ...provider, cards };
  };
  const orphan = async (provider: Provider, account = 'no3ds') => {
    const payin = await watchedPayin(service.baseUrl, operator.services, { account });
    await look(provider, account);
    return payin;
  };
  const eventsOf = (id: string) => listEvents(service.baseUrl, { id, account: 'no3ds' });
  const isWatched = async (id: string) =>
    (await run('SELECT looks FROM look_ups WHERE subject_id = $1', [id])).length > 0;
  const pollAgain = async (payin: string, provider: Provider) => {
    const subject = { companyId: 'no3ds', id: payin };
    await operator.services.lookUps.put(subject, watchedFrom(operator.services.now()));
    await look(provider);
  };

  it('are listed with what the operator has to do, and nothing of who paid', async () => {
    const first = await orphan(byHand(BOOKED));
    const second = await orphan(knowing(BOOKED).provider, 'cardonfile');
    const answer = await operator.run('orphan list');
    const { body } = await service.get('no3ds', `/payin/${first}`);
    const common = { amount: 10_000, acquirer: 'fake', charge: 'acq-1' };
    const rows = [
      {
        ...common,
        company: 'cardonfile',
        payin: second,
        reference: expect.any(String),
        since: expect.stringMatching(/Z$/),
        state: 'open',
        todo: 'nothing: the acquirer is asked again, at least once an hour',
      },
      {
        ...common,
        company: 'no3ds',
        payin: first,
        reference: body.referenceId,
        since: expect.stringMatching(/Z$/),
        state: 'by_hand',
        todo: 'give it back at the acquirer, then "orphan mark-returned"',
      },
    ];
    expect(JSON.parse(toJson(answer))).toEqual(rows);
    expect(toText(answer)).not.toMatch(/Souza|52998224725|411111/i);
    const company = 'no3ds';
    expect(await operator.rows('orphan list', { company })).toEqual([rows[1]]);
  });

  it('are listed no more once the service gave them back, or found it done', async () => {
    const payin = await orphan(byHand(BOOKED));
    expect(await operator.rows('orphan list')).toHaveLength(1);
    // The operator gave it back at the acquirer, which tells it.
    await pollAgain(payin, byHand(VOIDED));
    expect(await operator.rows('orphan list')).toEqual([]);
    expect(await operator.refusal(MARK, { payin })).toEqual(['ILLEGAL_TRANSITION']);
    expect(await eventsOf(payin)).toEqual(['payin.failed', 'payin.reversed']);
  });

  it('are marked as given back once, by name, and are looked for no more', async () => {
    const payin = await orphan(byHand(BOOKED));
    const marked = await operator.record(MARK, { payin, 'acquirer-reference': 'RF-77' });
    expect(marked).toEqual({
      payin,
      reversal: expect.stringMatching(/^[0-9a-f]{32}$/),
      provider: 'fake',
      amount: 10_000,
      returnedAt: expect.stringMatching(/Z$/),
    });
    const { reversal } = marked;
    expect(await operator.audit('no3ds', 2)).toEqual([
      {
        actor: 'ana',
        action: MARK,
        subjects: {
          payin,
          'acquirer-reference': 'RF-77',
          reversal,
          provider: 'fake',
          amount: 10_000,
        },
        result: 'done',
        code: null,
      },
      expect.objectContaining({ actor: 'service', action: 'charge.reverse', result: 'begun' }),
    ]);
    expect(await isWatched(payin)).toBe(false);
    expect(await operator.rows('orphan list')).toEqual([]);

    expect(await operator.refusal(MARK, { payin })).toEqual(['ILLEGAL_TRANSITION']);
    expect(await operator.audit('no3ds')).toMatchObject([
      { action: MARK, subjects: { payin }, result: 'refused', code: 'ILLEGAL_TRANSITION' },
    ]);
    expect(await eventsOf(payin)).toEqual(['payin.failed', 'payin.reversed']);
    const { body } = await service.get('no3ds', `/payin/${payin}`);
    expect(body.status).toBe('FAILED');
  });

  it('are told once where the service learns of it while they are marked', async () => {
    const payin = await orphan(knowing(BOOKED).provider);
    const { fake, provider } = knowing(BOOKED);
    fake.voids = true;
    const voidAndMark: Acquirer = {
      ...provider.cards,
      async voidCharge(charge, signal) {
        await operator.run(MARK, { payin });
        return provider.cards.voidCharge?.(charge, signal) ?? { kind: 'unavailable' };
      },
    };
    await pollAgain(payin, { ...provider, cards: voidAndMark });
    expect(fake.asked).toHaveLength(1);
    expect(await eventsOf(payin)).toEqual(['payin.failed', 'payin.reversed']);
    expect(await isWatched(payin)).toBe(false);
    const done = (await operator.audit('no3ds', 10)).filter(
      (entry) =>
        JSON.stringify(entry).includes(payin) && 'result' in entry && entry.result === 'done',
    );
    expect(done).toMatchObject([{ actor: 'ana', action: MARK }]);
  });

  it('need the reference of the acquirer outside the sandbox', async () => {
    const payin = await orphan(byHand(BOOKED));
    const toLive = 'UPDATE companies SET sandbox = $1 WHERE company_id = $2';
    await run(toLive, [false, 'no3ds']);
    expect(await operator.refusal(MARK, { payin })).toEqual(['INVALID_DATA', 'acquirer-reference']);
    expect(await operator.rows('orphan list')).toHaveLength(1);
    await operator.record(MARK, { payin, 'acquirer-reference': 'RF-78' });
    await run(toLive, [true, 'no3ds']);
    expect(await operator.rows('orphan list')).toEqual([]);
  });

  it.each([
    ['a payin that is not there', () => 'pay_no3ds_AAAAAAAAAAAAAAAAAAAAAA'],
    ['a company that is not there', () => 'pay_nobody_AAAAAAAAAAAAAAAAAAAAAA'],
    ['a payin whose charge did not come', () => watchedPayin(service.baseUrl, operator.services)],
  ])('are not marked for %s', async (_name, payinOf) => {
    const payin = await payinOf();
    expect(await operator.refusal(MARK, { payin })).toEqual(['NOT_FOUND', 'payin']);
  });
});
