/** @module-tag minutes */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAcquirer } from '../../../simulators/cielo/acquirer.ts';
import { startEfi } from '../../../simulators/efi/efi.ts';
import { startPagBank } from '../../../simulators/pagbank/pagbank.ts';
import type { Fault, Faults, FaultTarget } from '../../../simulators/server/faults.ts';
import { createTestHarness } from '../../../simulators/server/harness.ts';
import { attemptKeyOf } from '../../providers/attempt-key.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { opened } from '../../testing/opened.ts';
import { pixBankSettings } from '../../testing/pix-bank-settings.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { startKilledAtParty } from '../../testing/test-killed-at-party.ts';
import { disagreementOf, takeTurns } from '../../testing/test-killed-service.ts';
import type { TestOperator } from '../../testing/test-operator.ts';
import {
  basic,
  newReference,
  payinWithCard,
  send,
  VALID_CARD,
  validPayin,
} from '../../testing/test-service.ts';

/** A company of its own: those of the sandbox have banks of their own. */
const AT_EFI = 'livraria';
const AT_PAGBANK = 'manual';
/** Its balance is moved by payouts alone, all of them at Efí. */
const PAYOUTS = 'nocard';
/** Until the test releases it. */
const HELD_MS = 1_000_000_000;
const FAULTS = {
  'after the party has done it': { kind: 'answer_late', afterMs: HELD_MS },
  'before the party does it': { kind: 'book_late', afterMs: HELD_MS },
  'while nothing of it arrives': { kind: 'cut' },
} as const satisfies Record<string, Fault>;
type Point = keyof typeof FAULTS;
const BOTH = ['after the party has done it', 'before the party does it'] as const;
const [DONE, NOT_YET] = BOTH;
const AMOUNT = 10_000;
const PART = 4_000;
const OPENING = 1_000_000;
const PAYOUT_AMOUNT = 1_000;
const PIX_KEY = 'ana@example.com';
const DECLINED_NUMBER = '4000000000000002';
/** Cielo's words for sales that were captured, and for ones given back. */
const CAPTURED = 2;
const VOIDED = 10;
const CHARGE = { method: 'POST', path: '/1/sales/' };
const VOID = { method: 'PUT', path: '/1/sales/:id/void' };
const TRANSFER = { method: 'PUT', path: '/v3/gn/pix/:id' };

/** What is asked of a party; `run` has the service killed at `point` and holds what became of it. */
type Act = {
  verb: 'issue' | 'give back' | 'charge' | 'void' | 'pay out' | 'refuse a payout';
  act: string;
  points: readonly Point[];
  run: (point: Point) => Promise<void>;
};

