import { describe, expect, it, onTestFinished } from 'vitest';
import type { BrokenRule } from '../../../contract/errors/broken-rule.ts';
import { broken } from '../../../contract/errors/broken-rule.ts';
import type { PixBankOptions } from '../../../simulators/pix-bank/pix-bank.ts';
import { createEnvelope } from '../../base/crypto/envelope.ts';
import { createKeyedHash } from '../../base/crypto/keyed-hash.ts';
import { pixBankSettings } from '../../testing/pix-bank-settings.ts';
import { storedCredentials } from '../../testing/stored-credentials.ts';
import { arrangePixBank } from '../../testing/test-pix-bank.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import type {
  ProviderCredentialStore,
  ProviderRoute,
  ProviderRouteStore,
  StoredCredentials,
} from '../credentials.ts';
import { ALL_COMPANIES, openNoticeSecret } from '../credentials.ts';
import type { OutgoingLogLine } from '../outgoing-log-line.ts';
import type { Provider } from '../provider.ts';
import type { ProviderTrouble, RegisteredOptions } from './registered-providers.ts';
import { createRegisteredProviders } from './registered-providers.ts';

const REREAD_MS = 3_000;
const CLOSE_AFTER_MS = 120_000;
const { signal: never } = new AbortController();

/** Rows in memory; only what the providers read of them. */
function rowsOf(credentials: StoredCredentials[], routes: Map<string, ProviderRoute[]>) {
  let reads = 0;
  const store: Pick<ProviderCredentialStore, 'list' | 'listAll' | 'findByNotice'> = {
    async list(companyId) {
      reads += 1;
      return credentials.filter((one) => one.companyId === companyId);
    },
    listAll: async () => credentials,
    async findByNotice(hash) {
      const isIt = (one: StoredCredentials) => Buffer.from(one.noticeSecretHash).equals(hash);
      return credentials.find(isIt) ?? null;
    },
  };
  const routeStore: Pick<ProviderRouteStore, 'list'> = {
    list: async (companyId) => routes.get(companyId) ?? [],
  };
  const refuse = () => Promise.reject(new Error('nothing is written here'));
  return {
    readsSoFar: () => reads,
    credentials: {
      ...store,
      find: refuse,
      insert: refuse,
      rotate: refuse,
      setConnected: refuse,
      setProof: refuse,
      delete: refuse,
      rewrap: refuse,
    },
    routes: routeStore,
  };
}

/** Companies routed to a bank as it is played, which is called in place of the real one. */
async function arrange(
  bankOptions: Partial<PixBankOptions> = {},
  more: Partial<RegisteredOptions> = {},
) {
  const { bank, clock } = await arrangePixBank({ profile: 'inter', ...bankOptions });
  const randomBytes = (size: number) => new Uint8Array(size).fill(made++ % 256);
  let made = 0;
  const sealing = {
    envelope: createEnvelope([{ version: 1, key: new Uint8Array(32).fill(7) }], randomBytes),
    hash: createKeyedHash(new Uint8Array(32).fill(8)),
    randomBytes,
  };
  const credentials: StoredCredentials[] = [];
  const routes = new Map<string, ProviderRoute[]>();
  const lines: OutgoingLogLine[] = [];
  const troubles: ProviderTrouble[] = [];
  const rows = rowsOf(credentials, routes);
  const { timers, run } = manualTimers();
  const typed = pixBankSettings(bank, 'inter');
  const hosts = { api: bank.api, token: new URL(bank.tokenUrl).origin };
  const providers = createRegisteredProviders({
    ...sealing,
    ...{ environment: 'sandbox', timers, now: () => new Date(clock.now()) },
    ...{ credentials: rows.credentials, routes: rows.routes },
    overrides: { inter: { hosts, trustedPem: bank.authorityPem } },
    baseUrl: () => 'https://pay.example.com',
    onCall: (line) => void lines.push(line),
    onTrouble: (trouble) => void troubles.push(trouble),
    ...more,
  });
  onTestFinished(() => providers.stop());

  function add(changes: Partial<StoredCredentials> = {}, settings: Record<string, string> = {}) {
    const one = storedCredentials(
      sealing,
      { companyId: 'acme', ...changes },
      { ...typed, ...settings },
    );
    credentials.push(one);
    return one;
  }

  /** As a command does it: another version in the same place. */
  function rotate(settings: Record<string, string>) {
    const before = credentials.pop();
    if (before === undefined) throw new Error('nothing to rotate');
    const { noticeSecretHash, version } = before;
    add({ noticeSecretHash, version: version + 1 }, settings);
  }

  function find(provider: Provider | undefined) {
    const payment = { companyId: 'acme', reference: 'pay_acme_3q2-7wAAAAAAAAAAAAAAAA' };
    if (provider?.payments == null) throw new Error('nobody to ask');
    return provider.payments.findPayment(payment, never);
  }

  routes.set('acme', [{ method: 'PIX', providers: ['inter'] }]);
  const first = async (companyId = 'acme') => (await providers.route(companyId, 'PIX'))[0];
  return {
    bank,
    clock,
    rows,
    credentials,
    routes,
    lines,
    troubles,
    providers,
    sealing,
    run,
    add,
    rotate,
    find,
    first,
  };
}

