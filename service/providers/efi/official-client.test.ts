import {
  CreateOneStepChargeBodySchema,
  CreateOneStepChargeResponseSchema,
  DetailChargeResponseSchema,
  EfiPay,
  GetNotificationResponseSchema,
  ListChargesParamsSchema,
  ListChargesResponseSchema,
  MedListResponseSchema,
  OfListParticipantsResponseSchema,
  OfListPixPaymentResponseSchema,
  OfStartPixPaymentBodySchema,
  OpenFinanceConfigBodySchema,
  OpenFinanceConfigResponseSchema,
  OpenFinanceStartPaymentResponseSchema,
  PixCreateChargeBodySchema,
  PixCreateChargeResponseSchema,
  PixKeysBucketResponseSchema,
  PixSendBodySchema,
  PixSendDetailIdResponseSchema,
  PixSendListResponseSchema,
  PixSendResponseSchema,
} from 'sdk-node-apis-efi';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { z } from 'zod';
import { orderFacts } from '../../testing/order-facts.ts';
import { arrangeEfi } from '../../testing/test-efi.ts';
import type { Transfer } from '../payout-acquirer.ts';
import { createPixIssuer } from '../pix-bacen/pix-bacen.ts';
import { PIX_PROFILES } from '../pix-bacen/profiles.ts';
import { createEfiBoletos } from './boletos.ts';
import { createEfiConsents } from './consents.ts';
import { createEfiPayouts } from './payouts.ts';

/*
 * What we send and what we play are held to the schemas of Efí's own client, and the client itself
 * talks to what we play, so that a document misread by us is not misread twice.
 */

const { signal: never } = new AbortController();
const NOTICES = 'https://pay.example.com/providers/efi/notices/5f0c';
const PAYIN = { companyId: 'acme', reference: 'pay_acme_3q2-7wAAAAAAAAAAAAAAAA' };
const TRANSFER: Omit<Transfer, 'beneficiaryDocument'> = {
  companyId: 'acme',
  amount: 500,
  pixKey: 'ana@example.com',
  pixKeyType: 'EMAIL',
};

/** Our adapters at Efí, and what they sent there. */
async function arrange() {
  const party = await arrangeEfi();
  const { efi, bank, own, clock, registerNotices } = party;
  await registerNotices();
  const order = {
    ...{ ...PAYIN, amount: 3700, dueOn: '2026-11-26', expiresAt: new Date('2026-11-29T02:59:59Z') },
    ...orderFacts({ merchantName: efi.receiver.name }),
  };
  const receiver = { pixKey: efi.key, merchantCity: 'Natal', profile: PIX_PROFILES.efi };
  const pix = createPixIssuer(bank, { ...receiver, now: clock.now });
  const payouts = createEfiPayouts(bank.client, efi.key);
  const boletos = createEfiBoletos({
    ...{ ...own, origin: efi.origins.charges ?? '', noticesAddress: NOTICES },
  });
  const consents = createEfiConsents({
    ...{ ...own, origin: efi.origins.openFinance ?? '', pixKey: efi.key },
    returnAddress: 'https://shop.example.com/thanks',
  });

  function bodiesOf(method: string, start: string): unknown[] {
    return efi.requests
      .filter((one) => one.method === method && one.path.startsWith(start))
      .map(({ rawBody }) => JSON.parse(rawBody));
  }
  return { ...party, order, pix, payouts, boletos, consents, bodiesOf };
}

function expectAll(schema: z.ZodType, values: readonly unknown[], count: number) {
  expect(values).toHaveLength(count);
  for (const value of values) expect(schema.safeParse(value).error?.issues ?? []).toEqual([]);
}