const DATABASES = testDatabases();
describe.each(DATABASES)('a service killed while it asks a party, on $engine', ({ engine }) => {
  const harness = createTestHarness();
  let service: Awaited<ReturnType<typeof startKilledAtParty>>;
  let headers: Readonly<Record<string, { authorization: string }>> = {};

  async function route(operator: TestOperator): Promise<void> {
    await operator.run('company create', { company: AT_EFI, name: 'Livraria LTDA' });
    await operator.run('company set-kyc', { company: AT_EFI, status: 'approved' });
    await operator.run('company set-card', { company: AT_EFI, enabled: 'yes' });
    const { publicKey, secretKey } = await operator.record('key create', { company: AT_EFI });
    const pair = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
    headers = {
      [AT_EFI]: { authorization: `Basic ${pair}` },
      [AT_PAGBANK]: basic(AT_PAGBANK),
      [PAYOUTS]: basic(PAYOUTS),
    };
    const settings = {
      cielo: {
        'merchant-id': cielo.credentials.merchantId,
        'merchant-key': cielo.credentials.merchantKey,
      },
      efi: { ...pixBankSettings(efi, 'efi'), 'return-address': 'https://shop.example.com/thanks' },
      pagbank: { token: pagbank.credentials.token },
    };
    for (const [company, methods] of [
      [AT_EFI, { CREDIT_CARD: 'cielo', PIX: 'efi', BOLETO: 'efi', OPEN_FINANCE: 'efi' }],
      [AT_PAGBANK, { CREDIT_CARD: 'pagbank', PIX: 'pagbank', BOLETO: 'pagbank' }],
    ] as const) {
      for (const provider of new Set(Object.values(methods))) {
        await operator.run('provider add', { company, provider, ...settings[provider] });
      }
      for (const [method, providers] of Object.entries(methods)) {
        await operator.run('route set', { company, method, providers });
      }
    }
    const named = { company: AT_EFI, provider: 'efi' };
    expect((await operator.record('provider connect', named)).connected).toBe('yes');
    await operator.run('company set-banks', { company: AT_EFI, from: 'efi' });
    const payouts = { company: PAYOUTS, provider: 'efi' };
    await operator.run('provider add', { ...payouts, ...pixBankSettings(efi, 'efi') });
    expect((await operator.record('provider connect', payouts)).connected).toBe('yes');
    await operator.run('route set', { company: PAYOUTS, method: 'PAYOUT', providers: 'efi' });
  }

  const cielo = opened(() => startAcquirer({ ...harness, profile: 'cielo' }));
  const efi = opened(() => startEfi(harness));
  const pagbank = opened(() => startPagBank(harness));
  beforeAll(async () => {
    const { authorityPem: trustedPem } = efi;
    const { api, sdk, assets, bank } = pagbank;
    service = await startKilledAtParty(engine, {
      clock: harness.clock,
      providers: {
        cielo: { hosts: { api: cielo.api, query: cielo.query }, trustedPem },
        efi: { hosts: { ...efi.origins, api: efi.api, token: efi.api }, trustedPem },
        pagbank: { hosts: { api, sdk, assets, bank }, trustedPem },
      },
      route,
    });
  });
  afterAll(() => service.remove());

  const show = async (account: string, id: string) =>
    (await send(service.url(`/payin/${id}`), { headers: headers[account] ?? {} })).body;
  const ask = (account: string, path: string, body: unknown) =>
    send(service.url(path), { body, headers: headers[account] ?? {} });

  /** Has it die while the party holds what it was asked by `act`. */
  async function dieWhile(
    faults: Faults,
    target: FaultTarget,
    fault: Fault,
    act: () => Promise<unknown>,
  ) {
    const held = faults.next(target, fault);
    const asked = act().catch(() => null);
    const early = asked.then((answer) => {
      // What dies while it is asked has answered nobody.
      if (answer !== null) throw new Error(`answered at once: ${JSON.stringify(answer)}`);
    });
    await Promise.race([held.taken, early]);
    await service.die();
    expect(await asked).toBeNull();
    return held;
  }

  /** Looked at again and again, each time later than the last. */
  async function passUntil(isSo: () => Promise<boolean>, seconds: number): Promise<void> {
    for (let round = 0; round < 15 && !(await isSo()); round += 1) await service.pass(seconds);
    expect(await isSo()).toBe(true);
  }

  const ISSUED = [
    {
      what: 'a PIX at Efí',
      account: AT_EFI,
      order: { paymentMethod: 'PIX' },
      party: () => efi,
      at: { method: 'PUT', path: '/v2/cob/:txid' },
      pay: (key: string) => void efi.pay(key),
      hours: 1,
    },
    {
      what: 'a boleto at Efí',
      account: AT_EFI,
      order: { paymentMethod: 'BOLETO' },
      party: () => efi,
      at: { method: 'POST', path: '/v1/charge/one-step' },
      pay(key: string) {
        const own = [...efi.billets.values()].filter(
          ({ fields }) => fields.metadata?.custom_id === key,
        );
        expect(own).toHaveLength(1);
        efi.payBillet(own[0]?.id ?? 0);
      },
      hours: 24,
    },
    {
      what: 'a payment by open finance at Efí',
      account: AT_EFI,
      order: { paymentMethod: 'OPEN_FINANCE' },
      party: () => efi,
      at: { method: 'POST', path: '/v1/pagamentos/pix' },
      pay(key: string) {
        const own = [...efi.consents.values()].filter(
          ({ idempotencyKey }) => idempotencyKey === key,
        );
        expect(own).toHaveLength(1);
        efi.endConsent(own[0]?.id ?? '', 'aceito');
      },
      hours: 1,
    },
    {
      what: 'a PIX at PagBank',
      account: AT_PAGBANK,
      order: { paymentMethod: 'PIX' },
      party: () => pagbank,
      at: { method: 'POST', path: '/orders' },
      pay: payAtPagBank,
      hours: 1,
    },
    {
      what: 'a boleto at PagBank',
      account: AT_PAGBANK,
      order: { paymentMethod: 'BOLETO' },
      party: () => pagbank,
      at: { method: 'POST', path: '/orders' },
      pay: payAtPagBank,
      hours: 24,
    },
  ];

  function payAtPagBank(key: string): void {
    const own = [...pagbank.orders.values()].filter(({ fields }) => fields.reference_id === key);
    expect(own).toHaveLength(1);
    pagbank.pay(own[0]?.id ?? '');
  }

  const issues = ISSUED.map(
    ({ what, account, order, party, at, pay, hours }): Act => ({
      verb: 'issue',
      act: `shows one thing to pay by, and has it paid: ${what}`,
      points: BOTH,
      async run(point) {
        const body = validPayin({
          ...order,
          ...(order.paymentMethod === 'OPEN_FINANCE' ? { bankId: efi.participants[0].id } : {}),
        });
        const act = () => ask(account, '/payin', body);
        const held = await dieWhile(party().faults, at, FAULTS[point], act);
        await service.pass(16);
        const made = await act();
        expect([made.status, made.body.status]).toEqual([201, 'PENDING']);
        expect((await act()).body).toEqual(made.body);
        // What was asked for first arrives after all, and nobody was shown it.
        held.release();
        await held.finished;
        const { id } = made.body;
        pay(attemptKeyOf(id));
        await passUntil(async () => (await show(account, id)).status === 'APPROVED', hours * 3_600);
        expect(await show(account, id)).toMatchObject({ refundedAmount: 0, amount: AMOUNT });
      },
    }),
  );

  const GIVEN_BACK = [
    {
      what: 'a card at Cielo',
      account: AT_EFI,
      party: () => cielo,
      at: { method: 'PUT', path: '/1/sales/:id/void' },
      open: () => payCard(AT_EFI),
      end: () => undefined,
      given: (key: string) => cielo.salesOf(key).map(({ voidedAmount }) => voidedAmount),
    },
    {
      what: 'a card at PagBank',
      account: AT_PAGBANK,
      party: () => pagbank,
      at: { method: 'POST', path: '/charges/:id/cancel' },
      open: () => payCard(AT_PAGBANK),
      end: () => undefined,
      given: (key: string) =>
        [...pagbank.orders.values()]
          .filter(({ fields }) => fields.reference_id === key)
          .map(({ charge }) => charge?.refunded),
    },
    {
      what: 'a PIX at Efí',
      account: AT_EFI,
      party: () => efi,
      at: { method: 'PUT', path: '/v2/pix/:e2eid/devolucao/:id' },
      open: payPix,
      end: (key: string) => {
        for (const pix of pixOf(key)) {
          for (const { id, status } of pix.refunds) {
            if (status !== 'EM_PROCESSAMENTO') continue;
            efi.settleRefund(pix.endToEndId, id, { status: 'DEVOLVIDO' });
          }
        }
      },
      given: (key: string) =>
        pixOf(key).flatMap(({ refunds }) => refunds.map(({ amount }) => Number(amount) * 100)),
    },
  ];

  const pixOf = (key: string) => [...efi.received.values()].filter(({ txid }) => txid === key);

  async function payCard(account: string): Promise<string> {
    const { status, body } = await ask(account, '/payin', payinWithCard({}));
    expect([status, body.status]).toEqual([201, 'APPROVED']);
    return body.id;
  }

  async function payPix(): Promise<string> {
    const { id } = (await ask(AT_EFI, '/payin', validPayin({ paymentMethod: 'PIX' }))).body;
    efi.pay(attemptKeyOf(id));
    await passUntil(async () => (await show(AT_EFI, id)).status === 'APPROVED', 3_600);
    return id;
  }

  const givesBack = GIVEN_BACK.map(
    ({ what, account, party, at, ...row }): Act => ({
      verb: 'give back',
      act: `gives a part back once: ${what}`,
      points: BOTH,
      async run(point) {
        const id = await row.open();
        const key = attemptKeyOf(id);
        const body = { referenceId: newReference(), amount: PART };
        const act = () => ask(account, `/payin/${id}/refund`, body);
        const held = await dieWhile(party().faults, at, FAULTS[point], act);
        await service.pass(60);
        held.release();
        await held.finished;
        const done = async () => {
          row.end(key);
          const { status, refundedAmount, refunds } = await show(account, id);
          return status === 'REFUNDED' && refundedAmount === PART && refunds[0]?.status === 'DONE';
        };
        await passUntil(done, 300);
        expect(row.given(key)).toEqual([PART]);
        expect((await act()).body.status).toBe('DONE');
        expect(row.given(key)).toEqual([PART]);
      },
    }),
  );

  const salesOf = (id: string) => cielo.salesOf(attemptKeyOf(id)).map(({ status }) => status);
  const payByCard = (body: unknown) => ask(AT_EFI, '/payin', body);

  /** The service has died while its charge was at Cielo, and is back at the same moment. */
  const dieWhileCharging = async (point: Point, card: Record<string, unknown> = {}) => {
    const body = payinWithCard(card);
    const charges = () => cielo.requests.filter(({ method }) => method === 'POST').length;
    const before = charges();
    const held = await dieWhile(cielo.faults, CHARGE, FAULTS[point], () => payByCard(body));
    await service.pass(16);
    /** How often the charge was sent, of this payin and of those of later repeats. */
    const sent = () => charges() - before;
    return { body, held, sent };
  };

  const charges: Act = {
    verb: 'charge',
    act: 'charges a card at Cielo once',
    points: BOTH,
    async run(point) {
      const { body, held, sent } = await dieWhileCharging(point);
      const made = await payByCard(body);
      const { id } = made.body;
      expect([made.status, made.body.status]).toEqual([
        201,
        point === DONE ? 'APPROVED' : 'PENDING',
      ]);
      expect((await payByCard(body)).body).toEqual(made.body);
      expect(salesOf(id)).toEqual(point === DONE ? [CAPTURED] : []);
      held.release();
      await held.finished;
      for (const seconds of [30, 60, 120]) await service.pass(seconds);
      expect((await show(AT_EFI, id)).status).toBe('APPROVED');
      expect(salesOf(id)).toEqual([CAPTURED]);
      expect(sent()).toBe(1);
    },
  };

  const isRefused: Act = {
    verb: 'charge',
    act: 'learns that a card was refused at Cielo',
    points: [DONE],
    async run(point) {
      const { body, sent } = await dieWhileCharging(point, { number: DECLINED_NUMBER });
      const listed = await send(service.url('/payin?limit=100'), {
        headers: headers[AT_EFI] ?? {},
      });
      const { data } = listed.body;
      const { id, status } = data.find(
        ({ referenceId }: { referenceId: string }) => referenceId === body.referenceId,
      );
      expect(status).toBe('REFUSED');
      expect(salesOf(id)).not.toContain(CAPTURED);
      expect(sent()).toBe(1);
    },
  };

  const givesUp: Act = {
    verb: 'charge',
    act: 'fails only when nothing can be booked any more; what is booked yet is given back',
    points: [NOT_YET],
    async run(point) {
      const { body, held, sent } = await dieWhileCharging(point);
      const { id } = (await payByCard(body)).body;
      // Killed again on the way: what was seen so far is kept.
      await service.die();
      // 35 seconds for the call, five minutes for Cielo, and a second look a minute later.
      for (const seconds of [60, 120, 100, 39, 59]) {
        await service.pass(seconds);
        expect((await show(AT_EFI, id)).status).toBe('PENDING');
      }
      expect(sent()).toBe(1);
      await service.pass(1);
      expect((await show(AT_EFI, id)).status).toBe('FAILED');
      const again = await payByCard(body);
      expect(again).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
      expect(again.body.id).not.toBe(id);

      held.release();
      await held.finished;
      expect(salesOf(id)).toEqual([CAPTURED]);
      await service.pass(300);
      expect(salesOf(id)).toEqual([VOIDED]);
      expect((await show(AT_EFI, id)).status).toBe('FAILED');
      expect(salesOf(again.body.id)).toEqual([CAPTURED]);
      expect(sent()).toBe(2);
    },
  };

  const voids: Act = {
    verb: 'void',
    act: 'voids a charge that came too late once',
    points: BOTH,
    async run(point) {
      const { body, held: late } = await dieWhileCharging(NOT_YET);
      const { id } = (await payByCard(body)).body;
      await passUntil(async () => (await show(AT_EFI, id)).status === 'FAILED', 200);
      late.release();
      await late.finished;
      const voiding = cielo.faults.next(VOID, FAULTS[point]);
      service.begin(300);
      await voiding.taken;
      await service.die();
      voiding.release();
      await voiding.finished;
      const voided = () => cielo.salesOf(attemptKeyOf(id)).map((sale) => sale.voidedAmount);
      await passUntil(async () => voided()[0] === AMOUNT, 300);
      // What is over is asked for no more.
      const asked = () => cielo.requests.filter(({ method }) => method === 'PUT').length;
      const before = asked();
      await service.pass(3_600);
      await service.pass(3_600);
      expect(asked()).toBe(before);
      expect([voided(), (await show(AT_EFI, id)).status]).toEqual([[AMOUNT], 'FAILED']);
    },
  };

  const available = async () =>
    (await send(service.url('/balance'), { headers: basic(PAYOUTS) })).body.available;
  const payoutsBy = async (query: string) =>
    (await send(service.url(`/payout${query}`), { headers: basic(PAYOUTS) })).body;

  /** The service has died while its transfer was at Efí, and is back at the same moment. */
  const dieWhileSending = async (point: Point) => {
    const [referenceId, had, made] = [newReference(), await available(), efi.payouts.size];
    const body = { amount: PAYOUT_AMOUNT, pixKey: PIX_KEY, pixKeyType: 'EMAIL', referenceId };
    const sends = () =>
      efi.requests.filter(({ method, path }) => method === 'PUT' && path.startsWith('/v3/')).length;
    const before = sends();
    const act = () => ask(PAYOUTS, '/payout', body);
    const held = await dieWhile(efi.faults, TRANSFER, FAULTS[point], act);
    const { data } = await payoutsBy(`?referenceId=${referenceId}`);
    expect(data).toHaveLength(1);
    const id = String(data[0].id);
    const status = async () => (await payoutsBy(`/${id}`)).status;
    return {
      ...{ body, held, id, key: attemptKeyOf(id), status },
      sent: () => sends() - before,
      passUntilIs: (expected: string, seconds = 20) =>
        passUntil(async () => (await status()) === expected, seconds),
      /** `gone`: what left the balance. `transfers`: how many Efí made. */
      async expectMade({ gone, transfers }: { gone: number; transfers: number }) {
        expect([had - (await available()), efi.payouts.size - made]).toEqual([gone, transfers]);
      },
    };
  };
  const MADE = { gone: PAYOUT_AMOUNT, transfers: 1 };

  const paysOut: Act = {
    verb: 'pay out',
    act: 'makes a payout at Efí once',
    points: BOTH,
    async run(point) {
      const one = await dieWhileSending(point);
      await one.passUntilIs('PROCESSING');
      // The first one arrives after all.
      one.held.release();
      await one.held.finished;
      efi.settlePayout(one.key);
      await one.passUntilIs('COMPLETED');
      const { id } = one;
      expect((await ask(PAYOUTS, '/payout', one.body)).body).toMatchObject({
        ...{ id, status: 'COMPLETED' },
      });
      // Where Efí never got it, it is sent again under its own id.
      expect(one.sent()).toBe(point === DONE ? 1 : 2);
      await one.expectMade(MADE);
    },
  };

  const diesTwice: Act = {
    verb: 'pay out',
    act: 'makes or gives back a payout at Efí once where it dies twice',
    points: BOTH,
    async run(point) {
      const { key, held, sent, passUntilIs, expectMade } = await dieWhileSending(point);
      if (point === DONE) {
        efi.settlePayout(key, { status: 'NAO_REALIZADO' });
        await service.pass(16);
        await service.die();
        await passUntilIs('REFUSED');
        expect(sent()).toBe(1);
        await expectMade({ gone: 0, transfers: 1 });
        return;
      }
      const again = efi.faults.next(TRANSFER, FAULTS[DONE]);
      service.begin(16);
      await again.taken;
      await service.die();
      held.release();
      await held.finished;
      await passUntilIs('PROCESSING');
      efi.settlePayout(key);
      await passUntilIs('COMPLETED', 60);
      await expectMade(MADE);
    },
  };

  const mayArrive: Act = {
    verb: 'refuse a payout',
    act: 'has no payout fail by a refusal while the first one may still arrive',
    points: [NOT_YET],
    async run(point) {
      const { key, held, sent, status, passUntilIs, expectMade } = await dieWhileSending(point);
      efi.setBalance(0);
      await passUntil(async () => sent() > 1, 20);
      expect(await status()).toBe('PENDING');
      efi.setBalance(OPENING);
      held.release();
      await held.finished;
      await passUntilIs('PROCESSING');
      efi.settlePayout(key);
      await passUntilIs('COMPLETED', 60);
      await expectMade(MADE);
    },
  };

  const cannotArrive: Act = {
    verb: 'refuse a payout',
    act: 'gives the balance back once where a payout is refused when nothing can arrive',
    points: ['while nothing of it arrives'],
    async run(point) {
      const { held, sent, status, passUntilIs, expectMade } = await dieWhileSending(point);
      await held.finished;
      efi.setBalance(0);
      for (const seconds of [16, 60, 120]) {
        await service.pass(seconds);
        expect(await status()).toBe('PENDING');
      }
      expect(sent()).toBeGreaterThan(1);
      await expectMade({ gone: PAYOUT_AMOUNT, transfers: 0 });
      await passUntilIs('FAILED', 300);
      efi.setBalance(OPENING);
      await service.pass(3_600);
      expect(await status()).toBe('FAILED');
      await expectMade({ gone: 0, transfers: 0 });
    },
  };

  const ACTS = [
    ...issues,
    ...[...givesBack, charges, isRefused, givesUp, voids],
    ...[paysOut, diesTwice, mayArrive, cannotArrive],
  ];
  const CASES = ACTS.flatMap(({ points, ...act }) => points.map((point) => ({ ...act, point })));

  describe('in this order', { shuffle: false }, () => {
    for (const { act, point, run, tags } of takeTurns(CASES)) {
      it(`${act}, killed ${point}`, { tags }, () => run(point));
    }

    it('leaves a ledger that agrees, no violation, and no secret in the log', async () => {
      const completed = (await payoutsBy('?limit=100&status=COMPLETED')).data.length;
      const log = service.log();
      const db = await service.end();
      try {
        expect(await disagreementOf(db)).toBeNull();
        const { available: left, in_flight } = await createLedgerStore(db).readBalances(PAYOUTS);
        expect([left, in_flight]).toEqual([OPENING - completed * PAYOUT_AMOUNT, 0]);
      } finally {
        await db.close();
      }
      for (const party of [cielo, efi, pagbank]) expect(party.takeViolations()).toEqual([]);
      expect(log).toContain('an outside party was asked');
      const secrets = [cielo.credentials.merchantKey, efi.key, efi.credentials.clientSecret];
      for (const secret of [VALID_CARD.number, DECLINED_NUMBER, PIX_KEY, ...secrets]) {
        expect(log).not.toContain(secret);
      }
    });
  });
});
