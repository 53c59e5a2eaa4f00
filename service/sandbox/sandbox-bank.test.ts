import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSENT } from '../testing/consent.ts';
import { PAYER } from '../testing/payer.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { embeddedTestDatabase } from '../testing/test-db.ts';
import { ACQUIRER, PAYOUT_ACQUIRER } from '../testing/test-provider.ts';
import type { TestService } from '../testing/test-service.ts';
import {
  newReference,
  payinWithCard,
  send,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../testing/test-service.ts';

const directory = temporaryFolder('bank');
const POLICY_ACCOUNTS = [
  {
    publicKey: 'pk_test_goeson',
    secretKey: 'sk_test_goeson',
    name: 'Loja que segue',
    traits: { threeDSFlow: 'pre-order', threeDSUnavailable: 'proceed' },
  },
  {
    publicKey: 'pk_test_vault',
    secretKey: 'sk_test_vault',
    name: 'Loja com cofre',
    traits: { threeDSFlow: 'pre-order', tokenizationMode: 'vault' },
  },
  {
    publicKey: 'pk_test_keeps',
    secretKey: 'sk_test_keeps',
    name: 'Loja que guarda',
    traits: { threeDSFlow: 'pre-order', cardOnFile: true },
  },
];

describe("the sandbox's own bank", () => {
  let service: TestService;

  beforeAll(async () => {
    const sandboxAccountsFile = join(directory, 'accounts.json');
    writeFileSync(sandboxAccountsFile, JSON.stringify(POLICY_ACCOUNTS));
    service = await startTestService({ settings: { sandboxAccountsFile } });
  });
  afterAll(() => service.stop());

  const checkout = async (path: string, body: unknown, account: string) =>
    service.fromPage(account, `/checkout${path}`, body);
  const complete = async (id: string, account: string) =>
    (await checkout(`/three-d-secure-sessions/${id}/complete`, { outcome: 'done' }, account)).body;
  const pay = (body: unknown, account: string) => service.post(account, '/payin', body);
  const show = async (id: string, account: string) =>
    (await service.get(account, `/payin/${id}`)).body;

  /** What the provider's script does in a browser, up to a challenge. */
  const authenticate = async (session: string) => {
    const url = `${service.bankUrl}/3ds/sessions/${session}`;
    const headers = { origin: 'https://shop.test' };
    expect((await send(`${url}/begin`, { body: {}, headers })).status).toBe(200);
    return (await send(`${url}/authenticate`, { body: {}, headers })).body;
  };
  /** A token with an open session. */
  const opened = async (number: string, account = 'preorder') => {
    const order = { amount: 10_000, installments: 1, referenceId: newReference() };
    const made = await checkout('/tokens', { ...order, card: { ...VALID_CARD, number } }, account);
    const { token } = made.body;
    const { status, body } = await checkout('/three-d-secure-sessions', { token }, account);
    return { order, token, status, body };
  };
  const payinOf = ({ order, token }: Awaited<ReturnType<typeof opened>>, referenceId: string) =>
    validPayin({
      amount: order.amount,
      referenceId: order.referenceId,
      card: { token, installments: 1, threeDSecure: { referenceId } },
    });

  it.each([
    ['4000000000002701', 'AUTHENTICATED', null, 201],
    ['5200000000002482', 'ATTEMPTED', null, 201],
    ['4000000000002925', 'FAILED', 'not_authenticated', 422],
    ['4000000000002537', 'FAILED', 'rejected', 422],
    ['4000000000002503', 'OPEN', null, 422],
  ])('decides %s before the order: %s %s', async (number, status, reason, payinStatus) => {
    const made = await opened(number);
    await authenticate(made.body.threeDSecureSession);
    const id = made.body.threeDSecureAction.session_id;
    expect(await complete(id, 'preorder')).toMatchObject({ status, reason });
    expect((await pay(payinOf(made, id), 'preorder')).status).toBe(payinStatus);
  });

  it('authenticates a saved card as a typed one, and charges it with that proof alone', async () => {
    const customer = { ...PAYER, id: 'buyer-1' };
    const payOnce = async (path: string, more: object) => {
      const order = { amount: 10_000, referenceId: newReference() };
      const { token } = (await checkout(path, { ...order, installments: 1, ...more }, 'keeps'))
        .body;
      const { body } = await checkout('/three-d-secure-sessions', { token }, 'keeps');
      await authenticate(body.threeDSecureSession);
      const id = body.threeDSecureAction.session_id;
      const card = { token, installments: 1 };
      const payin = (proof: object) =>
        pay(validPayin({ ...order, customer, card: { ...card, ...proof } }), 'keeps');
      expect((await payin({})).status).toBe(422);
      expect(await complete(id, 'keeps')).toMatchObject({ status: 'AUTHENTICATED' });
      expect((await payin({ threeDSecure: { referenceId: id } })).body.status).toBe('APPROVED');
    };
    const card = { ...VALID_CARD, number: '4000000000002701' };
    await payOnce('/tokens', { card, consent: CONSENT });
    const customerToken = (await service.post('keeps', '/customers/buyer-1/session', {})).body
      .token;
    const [{ id }] = (await service.get('keeps', '/customers/buyer-1/cards')).body.data;
    await payOnce('/saved-cards/token', { customerToken, pageOrigin: CONSENT.pageOrigin, id });
  });

  it.each([
    ['4000000000002701', 'APPROVED'],
    ['4000000000002719', 'APPROVED'],
    ['4000000000002925', 'REFUSED'],
    ['4000000000002313', 'REFUSED'],
  ])('decides %s after the order without being asked: %s', async (number, status) => {
    const { body } = await pay(payinWithCard({ number }), 'postorder');
    expect(body.status).toBe('PENDING_3DS');
    await authenticate(body.threeDSecureSession);
    await expect.poll(async () => (await show(body.id, 'postorder')).status).toBe(status);
  });

  it.each([
    ['OTHE', 'REFUSED'],
    ['PERR', 'FAILED'],
  ])('leaves the charge to the acquirer: the holder %s is %s', async (holderName, status) => {
    const card = { number: '4000000000002701', holderName };
    const { body } = await pay(payinWithCard(card), 'postorder');
    await authenticate(body.threeDSecureSession);
    const state = await complete(body.threeDSecureAction.session_id, 'postorder');
    expect(state.status).toBe('AUTHENTICATED');
    await expect.poll(async () => (await show(body.id, 'postorder')).status).toBe(status);
  });

  it('goes on without a proof where the policy of the account says so', async () => {
    const made = await opened('4000000000002313', 'goeson');
    await authenticate(made.body.threeDSecureSession);
    const id = made.body.threeDSecureAction.session_id;
    const state = await complete(id, 'goeson');
    expect(state).toMatchObject({ status: 'ATTEMPTED', reason: 'unavailable' });
    expect((await pay(payinOf(made, id), 'goeson')).body.status).toBe('APPROVED');
  });

  it('cannot be shown a card that only a vault holds', async () => {
    const made = await opened('4000000000002701', 'vault');
    expect([made.status, made.body.error.code]).toEqual([502, 'PROVIDER_ERROR']);
  });

  it('is named to browsers as it can be reached, and the stage too', async () => {
    const { body } = await send(`${service.baseUrl}/checkout/config`, {
      headers: { 'x-public-key': 'pk_test_preorder' },
    });
    expect(body.threeDSStageUrl).toBe(service.threeDSStageUrl);
    expect(body.capabilities.threeDS).toEqual({
      enabled: true,
      flow: 'pre-order',
      provider: 'sandbox',
      sdkUrl: `${service.bankUrl}/3ds/sdk.js`,
      hosts: { script: [service.bankUrl], connect: [service.bankUrl], frame: [service.bankUrl] },
    });
    expect((await send(`${service.threeDSStageUrl}/payin`, { body: {} })).status).toBe(404);
    expect((await send(`${service.bankUrl}/checkout/config`)).status).toBe(404);
  });
});

describe('production', () => {
  it('has no bank', async () => {
    const db = await embeddedTestDatabase.openEmpty();
    const settings = { mode: 'production' as const };
    const service = await startTestService({
      db,
      settings,
      provider: { name: 'real', isReal: true, cards: ACQUIRER, payouts: PAYOUT_ACQUIRER },
    });
    expect(service.bankUrl).toBeNull();
    await service.stop();
  });

  it('refuses to start with a provider that asks no real bank', async () => {
    const provider = {
      name: 'fake',
      browser: { sdkUrl: '', hosts: { script: [], connect: [], frame: [] } },
      open: async () => ({ session: '', transactionId: '' }),
      find: async () => ({ kind: 'open' as const }),
      cancel: async () => ({ kind: 'open' as const }),
      onResult: () => undefined,
    };
    const settings = { mode: 'production' as const };
    await expect(
      startTestService({ settings, provider: { cards: ACQUIRER, threeDS: provider } }),
    ).rejects.toThrow('a provider of the sandbox');
  });
});
