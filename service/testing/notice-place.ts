import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createAuthority } from '../../simulators/certificates/authority.ts';
import { createTestHarness } from '../../simulators/server/harness.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import type { RoutedMethod } from '../providers/definition.ts';
import { PROVIDER_DEFINITIONS } from '../providers/registry.ts';
import { LASTING } from './pix-bank-settings.ts';
import type { PlayedParty } from './play-provider.ts';
import { playEveryProvider } from './play-provider.ts';
import { CANARY } from './test-canary.ts';
import { embeddedTestDatabase } from './test-db.ts';
import { holdWebhooks } from './test-held-webhooks.ts';
import { openTestOperator } from './test-operator.ts';
import {
  newReference,
  startTestService,
  VALID_CARD,
  validPayin,
  validPayout,
} from './test-service.ts';
import { manualTimers } from './test-timers.ts';
import type { Told, ToldNotice } from './told-notices.ts';

/** Every method that a party of the registry can be routed to. */
export const NOTICE_ROWS = PROVIDER_DEFINITIONS.flatMap(({ name: provider, methods }) =>
  methods.map((method) => ({ provider, method })),
);
/** Those that can be asked for a certificate with their notices. */
export const CERTIFICATE_ABLE = PROVIDER_DEFINITIONS.filter(
  ({ showsNoticeCertificate }) => showsNoticeCertificate,
).map(({ name }) => name);
export const COMPANY = 'no3ds';
/** Another company, with an address of its own at each party. */
export const OTHER = 'cardonfile';
/** What a proxy adds to whatever came through it. */
const PROXY = { 'x-forwarded-for': '192.0.2.1' };

/**
 * A service that every party of the registry is switched on at, for two companies; `asked`: the
 * parties that have to show a certificate with their notices.
 */
