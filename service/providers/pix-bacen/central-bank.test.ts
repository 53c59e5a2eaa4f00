import { describe, expect, it } from 'vitest';
import { openPlayed } from '../../testing/open-played.ts';
import { orderFacts, ATTEMPT as PAYMENT } from '../../testing/order-facts.ts';
import { refundOrder } from '../../testing/refund-order.ts';
import type { PixCall } from '../../testing/test-pix-api.ts';
import { createPixApiJudge } from '../../testing/test-pix-api.ts';
import { arrangePixIssuer } from '../../testing/test-pix-issuer.ts';
import type { PixProfileName } from './profiles.ts';
import { PIX_PROFILES } from './profiles.ts';

/*
 * What we ask banks for is held to the central bank's own document, so that a mistake of ours is not
 * taken for right by a party that was written in the same house.
 */

const NAMES: readonly PixProfileName[] = ['efi', 'sicoob', 'sicredi', 'bb', 'inter', 'santander'];

/** Headers that the document does not name, and where each bank asks for its own. */
const OWN_HEADERS: Readonly<Record<PixProfileName, readonly string[]>> = {
  // dev.efipay.com.br, "Webhooks", of notices that come without a certificate.
  efi: ['x-skip-mtls-checking'],
  sicoob: [],
  sicredi: [],
  // github laddertech/pypix-api (2026-07-28).
  bb: ['gw-app-key'],
  // github renatojdev/bancointer-python (2025-02).
  inter: ['x-conta-corrente'],
  // github juspay/hyperswitch, connectors/santander (2026).
  santander: ['x-application-key'],
};

const { signal: never } = new AbortController();
const judge = createPixApiJudge();
const ADDRESS = 'https://pay.example.com/providers/pix/notices/5f0c';
const OTHER_PAYMENT = { companyId: 'acme', reference: 'pay_acme_3q2-7wAAAAAAAAAAAAAAAQ' };

/** A company's provider as an operator switches it on, and all that it asks its bank for. */
async function arrange(name: PixProfileName) {
  const { party, open, clock } = await openPlayed(name);
  const { payments, notices, test, list } = open();
  const { refund, findRefund, cancelPayment } = payments ?? {};
  if (
    !payments ||
    !refund ||
    !findRefund ||
    !cancelPayment ||
    !notices?.connect ||
    !test ||
    !list
  ) {
    throw new Error(`${name} lacks a verb`);
  }
  const verbs = { refund, findRefund, cancelPayment, connect: notices.connect, test, list };
  const expiresAt = new Date(clock.now() + 30 * 60_000);
  const issue = (payment: typeof PAYMENT, amount: number) =>
    payments.issuePix({ ...payment, amount, expiresAt, ...orderFacts() }, never);
  const calls = () =>
    party.requests.filter(
      ({ host, path }) => host === 'api' && path !== PIX_PROFILES[name].tokenPath,
    );
  return { party, payments, issue, calls, ...verbs };
}

function baseOf(name: PixProfileName, { path }: PixCall): string {
  const { cob, other } = PIX_PROFILES[name].paths;
  return path.startsWith(`${cob}/cob/`) ? cob : other;
}

describe.each(NAMES)('by the document of the central bank, at %s', (name) => {
  it('everything that is asked for is allowed', async () => {
    const at = await arrange(name);
    await at.test(never);
    await at.connect(ADDRESS, never);
    await at.issue(PAYMENT, 1);
    await at.payments.findPayment(PAYMENT, never);
    await at.cancelPayment(PAYMENT, never);
    await at.issue(OTHER_PAYMENT, 9_999_999_999);
    at.party.pay(OTHER_PAYMENT.reference);
    const refund = refundOrder({ ...OTHER_PAYMENT, amount: 105, reason: 'troca '.repeat(50) });
    await at.refund(refund, never);
    await at.findRefund(refund, never);
    const [from, until] = [new Date('2026-11-23T03:00:00Z'), new Date('2026-11-24T02:59:59.999Z')];
    for await (const page of at.list.read({ from, until }, never)) expect(page).toHaveLength(1);
    const calls = at.calls();
    const faults = calls.flatMap((call) => {
      const { method, path } = call;
      return judge.faultsOf(call, baseOf(name, call)).map((one) => `${method} ${path}: ${one}`);
    });
    expect(faults).toEqual([]);
    const made = calls.map(({ method, path }) => `${method} ${path.split('/').at(-2)}`);
    expect([...new Set(made)].sort()).toEqual([
      'GET cob',
      'GET devolucao',
      `GET ${PIX_PROFILES[name].paths.other.split('/').at(-1)}`,
      'GET webhook',
      'PATCH cob',
      'PUT cob',
      'PUT devolucao',
      'PUT webhook',
    ]);
    expect([...new Set(calls.flatMap(judge.headersOf))]).toEqual(OWN_HEADERS[name]);
  });
});

