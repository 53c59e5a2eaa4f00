import { describe, expect, it } from 'vitest';
import { readPagBankSession } from '../../../contract/card/pagbank-session.ts';
import { arrangePagBank, PAGBANK_CARD } from '../../testing/test-pagbank.ts';
import type { AuthenticationRequest, ThreeDSecureProvider } from '../three-d-secure-provider.ts';
import { PAGBANK } from './definition.ts';
import { createPagBankThreeDS } from './three-d-secure.ts';

const ID = 'tds_acme_1';
const REFERENCE = '3DS_15CB7893-4D23-44FA-97B7-AC1BE516D418';
const SESSIONS = { path: '/checkout-sdk/sessions' };
const REQUEST: AuthenticationRequest = {
  companyId: 'acme',
  reference: ID,
  card: {
    holderName: 'ANA SOUZA',
    number: PAGBANK_CARD,
    expirationMonth: '12',
    expirationYear: '2030',
  },
  brand: 'visa',
  amount: 12_345,
  installments: 3,
  merchantName: 'Acme',
  orderReference: 'order-1',
  expiresAt: new Date('2030-01-01T00:00:00Z'),
};

async function arrange() {
  const arranged = await arrangePagBank();
  const { provider, never } = arranged;
  const threeDS = provider.threeDS as ThreeDSecureProvider;
  const open = () => threeDS.open(REQUEST, never);
  return { ...arranged, threeDS, open };
}

describe('3-D Secure at PagBank', () => {
  it('opens a session by our credentials, and tells PagBank nothing of the card', async () => {
    const { open, party } = await arrange();
    const { session, transactionId } = await open();
    const read = readPagBankSession(session);
    expect(read).toMatchObject({ env: 'SANDBOX', amount: 12_345, installments: 3 });
    expect(transactionId).toBe(ID);
    expect(session).not.toMatch(new RegExp(`${PAGBANK_CARD}|SOUZA|2030`));
    const [call] = party.requests;
    expect(party.requests).toHaveLength(1);
    expect(call).toMatchObject({ host: 'sdk', path: '/checkout-sdk/sessions', rawBody: '' });
    expect(party.authenticate(read?.session ?? '', { centavos: 12_345 })).toMatch(/^3DS_/);
  });

  it.each([
    ['refuses the token', { status: 401, body: '{}' }],
    ['answers nothing of the kind', { status: 200, body: '{}' }],
    ['answers with a page', { status: 502, body: '<html>' }],
    [
      'gives a session that is too long',
      { status: 201, body: `{"session":"${'a'.repeat(4000)}"}` },
    ],
    ['gives one with a line in it', { status: 201, body: '{"session":"a\\nb"}' }],
  ])('opens none where PagBank %s', async (_how, answer) => {
    const { open, party } = await arrange();
    party.faults.next({}, { kind: 'answer', answer });
    await expect(open()).rejects.toThrow();
  });

  it('keeps no charge from being made where sessions are not opened', async () => {
    const { open, party, charge } = await arrange();
    for (let turn = 0; turn < 10; turn += 1) {
      party.faults.next(SESSIONS, { kind: 'answer', answer: { status: 502, body: '' } });
      await open().catch(() => undefined);
    }
    expect(await charge()).toMatchObject({ kind: 'approved' });
  });

  it('knows of an authentication what the browser carried, and nothing before', async () => {
    const { threeDS, never, party } = await arrange();
    const asked = { companyId: 'acme', transactionId: ID };
    expect(threeDS.verifiedBy).toBe('acquirer');
    expect(await threeDS.find(asked, never)).toEqual({ kind: 'open' });
    const carried = { ...asked, reference: REFERENCE };
    expect(await threeDS.find(carried, never)).toEqual({ kind: 'referenced', id: REFERENCE });
    expect(await threeDS.cancel(asked, never)).toEqual({ kind: 'failed', reason: 'cancelled' });
    expect(party.requests).toEqual([]);
  });

  it.each([
    ['production', 'PROD', 'https://sdk.pagseguro.com'],
    ['sandbox', 'SANDBOX', 'https://sandbox.sdk.pagseguro.com'],
  ] as const)('names exactly the hosts of %s', async (environment, env, sdk) => {
    const settings = { token: 'x'.repeat(20), 'card-data': 'plain' } as const;
    expect(PAGBANK.hosts(settings, environment)?.sdk).toBe(sdk);
    const api = { openSession: async () => 'abc' };
    const made = createPagBankThreeDS(api, environment, { sdk });
    const { browser } = made;
    const assets = 'https://assets.pagseguro.com.br';
    const bank = 'https://*.cardinalcommerce.com';
    expect(browser).toEqual({
      sdkUrl: `${assets}/checkout-sdk-js/rc/dist/browser/pagseguro.min.js`,
      hosts: { script: [assets, bank], connect: [sdk, bank], frame: [assets, bank] },
      needsCard: true,
    });
    const { session } = await made.open(REQUEST, new AbortController().signal);
    expect(readPagBankSession(session)?.env).toBe(env);
  });
});