describe('the providers of a company', () => {
  it('are those of its route, in order, for the methods they have', async () => {
    const { providers, add, routes } = await arrange();
    add();
    add({ provider: 'bb' }, {});
    routes.set('acme', [
      { method: 'PIX', providers: ['inter', 'nobody'] },
      { method: 'BOLETO', providers: ['inter'] },
    ]);
    expect((await providers.route('acme', 'PIX')).map(({ name }) => name)).toEqual(['inter']);
    expect(await providers.route('acme', 'BOLETO')).toEqual([]);
    expect(await providers.route('acme', 'PAYOUT')).toEqual([]);
  });

  it('really call the party', async () => {
    const { add, find, first, lines } = await arrange();
    add();
    expect(await find(await first())).toEqual({ kind: 'not_found' });
    expect(lines.map(({ account, verb }) => [account, verb])).toEqual([
      ['acme', 'token'],
      ['acme', 'find'],
    ]);
  });

  it('are one and the same as long as their credentials are', async () => {
    const { add, clock, first, rows } = await arrange();
    add();
    const provider = await first();
    expect(await first()).toBe(provider);
    expect(rows.readsSoFar()).toBe(1);
    clock.advance(REREAD_MS);
    expect(await first()).toBe(provider);
    expect(rows.readsSoFar()).toBe(2);
  });

  it('are shared by companies that have none of their own', async () => {
    const { add, routes, first, providers } = await arrange();
    add({ companyId: ALL_COMPANIES });
    routes.clear();
    routes.set(ALL_COMPANIES, [{ method: 'PIX', providers: ['inter'] }]);
    const shared = await first('other');
    expect(shared?.name).toBe('inter');
    expect(await first('acme')).toBe(shared);
    add();
    providers.forget();
    expect(await first('acme')).not.toBe(shared);
    expect(await first('other')).toBe(shared);
  });

  it('are found though no route names them any more, until their credentials are gone', async () => {
    const { add, credentials, routes, providers } = await arrange();
    add();
    routes.clear();
    expect(await providers.route('acme', 'PIX')).toEqual([]);
    expect((await providers.find('acme', 'inter'))?.name).toBe('inter');
    expect(await providers.find('other', 'inter')).toBeNull();
    credentials.pop();
    providers.forget();
    expect(await providers.find('acme', 'inter')).toBeNull();
  });
});

describe('rotated credentials', () => {
  it('are used within seconds, and those before them until whoever has them is done', async () => {
    const { add, rotate, clock, first, find, run } = await arrange();
    add();
    const before = await first();
    rotate({ 'merchant-city': 'Natal' });
    expect(await first()).toBe(before);
    clock.advance(REREAD_MS);
    const after = await first();
    expect(after).not.toBe(before);
    expect(await find(before)).toEqual({ kind: 'not_found' });
    run(CLOSE_AFTER_MS);
    expect(await find(after)).toEqual({ kind: 'not_found' });
    await expect(find(before)).rejects.toThrow();
  });

  it('are not undone by what was read before the rotation', async () => {
    const { add, rotate, first, credentials, providers } = await arrange();
    const old = add();
    rotate({ 'merchant-city': 'Natal' });
    const provider = await first();
    credentials.splice(0, 1, old);
    providers.forget();
    expect(await first()).toBe(provider);
  });

  it('that were removed and added again are made anew', async () => {
    const { add, first, credentials, providers } = await arrange();
    add();
    const before = await first();
    credentials.pop();
    add();
    providers.forget();
    expect(await first()).not.toBe(before);
  });
});

