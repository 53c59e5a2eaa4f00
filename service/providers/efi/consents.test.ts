import { Agent, request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../../../simulators/testing/receiver.ts';
import { ATTEMPT, orderFacts } from '../../testing/order-facts.ts';
import { arrangeEfi } from '../../testing/test-efi.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import { createEfiConsents } from './consents.ts';

const KEY = attemptKeyOf(ATTEMPT.reference);
const OPEN = { method: 'POST', path: '/v1/pagamentos/pix' };
const LIST = { method: 'GET', path: '/v1/pagamentos/pix' };
const RETURN_ADDRESS = 'https://shop.example.com/thanks';

/** A company that is connected, with an order of 37 reais to be paid at one of the banks. */
async function arrange({ returnAddress = RETURN_ADDRESS }: { returnAddress?: string | null } = {}) {
  const party = await arrangeEfi();
  const { efi, own, authority } = party;
  const receiver = await startReceiver(authority);
  onTestFinished(receiver.stop);
  const origin = efi.origins.openFinance ?? '';
  const consents = createEfiConsents({ ...own, origin, pixKey: efi.key, returnAddress });
  const { signal: never } = new AbortController();
  const address = `${receiver.origin}/notices`;
  const connected = await consents.connect(address, never);
  const payment = ATTEMPT;
  const [bank] = efi.participants;
  const order: Parameters<typeof consents.openConsent>[0] = {
    ...payment,
    ...{ amount: 3700, expiresAt: new Date('2026-11-23T13:00:00Z') },
    ...{ bankId: bank.id, bankName: bank.name },
    ...orderFacts(),
  };
  let externalId: string | null = null;

  async function open(changes: Partial<typeof order> = {}) {
    const issued = await consents.openConsent({ ...order, ...changes }, never);
    if (issued.kind === 'issued') externalId = issued.externalId;
    return issued;
  }

  const find = () => consents.find({ ...payment, externalId }, never);
  const only = () => [...efi.consents.keys()][0] ?? '';
  return { ...party, consents, connected, address, receiver, never, open, find, only, order };
}

describe('a payment by open finance at Efí', () => {
  it('is opened at the buyer’s bank, found open, paid, and found paid', async () => {
    const { efi, open, find, only } = await arrange();
    expect(await open()).toEqual({
      kind: 'issued',
      externalId: only(),
      redirectUrl: expect.stringContaining(`${efi.origins.bank}/consent?`),
    });
    expect(await find()).toEqual({ kind: 'open' });
    efi.endConsent(only(), 'aceito');
    const { endToEndId } = efi.consents.get(only()) ?? {};
    expect(await find()).toEqual({ kind: 'paid', amount: 3700, endToEndId });
  });

  it('goes to the account’s key, names the bank and who allows it, and carries our id', async () => {
    const { efi, open, only, order } = await arrange();
    await open();
    expect(efi.consents.get(only())).toMatchObject({
      idempotencyKey: KEY,
      fields: {
        pagador: { idParticipante: order.bankId, cpf: '52998224725' },
        favorecido: { chave: efi.key },
        pagamento: { valor: '37.00', idProprio: KEY },
      },
    });
  });

  it.each(['rejeitado', 'expirado'] as const)('that ends as %s is refused', async (status) => {
    const { efi, open, find, only } = await arrange();
    await open();
    efi.endConsent(only(), status);
    expect(await find()).toEqual({ kind: 'refused' });
  });

  it.each([
    ['confirm', 'paid'],
    ['refuse', 'refused'],
  ])('ends as its buyer says at their bank (%s), who comes back', async (said, kind) => {
    const { efi, open, find, only } = await arrange();
    const issued = await open();
    const dispatcher = new Agent({ connect: { ca: efi.authorityPem } });
    onTestFinished(() => dispatcher.destroy());
    const redirectUrl = issued.kind === 'issued' ? issued.redirectUrl : '';
    const shown = await (await request(redirectUrl, { dispatcher })).body.text();
    expect(shown).toContain('Banco do Povo: R$ 37.00');
    const answer = () =>
      request(`${efi.origins.bank}/consent`, {
        ...{ dispatcher, method: 'POST' },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          request: new URL(redirectUrl).searchParams.get('request') ?? '',
          answer: said,
        }).toString(),
      });
    const { statusCode, headers } = await answer();
    const back = new URL(String(headers.location));
    expect([statusCode, back.origin + back.pathname]).toEqual([303, RETURN_ADDRESS]);
    expect(back.searchParams.get('identificadorPagamento')).toBe(only());
    expect(await find()).toMatchObject({ kind });
    expect((await answer()).statusCode).toBe(400);
  });

  it('that nobody was shown is not found', async () => {
    const { find } = await arrange();
    expect(await find()).toEqual({ kind: 'not_found' });
  });

  it('asked for twice is opened once, and its address is told once', async () => {
    const { efi, open } = await arrange();
    await open();
    await expect(open()).rejects.toThrow('told no address');
    expect(efi.consents.size).toBe(1);
  });

  it('is not opened for a company, of whom Efí wants a person’s CPF as well', async () => {
    const { efi, open } = await arrange();
    const payer = { ...orderFacts().payer, document: '11222333000181' };
    const field = 'customer.document';
    expect(await open({ payer })).toMatchObject({ kind: 'invalid_data', field });
    expect(efi.requests.filter(({ path }) => path === OPEN.path)).toEqual([]);
  });

  it('is not opened where there is no address to come back to', async () => {
    const { efi, open, connected } = await arrange({ returnAddress: null });
    expect(connected).toEqual({ kind: 'works' });
    expect(await open()).toEqual({ kind: 'unavailable' });
    expect(efi.requests).toEqual([]);
  });

  it('is not opened at a bank that takes none', async () => {
    const { efi, open } = await arrange();
    const answer = await open({ bankId: efi.participants[2].id });
    expect(answer).toMatchObject({ kind: 'invalid_data', field: 'bankId' });
    expect(efi.consents.size).toBe(0);
  });

  it.each([
    ['an address in the clear', { redirectURI: 'http://bank.example.com/consent' }],
    ['an address that is none', { redirectURI: 'javascript:alert(1)' }],
    ['no id', { identificadorPagamento: undefined }],
  ])('is not shown where Efí tells %s', async (_what, change) => {
    const { efi, open } = await arrange();
    const told = {
      ...{ identificadorPagamento: `urn:efi:${KEY}`, redirectURI: 'https://bank.example.com/' },
      ...change,
    };
    const answer = { status: 201, body: JSON.stringify(told) };
    efi.faults.next(OPEN, { kind: 'answer', answer });
    await expect(open()).rejects.toThrow();
  });

  it.each([
    ['another’s', { idProprio: 'a'.repeat(32) }],
    ['nobody’s', { idProprio: undefined }],
    ['in a state that nobody knows', { status: 'talvez' }],
  ])('is not believed to be paid where Efí tells of one that is %s', async (_what, change) => {
    const { efi, open, find, only } = await arrange();
    await open();
    const one = { identificadorPagamento: only(), idProprio: KEY, status: 'aceito', ...change };
    const answer = { status: 200, body: JSON.stringify({ pagamentos: [one] }) };
    efi.faults.next(LIST, { kind: 'answer', answer });
    await expect(find()).rejects.toThrow();
  });
});

