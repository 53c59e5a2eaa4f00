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
import { basic, send, validPayin } from '../testing/test-service.ts';

const ACCOUNT = 'no3ds';

describe.each(testDatabases())('payins of a service killed on $engine', ({ engine }) => {
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

  const newPayin = (paymentMethod: string) => {
    const { card, ...payin } = validPayin({ paymentMethod, webhookUrl: receiver.url });
    if (paymentMethod === 'CREDIT_CARD') return { ...payin, card };
    return paymentMethod === 'OPEN_FINANCE' ? { ...payin, bankId: 'ipe' } : payin;
  };
  const pay = (body: unknown) => send(service.url('/payin'), { body, headers: basic(ACCOUNT) });
  const control = (id: string, name: string, body?: unknown) =>
    send(service.url(`/sandbox/payins/${id}/${name}`), {
      method: 'POST',
      headers: basic(ACCOUNT),
      ...(body === undefined ? {} : { body }),
    });
  const statusOf = async (id: string) =>
    (await send(service.url(`/payin/${id}`), { headers: basic(ACCOUNT) })).body.status;
  const eventsOf = (id: string) => listEvents(service.url(''), { id, account: ACCOUNT });

  const POINTS = [
    ['before it is reserved', 'before payin_claim'],
    ['after it was reserved', 'committed payin_claim'],
    ['while the acquirer issues it', 'before provider_state_keep'],
    ['after the acquirer issued it', 'committed provider_state_keep'],
    ['before it is acknowledged', 'before payin_move'],
    ['after it was acknowledged', 'committed payin_move'],
  ] as const;
  const METHODS = ['PIX', 'BOLETO', 'OPEN_FINANCE'] as const;
  const ISSUING = METHODS.flatMap((method) =>
    POINTS.map(([name, point]) => [method, name, point] as const),
  );

  it.each(ISSUING)('by %s are issued once, %s', async (method, _name, point) => {
    const body = newPayin(method);
    await service.killedAt(point, () => pay(body));
    const made = await pay(body);
    expect([made.status, made.body.status]).toEqual([201, 'PENDING']);
    // What was issued is the buyer's to pay by, also after the next question.
    const { pix, boleto, openFinanceRedirectUrl } = made.body;
    expect(pix ?? boleto ?? openFinanceRedirectUrl).toBeDefined();
    expect((await pay(body)).body).toEqual(made.body);
    expect((await control(made.body.id, 'pay')).body.status).toBe('APPROVED');
  });

  it.each([
    ['before it is reserved', 'before payin_claim'],
    ['after it was reserved', 'committed payin_claim'],
    ['while the acquirer charges it', 'before provider_state_keep'],
    ['after the acquirer charged it', 'committed provider_state_keep'],
    ['before it is approved', 'before payin_move'],
    ['after it was approved', 'committed payin_move'],
  ])('by card are charged once, %s', async (_name, point) => {
    const body = newPayin('CREDIT_CARD');
    await service.killedAt(point, () => pay(body));
    const made = await pay(body);
    expect([made.status, made.body.status]).toEqual([201, 'APPROVED']);
    await receiver.untilTold('payin.approved', made.body.id);
    expect((await pay(body)).body).toEqual(made.body);
    expect(await eventsOf(made.body.id)).toEqual(['payin.approved']);
  });

  it.each([
    ['after the bank knows and before we do', 'committed provider_state_keep'],
    ['before the approval is committed', 'written payin_move'],
    ['after the approval was committed', 'committed payin_move'],
  ])('confirmed at the bank are paid once, %s', async (_name, point) => {
    const { id, openFinanceRedirectUrl } = (await pay(newPayin('OPEN_FINANCE'))).body;
    await service.killedAt(point, () =>
      fetch(openFinanceRedirectUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'confirm=1',
      }),
    );
    await receiver.untilTold('payin.approved', id);
    expect(await statusOf(id)).toBe('APPROVED');
    expect(await eventsOf(id)).toEqual(['payin.approved']);
  });

  it.each([
    ['expire', 'EXPIRED'],
    ['cancel', 'CANCELED'],
  ])('told to %s move no money, killed on either side of the commit', async (name, status) => {
    for (const moment of ['written', 'committed']) {
      const { id } = (await pay(newPayin('PIX'))).body;
      await service.killedAt(`${moment} payin_move`, () => control(id, name));
      expect((await control(id, name)).status).toBe(moment === 'written' ? 200 : 409);
      await receiver.untilTold(`payin.${status.toLowerCase()}`, id);
      expect(await statusOf(id)).toBe(status);
      expect(await eventsOf(id)).toEqual([`payin.${status.toLowerCase()}`]);
    }
  });

  it.each([
    ['pay', [], 'APPROVED', undefined],
    ['refund', ['pay'], 'REFUNDED', undefined],
    ['refund', ['pay'], 'REFUNDED', { amount: 3_000 }],
    ['chargeback', ['pay'], 'CHARGEBACK', undefined],
    ['chargeback-reversal', ['pay', 'chargeback'], 'APPROVED', undefined],
    ['med', ['pay'], 'MED', undefined],
    ['med-reversal', ['pay', 'med'], 'APPROVED', undefined],
  ])(
    'told to %s (after %j) move money once, killed on either side of the commit',
    async (name, before, status, body) => {
      const { id } = (await pay(newPayin('PIX'))).body;
      for (const earlier of before) await control(id, earlier);
      const from = await statusOf(id);
      await service.killedAt('written payin_move', () => control(id, name, body));
      // Nothing of it was kept, so it may be asked for again.
      expect(await statusOf(id)).toBe(from);
      await service.killedAt('committed payin_move', () => control(id, name, body));
      expect(await statusOf(id)).toBe(status);
      await receiver.untilTold(`payin.${status.toLowerCase()}`, id);
      expect(await eventsOf(id)).toHaveLength(before.length + 1);
    },
  );

  it('refunded twice at once by parts lose both parts, and no third', async () => {
    const { id } = (await pay(newPayin('PIX'))).body;
    await control(id, 'pay');
    await service.killedAt('committed payin_move 2', () =>
      Promise.all([
        control(id, 'refund', { amount: 4_000 }),
        control(id, 'refund', { amount: 4_000 }),
      ]),
    );
    const third = await control(id, 'refund', { amount: 4_000 });
    expect([third.status, third.body.error.code]).toEqual([400, 'INVALID_DATA']);
    expect((await control(id, 'refund', { amount: 2_000 })).status).toBe(200);
    const refunded = Array(3).fill('payin.refunded');
    expect(await eventsOf(id)).toEqual(['payin.approved', ...refunded]);
  });

  it('leave a ledger that agrees, and one charge at the acquirer for each card', async () => {
    const db = await service.end();
    try {
      expect(await disagreementOf(db)).toBeNull();
      const clearing =
        'SELECT coalesce(sum(refunded_amount - amount), 0)::bigint AS count FROM payins ' +
        "WHERE status IN ('APPROVED', 'REFUNDED')";
      const { clearing: moved } = await createLedgerStore(db).readBalances(ACCOUNT);
      expect(moved).toBe((await countOf(db, clearing)) - 1_000_000);
      const charges = "SELECT count(*) AS count FROM provider_state WHERE key LIKE 'charge|%'";
      const cards = "SELECT count(*) AS count FROM payins WHERE payment_method = 'CREDIT_CARD'";
      expect(await countOf(db, charges)).toBe(await countOf(db, cards));
    } finally {
      await db.close();
    }
  });
});
