import { beforeEach, describe, expect, it } from 'vitest';
import type {
  AuthenticationResult,
  OpenAuthentication,
  ThreeDSecureProvider,
} from '../../providers/three-d-secure-provider.ts';
import { BROWSER_BUYER } from '../../testing/browser-buyer.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { newReference, startTestService } from '../../testing/test-service.ts';
import {
  AUTHENTICATED,
  scriptedAcquirer,
  scriptedThreeDS,
} from '../../testing/test-three-d-secure.ts';

const SECRET = 'what-no-browser-may-have';
const CHALLENGE = 'session-of-the-bank';
/** A provider whose server is asked once its script knows the device. */
describe.each(testDatabases())('3-D Secure that is asked in between on $engine', (database) => {
  const { script, provider } = scriptedThreeDS();
  const asked: OpenAuthentication[] = [];
  const asks = { kind: 'challenge', session: CHALLENGE } as const;
  let answer: typeof asks | AuthenticationResult | Error = asks;
  const threeDS: ThreeDSecureProvider = {
    ...provider,
    open: async (request, signal) => ({
      ...{ ...(await provider.open(request, signal)), secret: SECRET },
    }),
    async enroll(open) {
      asked.push(open);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    async find(open, signal) {
      asked.push(open);
      return provider.find(open, signal);
    },
  };
  const db = opened(database.openEmpty);
  const service = opened(() =>
    startTestService({ db, provider: { cards: scriptedAcquirer().acquirer, threeDS } }),
  );
  beforeEach(() => {
    answer = asks;
    asked.length = 0;
  });

  const browser = (path: string, body: object) =>
    service.fromPage('preorder', `/checkout/three-d-secure-sessions${path}`, body);

  async function begin(more: object = {}) {
    const order = { amount: 10_000, installments: 1, referenceId: newReference() };
    const { token } = await service.tokenize('preorder', order);
    const { status, body } = await browser('', { token, ...more });
    const id = String(body.threeDSecureAction?.session_id);
    const tell = async (outcome: string, more = {}) =>
      (await browser(`/${id}/complete`, { outcome, ...more })).body;
    const { threeDSecureTransactionId: transactionId, threeDSecureSession: session } = body;
    return { status, body, id, tell, transactionId, session };
  }

  async function sealedOf(id: string) {
    const [row] = await sql<{ session: string; sealed: Uint8Array | null }>(db)`
      SELECT session, sealed_proof AS sealed FROM authentications
      WHERE company_id = 'preorder' AND id = ${id}`;
    return row;
  }

  it('tells its server of device and payer, and keeps what no browser may have sealed', async () => {
    const { body, id, tell } = await begin(BROWSER_BUYER);
    expect(script.opened.at(-1)?.buyer).toMatchObject(BROWSER_BUYER);
    expect(JSON.stringify(body)).not.toContain(SECRET);
    const kept = Buffer.from((await sealedOf(id))?.sealed ?? []);
    expect([kept.length > 0, kept.includes(SECRET)]).toEqual([true, false]);
    expect(JSON.stringify(await tell('ready'))).not.toContain(SECRET);
    expect(asked).toMatchObject([{ secret: SECRET }]);
  });

  it('hands on the session by which the bank asks, and is asked by it afterwards', async () => {
    const { tell, session, transactionId, id } = await begin();
    expect(await tell('done')).toMatchObject({ status: 'OPEN' });
    const carried = await tell('ready', { providerReference: 'of-the-browser' });
    expect(carried.error.details[0].path).toBe('providerReference');
    const first = await tell('ready');
    expect(first).toMatchObject({ status: 'OPEN', session: CHALLENGE });
    expect((await tell('ready')).session).toBe(CHALLENGE);
    expect(asked.map((open) => open.session)).toEqual([session, session, CHALLENGE]);
    script.results.set(String(transactionId), AUTHENTICATED);
    const last = await tell('done');
    expect(last).toMatchObject({ status: 'AUTHENTICATED' });
    expect(last).not.toHaveProperty('session');
    expect(asked.at(-1)).toMatchObject({ session: CHALLENGE, secret: SECRET });
    expect((await tell('ready')).status).toBe('AUTHENTICATED');
    expect(asked).toHaveLength(4);
    expect((await sealedOf(id))?.sealed).not.toBeNull();
  });

  it.each<[string, AuthenticationResult, object]>([
    ['authenticates', AUTHENTICATED, { status: 'AUTHENTICATED' }],
    [
      'refuses',
      { kind: 'failed', reason: 'not_supported' },
      { status: 'FAILED', reason: 'not_supported' },
    ],
  ])('ends at once where its server %s', async (_how, result, state) => {
    const { tell, id } = await begin();
    answer = result;
    expect(await tell('ready')).toMatchObject(state);
    const isKept = (await sealedOf(id))?.sealed !== null;
    expect(isKept).toBe(result.kind === 'authenticated');
  });

  it('stays open where its server does not answer, and forgets all once it is called off', async () => {
    const { tell, id } = await begin();
    answer = new Error('down');
    const state = await tell('ready');
    expect([state.status, state.session]).toEqual(['OPEN', undefined]);
    expect(await tell('cancelled')).toMatchObject({ status: 'FAILED', reason: 'cancelled' });
    expect((await sealedOf(id))?.sealed).toBeNull();
  });

  it.each([
    ['device', { device: { ...BROWSER_BUYER.device, colorDepth: 'many' } }],
    ['payer', { payer: { ...BROWSER_BUYER.payer, name: '' } }],
  ])('refuses a %s that is none', async (field, more) => {
    const { status, body } = await begin(more);
    expect([status, body.error.code]).toEqual([400, 'INVALID_DATA']);
    expect(body.error.details[0].path).toMatch(new RegExp(`^${field}`));
  });

  it('is no choice after the order', async () => {
    const config = await service.fromPage('postorder', '/checkout/config');
    expect(config.body.capabilities.threeDS).toEqual({ enabled: false });
  });
});
