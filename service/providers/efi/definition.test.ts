import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestCompany } from '../../../simulators/testing/pix-company.ts';
import { startReceiver } from '../../../simulators/testing/receiver.ts';
import { orderFacts, ATTEMPT as PAYIN } from '../../testing/order-facts.ts';
import { partyMeans } from '../../testing/party-means.ts';
import { pixBankSettings } from '../../testing/pix-bank-settings.ts';
import { arrangeEfi } from '../../testing/test-efi.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import { definitionCases } from '../definition.cases.ts';
import type { Notice } from '../provider.ts';
import { EFI } from './definition.ts';

const { signal: never } = new AbortController();
const NOTICES = 'https://pay.example.com/providers/efi/notices/5f0c';
const RETURN_ADDRESS = 'https://shop.example.com/thanks';
const PAYOUT = { companyId: 'acme', reference: 'out_acme_3q2-7wAAAAAAAAAAAAAAAQ' };

/** A company's Efí, made of what an operator typed. */
async function arrange(changes: Record<string, string> = {}) {
  const { efi, authority, clock, timers, log } = await arrangeEfi();
  const settings = EFI.schema.parse({
    ...pixBankSettings(efi, 'efi'),
    'return-address': RETURN_ADDRESS,
    ...changes,
  });
  const identity = EFI.identityOf(settings);
  const { means } = partyMeans(efi, clock, { identity });
  const hosts = { api: efi.api, token: efi.api, ...efi.origins };
  const provider = EFI.create(settings, { ...means, timers, log, hosts, noticesAddress: NOTICES });
  const { payments, payouts, test, notices } = provider;
  if (payments === null || payouts === null || test === undefined) throw new Error('is missing');
  if (notices?.connect === undefined) throw new Error('notices are missing');
  const { connect } = notices;
  return { efi, authority, clock, provider, payments, payouts, test, connect, notices };
}

function noticeOf(body: string, query = new URLSearchParams()): Notice {
  return { headers: {}, query, rawBody: Buffer.from(body), clientCertificate: null };
}

definitionCases({
  name: 'efi',
  unknown: { 'client-id': 'somebody-else' },
  spoiled: ['http://shop.example.com', 'shop', 'javascript:alert(1)'].map((typed) => [
    'return-address',
    { 'return-address': typed },
  ]),
});

