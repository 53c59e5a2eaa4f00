import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Db } from '../base/shared/db.ts';
import type { Overrides } from '../run/app.ts';
import { startService } from '../run/app.ts';
import type { Settings } from '../settings.ts';
import { readSettings } from '../settings.ts';
import { CONSENT } from './consent.ts';
import { FREE_PORTS } from './free-ports.ts';
import { PAYER } from './payer.ts';
import { checkAnswersOf, checkedFetch } from './test-checked-fetch.ts';
import type { TestDatabase } from './test-db.ts';
import { embeddedTestDatabase } from './test-db.ts';

/** Who asks a service for things: a sandbox account by its key pair, or a page of its shop. */
type TestClient = {
  get(account: string, path: string, headers?: Record<string, string>): Promise<Answer>;
  post(account: string, path: string, body?: unknown, headers?: object): Promise<Answer>;
  fromPage(account: string, path: string, body?: unknown): Promise<Answer>;
  /**
   * A token of a valid card, for an order of its own; `answer` is the whole of it. Where the account
   * saves cards, its buyer wants that.
   */
  tokenize(account: string, change?: object): Promise<Tokenized & { answer: Answer }>;
};

type Tokenized = { token: string; referenceId: string };

/** A whole service on free ports, over real HTTP, for tests. */
export type TestService = TestClient & {
  baseUrl: string;
  checkoutUrl: string;
  threeDSStageUrl: string;
  bankUrl: string | null;
  dashboardUrl: string | null;
  paymentPageUrl: string | null;
  noticesUrl: string | null;
  metricsUrl: string;
  db: Db;
  /** Every line the service has logged. */
  logged: string[];
  stop(): Promise<void>;
};

export async function startTestService(
  options: Overrides & { database?: TestDatabase; settings?: Partial<Settings> } = {},
): Promise<TestService> {
  const { database = embeddedTestDatabase, settings, ...overrides } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'service-test-'));
  const logged: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const db = overrides.db ?? (await database.openMigrated());
  const service = await startService(
    {
      ...readSettings({ DATA_DIR: dataDir }),
      ...FREE_PORTS,
      keyEncryptionKeys: [{ version: 1, key: new Uint8Array(32).fill(7) }],
      ...settings,
    },
    { log: pino({ base: null }, stream), db, ...overrides },
  );
  const endChecks = checkAnswersOf({ ...service, mode: settings?.mode ?? 'sandbox' });
  return {
    ...service,
    ...clientOf(service),
    db,
    logged,
    async stop() {
      endChecks();
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function clientOf({
  baseUrl,
  checkoutUrl = baseUrl,
}: Pick<TestService, 'baseUrl'> & Partial<Pick<TestService, 'checkoutUrl'>>) {
  const client: TestClient = {
    async tokenize(account, change = {}) {
      const order = { amount: 10_000, installments: 1, referenceId: newReference() };
      const saving = account === 'cardonfile' ? { consent: CONSENT } : {};
      const asked = { ...order, card: VALID_CARD, ...saving, ...change };
      const answer = await client.fromPage(account, '/checkout/tokens', asked);
      return { token: String(answer.body.token), referenceId: asked.referenceId, answer };
    },
    get: (account, path, headers = {}) =>
      send(baseUrl + path, { headers: { ...basic(account), ...headers } }),
    post: (account, path, body, headers = {}) =>
      send(baseUrl + path, { method: 'POST', body, headers: { ...basic(account), ...headers } }),
    fromPage: (account, path, body) =>
      send(checkoutUrl + path, { body, headers: { 'x-public-key': `pk_test_${account}` } }),
  };
  return client;
}

/** `Authorization` of a sandbox account's key pair. */
export function basic(account: string): { authorization: string } {
  const pair = `pk_test_${account}:sk_test_${account}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  body: any;
};

/** One request, checked against the document of the API; an object as `body` is sent as JSON. */
export async function send(
  url: string,
  request: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  const { method, headers = {}, body } = request;
  const isText = typeof body === 'string';
  const response = await checkedFetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}

export const VALID_CARD = {
  holderName: 'ANA SOUZA',
  number: '4111111111111111',
  expirationMonth: '12',
  expirationYear: '2040',
  cvv: '123',
};

let references = 0;

/** A reference no other test of the file uses. */
export function newReference(): string {
  references += 1;
  return `order-${references}`;
}

/** A payin by card that is approved, or one by another method; tests spoil one thing of it. */
export function validPayin(change: Record<string, unknown> = {}) {
  const { paymentMethod = 'CREDIT_CARD' } = change;
  return {
    paymentMethod: 'CREDIT_CARD',
    amount: 10_000,
    referenceId: newReference(),
    isPhysicalProduct: false,
    payerIp: '203.0.113.7',
    customer: PAYER,
    items: [{ title: 'Livro', quantity: 1, unitPrice: 10_000 }],
    ...(paymentMethod === 'CREDIT_CARD' ? { card: { ...VALID_CARD, installments: 1 } } : {}),
    ...(paymentMethod === 'OPEN_FINANCE' ? { bankId: 'ipe' } : {}),
    ...change,
  };
}

/** A valid payin by a card that was made a token of. */
export function payinByToken({ token, referenceId }: Tokenized, change: object = {}) {
  return validPayin({ referenceId, card: { token, installments: 1 }, ...change });
}

/** A payout to a person's mailbox; tests spoil one thing of it. */
export function validPayout(change: Record<string, unknown> = {}) {
  return {
    amount: 1_000,
    pixKey: 'ana@example.com',
    pixKeyType: 'EMAIL',
    referenceId: newReference(),
    ...change,
  };
}

/** A valid payin whose card differs in some fields. */
export function payinWithCard(change: Record<string, unknown>) {
  return validPayin({ card: { ...VALID_CARD, installments: 1, ...change } });
}