describe('by the document of the central bank', () => {
  it('the code at a location is a call of Efí’s own', async () => {
    // github efipay/sdk-node-apis-efi, src/lib/constants.js: pixGenerateQRCode.
    const { bank, issue } = await arrangePixIssuer({
      profile: 'efi',
      deviations: { code: 'loc_qrcode' },
    });
    expect(await issue()).toMatchObject({ kind: 'issued' });
    const calls = bank.requests.filter(({ path }) => path !== PIX_PROFILES.efi.tokenPath);
    const refused = calls.filter((call) => judge.faultsOf(call, '/v2').length > 0);
    expect(
      refused.map(({ method, path }) => `${method} ${path.replace(/\d+\/qrcode$/, ':id/qrcode')}`),
    ).toEqual(['GET /v2/loc/:id/qrcode']);
  });

  const COB = { calendario: { expiracao: 60 }, valor: { original: '1.00' }, chave: 'k' };
  it.each<[string, unknown, string]>([
    ['no key', { ...COB, chave: undefined }, 'chave'],
    ['a key that is too long', { ...COB, chave: 'k'.repeat(78) }, '/chave'],
    ['no amount', { ...COB, valor: {} }, 'original'],
    ['an amount as a number', { ...COB, valor: { original: 1 } }, '/valor/original'],
    ['an amount with one decimal', { ...COB, valor: { original: '1.0' } }, '/valor/original'],
    ['an amount with three', { ...COB, valor: { original: '1.000' } }, '/valor/original'],
    ['no time', { ...COB, calendario: undefined }, 'calendario'],
    ['a field that nobody knows', { ...COB, notificationUrl: ADDRESS }, 'unevaluated'],
    ['a payer without a document', { ...COB, devedor: { nome: 'Ana' } }, '/devedor'],
  ])('a charge with %s would be refused', (_what, body, fault) => {
    expect(judge.faultsOfBody('CobBody', JSON.stringify(body)).join('; ')).toContain(fault);
  });

  it('a payer’s CPF is taken, whose pattern stands between slashes there', () => {
    const devedor = { nome: 'Ana', cpf: '52998224725' };
    expect(judge.faultsOfBody('CobBody', JSON.stringify({ ...COB, devedor }))).toEqual([]);
  });

  const PUT = { method: 'PUT', query: '', headers: {}, rawBody: '{}' };
  const txid = 'a'.repeat(26);
  it.each<[string, Partial<PixCall>, string]>([
    ['a txid that is too short', { path: `/v2/cob/${txid.slice(1)}` }, 'txid'],
    ['a txid that is too long', { path: `/v2/cob/${'a'.repeat(36)}` }, 'txid'],
    ['a txid with a hyphen', { path: `/v2/cob/${txid}-` }, 'txid'],
    ['a parameter that nobody knows', { path: `/v2/cob/${txid}`, query: 'page=1' }, 'page'],
    ['a body that nobody announced', { path: `/v2/cob/${txid}` }, 'announced'],
    ['a read with a body', { method: 'GET', path: `/v2/cob/${txid}` }, 'there is a body'],
    ['another version', { path: `/v3/cob/${txid}` }, 'no such call'],
    ['a call that is not there', { path: '/v2/cobs' }, 'no such call'],
    ['a refund of no PIX', { path: '/v2/pix/E1/devolucao/1' }, 'e2eid'],
  ])('a call with %s would be refused', (_what, change, fault) => {
    expect(judge.faultsOf({ path: '', ...PUT, ...change }, '/v2').join('; ')).toContain(fault);
  });
});