describe('Efí, as an operator switches it on', () => {
  it('takes a PIX and sends one, once it has an address for its notices', async () => {
    const { efi, clock, payments, payouts, connect } = await arrange();
    expect(await connect(NOTICES, never)).toEqual({ kind: 'works' });
    const order = { ...PAYIN, amount: 3700, expiresAt: new Date(clock.now() + 1_800_000) };
    expect(await payments.issuePix({ ...order, ...orderFacts() }, never)).toMatchObject({
      kind: 'issued',
    });
    const transfer = { amount: 500, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' } as const;
    const sent = await payouts.send(
      { ...PAYOUT, ...transfer, beneficiaryDocument: '52998224725' },
      never,
    );
    expect(sent).toMatchObject({ kind: 'accepted' });
    expect([...efi.charges.keys()]).toEqual([attemptKeyOf(PAYIN.reference)]);
    expect([...efi.payouts.keys()]).toEqual([attemptKeyOf(PAYOUT.reference)]);
  });

  it('is not asked for its certificate when it sends notices', async () => {
    const { efi, connect } = await arrange();
    await connect(NOTICES, never);
    const put = efi.requests.find(({ method }) => method === 'PUT');
    expect(put?.headers['x-skip-mtls-checking']).toBe('true');
  });
});

describe('a notice of Efí', () => {
  it('of what was received and what was sent leads to both, as it really arrives', async () => {
    const { efi, authority, clock, payments, payouts, notices } = await arrange();
    const receiver = await startReceiver(authority);
    onTestFinished(receiver.stop);
    const company = createTestCompany(efi);
    const body = { webhookUrl: `${receiver.origin}/notices` };
    await company.call('PUT', `/webhook/${efi.key}`, { body });
    const order = { ...PAYIN, amount: 3700, expiresAt: new Date(clock.now() + 1_800_000) };
    await payments.issuePix({ ...order, ...orderFacts() }, never);
    const transfer = { amount: 500, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' } as const;
    await payouts.send({ ...PAYOUT, ...transfer, beneficiaryDocument: null }, never);
    await efi.notify([efi.pay(attemptKeyOf(PAYIN.reference))]);
    efi.settlePayout(attemptKeyOf(PAYOUT.reference), { status: 'NAO_REALIZADO' });
    await efi.notifyOfPayouts([attemptKeyOf(PAYOUT.reference)]);
    const readings = await Promise.all(
      receiver.received.map(({ body: received }) => notices.read(noticeOf(received), never)),
    );
    expect(readings).toEqual([
      { kind: 'about', attempts: [{ of: 'payin', key: attemptKeyOf(PAYIN.reference) }] },
      { kind: 'about', attempts: [{ of: 'payout', key: attemptKeyOf(PAYOUT.reference) }] },
    ]);
  });

  it('of a boleto leads to it, by what Efí tells for its token', async () => {
    const { efi, clock, payments, notices } = await arrange();
    const order = { ...PAYIN, amount: 3700, expiresAt: new Date(clock.now() + 5 * 86_400_000) };
    const issued = await payments.issueBoleto(
      { ...order, ...orderFacts(), dueOn: '2026-11-26' },
      never,
    );
    const externalId = issued.kind === 'issued' ? issued.externalId : '';
    const billet = efi.billets.get(Number(externalId));
    expect(billet?.fields.metadata?.notification_url).toBe(NOTICES);
    const read = (token = '') => notices.read(noticeOf(`notification=${token}`), never);
    const key = attemptKeyOf(PAYIN.reference);
    expect(await read(billet?.token)).toEqual({ kind: 'about', attempts: [{ of: 'payin', key }] });
    expect(await read('somebody-made-this-up')).toEqual({ kind: 'forged' });
    expect(await payments.findPayment({ ...PAYIN, externalId }, never)).toEqual({ kind: 'open' });
    expect(await payments.cancelPayment?.({ ...PAYIN, externalId }, never)).toEqual({
      kind: 'refused',
    });
    const named = { ...PAYIN, paymentMethod: 'BOLETO' } as const;
    expect(await payments.findPayment(named, never)).toEqual({ kind: 'refused' });
    expect(await payments.findPayment(PAYIN, never)).toEqual({ kind: 'not_found' });
  });

  it('of open finance leads to its payment where it is signed, and is refused otherwise', async () => {
    const { efi, authority, clock, payments, connect, notices } = await arrange();
    const receiver = await startReceiver(authority);
    onTestFinished(receiver.stop);
    expect(await connect(`${receiver.origin}/notices`, never)).toEqual({ kind: 'works' });
    const order = { ...PAYIN, amount: 3700, expiresAt: new Date(clock.now() + 3_600_000) };
    const [bank, ...others] = (await payments.listBanks?.(never)) ?? [];
    expect(others).toHaveLength(1);
    const issued = await payments.openConsent(
      { ...order, ...orderFacts(), bankId: bank?.id ?? '', bankName: bank?.name ?? '' },
      never,
    );
    const externalId = issued.kind === 'issued' ? issued.externalId : '';
    efi.endConsent(externalId, 'aceito');
    await efi.notifyOfConsent(externalId);
    const [{ body, url } = { body: '', url: new URL('https://nobody.example') }] =
      receiver.received;
    const key = attemptKeyOf(PAYIN.reference);
    expect(await notices.read(noticeOf(body, url.searchParams), never)).toEqual({
      kind: 'about',
      attempts: [{ of: 'payin', key }],
    });
    expect(await notices.read(noticeOf(body), never)).toEqual({ kind: 'forged' });
    const paid = { kind: 'paid', amount: 3700 };
    expect(await payments.findPayment({ ...PAYIN, externalId }, never)).toMatchObject(paid);
    expect(await payments.cancelPayment?.({ ...PAYIN, externalId }, never)).toMatchObject(paid);
  });

  it('that says one thing many times leads to it once', async () => {
    const { notices } = await arrange();
    const key = 'deadbeef000000000000000000000000';
    const pix = [{ txid: key.toUpperCase() }, { txid: key }, { gnExtras: { idEnvio: key } }];
    expect(await notices.read(noticeOf(JSON.stringify({ pix })), never)).toEqual({
      kind: 'about',
      attempts: [
        { of: 'payin', key },
        { of: 'payout', key },
      ],
    });
  });

  it.each([
    ['its trial of a new address', '{"evento":"teste_webhook"}'],
    ['what was made elsewhere', '{"pix":[{"txid":"made-elsewhere"},{"gnExtras":{}},{}]}'],
    ['nothing', '[]'],
  ])('about %s is taken and leads nowhere', async (_what, body) => {
    const { notices } = await arrange();
    expect(await notices.read(noticeOf(body), never)).toEqual({ kind: 'about', attempts: [] });
  });

  it.each(['', 'null', '7', '<html>', '{"pix":'])('that is none is refused: %s', async (body) => {
    const { notices } = await arrange();
    expect(await notices.read(noticeOf(body), never)).toEqual({ kind: 'forged' });
  });
});