describe('credentials that cannot be used', () => {
  it.each<[string, Partial<StoredCredentials>, Record<string, string>, BrokenRule]>([
    ['sealed for another place', { sealedSettings: new Uint8Array(100) }, {}, broken('unreadable')],
    [
      'of the other environment',
      { environment: 'production' },
      {},
      broken('other_environment', { environment: 'sandbox' }),
    ],
    ['of nobody we know', { provider: 'nobody' }, {}, broken('unknown')],
    ['with a wrong password', {}, { 'certificate-password': 'wrong' }, broken('not_opened')],
    [
      'with a setting that does not fit',
      {},
      { 'account-number': 'abc' },
      broken('digits', { min: 1, max: 20 }),
    ],
  ])('leave their own provider out, told once: %s', async (_what, changes, settings, fault) => {
    const { add, routes, clock, providers, troubles } = await arrange();
    const { provider } = add(changes, settings);
    add({ companyId: 'other' });
    routes.set('acme', [{ method: 'PIX', providers: [provider] }]);
    routes.set('other', [{ method: 'PIX', providers: ['inter'] }]);
    expect(await providers.route('acme', 'PIX')).toEqual([]);
    clock.advance(REREAD_MS);
    expect(await providers.route('acme', 'PIX')).toEqual([]);
    expect(troubles).toMatchObject([{ companyId: 'acme', provider, fault }]);
    expect(JSON.stringify(troubles)).not.toMatch(/wrong"|abc/);
    expect(await providers.overview()).toMatchObject([{ trouble: { fault } }, { trouble: null }]);
    expect(await providers.route('other', 'PIX')).toHaveLength(1);
  });

  it("of a company do not make it use everybody's", async () => {
    const { add, first } = await arrange();
    add({ companyId: ALL_COMPANIES });
    add({}, { 'certificate-password': 'wrong' });
    expect(await first('acme')).toBeUndefined();
  });

  it('are used again once they are put right', async () => {
    const { add, rotate, first, providers } = await arrange();
    add({}, { 'certificate-password': 'wrong' });
    expect(await first()).toBeUndefined();
    rotate({});
    providers.forget();
    expect((await first())?.name).toBe('inter');
    expect(await providers.overview()).toMatchObject([{ trouble: null }]);
  });
});

it('a party that does not answer is left out of the route while it rests, and found all the same', async () => {
  const { add, bank, clock, find, first, providers } = await arrange();
  add();
  const provider = await first();
  for (let nth = 0; nth < 5; nth += 1) {
    bank.faults.next({ method: 'GET' }, { kind: 'html_error', status: 503, isCommitted: false });
    await expect(find(provider)).rejects.toThrow();
  }
  expect(await first()).toBeUndefined();
  expect(await providers.find('acme', 'inter')).toBe(provider);
  const [{ restsUntil } = { restsUntil: null }] = await providers.overview();
  expect(restsUntil?.getTime()).toBe(clock.now() + 30_000);
  clock.advance(30_000);
  expect(await first()).toBe(provider);
  expect(await find(provider)).toEqual({ kind: 'not_found' });
});

it('the token of a party is as old as the answer that gave it, whatever was asked with it since', async () => {
  const { add, clock, find, first, providers } = await arrange();
  add();
  const givenAt = async () => (await providers.overview())[0]?.tokenGivenAt?.getTime();
  const provider = await first();
  expect(await givenAt()).toBeUndefined();
  await find(provider);
  const at = clock.now();
  clock.advance(60_000);
  await find(provider);
  expect(await givenAt()).toBe(at);
});

it('an address for notices tells whose credentials it belongs to, and only with the name of their provider', async () => {
  const { add, providers, sealing } = await arrange();
  const secret = openNoticeSecret(add(), sealing.envelope);
  expect(secret).toMatch(/^[\w-]{22}$/);
  expect(await providers.findNoticeOwner('inter', secret)).toBe('acme');
  expect(await providers.findNoticeOwner('bb', secret)).toBeNull();
  expect(await providers.findNoticeOwner('inter', 'x'.repeat(22))).toBeNull();
});

it('a database that cannot be read is asked again at the next call', async () => {
  const { add, rows, first } = await arrange();
  add();
  const { list } = rows.credentials;
  rows.credentials.list = () => Promise.reject(new Error('gone'));
  await expect(first()).rejects.toThrow('gone');
  rows.credentials.list = list;
  expect((await first())?.name).toBe('inter');
});
