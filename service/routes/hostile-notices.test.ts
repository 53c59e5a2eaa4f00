import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority } from '../../parties/certificates/authority.ts';
import { createTestSurroundings } from '../../parties/server/surroundings.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import type { RoutedMethod } from '../providers/definition.ts';
import { PROVIDER_DEFINITIONS } from '../providers/registry.ts';
import type { Db } from '../shared/db.ts';
import { LASTING } from '../testing/pix-bank-settings.ts';
import type { PlayedParty, Verb } from '../testing/play-provider.ts';
import { PLAYED } from '../testing/play-provider.ts';
import { CANARY, hasNumber } from '../testing/test-canary.ts';
import { embeddedTestDatabase } from '../testing/test-db.ts';
import { holdWebhooks } from '../testing/test-held-webhooks.ts';
import type { TestOperator } from '../testing/test-operator.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import type { TestService } from '../testing/test-service.ts';
import {
  basic,
  newReference,
  send,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';
import type { Told, ToldNotice } from '../testing/told-notices.ts';

/*
 * Whatever is sent to an address of notices moves nothing by what it says: every party of the
 * registry is switched on, for each method that it can be routed to.
 */

const ROWS = PROVIDER_DEFINITIONS.flatMap(({ name: provider, methods }) =>
  methods.map((method) => ({ provider, method })),
);
const COMPANY = 'no3ds';
/** Another company, with an address of its own at each party. */
const OTHER = 'cardonfile';

/** A third, which has credentials of its own at none: those of all companies are used for it. */
const SHARING = 'livraria';
const NOTHING: ToldNotice = { query: {}, headers: {}, body: '' };

/** The banks that are asked for no certificate: their address alone proves them. */
const UNASKED = ['inter', 'santander'];
const ASKED = PROVIDER_DEFINITIONS.filter(
  ({ name, showsNoticeCertificate }) => showsNoticeCertificate && !UNASKED.includes(name),
).map(({ name }) => name);

const VERBS: Readonly<Record<RoutedMethod, Verb>> = {
  CREDIT_CARD: 'charge',
  PIX: 'PIX',
  BOLETO: 'boleto',
  OPEN_FINANCE: 'consent',
  PAYOUT: 'payout',
};
const NONE_OF_THEIRS = 'f'.repeat(32);
/** What a proxy adds to whatever came through it. */
const PROXY = { 'x-forwarded-for': '192.0.2.1' };
/** Until the test releases it. */
const HELD_MS = 1_000_000_000;

const NONSENSE: readonly string[] = [
  '',
  '\u0000',
  'null',
  '{',
  '[]',
  '"PAID"',
  '<html><body><h1>502 Bad Gateway</h1></body></html>',
  '{"pix":7,"PaymentId":7,"reference_id":7,"identificadorPagamento":7}',
  '{"pix":[7],"charges":7,"PaymentId":"../../1/sales"}',
  '{"pix":[{"txid":{"$ne":null}}],"charges":[[]],"PaymentId":null}',
  `{"pix":[{"txid":"${"' OR 1=1 --".repeat(3)}"}],"reference_id":"' OR 1=1 --"}`,
  'notification=../../v1/charge/1/cancel',
  '../v1/payments',
  `{"pix":${'['.repeat(20_000)}`,
  `{"__proto__":{"pix":[]},"constructor":{}}`,
];

describe('whatever is sent to an address of notices', () => {
  const surroundings = createTestSurroundings();
  const { clock, random, authority } = surroundings;
  const stranger = createAuthority({
    name: 'Authority of the simulated parties',
    ...{ now: clock.now, randomBytes: random.bytes },
  });
  const { timers } = manualTimers();
  const { sendWebhook, release } = holdWebhooks();
  const parties = new Map<string, PlayedParty>();
  const addresses = new Map<string, string>();
  const secrets: string[] = [];
  let folder: string;
  let bankId: string;
  let db: Db;
  let service: TestService;
  let operator: TestOperator;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hostile-notices-'));
    mkdirSync(join(folder, 'authorities'));
    for (const name of ASKED) {
      writeFileSync(join(folder, 'authorities', `${name}.pem`), authority.certificatePem);
    }
    for (const { name } of PROVIDER_DEFINITIONS) {
      const party = await PLAYED[name]?.(surroundings);
      if (party === undefined) throw new Error(`${name} is not played`);
      parties.set(name, party);
    }
    const providers = Object.fromEntries(
      [...parties].map(([name, { hosts, authorityPem }]) => [
        name,
        { hosts, trustedPem: authorityPem },
      ]),
    );
    db = await embeddedTestDatabase.openEmpty();
    const notices = {
      url: 'https://notices.example.com',
      authoritiesDir: join(folder, 'authorities'),
      listener: null,
      certificateHeader: 'client-cert',
    };
    service = await startTestService({
      ...{ db, providers, timers, sendWebhook, now: () => new Date(clock.now()) },
      settings: { notices, trustedProxyHops: 1 },
    });
    operator = await openTestOperator(
      db,
      { baseUrl: 'https://pay.example.com', notices },
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
    bankId = String(bank?.bank);
  });
  afterAll(async () => {
    release();
    await operator.services.registeredProviders.stop();
    await service.stop();
    for (const party of parties.values()) await party.stop();
    rmSync(folder, { recursive: true });
  });

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
  const forgedProofs = {
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
    const answer = send(`${service.baseUrl}${path}`, { body, headers: basic(COMPANY) });
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

  describe.each(ROWS)('of $provider for $method', ({ provider, method }) => {
    let told: Told;
    let address: string;

    beforeAll(async () => {
      const found = partyOf(provider).told[method];
      if (found === undefined) throw new Error(`${provider} tells nothing of ${method}`);
      told = found;
      address = addressOf(provider);
      await operator.run('route set', { company: COMPANY, method, providers: provider });
      // What was read of no route is used for some seconds.
      clock.advance(10_000);
    });

    /** Paid at the party, which nobody has told the service. */
    async function paidUntold() {
      const { id, key } = await order(method, told, address);
      told.happen(key);
      return { id, key, before: await everything() };
    }

    it('is acted upon once, however often it is told', async () => {
      const once = await paidUntold();
      expect(await post(address, told.tell(once.key))).toBe(200);
      const fate = await fateOf(once.id);
      expect(fate.status).toBe(method === 'PAYOUT' ? 'COMPLETED' : 'APPROVED');
      const often = await paidUntold();
      const notice = told.tell(often.key);
      const answers = await Promise.all([1, 2, 3].map(() => post(address, notice)));
      answers.push(await post(address, notice), await post(address, told.tell(often.key)));
      expect(answers).toEqual([200, 200, 200, 200, 200]);
      expect(await fateOf(often.id)).toEqual(fate);
    });

    it('moves nothing where it is not from the party', async () => {
      const { key, before } = await paidUntold();
      const asked = partyOf(provider).requests.length;
      const notice = told.tell(key);
      for (const [how, forge] of Object.entries(told.forge)) {
        expect(await post(address, forge(notice)), `with ${how}`).toBe(401);
      }
      if (told.hasCertificate && ASKED.includes(provider)) {
        for (const [how, forged] of Object.entries(forgedProofs)) {
          expect(await post(address, notice, forged), `with ${how}`).toBe(401);
        }
        expect(partyOf(provider).requests.length).toBe(asked);
      }
      expect(await everything()).toEqual(before);
    });

    it('is not taken at an address that is nobody’s, or another provider’s', async () => {
      const { key, before } = await paidUntold();
      const notice = told.tell(key);
      const wrong = address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
      const [other] = ROWS.filter((row) => row.provider !== provider);
      const elsewhere = address.replace(`/${provider}/`, `/${other?.provider}/`);
      for (const to of [wrong, elsewhere, address.replace(`/${provider}/`, '/sandbox/')]) {
        expect(await post(to, notice)).toBe(404);
      }
      expect(await everything()).toEqual(before);
    });

    it('moves nothing where what it says has not happened', async () => {
      const { key } = await order(method, told, address);
      const before = await everything();
      expect(await post(address, told.tell(key))).toBe(200);
      expect(await everything()).toEqual(before);
    });

    it('moves nothing of another company, nor of nobody', async () => {
      const { key, before } = await paidUntold();
      expect(await post(addressOf(provider, OTHER), told.tell(key))).toBe(200);
      const unknown = await post(address, told.tell(NONE_OF_THEIRS));
      expect(unknown).toBe(provider === 'efi' && method === 'BOLETO' ? 401 : 200);
      expect(await everything()).toEqual(before);
    });

    it('moves nothing too early, and is good again later', async () => {
      const verb = partyOf(provider).verbs[VERBS[method]];
      if (verb === undefined) throw new Error(`${provider} does not do ${method}`);
      // Of a payout that was taken in a look may tell; one on its way is known to nobody.
      const kind = method === 'PAYOUT' ? 'book_late' : 'answer_late';
      const held = partyOf(provider).faults.next(verb.at, { kind, afterMs: HELD_MS });
      const { referenceId, answer } = begin(method, told);
      await held.taken;
      const table = method === 'PAYOUT' ? 'payouts' : 'payins';
      const [row] = await read<{ id: string }>(`SELECT id FROM ${table} WHERE reference_id = $1`, [
        referenceId,
      ]);
      const id = row?.id ?? '';
      const key = attemptKeyOf(id);
      const before = await everything();
      expect([200, 502]).toContain(await post(address, told.tell(key)));
      expect(await everything()).toEqual(before);
      held.release();
      expect((await answer).body).toMatchObject({ id, status: 'PENDING' });
      told.happen(key);
      // Twice, since the first may tell no more than that a payout was taken in.
      expect(await post(address, told.tell(key))).toBe(200);
      expect(await post(address, told.tell(key))).toBe(200);
      expect((await fateOf(id)).status).toBe(method === 'PAYOUT' ? 'COMPLETED' : 'APPROVED');
    });

    it('moves nothing where it is nonsense', async () => {
      const { before } = await paidUntold();
      for (const body of NONSENSE) {
        for (const notice of [told.sign(body), { query: {}, headers: {}, body }]) {
          const status = await post(address, notice);
          expect([200, 401], `${status} for ${JSON.stringify(body.slice(0, 60))}`).toContain(
            status,
          );
        }
      }
      expect(await post(address, told.sign(`{"pix":"${'x'.repeat(64 * 1024)}"}`))).toBe(413);
      expect(await everything()).toEqual(before);
    });
  });

  it('of all companies is for the one whose order it is, at the address that they share', async () => {
    const [provider, method] = ['sicoob', 'PIX'] as const;
    const of = { company: SHARING };
    await operator.run('company create', { ...of, name: 'Livraria LTDA' });
    await operator.run('company set-kyc', { ...of, status: 'approved' });
    const { publicKey, secretKey } = await operator.record('key create', of);
    const shared = { company: '*', provider };
    await operator.run('provider add', { ...shared, ...partyOf(provider).settings() });
    const { address } = await operator.record('provider connect', shared);
    const to = service.baseUrl + new URL(String(address)).pathname;
    await operator.run('route set', { ...of, method, providers: provider });
    clock.advance(10_000);
    const [path, body] = orderBy(method, { referenceId: newReference(), bankId });
    const pair = Buffer.from(`${publicKey}:${secretKey}`).toString('base64');
    const answer = await send(`${service.baseUrl}${path}`, {
      body,
      headers: { authorization: `Basic ${pair}` },
    });
    expect(answer.status, answer.text).toBe(201);
    const told = partyOf(provider).told[method];
    const key = attemptKeyOf(answer.body.id);
    const before = await everything();
    for (const one of [key, NONE_OF_THEIRS]) {
      expect(await post(to, told?.tell(one) ?? NOTHING)).toBe(200);
    }
    expect(await everything()).toEqual(before);
    told?.happen(key);
    expect(await post(to, told?.tell(key) ?? NOTHING)).toBe(200);
    expect((await fateOf(answer.body.id)).status).toBe('APPROVED');
  });

  it('leaves no secret and no card in the log', () => {
    const log = service.logged.join('');
    expect(log).toContain('/providers/:provider/notices/:secret');
    expect(secrets.length).toBeGreaterThan(3 * PROVIDER_DEFINITIONS.length);
    for (const secret of secrets) expect(log).not.toContain(secret);
    expect(hasNumber(log)).toBe(false);
    expect(log).not.toMatch(/OR 1=1|Bad Gateway|x-signature|authenticity/);
  });

  it.each(PROVIDER_DEFINITIONS)('leaves no rule of a party broken: $name', ({ name }) => {
    expect(partyOf(name).takeViolations()).toEqual([]);
  });
});

function isOf(row: unknown, id: string): string[] {
  if (typeof row !== 'object' || row === null || !('id' in row) || !('status' in row)) return [];
  return row.id === id ? [String(row.status)] : [];
}

function orderBy(
  method: RoutedMethod,
  { referenceId, bankId }: { referenceId: string; bankId: string },
): [path: string, body: unknown] {
  const webhookUrl = 'https://shop.example/webhooks';
  if (method === 'PAYOUT') {
    const to = { pixKey: 'ana@example.com', pixKeyType: 'EMAIL' };
    return ['/payout', { amount: 1_000, ...to, referenceId, webhookUrl }];
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
