import { beforeAll, describe, expect, it } from 'vitest';
import { createKeyedHash } from '../../base/crypto/keyed-hash.ts';
import { createRandomBytes } from '../../base/crypto/random-bytes.ts';
import { pollEach } from '../../base/shared/poll-each.ts';
import type {
  KnownTransfer,
  PayoutAcquirer,
  TransferAnswer,
} from '../../providers/payout-acquirer.ts';
import { ANSWER_WITHIN_MS } from '../../providers/provider.ts';
import { createAccountStore } from '../../store/tables/accounts/account.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { createLookUps } from '../../store/tables/payins/look-ups.ts';
import { createPayoutStore } from '../../store/tables/payouts/payout.ts';
import { createPixKeyMissStore } from '../../store/tables/payouts/pix-key-miss.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { servedBy, testProvider } from '../../testing/test-provider.ts';
import {
  basic,
  newReference,
  send,
  startTestService,
  validPayout,
} from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { testTransitions } from '../../testing/test-transitions.ts';
import { advancePayout, advancePayouts } from './advance-payout.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { MISS_BUDGET } from './pix-directory.ts';

const ACCOUNT = 'no3ds';

/** An acquirer that answers what the test puts in. */
function fakeAcquirer() {
  const fake = {
    sent: [] as string[],
    /** Centavos that it was sent with, and was last looked up with. */
    amounts: { sent: 0, sought: 0 },
    checks: 0,
    isKnownKey: true,
    onSend: async (): Promise<TransferAnswer> => ({ kind: 'accepted', externalId: 'x' }),
    known: { kind: 'processing', externalId: 'x' } as KnownTransfer,
  };
  const acquirer: PayoutAcquirer = {
    async check() {
      fake.checks += 1;
      return { kind: fake.isKnownKey ? 'payable' : 'unknown_key' };
    },
    send({ reference, amount }) {
      fake.sent.push(reference);
      fake.amounts.sent = amount;
      return fake.onSend();
    },
    async find({ amount }) {
      fake.amounts.sought = amount;
      return fake.known;
    },
  };
  return { fake, acquirer };
}

