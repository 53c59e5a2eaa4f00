import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAcquirer } from '../../parties/cielo/acquirer.ts';
import { startEfi } from '../../parties/efi/efi.ts';
import { startPagBank } from '../../parties/pagbank/pagbank.ts';
import type { Fault, Faults, FaultTarget } from '../../parties/server/faults.ts';
import { createTestSurroundings } from '../../parties/server/surroundings.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import { pixBankSettings } from '../testing/pix-bank-settings.ts';
import { testDatabases } from '../testing/test-db.ts';
import { startKilledAtParty } from '../testing/test-killed-at-party.ts';
import { disagreementOf } from '../testing/test-killed-service.ts';
import type { TestOperator } from '../testing/test-operator.ts';
import { basic, newReference, payinWithCard, send, validPayin } from '../testing/test-service.ts';

/*
 * What is asked of a party beside a charge (see provider-kill.test.ts) and a payout (efi-kill.test.ts):
 * what buyers pay by, refunds, and the void of a charge that came too late.
 */

/** A company of its own: those of the sandbox have banks of their own. */
const AT_EFI = 'livraria';
const AT_PAGBANK = 'manual';
/** Until the test releases it. */
const HELD_MS = 1_000_000_000;
const MOMENTS = [
  ['after the party has done it', { kind: 'answer_late', afterMs: HELD_MS }],
  ['before the party does it', { kind: 'book_late', afterMs: HELD_MS }],
] as const satisfies readonly (readonly [string, Fault])[];
const AMOUNT = 10_000;
const PART = 4_000;

describe.each(testDatabases())(
  'a service killed while it asks a party, on $engine',
  ({ engine }) => {
    const surroundings = createTestSurroundings();
    let cielo: Awaited<ReturnType<typeof startAcquirer>>;
    let efi: Awaited<ReturnType<typeof startEfi>>;
    let pagbank: Awaited<ReturnType<typeof startPagBank>>;
    let service: Awaited<ReturnType<typeof startKilledAtParty>>;

    let headers: Readonly<Record<string, { authorization: string }>> = {};

    async function route(operator: TestOperator): Promise<void> {
      await operator.run('company create', { company: AT_EFI, name: 'Livraria LTDA' });
      await operator.run('company set-kyc', { company: AT_EFI, status: 'approved' });
      await operator.run('company set-card', { company: AT_EFI, enabled: 'yes' });
      const { publicKey, secretKey } = await operator.record('key create', { company: AT_EFI });
      const pair = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
      headers = { [AT_EFI]: { authorization: `Basic ${pair}` }, [AT_PAGBANK]: basic(AT_PAGBANK) };
      const settings = {
        cielo: {
          'merchant-id': cielo.credentials.merchantId,
          'merchant-key': cielo.credentials.merchantKey,
        },
        efi: {
          ...pixBankSettings(efi, 'efi'),
          'return-address': 'https://shop.example.com/thanks',
        },
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
    }

    beforeAll(async () => {
      cielo = await startAcquirer({ ...surroundings, profile: 'cielo' });
      efi = await startEfi(surroundings);
      pagbank = await startPagBank(surroundings);
      const { authorityPem: trustedPem } = efi;
      const { api, sdk, assets, bank } = pagbank;
      service = await startKilledAtParty(engine, {
        clock: surroundings.clock,
        providers: {
          cielo: { hosts: { api: cielo.api, query: cielo.query }, trustedPem },
          efi: { hosts: { ...efi.origins, api: efi.api, token: efi.api }, trustedPem },
          pagbank: { hosts: { api, sdk, assets, bank }, trustedPem },
        },
        route,
      });
    });
    afterAll(async () => {
      await service.remove();
      for (const party of [cielo, efi, pagbank]) await party.stop();
    });

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

    const ROWS = ISSUED.flatMap((one) =>
      MOMENTS.map(([moment, fault]) => ({ ...one, moment, fault })),
    );

    it.each(ROWS)('shows one thing to pay by, and has it paid: $what, $moment', async (row) => {
      const { account, party, at, fault, pay, hours } = row;
      const { card: _card, ...body } = validPayin({
        ...row.order,
        ...(row.order.paymentMethod === 'OPEN_FINANCE' ? { bankId: efi.participants[0].id } : {}),
      });
      const held = await dieWhile(party().faults, at, fault, () => ask(account, '/payin', body));
      await service.pass(16);
      const made = await ask(account, '/payin', body);
      expect([made.status, made.body.status]).toEqual([201, 'PENDING']);
      expect((await ask(account, '/payin', body)).body).toEqual(made.body);
      // What was asked for first arrives after all, and nobody was shown it.
      held.release();
      await held.finished;
      const { id } = made.body;
      pay(attemptKeyOf(id));
      await passUntil(async () => (await show(account, id)).status === 'APPROVED', hours * 3_600);
      expect(await show(account, id)).toMatchObject({ refundedAmount: 0, amount: AMOUNT });
    });

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
      const { card: _card, ...body } = validPayin({ paymentMethod: 'PIX' });
      const { id } = (await ask(AT_EFI, '/payin', body)).body;
      efi.pay(attemptKeyOf(id));
      await passUntil(async () => (await show(AT_EFI, id)).status === 'APPROVED', 3_600);
      return id;
    }

    it.each(
      GIVEN_BACK.flatMap((one) => MOMENTS.map(([moment, fault]) => ({ ...one, moment, fault }))),
    )('gives a part back once: $what, $moment', async ({ account, party, at, fault, ...row }) => {
      const id = await row.open();
      const key = attemptKeyOf(id);
      const body = { referenceId: newReference(), amount: PART };
      const path = `/payin/${id}/refund`;
      const held = await dieWhile(party().faults, at, fault, () => ask(account, path, body));
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
      expect((await ask(account, path, body)).body.status).toBe('DONE');
      expect(row.given(key)).toEqual([PART]);
    });

    it.each(MOMENTS)(
      'voids a charge that came too late once: killed %s',
      async (_moment, fault) => {
        const charging = { method: 'POST', path: '/1/sales/' };
        const booking = { kind: 'book_late', afterMs: HELD_MS } as const;
        const body = payinWithCard({});
        const late = await dieWhile(cielo.faults, charging, booking, () =>
          ask(AT_EFI, '/payin', body),
        );
        await service.pass(16);
        const { id } = (await ask(AT_EFI, '/payin', body)).body;
        await passUntil(async () => (await show(AT_EFI, id)).status === 'FAILED', 200);
        late.release();
        await late.finished;
        const voiding = cielo.faults.next({ method: 'PUT', path: '/1/sales/:id/void' }, fault);
        service.begin(300);
        await voiding.taken;
        await service.die();
        voiding.release();
        await voiding.finished;
        const voided = () => cielo.salesOf(attemptKeyOf(id)).map((sale) => sale.voidedAmount);
        await passUntil(async () => voided()[0] === AMOUNT, 300);
        // What is over is asked for no more.
        const asked = cielo.requests.filter(({ method }) => method === 'PUT').length;
        await service.pass(3_600);
        await service.pass(3_600);
        expect(cielo.requests.filter(({ method }) => method === 'PUT')).toHaveLength(asked);
        expect([voided(), (await show(AT_EFI, id)).status]).toEqual([[AMOUNT], 'FAILED']);
      },
    );

    it('leaves a ledger that agrees and no violation', async () => {
      const db = await service.end();
      try {
        expect(await disagreementOf(db)).toBeNull();
      } finally {
        await db.close();
      }
      for (const party of [cielo, efi, pagbank]) expect(party.takeViolations()).toEqual([]);
    });
  },
);
