import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PFX_PASSWORD } from '../../scripts/rehearse/credentials.ts';
import { startPixBank } from '../../simulators/pix-bank/pix-bank.ts';
import { createTestHarness } from '../../simulators/server/harness.ts';
import { errorDetail } from '../base/shared/error-detail.ts';
import { opened } from '../testing/opened.ts';
import { LASTING, pixBankSettings } from '../testing/pix-bank-settings.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readEveryRow } from '../testing/test-canary.ts';
import { testDatabases } from '../testing/test-db.ts';
import type { TestOperator } from '../testing/test-operator.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import { manualTimers } from '../testing/test-timers.ts';
import { findCommand } from './commands.ts';

const BASE_URL = 'https://pay.example.com';
const INTER = { company: 'acme', provider: 'inter' };
const SHARED = { ...INTER, company: '*' };
const ADDRESS = /^https:\/\/pay\.example\.com\/providers\/inter\/notices\/[\w-]{22}$/;

describe.each(testDatabases())('providers by an operator on $engine', (database) => {
  const { clock, random, authority } = createTestHarness();
  const logged: string[] = [];
  let operator: TestOperator;

  const db = opened(database.openEmpty);
  const bank = opened(() => startPixBank({ clock, random, authority, profile: 'inter' }));
  beforeAll(async () => {
    const hosts = { api: bank.api, token: new URL(bank.tokenUrl).origin };
    const played = {
      timers: manualTimers().timers,
      log: pino({ level: 'debug' }, { write: (line) => void logged.push(line) }),
      providers: { inter: { hosts, trustedPem: bank.authorityPem } },
    };
    operator = await openTestOperator(db, { baseUrl: BASE_URL }, { played });
    await operator.run('company create', { company: 'acme', name: 'Loja Acme' });
    await operator.run('company create', { company: 'other', name: 'Outra' });
  });
  afterAll(() => operator.services.registeredProviders.stop());

  /** As the bank knows the company; whoever uses it takes it away again. */
  async function added(changes: Record<string, string> = {}, company = 'acme') {
    const options = { ...INTER, company, ...pixBankSettings(bank, 'inter'), ...changes };
    const record = await operator.record('provider add', options);
    onTestFinished(async () => {
      for (const { method } of await operator.rows('route list', { company })) {
        await operator.run('route remove', { company, method: String(method) });
      }
      await operator.run('provider remove', { ...INTER, company });
    });
    return record;
  }

  it('are asked while the turn of who asks is for others', async () => {
    await added();
    const told: string[] = [];
    const tell = (what: string) => () => void told.push(what);
    operator.services.slot = { leave: tell('leave'), return: tell('return'), end: tell('end') };
    onTestFinished(() => void delete operator.services.slot);
    await operator.run('provider test', INTER);
    await operator.run('provider connect', INTER);
    expect(told).toEqual(['leave', 'return', 'leave', 'return']);
  });

  it('are added, tried, connected and listed', async () => {
    expect(await added()).toMatchObject({
      ...INTER,
      ...{ environment: 'sandbox', verified: 'offline-contract', methods: 'PIX', version: 1 },
      settings:
        'account-number,certificate,certificate-password,client-id,client-secret,merchant-city,pix-key',
      connectedAt: null,
    });
    expect(await operator.record('provider test', INTER)).toEqual({
      ...INTER,
      ...{ works: true, reason: null },
    });
    const connected = await operator.record('provider connect', INTER);
    expect(connected).toMatchObject({ ...INTER, connected: 'yes', reason: null });
    expect(connected.address).toMatch(ADDRESS);
    expect(await operator.record('provider connect', INTER)).toEqual(connected);
    const [row] = await operator.rows('provider list', { company: 'acme' });
    expect(row).toMatchObject({ ...INTER, state: 'usable', environment: 'sandbox' });
    expect(row?.connectedAt).not.toBeNull();
    expect(row?.certificateEndsAt).toMatch(/^20\d\d-/);
    expect(await operator.rows('provider list', { company: 'other' })).toEqual([]);
    expect(await operator.rows('provider list')).toHaveLength(1);
  });

  it('leave the names of what was set in the log, and never a value', async () => {
    await added();
    const [entry] = await operator.audit('acme');
    expect(entry).toMatchObject({
      action: 'provider add',
      subjects: { ...INTER, environment: 'sandbox' },
      result: 'done',
    });
  });

  it('of all companies belong to none of them', async () => {
    await added({}, '*');
    expect(await operator.audit('system')).toMatchObject([
      { action: 'provider add', subjects: { company: '*' } },
    ]);
    expect((await operator.record('provider test', { ...INTER, company: '*' })).works).toBe(true);
    expect(await operator.services.registeredProviders.find('other', 'inter')).not.toBeNull();
  });

  it('take new secrets in place of the old, and keep the rest', async () => {
    await added({ 'client-secret': 'a-secret-of-before' });
    expect((await operator.run('provider test', INTER)).isBad).toBe(true);
    const { 'client-secret': secret = '' } = pixBankSettings(bank, 'inter');
    const rotated = await operator.record('provider rotate', { ...INTER, 'client-secret': secret });
    expect(rotated).toMatchObject({ version: 2 });
    expect(rotated.rotatedAt).not.toBeNull();
    expect((await operator.record('provider test', INTER)).works).toBe(true);
  });

  it('take a certificate in another form, with nothing left of the one before', async () => {
    await added();
    const { certificatePem, keyPem } = bank.issueCertificate(LASTING);
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const pem = { 'certificate-pem': base64(certificatePem), 'key-pem': base64(keyPem) };
    const { settings } = await operator.record('provider rotate', { ...INTER, ...pem });
    expect(settings).toBe(
      'account-number,certificate-pem,client-id,client-secret,key-pem,merchant-city,pix-key',
    );
    expect((await operator.record('provider test', INTER)).works).toBe(true);
  });

  it('get a new address for their notices, and the old one is nobody’s', async () => {
    await added();
    const { address: before } = await operator.record('provider connect', INTER);
    const renewed = await operator.run('provider rotate', { ...INTER, 'new-address': 'yes' });
    expect(renewed.content).toMatchObject({ record: { version: 2, connectedAt: null } });
    expect(renewed.notes.join(' ')).toContain("provider connect --company 'acme'");
    const [entry] = await operator.audit('acme');
    expect(entry).toMatchObject({ action: 'provider rotate', subjects: { newAddress: true } });
    const { address: after } = await operator.record('provider connect', INTER);
    expect(after).toMatch(ADDRESS);
    expect(after).not.toBe(before);
    const { registeredProviders } = operator.services;
    const ownerOf = (address: unknown) =>
      registeredProviders.findNoticeOwner('inter', String(address).split('/').at(-1) ?? '');
    expect([await ownerOf(before), await ownerOf(after)]).toEqual([null, 'acme']);
  });

  it.each(['provider add', 'provider rotate'])(
    'refuse by "%s" a certificate that is over, and keep what there is',
    async (command) => {
      if (command === 'provider rotate') await added();
      const over = pixBankSettings(bank, 'inter', { validDays: -20 * 365 });
      const error = await operator
        .run(command, { ...INTER, ...over })
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ details: [errorDetail('certificate', 'expired')] });
      const rows = await operator.rows('provider list', { company: 'acme' });
      expect(rows.map(({ version }) => version)).toEqual(command === 'provider add' ? [] : [1]);
    },
  );

  it('have what was proved with them, of a transcript that is theirs and proves something', async () => {
    await added();
    const transcript = join(temporaryFolder('proofs'), 'inter.json');
    const steps = [
      { step: 'one is issued once, and is open', method: 'PIX', ended: 'done' },
      { step: 'the credentials are taken', method: null, ended: 'done' },
    ];
    const made = { provider: 'inter', environment: 'sandbox', on: '2026-11-22', steps };
    const keep = (changes: object = {}) => {
      writeFileSync(transcript, JSON.stringify({ ...made, ...changes }));
      return operator.refusal('provider prove', { ...INTER, transcript });
    };
    for (const changes of [
      { provider: 'sicoob' },
      { environment: 'production' },
      { on: 'yesterday' },
      { on: '2999-01-01' },
      { steps: [{ ...steps[0], method: 'CREDIT_CARD' }] },
      { steps: [{ ...steps[0], ended: 'not tried' }] },
      { steps: [...steps, { ...steps[0], ended: 'failed' }] },
    ]) {
      expect(await keep(changes)).toEqual(['INVALID_DATA', 'transcript']);
    }
    writeFileSync(transcript, JSON.stringify(made));
    const proved = { verified: 'sandbox', provedOn: '2026-11-22', provedMethods: 'PIX' };
    expect(await operator.record('provider prove', { ...INTER, transcript })).toMatchObject(proved);
    await operator.run('provider rotate', { ...INTER, 'merchant-city': 'Recife' });
    expect(await operator.rows('provider list')).toMatchObject([proved]);
  });

  it('are told of as not working where the bank does not answer', async () => {
    await added();
    bank.faults.next({ method: 'GET' }, { kind: 'html_error', status: 503, isCommitted: false });
    const { content, isBad } = await operator.run('provider test', INTER);
    expect(isBad).toBe(true);
    const reason = expect.stringMatching(
      /^127\.0\.0\.1:\d+ answers with 503, in words that say nothing$/,
    );
    expect(content).toMatchObject({ record: { works: false, reason } });
    bank.faults.next({ method: 'PUT' }, { kind: 'cut' });
    const refused = await operator.run('provider connect', INTER);
    expect(refused).toMatchObject({ isBad: true, content: { record: { connected: 'no' } } });
    expect(await operator.rows('provider list')).toMatchObject([{ connectedAt: null }]);
  });

  it('are routed to for a method they have, and cannot be removed meanwhile', async () => {
    await added();
    const route = { company: 'acme', method: 'PIX', providers: 'inter' };
    expect(await operator.record('route set', route)).toEqual(route);
    expect(await operator.rows('route list', { company: 'acme' })).toMatchObject([route]);
    expect(await operator.record('route set', { ...route, method: 'pix' })).toEqual(route);
    expect(await operator.audit('acme')).toMatchObject([{ subjects: { method: 'PIX' } }]);
    const { registeredProviders } = operator.services;
    expect(await registeredProviders.route('acme', 'PIX')).toHaveLength(1);
    expect(await operator.refusal('provider remove', INTER)).toEqual(['INVALID_DATA', 'provider']);
    await operator.run('route remove', { company: 'acme', method: 'PIX' });
    expect(await registeredProviders.route('acme', 'PIX')).toEqual([]);
    expect(await operator.refusal('route remove', { company: 'acme', method: 'PIX' })).toEqual([
      'NOT_FOUND',
      'method',
    ]);
  });

  it('of all companies cannot be removed while a company without its own is routed to them', async () => {
    await added({}, '*');
    const route = { company: 'other', method: 'PIX' };
    await operator.run('route set', { ...route, providers: 'inter' });
    await expect(operator.run('provider remove', SHARED)).rejects.toMatchObject({
      details: [errorDetail('provider', 'routed', { company: 'other', method: 'PIX' })],
    });
    const { registeredProviders } = operator.services;
    expect(await registeredProviders.route('other', 'PIX')).toHaveLength(1);
    await operator.run('route remove', route);
  });

  it('of a company cannot be removed while those of all companies would take its payments', async () => {
    await added({}, '*');
    const own = { ...INTER, company: 'other' };
    await operator.run('provider add', { ...pixBankSettings(bank, 'inter'), ...own });
    const shared = { company: '*', method: 'PIX' };
    await operator.run('route set', { ...shared, providers: 'inter' });
    await expect(operator.run('provider remove', own)).rejects.toMatchObject({
      details: [errorDetail('provider', 'routed', { company: '*', method: 'PIX' })],
    });
    await operator.run('route remove', shared);
    expect(await operator.record('provider remove', own)).toEqual({ ...own, removed: true });
  });

  it('of all companies are removed where every routed company has its own', async () => {
    await operator.run('provider add', { ...pixBankSettings(bank, 'inter'), ...SHARED });
    await added({}, 'other');
    await operator.run('route set', { company: 'other', method: 'PIX', providers: 'inter' });
    expect(await operator.record('provider remove', SHARED)).toEqual({ ...SHARED, removed: true });
    const { registeredProviders } = operator.services;
    expect(await registeredProviders.route('other', 'PIX')).toHaveLength(1);
  });

  const SICOOB = { company: 'acme', provider: 'sicoob', 'client-id': 'id', certificate: 'AAAA' };
  it.each<[string, Record<string, string>, string, string]>([
    ['for nobody', { company: 'nobody', provider: 'inter' }, 'NOT_FOUND', 'company'],
    ['that is not there', { company: 'acme', provider: 'itau' }, 'INVALID_DATA', 'provider'],
    ['elsewhere', { ...INTER, environment: 'production' }, 'INVALID_DATA', 'environment'],
    [
      'without a known address',
      { ...SICOOB, 'pix-key': 'key', 'merchant-city': 'Natal' },
      ...(['INVALID_DATA', 'provider'] as const),
    ],
    ['without a setting', { ...INTER, 'client-id': 'id' }, 'INVALID_DATA', 'client-secret'],
    ['with a setting of another', { ...INTER, token: 'x'.repeat(40) }, 'INVALID_DATA', 'token'],
  ])('refuse to add one %s', async (_what, options, code, named) => {
    expect(await operator.refusal('provider add', options)).toEqual([code, named]);
  });

  it.each(['rotate', 'test', 'connect', 'remove'])('refuse to %s what is absent', async (verb) => {
    const options = verb === 'rotate' ? { ...INTER, 'client-id': 'id' } : INTER;
    expect(await operator.refusal(`provider ${verb}`, options)).toEqual(['NOT_FOUND', 'provider']);
  });

  it.each([
    ['without credentials', 'PIX', 'inter', 'providers'],
    ['for a method the provider has not', 'CREDIT_CARD', 'inter', 'providers'],
    ['that names one twice', 'PIX', 'inter,inter', 'providers'],
    ['to nobody', 'PIX', 'none', 'providers'],
    ['for a method that is none', 'CASH', 'inter', 'method'],
    ['for one neither in capitals nor in small letters', 'Pix', 'inter', 'method'],
  ])('refuse a route %s', async (_what, method, providers, named) => {
    const options = { company: 'acme', method, providers };
    expect(await operator.refusal('route set', options)).toEqual(['INVALID_DATA', named]);
  });

  it('refuse what is there already, and a rotation of nothing', async () => {
    await added();
    const again = { ...INTER, ...pixBankSettings(bank, 'inter') };
    expect(await operator.refusal('provider add', again)).toEqual(['INVALID_DATA', 'provider']);
    expect(await operator.refusal('provider rotate', INTER)).toEqual(['INVALID_DATA', 'provider']);
  });

  it('refuse a certificate that cannot be opened, in a sentence without a secret', async () => {
    const options = {
      ...INTER,
      ...pixBankSettings(bank, 'inter'),
      'certificate-password': 'wrong',
    };
    const error = await operator.run('provider add', options).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ details: [errorDetail('certificate', 'not_opened')] });
  });

  it('leave no secret in any row, answer, entry or line of the log', async () => {
    const settings = pixBankSettings(bank, 'inter');
    await added(settings);
    await operator.run('provider test', INTER);
    await operator.run('provider connect', INTER);
    await operator.run('provider list');
    const rows = await readEveryRow(db);
    const texts = [...rows, ...operator.printed, ...logged];
    expect(logged.length).toBeGreaterThan(2);
    const secrets = [settings['client-secret'], settings.certificate?.slice(0, 200), PFX_PASSWORD];
    for (const secret of secrets) {
      expect(texts.filter((text) => text.includes(String(secret)))).toEqual([]);
    }
    const { address } = await operator.record('provider connect', INTER);
    const inAddress = String(address).split('/').at(-1) ?? '';
    expect([...rows, ...logged].filter((text) => text.includes(inAddress))).toEqual([]);
  });
});

describe('the settings of providers as options', () => {
  it.each([
    ['credit_card', 'CREDIT_CARD'],
    ['pix', 'PIX'],
    ['boleto', 'BOLETO'],
    ['open_finance', 'OPEN_FINANCE'],
    ['payout', 'PAYOUT'],
  ])('are routed to for %s as for %s', (small, method) => {
    for (const command of ['route set', 'route remove']) {
      const schema = findCommand(command)?.options.find(({ name }) => name === 'method')?.text;
      expect(schema?.safeParse(small).data).toBe(method);
      expect(schema?.safeParse(method).data).toBe(method);
    }
  });

  it('are never kept by the log, and are read where they were typed', () => {
    const options = findCommand('provider add')?.options ?? [];
    const settings = options.filter(({ content }) => content !== undefined);
    expect(settings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['client-secret', 'certificate', 'key-pem', 'token']),
    );
    expect(settings.filter(({ isLogged }) => isLogged)).toEqual([]);
    const secret = settings.find(({ name }) => name === 'client-secret');
    expect([secret?.content, secret?.isRequired]).toEqual(['text', false]);
    expect(settings.find(({ name }) => name === 'certificate')?.content).toBe('bytes');
  });
});
