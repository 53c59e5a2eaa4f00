import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { arrangePagBank } from '../../testing/test-pagbank.ts';
import { definitionCases } from '../definition.cases.ts';
import type { Notice } from '../provider.ts';
import { SETTLEMENT_SETTINGS } from '../settlement-terms.ts';
import { PAGBANK } from './definition.ts';

const TOKEN = 'a-token-of-an-account-at-pagbank';
const KEY = 'f'.repeat(32);

function aNotice(order: unknown, { token = TOKEN }: { token?: string | null } = {}): Notice {
  const rawBody = Buffer.from(typeof order === 'string' ? order : JSON.stringify(order));
  const signature = createHash('sha256').update(`${token}-${rawBody}`).digest('hex');
  const headers = token === null ? {} : { 'x-authenticity-token': signature };
  return { headers, query: new URLSearchParams(), rawBody, clientCertificate: null };
}

describe('a notice of PagBank', () => {
  async function read(notice: Notice) {
    const { provider, never } = await arrangePagBank({ token: TOKEN });
    return provider.notices?.read(notice, never);
  }

  it('leads to the attempts that its order and charges name, each once', async () => {
    const other = '0'.repeat(32);
    const charges = [{ reference_id: KEY }, { reference_id: other }, { status: 'PAID' }];
    expect(await read(aNotice({ reference_id: KEY, charges }))).toEqual({
      kind: 'about',
      attempts: [
        { of: 'payin', key: KEY },
        { of: 'payin', key: other },
      ],
    });
  });

  it('of somebody else’s order, or of none, is about nothing of ours', async () => {
    for (const body of [{ reference_id: 'ex-00001' }, {}, 'no json', '[]', 'null']) {
      expect(await read(aNotice(body))).toEqual({ kind: 'about', attempts: [] });
    }
  });

  it.each<[string, (genuine: Notice) => Notice]>([
    ['another token signed', () => aNotice({ reference_id: KEY }, { token: 'another' })],
    ['nobody signed', () => aNotice({ reference_id: KEY }, { token: null })],
    ['was changed on its way', (one) => ({ ...one, rawBody: Buffer.from('{}') })],
    ['has half a signature', (one) => withSignature(one, (told) => told.slice(32))],
    ['has another signature', (one) => withSignature(one, () => '0'.repeat(64))],
    ['has no signature but a text', (one) => withSignature(one, () => 'é'.repeat(64))],
  ])('that %s is forged', async (_how, forge) => {
    expect(await read(forge(aNotice({ reference_id: KEY })))).toEqual({ kind: 'forged' });
  });

  function withSignature(notice: Notice, change: (told: string) => string): Notice {
    const told = notice.headers['x-authenticity-token'] ?? '';
    return { ...notice, headers: { 'x-authenticity-token': change(told) } };
  }

  it('has nothing to be connected: every order says where it goes', async () => {
    const { provider } = await arrangePagBank();
    expect(provider.notices?.connect).toBeUndefined();
  });
});

definitionCases({
  name: 'pagbank',
  unknown: { token: TOKEN },
  spoiled: [
    ['token', { token: undefined }],
    ['token', { token: 'short' }],
    ['token', { token: `${TOKEN} ` }],
    ['card-data', { 'card-data': 'both' }],
  ],
});

it('the token of an account works where PagBank says that it has no such charge', async () => {
  const { provider, party, never } = await arrangePagBank();
  const body = JSON.stringify({ error_messages: [{ code: '40400' }] });
  party.faults.next({ path: '/charges' }, { kind: 'answer', answer: { status: 404, body } });
  expect(await provider.test?.(never)).toEqual({ kind: 'works' });
});

describe('the definition', () => {
  it('takes what its settings name, cards in the clear where nothing is said', () => {
    expect(PAGBANK.schema.parse({ token: TOKEN })).toEqual({
      ...{ token: TOKEN, 'card-data': 'plain' },
    });
    const own = PAGBANK.settings.filter((one) => !SETTLEMENT_SETTINGS.includes(one));
    expect(Object.keys(PAGBANK.schema.parse({ token: TOKEN })).sort()).toEqual(
      own.map(({ name }) => name).sort(),
    );
    const encrypted = { token: TOKEN, 'card-data': 'encrypted' };
    expect(PAGBANK.schema.parse(encrypted)).toEqual(encrypted);
  });

  it.each([
    ['https://pay.example.com/providers/pagbank/notices/secret', true],
    ['http://localhost:8080/providers/pagbank/notices/secret', false],
    [null, false],
  ])('tells PagBank where to send notices, where it can: %s', async (address, isTold) => {
    const { party, surroundings, order, never } = await arrangePagBank();
    const settings = PAGBANK.schema.parse({ token: party.credentials.token });
    const provider = PAGBANK.create(settings, { ...surroundings, noticesAddress: address });
    await provider.payments?.issuePix(order, never);
    const [made] = [...party.orders.values()];
    expect(made?.fields.notification_urls).toEqual(isTold ? [address] : undefined);
  });
});
