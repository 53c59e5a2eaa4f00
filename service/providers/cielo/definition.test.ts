import { describe, expect, it } from 'vitest';
import { withPrefix } from '../../testing/acquirer-means.ts';
import { arrangeCielo } from '../../testing/test-cielo.ts';
import { checkFault } from '../check-fault.ts';
import { definitionCases } from '../definition.cases.ts';
import type { Notice } from '../provider.ts';
import { BRASPAG, CIELO } from './definition.ts';

const SECRET = 'a-secret-of-20-letters';

function noticeOf(body: unknown, headers: Record<string, string> = {}): Notice {
  const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { headers, query: new URLSearchParams(), rawBody, clientCertificate: null };
}

definitionCases({ name: 'cielo', unknown: { 'merchant-key': 'X'.repeat(40) }, spoiled: [] });
definitionCases({
  name: 'braspag',
  unknown: { 'merchant-key': 'X'.repeat(40) },
  spoiled: [
    ['merchant-id', { 'merchant-id': undefined }],
    ['merchant-id', { 'merchant-id': 'loja-azul' }],
    ['merchant-key', { 'merchant-key': undefined }],
    ['merchant-key', { 'merchant-key': 'loja-azul' }],
    ['notice-header', { 'notice-header': 'loja-azul' }],
    ['notice-header', { 'notice-header': 'x-loja:loja-azul' }],
    ['payment-provider', { 'payment-provider': undefined }],
    ['payment-provider', { 'payment-provider': 'loja-azul' }],
  ],
});

it.each([
  ['from an address that is not allowed', { status: 403 }, checkFault('address_refused', {})],
  [
    'with a fault',
    { status: 400, body: '[{"Code":323}]' },
    checkFault('order_refused', { answer: '323' }),
  ],
])('the credentials of Cielo are refused %s', async (_why, answer, reason) => {
  const { provider, party, never } = await arrangeCielo();
  party.faults.next({ method: 'GET' }, { kind: 'answer', answer });
  expect(await provider.test?.(never)).toEqual({ kind: 'refused', reason });
});

describe('the credentials of the MPI', () => {
  it('are tried as well, where they are typed', async () => {
    const known = await arrangeCielo({ hasMpi: true });
    expect(await known.provider.test?.(known.never)).toEqual({ kind: 'works' });
    const settings = { 'mpi-client-secret': 'of another merchant'.replaceAll(' ', '-') };
    const { provider, never } = await arrangeCielo({ hasMpi: true, settings });
    const reason = checkFault('mpi_refuses', { status: 401 });
    expect(await provider.test?.(never)).toEqual({ kind: 'refused', reason });
  });

  it.each([
    ['mpi-client-id', { 'mpi-client-id': undefined }],
    ['mpi-client-secret', { 'mpi-client-secret': undefined }],
    ['mpi-mcc', { 'mpi-mcc': undefined }],
    ['mpi-mcc', { 'mpi-mcc': '59' }],
    ['mpi-establishment-code', { 'mpi-establishment-code': '1' }],
    ['mpi-merchant-name', { 'mpi-merchant-name': 'L'.repeat(26) }],
    ['mpi-data-only', { 'mpi-data-only': 'yes' }],
  ])('name what is at fault: %s %j', async (setting, changes) => {
    const { party } = await arrangeCielo();
    const { merchantId, merchantKey } = party.credentials;
    const typed = {
      ...{ 'merchant-id': merchantId, 'merchant-key': merchantKey },
      ...{ ...withPrefix('mpi-', party.mpiCredentials), ...changes },
    };
    const { error } = CIELO.schema.safeParse(typed);
    expect(error?.issues.map(({ path }) => path[0])).toEqual([setting]);
  });

  it('are nothing that an account needs: without them it has no 3-D Secure', async () => {
    const { provider } = await arrangeCielo();
    expect(provider.threeDS).toBeNull();
  });
});

describe('a notice of Cielo', () => {
  it('leads to the order of the payment that it names, as the acquirer tells it', async () => {
    const { provider, charge, sales, key, never } = await arrangeCielo();
    await charge();
    const notice = noticeOf({ PaymentId: sales()[0]?.paymentId, ChangeType: 1 });
    expect(await provider.notices?.read(notice, never)).toEqual({
      kind: 'about',
      attempts: [{ of: 'payin', key }],
    });
  });

  it('of a payment that there is not leads to nothing', async () => {
    const { provider, never } = await arrangeCielo();
    const notice = noticeOf({ PaymentId: 'a24a5d87-b1a1-4aef-a37b-2f30b91274e6' });
    expect(await provider.notices?.read(notice, never)).toEqual({ kind: 'about', attempts: [] });
  });

  it('of an order that is not ours leads to nothing', async () => {
    const { provider, charge, sales, never } = await arrangeCielo();
    await charge();
    const [sale] = sales();
    Object.assign(sale?.fields ?? {}, { MerchantOrderId: 'pedido1' });
    const notice = noticeOf({ PaymentId: sale?.paymentId });
    expect(await provider.notices?.read(notice, never)).toEqual({ kind: 'about', attempts: [] });
  });

  it('waits for another time where the acquirer does not answer', async () => {
    const { provider, party, never } = await arrangeCielo();
    party.faults.next({ method: 'GET' }, { kind: 'html_error', status: 502, isCommitted: false });
    const notice = noticeOf({ PaymentId: 'a24a5d87-b1a1-4aef-a37b-2f30b91274e6' });
    await expect(provider.notices?.read(notice, never)).rejects.toThrow();
  });

  it.each(['', 'null', '[]', '{}', '{"PaymentId":7}', '{"PaymentId":"../void"}', '<html>'])(
    'that is none is refused, and nothing is asked: %s',
    async (body) => {
      const { provider, party, never } = await arrangeCielo();
      expect(await provider.notices?.read(noticeOf(body), never)).toEqual({ kind: 'forged' });
      expect(party.requests).toHaveLength(0);
    },
  );

  it.each([
    ['without the header that was agreed', {}],
    ['with another value in it', { 'x-loja': `${SECRET.slice(1)}x` }],
    ['with a longer one', { 'x-loja': `${SECRET}x` }],
  ])('is refused %s', async (_what, headers: Record<string, string>) => {
    const settings = { 'notice-header': `X-Loja:${SECRET}` };
    const { provider, charge, sales, never } = await arrangeCielo({ settings });
    await charge();
    const body = { PaymentId: sales()[0]?.paymentId };
    const read = (given: Record<string, string>) =>
      provider.notices?.read(noticeOf(body, given), never);
    expect(await read(headers)).toEqual({ kind: 'forged' });
    expect(await read({ 'x-loja': SECRET })).toMatchObject({ kind: 'about' });
  });
});

describe('what an operator types for Cielo', () => {
  const typed = {
    'merchant-id': 'a24a5d87-b1a1-4aef-a37b-2f30b91274e6',
    'merchant-key': 'K'.repeat(40),
    'notice-header': `x-loja:${SECRET}`,
    'payment-provider': 'Cielo30',
  };

  it('is all that it needs', () => {
    expect(BRASPAG.schema.safeParse(typed).success).toBe(true);
    expect(CIELO.schema.parse(typed)).toMatchObject({
      paymentProvider: null,
      noticeHeader: { name: 'x-loja', secret: SECRET },
    });
  });
});