describe('by the schemas of Efí’s own client', () => {
  it('a charge by PIX is asked for rightly', async () => {
    const { pix, order, bodiesOf } = await arrange();
    await pix.issuePix(order, never);
    expectAll(PixCreateChargeBodySchema, bodiesOf('PUT', '/v2/cob/'), 1);
  });

  it('payouts are sent rightly, to persons, companies and whom nobody named', async () => {
    const { payouts, bodiesOf } = await arrange();
    const documents = ['52998224725', '11222333000181', null];
    for (const [index, beneficiaryDocument] of documents.entries()) {
      const reference = `out_acme_3q2-7wAAAAAAAAAAAAAAA${'AQg'[index]}`;
      await payouts.send({ ...TRANSFER, beneficiaryDocument, reference }, never);
    }
    expectAll(PixSendBodySchema, bodiesOf('PUT', '/v3/gn/pix/'), 3);
  });

  it('boletos are asked for rightly, and looked for', async () => {
    const { boletos, order, bodiesOf, efi } = await arrange();
    await boletos.issueBoleto(order, never);
    const company = { ...order.payer, document: '11222333000181' };
    const reference = 'pay_acme_3q2-7wAAAAAAAAAAAAAAAQ';
    await boletos.issueBoleto({ ...order, reference, payer: company }, never);
    expectAll(CreateOneStepChargeBodySchema, bodiesOf('POST', '/v1/charge/one-step'), 2);
    const queries = efi.requests
      .filter(({ path }) => path === '/v1/charges')
      .map(({ query }) => Object.fromEntries(new URLSearchParams(query)));
    expectAll(ListChargesParamsSchema, queries, 2);
  });

  it('open finance is set up rightly, and a payment opened', async () => {
    const { consents, order, bodiesOf, efi } = await arrange();
    await consents.connect(NOTICES, never);
    const [bank] = efi.participants;
    const opened = await consents.openConsent(
      { ...order, bankId: bank.id, bankName: bank.name },
      never,
    );
    expect(opened).toMatchObject({ kind: 'issued' });
    expectAll(OpenFinanceConfigBodySchema, bodiesOf('PUT', '/v1/config'), 1);
    expectAll(OfStartPixPaymentBodySchema, bodiesOf('POST', '/v1/pagamentos/pix'), 1);
  });
});

/** Efí's own client, talking to what we play in place of Efí. */
async function arrangeClient() {
  const party = await arrange();
  const { efi } = party;
  const { clientId, clientSecret } = efi.credentials;
  // It has no way to trust another authority, so here it trusts everybody.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  const client = new EfiPay({
    sandbox: false,
    client_id: clientId,
    client_secret: clientSecret,
    certificate: efi.issueCertificate().pfx('').toString('base64'),
    cert_base64: true,
  });
  const hosts: Readonly<Record<string, string | undefined>> = {
    'pix.api.efipay.com.br': efi.api,
    'cobrancas.api.efipay.com.br': efi.origins.charges,
    'openfinance.api.efipay.com.br': efi.origins.openFinance,
  };
  // It takes its hosts from a list of its own.
  const resolve: unknown = Reflect.get(client, 'resolveRequestContext');
  if (typeof resolve !== 'function') throw new Error('the client has changed');
  Reflect.set(client, 'resolveRequestContext', (name: string) => {
    const context: { baseUrl: string } = Reflect.apply(resolve, client, [name]);
    const { host, pathname } = new URL(context.baseUrl);
    return { ...context, baseUrl: `${hosts[host]}${pathname.replace(/\/$/, '')}` };
  });
  return { ...party, client };
}