export async function openNoticePlace({ asked }: { asked: readonly string[] }) {
  const harness = createTestHarness();
  const { clock, random, authority } = harness;
  const name = 'Authority of the simulated parties';
  const stranger = createAuthority(name, clock.now, random.bytes);
  const { timers } = manualTimers();
  const { sendWebhook, release } = holdWebhooks();
  const addresses = new Map<string, string>();
  const secrets: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'notice-place-'));
  mkdirSync(join(folder, 'authorities'));
  for (const name of asked) {
    writeFileSync(join(folder, 'authorities', `${name}.pem`), authority.certificatePem);
  }
  const { parties, providers } = await playEveryProvider(harness);
  const db = await embeddedTestDatabase.openEmpty();
  const notices = {
    url: 'https://notices.example.com',
    authoritiesDir: join(folder, 'authorities'),
    listener: null,
    certificateHeader: 'client-cert',
  };
  const proving = asked.length === 0 ? {} : { notices };
  const service = await startTestService({
    ...{ db, providers, timers, sendWebhook, now: () => new Date(clock.now()) },
    settings: { ...proving, trustedProxyHops: 1 },
  });
  const operator = await openTestOperator(
    db,
    { baseUrl: 'https://pay.example.com', ...proving },
    { played: { providers } },
  );
  for (const { name: provider, settings } of PROVIDER_DEFINITIONS) {
    // Each company types the same: it has the same account there.
    const typed = partyOf(provider).settings();
    const secret = settings.filter(({ isSecret }) => isSecret).map(({ name }) => typed[name]);
    secrets.push(...secret.filter((value) => value !== undefined));
    for (const company of [COMPANY, OTHER]) {
      await operator.run('provider add', { company, provider, ...typed });
      const { address } = await operator.record('provider connect', { company, provider });
      const { pathname } = new URL(String(address));
      addresses.set(`${provider} of ${company}`, service.baseUrl + pathname);
      secrets.push(pathname.split('/').at(-1) ?? '');
    }
  }
  const [bank] = await operator.rows('company set-banks', { company: COMPANY, from: 'efi' });
  const bankId = String(bank?.bank);

  function partyOf(provider: string): PlayedParty {
    const party = parties.get(provider);
    if (party === undefined) throw new Error(`${provider} has not been started`);
    return party;
  }

  function addressOf(provider: string, company = COMPANY): string {
    return addresses.get(`${provider} of ${company}`) ?? 'no address';
  }

  /** As a proxy tells of the certificate that its caller has shown. */
  function shown(issuer: typeof authority, options: { validDays?: number } = LASTING) {
    const { certificate } = issuer.issueClient('notices of a bank', options);
    return { ...PROXY, 'client-cert': `:${certificate.raw.toString('base64')}:` };
  }
  const proof = shown(authority);
  const forgedProofs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'no certificate': PROXY,
    'a certificate that no proxy tells of': { 'client-cert': proof['client-cert'] },
    'the certificate of a stranger': shown(stranger),
    'a certificate that has ended': shown(authority, { validDays: -0.5 }),
  };

  async function post(
    to: string,
    { query, headers, body }: ToldNotice,
    shownWith: Readonly<Record<string, string>> = proof,
  ): Promise<number> {
    const url = new URL(to);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const all = { ...headers, ...shownWith };
    const answer = await fetch(url, { method: 'POST', headers: all, body });
    await answer.text();
    return answer.status;
  }

  /** Sent; `answer`: what the merchant hears, which may take as long as the party does. */
  function begin(method: RoutedMethod, told: Told) {
    told.leaveOpen?.();
    const referenceId = newReference();
    const [path, body] = orderBy(method, { referenceId, bankId });
    const answer = service.post(COMPANY, path, body);
    return { referenceId, answer };
  }

  async function order(method: RoutedMethod, told: Told, address: string) {
    const { status, body, text } = await begin(method, told).answer;
    expect([status, body.status], text).toEqual([201, 'PENDING']);
    const key = attemptKeyOf(body.id);
    // That a payout was taken in is known by a first look.
    if (method === 'PAYOUT') expect(await post(address, told.tell(key))).toBe(200);
    return { id: String(body.id), key };
  }

  async function read<Row>(text: string, values: string[] = []): Promise<Row[]> {
    return db.query<Row>({ name: '', text, values });
  }

  /** All that could have been moved, of every company. */
  async function everything() {
    return {
      payins: await read('SELECT id, status FROM payins ORDER BY id'),
      payouts: await read('SELECT id, status FROM payouts ORDER BY id'),
      refunds: await read('SELECT id, status FROM refunds ORDER BY id'),
      ledger: await read('SELECT source_id, step FROM ledger_transactions ORDER BY 1, 2'),
      events: await read('SELECT id FROM webhook_events ORDER BY id'),
    };
  }

  /** What one order has come to, and how often it was moved and told. */
  async function fateOf(id: string) {
    const { payins, payouts, ledger } = await everything();
    const told = await read<{ event: string }>(
      'SELECT event FROM webhook_events WHERE transaction_id = $1 ORDER BY sequence',
      [id],
    );
    const status = [...payins, ...payouts].flatMap((one) => isOf(one, id)).join();
    const steps = ledger.filter((one) => JSON.stringify(one).includes(id)).length;
    return { status, steps, events: told.map(({ event }) => event) };
  }

  return {
    clock,
    db,
    service,
    operator,
    secrets,
    bankId,
    forgedProofs,
    partyOf,
    addressOf,
    post,
    begin,
    order,
    read,
    everything,
    fateOf,
    /** Makes that party the only one of the method, and gives what it tells of it. */
    async routeTo(provider: string, method: RoutedMethod): Promise<Told> {
      const told = partyOf(provider).told[method];
      if (told === undefined) throw new Error(`${provider} tells nothing of ${method}`);
      await operator.run('route set', { company: COMPANY, method, providers: provider });
      // What was read of no route is used for some seconds.
      clock.advance(10_000);
      return told;
    },
    async stop() {
      release();
      await operator.services.registeredProviders.stop();
      await service.stop();
      for (const party of parties.values()) await party.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function isOf(row: unknown, id: string): string[] {
  if (typeof row !== 'object' || row === null || !('id' in row) || !('status' in row)) return [];
  return row.id === id ? [String(row.status)] : [];
}

export function orderBy(
  method: RoutedMethod,
  { referenceId, bankId }: { referenceId: string; bankId: string },
): [path: string, body: unknown] {
  const webhookUrl = 'https://shop.example/webhooks';
  if (method === 'PAYOUT') {
    return ['/payout', validPayout({ referenceId, webhookUrl })];
  }
  const order = validPayin({ paymentMethod: method, referenceId, webhookUrl });
  const { card: _, customer, ...rest } = order;
  // Mercado Pago makes no boleto without a neighborhood.
  const address = { ...customer.address, neighborhood: 'Centro' };
  const payin = { ...rest, customer: { ...customer, address } };
  if (method === 'OPEN_FINANCE') return ['/payin', { ...payin, bankId }];
  if (method !== 'CREDIT_CARD') return ['/payin', payin];
  const card = { ...VALID_CARD, ...CANARY, holderName: 'APRO', installments: 1 };
  return ['/payin', { ...payin, card }];
}
