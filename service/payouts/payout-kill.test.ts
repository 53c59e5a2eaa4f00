import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLedgerStore } from '../store/ledger.ts';
import { buildProgram } from '../testing/child-program.ts';
import { testDatabases } from '../testing/test-db.ts';
import {
  countOf,
  disagreementOf,
  listEvents,
  startKilledService,
} from '../testing/test-killed-service.ts';
import { startReceiver } from '../testing/test-receiver.ts';
import { basic, newReference, send } from '../testing/test-service.ts';

const OPENING = 1_000_000;

/** Published keys. */
function evp(suffix: string) {
  return `00000000-0000-4000-8000-0000000004${suffix}`;
}

describe.each(testDatabases())('payouts of a service killed on $engine', ({ engine }) => {
  let service: Awaited<ReturnType<typeof startKilledService>>;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    const program = await buildProgram(new URL('../testing/kill-program.ts', import.meta.url));
    receiver = await startReceiver();
    service = await startKilledService(program, engine);
  });
  afterAll(async () => {
    await receiver.stop();
    await service.remove();
  });

  const newPayout = (pixKey: string) => ({
    amount: 1_000,
    pixKey,
    pixKeyType: 'EVP',
    referenceId: newReference(),
    webhookUrl: receiver.url,
  });
  const pay = (body: unknown, account = 'no3ds') =>
    send(service.url('/payout'), { body, headers: basic(account) });
  const control = (id: string, name: string, account = 'no3ds') =>
    send(service.url(`/sandbox/payouts/${id}/${name}`), {
      method: 'POST',
      headers: basic(account),
    });
  const eventsOf = (id: string, account = 'no3ds') => listEvents(service.url(''), { id, account });
  const listed = async (query: string, account = 'no3ds') =>
    (await send(service.url(`/payout?${query}`), { headers: basic(account) })).body.data;

  it.each([
    ['after the directory was asked', 'before payout_insert'],
    ['before the debit is committed', 'written payout_insert'],
    ['after the debit was committed', 'committed payout_insert'],
    ['while it asks the acquirer', 'before provider_state_keep'],
    ['after the acquirer took it in', 'committed provider_state_keep'],
    ["after the acquirer's name for it was kept", 'committed payout_keep_external_id'],
    ['before it is PROCESSING', 'written payout_move'],
    ['after it was PROCESSING', 'committed payout_move'],
    ['before it is COMPLETED', 'written payout_move 2'],
    ['after it was COMPLETED', 'committed payout_move 2'],
    ['after it told and before it knows', 'before webhook_delivered'],
    ['after it knows that it told', 'committed webhook_delivered'],
  ])('%s pay once', async (_name, point) => {
    const body = newPayout(evp('99'));
    let first = '';
    await service.killedAt(point, async () => {
      first = (await pay(body)).body.id;
    });
    const again = await pay(body);
    expect(again.status).toBe(201);
    if (first !== '') expect(again.body.id).toBe(first);
    await receiver.untilTold('payout.completed', again.body.id);
    expect(await listed(`referenceId=${body.referenceId}`)).toMatchObject([
      { id: again.body.id, status: 'COMPLETED' },
    ]);
    expect(await eventsOf(again.body.id)).toEqual(['payout.processing', 'payout.completed']);
  });

  it.each([
    ['rejected', '03', 'after the acquirer said so', 'committed provider_state_keep', 'FAILED'],
    ['rejected', '03', 'before that is committed', 'written payout_move', 'FAILED'],
    ['rejected', '03', 'after that was committed', 'committed payout_move', 'FAILED'],
    ['failing', '04', 'before that is committed', 'written payout_move 2', 'FAILED'],
    ['failing', '04', 'after that was committed', 'committed payout_move 2', 'FAILED'],
    ['refused', '05', 'before that is committed', 'written payout_move 2', 'REFUSED'],
    ['refused', '05', 'after that was committed', 'committed payout_move 2', 'REFUSED'],
  ])(
    'that are %s (%s), %s, give the balance back once',
    async (_kind, suffix, _name, point, status) => {
      const body = newPayout(evp(suffix));
      await service.killedAt(point, () => pay(body));
      const [{ id }] = await listed(`referenceId=${body.referenceId}`);
      await receiver.untilTold(`payout.${status.toLowerCase()}`, id);
      expect(await listed(`referenceId=${body.referenceId}`)).toMatchObject([{ id, status }]);
      // A refusal that was written while its caller waited is the answer to a repeat as well.
      const isRefusal = suffix === '03' && point === 'committed payout_move';
      const answer = isRefusal ? { error: { code: 'PROVIDER_REJECTED' } } : { id, status };
      expect((await pay(body)).body).toMatchObject(answer);
      expect((await eventsOf(id)).filter((event) => event !== 'payout.processing')).toEqual([
        `payout.${status.toLowerCase()}`,
      ]);
    },
  );

  it.each([
    ['before the approval is committed', 'written payout_move'],
    ['after the approval was committed', 'committed payout_move'],
    ['before it is claimed for sending', 'before payout_begin_send'],
    ['after it was claimed for sending', 'committed payout_begin_send'],
    ['after the acquirer took it in', 'committed provider_state_keep'],
    ["after the acquirer's name for it was kept", 'committed payout_keep_external_id'],
  ])('approved by hand, %s, are sent once', async (_name, point) => {
    const { id, status } = (await pay(newPayout(evp('99')), 'manual')).body;
    expect(status).toBe('AWAITING_APPROVAL');
    await service.killedAt(point, () => control(id, 'approve', 'manual'));
    // Whoever got no answer asks again: it is approved now, or was before.
    expect([200, 409]).toContain((await control(id, 'approve', 'manual')).status);
    await receiver.untilTold('payout.completed', id);
    const events = ['payout.pending', 'payout.processing', 'payout.completed'];
    expect(await eventsOf(id, 'manual')).toEqual(events);
  });

  it.each([
    ['cancel', 'manual', 'written payout_move', 'CANCELED'],
    ['cancel', 'manual', 'committed payout_move', 'CANCELED'],
    ['refund', 'no3ds', 'written payout_move', 'REFUNDED'],
    ['refund', 'no3ds', 'committed payout_move', 'REFUNDED'],
  ])(
    'told to %s (%s) give the balance back once, killed at %s',
    async (name, account, point, status) => {
      const body = newPayout(evp('99'));
      const { id } = (await pay(body, account)).body;
      if (account === 'no3ds') await receiver.untilTold('payout.completed', id);
      await service.killedAt(point, () => control(id, name, account));
      const isDone = point.startsWith('committed');
      expect((await control(id, name, account)).status).toBe(isDone ? 409 : 200);
      await receiver.untilTold(`payout.${status.toLowerCase()}`, id);
      expect(await listed(`referenceId=${body.referenceId}`, account)).toMatchObject([
        { id, status },
      ]);
    },
  );

  it('have one order at the acquirer each, and a ledger that agrees', async () => {
    const gone = new Map<string, number>();
    for (const account of ['no3ds', 'manual']) {
      const completed = await listed('limit=100&status=COMPLETED', account);
      gone.set(account, completed.length * 1_000);
    }
    const db = await service.end();
    try {
      expect(await disagreementOf(db)).toBeNull();
      for (const [account, amount] of gone) {
        const { available, in_flight } = await createLedgerStore(db).readBalances(account);
        expect([available, in_flight]).toEqual([OPENING - amount, 0]);
      }
      // A canceled one was never sent.
      const sent = "SELECT count(*) AS count FROM payouts WHERE status <> 'CANCELED'";
      const orders = "SELECT count(*) AS count FROM provider_state WHERE key LIKE 'transfer|%'";
      expect(await countOf(db, orders)).toBe(await countOf(db, sent));
    } finally {
      await db.close();
    }
  });
});
