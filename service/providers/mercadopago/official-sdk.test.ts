import { createHmac } from 'node:crypto';
import {
  Payment as Client,
  MercadoPagoConfig,
  PaymentRefund,
  WebhookSignatureValidator,
} from 'mercadopago';
import type { CardTokenCreateBody } from 'mercadopago/dist/clients/cardToken/create/types';
import type { PaymentCreateRequest } from 'mercadopago/dist/clients/payment/create/types';
import type { CreateRefundBody } from 'mercadopago/dist/clients/paymentRefund/create/types';
import { Agent, fetch as fetchBy } from 'undici';
import { afterEach, describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import { refundOrder } from '../../testing/refund-order.ts';
import { arrangeMercadoPago } from '../../testing/test-mercado-pago.ts';
import type { boletoBody, cardPaymentBody, cardTokenBody, pixBody, refundBody } from './bodies.ts';

// Mercado Pago's own SDK judges what we send: at compile time by its types, and here by its client,
// which nobody of us wrote.

/** The fields of ours that its types do not have, at any depth; `never` where there are none. */
type Strange<Ours, Theirs> = Ours extends readonly (infer One)[]
  ? NonNullable<Theirs> extends readonly (infer Other)[]
    ? Strange<One, Other>
    : 'a list'
  : Ours extends object
    ?
        | Exclude<keyof Ours, keyof NonNullable<Theirs>>
        | {
            [field in keyof Ours & keyof NonNullable<Theirs>]: Strange<
              NonNullable<Ours[field]>,
              NonNullable<Theirs>[field]
            >;
          }[keyof Ours & keyof NonNullable<Theirs>]
    : never;

type Bodies = {
  card: ReturnType<typeof cardPaymentBody>;
  pix: ReturnType<typeof pixBody>;
  boleto: ReturnType<typeof boletoBody>;
};

afterEach(() => void vi.unstubAllGlobals());

/** Its client, whose one host is the party. */
async function arrange() {
  const all = await arrangeMercadoPago();
  const { party } = all;
  const dispatcher = new Agent({ connect: { ca: party.authorityPem } });
  onTestFinished(() => dispatcher.destroy());
  vi.stubGlobal('fetch', (url: string, { method, headers, body }: RequestInit = {}) => {
    const to = url.replace('https://api.mercadopago.com', party.api);
    const sent = {
      method: method ?? 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      dispatcher,
    };
    return fetchBy(to, typeof body === 'string' ? { ...sent, body } : sent);
  });
  const config = new MercadoPagoConfig({ accessToken: party.credentials.accessToken });
  return { ...all, client: new Client(config), refunds: new PaymentRefund(config) };
}

it('what we send has the fields and types of its SDK, and no other field', () => {
  expectTypeOf<Bodies[keyof Bodies]>().toExtend<PaymentCreateRequest>();
  expectTypeOf<Strange<Bodies[keyof Bodies], PaymentCreateRequest>>().toBeNever();
  expectTypeOf<ReturnType<typeof refundBody>>().toExtend<CreateRefundBody>();
  // Its types leave out the cardholder, which its guides ask for.
  type Token = Omit<ReturnType<typeof cardTokenBody>, 'cardholder'>;
  expectTypeOf<Token>().toExtend<CardTokenCreateBody>();
  expectTypeOf<Strange<Token, CardTokenCreateBody>>().toBeNever();
  // The measure itself finds a field that is none.
  expectTypeOf<
    Strange<{ payer: { nome: string } }, PaymentCreateRequest>
  >().toEqualTypeOf<'nome'>();
});

describe("Mercado Pago's own client", () => {
  it('finds what we charged, by its id and by our key, and what we gave back', async () => {
    const { client, refunds, chargeBy, cards, payment, never, key } = await arrange();
    const charged = await chargeBy('APRO');
    const id = charged?.kind === 'approved' ? charged.externalId : '';
    expect(await client.get({ id })).toMatchObject({
      status: 'approved',
      external_reference: key,
      transaction_amount: 37,
      installments: 3,
    });
    const found = await client.search({ options: { external_reference: key } });
    expect(found.results?.map((one) => `${one.id}`)).toEqual([id]);
    await cards.refund?.(refundOrder({ ...payment, externalId: id, amount: 1205 }), never);
    expect((await refunds.list({ payment_id: id })).map(({ amount }) => amount)).toEqual([12.05]);
  });

  it('makes what we find', async () => {
    const { client, payments, payment, never, key } = await arrange();
    const body = {
      transaction_amount: 37,
      payment_method_id: 'pix',
      external_reference: key,
      payer: { email: 'ana@example.com' },
    };
    await client.create({ body, requestOptions: { idempotencyKey: key } });
    expect(await payments.findPayment(payment, never)).toEqual({ kind: 'open' });
  });
});

describe("Mercado Pago's own check of notices", () => {
  const requestId = '2066ca19-c6f1-498a-be75-1923005edd06';

  it.each([
    ['in milliseconds', (ms: number) => `${ms}`, requestId],
    ['in seconds', (ms: number) => `${Math.floor(ms / 1000)}`, requestId],
    ['without an id of the request', (ms: number) => `${ms}`, ''],
  ])('takes and refuses the same as ours: %s', async (_what, tell, id) => {
    const { party, provider, chargeBy, paymentId, clock, never } = await arrange();
    await chargeBy('CONT');
    const dataId = `${paymentId()}`;
    const ts = tell(clock.now());
    const { webhookSecret: secret } = party.credentials;
    const manifest = `id:${dataId};${id === '' ? '' : `request-id:${id};`}ts:${ts};`;
    const v1 = createHmac('sha256', secret).update(manifest).digest('hex');
    for (const [hash, isTaken] of [
      [v1, true],
      [v1.replace(/^./, (first) => (first === '0' ? '1' : '0')), false],
    ] as const) {
      const xSignature = `ts=${ts},v1=${hash}`;
      const theirs = () =>
        WebhookSignatureValidator.validate({ xSignature, xRequestId: id, dataId, secret });
      const headers = { 'x-signature': xSignature, ...(id === '' ? {} : { 'x-request-id': id }) };
      const query = new URLSearchParams({ 'data.id': dataId, type: 'payment' });
      const notice = { headers, query, rawBody: Buffer.from('{}'), clientCertificate: null };
      const ours = await provider.notices?.read(notice, never);
      if (isTaken) expect(theirs).not.toThrow();
      else expect(theirs).toThrow('SignatureMismatch');
      expect(ours?.kind).toBe(isTaken ? 'about' : 'forged');
    }
  });
});