describe('open finance at Efí', () => {
  it('has the banks that work, with their logos', async () => {
    const { efi, consents, never } = await arrange();
    const logo = 'https://bank.example.com/logo.svg';
    expect(await consents.listBanks(never)).toEqual(
      efi.participants.slice(0, 2).map(({ id, name }) => ({ id, name, logo })),
    );
  });

  it('is connected again and again, and refused where Efí takes the address not', async () => {
    const { efi, consents, connected, address, never } = await arrange();
    expect(connected).toEqual({ kind: 'works' });
    expect(await consents.connect(address, never)).toEqual({ kind: 'works' });
    const body = JSON.stringify({ nome: 'url_invalida', mensagem: 'A URL é inválida.' });
    const put = { method: 'PUT', path: '/v1/config' };
    efi.faults.next(put, { kind: 'answer', answer: { status: 400, body } });
    expect(await consents.connect(address, never)).toEqual({
      kind: 'refused',
      reason: 'A URL é inválida.',
    });
  });

  it('is refused where it has kept another address', async () => {
    const { efi, consents, address, never } = await arrange();
    const kept = { redirectURL: RETURN_ADDRESS, webhookURL: 'https://elsewhere.example' };
    const get = { method: 'GET', path: '/v1/config' };
    const answer = { status: 200, body: JSON.stringify(kept) };
    efi.faults.next(get, { kind: 'answer', answer });
    expect(await consents.connect(address, never)).toMatchObject({ kind: 'refused' });
  });

  it('leaves nothing of the payer, no id and no secret in our log', async () => {
    const { efi, open, find, lines } = await arrange();
    await open();
    await find();
    const log = JSON.stringify(lines);
    const { clientId, clientSecret } = efi.credentials;
    for (const secret of [clientId, clientSecret, KEY, efi.key, '52998224725', 'urn:']) {
      expect(log).not.toContain(secret);
    }
  });
});

it('the notice of a payment by open finance carries what Efí was told to send along, and nobody else can', async () => {
  const { efi, consents, open, only, receiver } = await arrange();
  await open();
  efi.endConsent(only(), 'aceito');
  expect(await efi.notifyOfConsent(only())).toEqual({ status: 200 });
  await efi.notifyOfConsent(only(), { hash: 'f'.repeat(64) });
  await efi.notifyOfConsent(only(), { hash: '' });
  const signed = receiver.received.map(({ url }) => consents.isSigned(url.searchParams));
  expect(signed).toEqual([true, false, false]);
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ idProprio: KEY });
  expect(consents.isSigned(new URLSearchParams())).toBe(false);
});
