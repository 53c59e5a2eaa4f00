import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { STORY } from '../../testing/opened.ts';
import { SELLER_OPTIONS } from '../../testing/sub-merchant.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { arrangeRoutedMercadoPago, MERCADO_CARD } from '../../testing/test-mercado-pago.ts';
import { newReference, send, validPayin } from '../../testing/test-service.ts';

const COMPANY = 'no3ds';
const ROUTE = { company: COMPANY, method: 'CREDIT_CARD', providers: 'mercadopago' };
const ALL = 'street, number, zipCode, city, state, neighborhood, mcc, phone, url';

/** In this order: what one test sets, the next one sells by. */
describe.each(testDatabases())(
  'a company that sells by an account of others, on $engine',
  STORY,
  (database) => {
    const ends: (() => void | Promise<void>)[] = [];
    let routed: Awaited<ReturnType<typeof arrangeRoutedMercadoPago>>;
    beforeAll(async () => {
      routed = await arrangeRoutedMercadoPago(
        database,
        { company: COMPANY, methods: ['CREDIT_CARD', 'PIX'], isFacilitator: true },
        (end) => void ends.push(end),
      );
    });
    afterAll(async () => {
      for (const end of ends.splice(0).reverse()) await end();
    });

    const run = (command: string, options: Record<string, string>) =>
      routed.operator.run(command, { company: COMPANY, ...options });
    const facilitate = (more: Record<string, string> = {}) =>
      run('provider rotate', { provider: 'mercadopago', 'sub-merchants': 'on', ...more });
    const pay = (change: object = {}) => {
      const card = { ...MERCADO_CARD, cvv: '123', installments: 1 };
      const body = validPayin({ referenceId: newReference(), card, ...change });
      return send(`${routed.service.baseUrl}/payin`, { body, headers: routed.headers });
    };
    const methods = async () => {
      const url = `${routed.service.baseUrl}/whoami`;
      return (await send(url, { headers: routed.headers })).body.paymentMethods;
    };
    const soldLast = () => [...routed.party.payments.values()].at(-1)?.fields;

    it('has what it lacks named where routes and providers are listed', async () => {
      await facilitate({ 'sub-merchants-from': '2099-01-31' });
      const lacks = `must hear who sells, and ${COMPANY} lacks ${ALL}`;
      const faults = `${lacks}; its cards are refused from 2099-01-31 on`;
      expect(await routed.operator.rows('route list', { company: COMPANY })).toEqual([
        { ...ROUTE, faults },
        { ...ROUTE, method: 'PIX', faults: 'none' },
      ]);
      const listed = await routed.operator.rows('provider list', { company: COMPANY });
      expect(listed).toMatchObject([{ state: `usable; ${faults}` }]);
    });

    it('gets no new route there, and the refusal names what it lacks', async () => {
      await run('company set-sub-merchant', { mcc: '5814', state: 'SP' });
      const fields = ALL.replace(' state,', '').replace(' mcc,', '');
      const params = { provider: 'mercadopago', company: COMPANY, fields };
      await expect(run('route set', ROUTE)).rejects.toMatchObject({
        details: [errorDetail('providers', 'route_without_seller', params)],
      });
    });

    it('is refused cards from the day of the credentials on, and nothing else', async () => {
      expect(await methods()).toContain('credit_card');
      await facilitate({ 'sub-merchants-from': '2026-11-23' });
      // Another process reads what was changed within seconds.
      routed.clock.advance(4000);
      const { status, body } = await pay();
      expect([status, body.error.code]).toEqual([403, 'METHOD_NOT_ENABLED']);
      expect(body.error.message).toContain('lacks street');
      expect(await methods()).not.toContain('credit_card');
      expect(await pay({ paymentMethod: 'PIX', card: undefined })).toMatchObject({ status: 201 });
    });

    it('sells with all of its data, which the acquirer is told', async () => {
      await run('company set-sub-merchant', {
        ...SELLER_OPTIONS,
        'soft-descriptor': 'Acai Centro',
      });
      expect(await pay()).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
      expect(soldLast()).toMatchObject({
        statement_descriptor: 'Acai Centro',
        forward_data: { sub_merchant: { mcc: '5814', document_number: '11222333000181' } },
      });
      expect(await methods()).toContain('credit_card');
      await run('route set', ROUTE);
    });

    it('names on a bill what the payin asks for, which is a part of the same order', async () => {
      const order = { referenceId: newReference(), softDescriptor: 'Pedido 77' };
      const { body } = await pay(order);
      const { service, headers } = routed;
      const kept = await send(`${service.baseUrl}/payin/${body.id}`, { headers });
      expect(kept.body).toMatchObject({ softDescriptor: 'Pedido 77' });
      expect(soldLast()).toMatchObject({ statement_descriptor: 'Pedido 77' });
      expect(await pay(order)).toMatchObject({ status: 201, body: { id: body.id } });
      const other = await pay({ ...order, softDescriptor: 'Pedido 78' });
      expect(other.body.error.code).toBe('DUPLICATE_REFERENCE');
    });

    it.each([' Loja', 'Loja ', 'Loja & Filhos', 'Açaí', 'x'.repeat(14)])(
      'is refused the name %j on a bill',
      async (softDescriptor) => {
        const { status, body } = await pay({ softDescriptor });
        expect([status, body.error.code]).toEqual([400, 'INVALID_DATA']);
        expect(body.error.details).toMatchObject([{ path: 'softDescriptor', rule: 'characters' }]);
      },
    );
  },
);