describe('Efí’s own client', () => {
  it('takes a PIX where we play Efí, and finds ours', async () => {
    const { client, efi, pix, order } = await arrangeClient();
    await pix.issuePix(order, never);
    const [txid = ''] = efi.charges.keys();
    expectAll(PixCreateChargeResponseSchema, [await client.pixDetailCharge({ txid })], 1);
    const body = { calendario: { expiracao: 600 }, valor: { original: '1.00' }, chave: efi.key };
    const made = await client.pixCreateCharge({ txid: 'a'.repeat(32) }, body);
    expectAll(PixCreateChargeResponseSchema, [made], 1);
  });

  it('finds the infractions that we play', async () => {
    const { client, efi, clock } = await arrangeClient();
    const now = new Date(clock.now());
    efi.openInfraction(efi.payToKey('1.00'), now);
    const listed = await client.medList({ inicio: '2026-01-01T00:00:00Z', fim: now.toISOString() });
    expectAll(MedListResponseSchema, [listed], 1);
    expect(listed.infracoes).toHaveLength(1);
  });

  it('sends a PIX where we play Efí, and finds ours', async () => {
    const { client, efi, payouts } = await arrangeClient();
    const reference = 'out_acme_3q2-7wAAAAAAAAAAAAAAAA';
    await payouts.send({ ...TRANSFER, beneficiaryDocument: null, reference }, never);
    const [idEnvio = ''] = efi.payouts.keys();
    efi.settlePayout(idEnvio);
    const found = await client.pixSendDetailId({ idEnvio });
    expectAll(PixSendDetailIdResponseSchema, [found], 1);
    expect(found).toMatchObject({ status: 'REALIZADO', valor: '5.00' });
    const days = { inicio: '2026-01-01T00:00:00Z', fim: '2027-01-01T00:00:00Z' };
    const listed = await client.pixSendList(days);
    expectAll(PixSendListResponseSchema, [listed], 1);
    expect(listed.pix).toEqual([found]);
    const body = {
      valor: '1.00',
      pagador: { chave: efi.key },
      favorecido: { chave: 'ana@example.com', cpf: '52998224725' },
    };
    const sent = await client.pixSend({ idEnvio: 'another1' }, body);
    expectAll(PixSendResponseSchema, [sent], 1);
    expectAll(PixKeysBucketResponseSchema, [await client.pixKeysBucket()], 1);
  });

  it('makes a boleto where we play Efí, and finds ours with its notice', async () => {
    const { client, efi, boletos, order, bodiesOf } = await arrangeClient();
    await boletos.issueBoleto(order, never);
    const [billet] = efi.billets.values();
    if (billet === undefined) throw new Error('there is no boleto');
    efi.payBillet(billet.id);
    const detail = await client.detailCharge({ id: billet.id });
    expectAll(DetailChargeResponseSchema, [detail], 1);
    const dates = { begin_date: '2026-11-23', end_date: '2026-11-23' };
    const listed = await client.listCharges({ charge_type: 'billet', ...dates });
    expectAll(ListChargesResponseSchema, [listed], 1);
    expectAll(
      GetNotificationResponseSchema,
      [await client.getNotification({ token: billet.token })],
      1,
    );
    const [ours] = bodiesOf('POST', '/v1/charge/one-step');
    const body = CreateOneStepChargeBodySchema.parse(ours);
    const made = await client.createOneStepCharge({ ...body, metadata: { custom_id: 'another' } });
    expectAll(CreateOneStepChargeResponseSchema, [made], 1);
  });

  it('opens a payment by open finance where we play Efí, and finds ours', async () => {
    const { client, efi, consents, order } = await arrangeClient();
    await consents.connect(NOTICES, never);
    const [bank] = efi.participants;
    await consents.openConsent({ ...order, bankId: bank.id, bankName: bank.name }, never);
    const [identificador = ''] = efi.consents.keys();
    efi.endConsent(identificador, 'aceito');
    const listed = await client.ofListPixPayment({ identificador });
    expectAll(OfListPixPaymentResponseSchema, [listed], 1);
    expectAll(OfListParticipantsResponseSchema, [await client.ofListParticipants({})], 1);
    expectAll(OpenFinanceConfigResponseSchema, [await client.ofConfigDetail()], 1);
    const started = await client.ofStartPixPayment({
      pagador: { idParticipante: bank.id, cpf: '52998224725' },
      favorecido: { chave: efi.key },
      pagamento: { valor: '1.00' },
    });
    expectAll(OpenFinanceStartPaymentResponseSchema, [started], 1);
  });
});