describe.each(testDatabases())('a payout on its way on $engine', (database) => {
  const { fake, acquirer } = fakeAcquirer();
  const { timers } = manualTimers();
  let realTime = new Date('2027-01-01T00:00:00Z');
  let services: PayoutDependencies;

  const now = () => realTime;
  const service = opened(() =>
    startTestService({ database, timers, provider: { payouts: acquirer }, now }),
  );
  beforeAll(() => {
    const { db } = service;
    services = {
      accounts: createAccountStore(db),
      payouts: createPayoutStore(db),
      payoutsUnderWay: new Map(),
      pixKeyMisses: createPixKeyMissStore(db),
      hash: createKeyedHash(new Uint8Array(32)),
      randomBytes: createRandomBytes(),
      transitionPayout: testTransitions(db).transitionPayout,
      providers: servedBy(testProvider({ payouts: acquirer })),
      lookUps: createLookUps(db),
      pollEach,
      answerWithinMs: ANSWER_WITHIN_MS,
      timers,
      now,
    };
  });

  const create = (pixKey = 'ana@example.com', referenceId = newReference()) =>
    service.post(ACCOUNT, '/payout', validPayout({ pixKey, referenceId }));
  const find = async (id: string) => {
    const payout = await services.payouts.find(ACCOUNT, id);
    if (payout === null) throw new Error('there is no payout');
    return payout;
  };
  const account = async () => {
    const found = await services.accounts.find(ACCOUNT);
    if (found === null) throw new Error('there is no account');
    return found;
  };
  const advance = async (id: string) => advancePayout(await account(), await find(id), services);
  const available = async () =>
    (await createLedgerStore(service.db).readBalances(ACCOUNT)).available ?? 0;
  const unknown = async () => {
    fake.onSend = () => Promise.reject(new Error('the connection was lost'));
    const { body } = await create();
    fake.onSend = async () => ({ kind: 'accepted', externalId: 'x' });
    return String(body.id);
  };
  const later = (seconds: number) => {
    realTime = new Date(realTime.getTime() + seconds * 1_000);
  };

  it('whose sending got no answer stays PENDING, debited, and is not sent again', async () => {
    const before = await available();
    const id = await unknown();
    fake.known = { kind: 'not_found' };
    expect((await advance(id)).status).toBe('PENDING');
    expect(fake.sent.filter((reference) => reference === id)).toHaveLength(1);
    expect(await available()).toBe(before - 1_000);
  });

  it('that the acquirer never got is sent again later, under its own reference, once', async () => {
    const id = await unknown();
    fake.known = { kind: 'not_found' };
    later(16);
    await Promise.all(Array.from({ length: 10 }, () => advance(id)));
    expect(fake.sent.filter((reference) => reference === id)).toHaveLength(2);
  });

  it('that the acquirer has after all goes on without being sent again', async () => {
    const id = await unknown();
    fake.known = { kind: 'completed', externalId: 'y' };
    later(16);
    expect((await advance(id)).status).toBe('PROCESSING');
    expect(await advance(id)).toMatchObject({ status: 'COMPLETED', externalId: 'y' });
    expect(fake.sent.filter((reference) => reference === id)).toHaveLength(1);
    expect(fake.amounts.sought).toBe(fake.amounts.sent);
  });

  it('keeps of the words of its acquirer what can be kept, and no number of a card', async () => {
    const reason = `conta\u0000 4111 1111 1111 1111 \u202e${'x'.repeat(5_000)}`;
    fake.onSend = async () => ({ kind: 'rejected', reason });
    const referenceId = newReference();
    await create(undefined, referenceId);
    fake.onSend = async () => ({ kind: 'accepted', externalId: 'x' });
    const failed = await services.payouts.findByReference(ACCOUNT, referenceId);
    expect(failed?.status).toBe('FAILED');
    expect(failed?.reason).toMatch(/^conta ••• x{190}$/);
  });

  it.each<['failed' | 'refused']>([['failed'], ['refused']])(
    'that is told %s by 20 looks at once returns its balance once',
    async (kind) => {
      const before = await available();
      const { body } = await create();
      fake.known = { kind: 'processing', externalId: 'x' };
      await advance(body.id);
      fake.known = { kind, externalId: 'x', reason: 'closed' };
      await Promise.all(Array.from({ length: 20 }, () => advance(body.id)));
      expect(await find(body.id)).toMatchObject({ status: kind.toUpperCase(), reason: 'closed' });
      expect(await available()).toBe(before);
      // The reverse, told too late, changes nothing.
      fake.known = { kind: 'completed', externalId: 'x' };
      expect((await advance(body.id)).status).toBe(kind.toUpperCase());
      expect(await available()).toBe(before);
    },
  );

  it('races a control call, and one of both decides', async () => {
    const before = await available();
    const { body } = await create();
    fake.known = { kind: 'processing', externalId: 'x' };
    await advance(body.id);
    fake.known = { kind: 'completed', externalId: 'x' };
    const url = `${service.baseUrl}/sandbox/payouts/${body.id}/fail`;
    const control = send(url, { method: 'POST', headers: basic(ACCOUNT) });
    await Promise.all([control, advance(body.id), advance(body.id)]);
    const { status } = await find(body.id);
    expect(['COMPLETED', 'FAILED']).toContain(status);
    expect(await available()).toBe(status === 'FAILED' ? before : before - 1_000);
  });

  it('is found again by whoever looks after leftovers', async () => {
    const { body } = await create();
    fake.known = { kind: 'completed', externalId: 'x' };
    later(5);
    await advancePayouts(await account(), realTime, services);
    await advancePayouts(await account(), realTime, services);
    expect((await find(body.id)).status).toBe('COMPLETED');
  });

  it('asks for no more unknown keys than the budget has, and for none of them twice', async () => {
    fake.isKnownKey = false;
    const before = fake.checks;
    const codes = [];
    for (let index = 0; index < MISS_BUDGET.misses; index += 1) {
      codes.push((await create(`k${index}@example.com`)).body.error.code);
      await create(`k${index}@example.com`);
    }
    expect(new Set(codes)).toEqual(new Set(['INVALID_PIX_KEY']));
    const over = await create('one-more@example.com');
    expect([over.status, over.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(over.headers.get('retry-after')).toBe(String(MISS_BUDGET.windowMs / 1_000));
    expect(fake.checks - before).toBe(MISS_BUDGET.misses);
    fake.isKnownKey = true;
    later(MISS_BUDGET.windowMs / 1_000 + 1);
    expect((await create('one-more@example.com')).status).toBe(201);
  });
});
