import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority } from '../../../simulators/certificates/authority.ts';
import type { Efi } from '../../../simulators/efi/efi.ts';
import { startEfi } from '../../../simulators/efi/efi.ts';
import { createTestHarness } from '../../../simulators/server/harness.ts';
import type { NoticeSettings } from '../../http/notice-settings.ts';
import { attemptKeyOf } from '../../providers/attempt-key.ts';
import { pixBankSettings } from '../../testing/pix-bank-settings.ts';
import { embeddedTestDatabase } from '../../testing/test-db.ts';
import { scrape, total } from '../../testing/test-metrics.ts';
import type { TestOperator } from '../../testing/test-operator.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import type { TestService } from '../../testing/test-service.ts';
import { startTestService, validPayin } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

const COMPANY = 'no3ds';
const EFI = { company: COMPANY, provider: 'efi' };
const LASTING = { validDays: 20 * 365 };

const { clock, random, authority } = createTestHarness();
const forged = authorityCalled('Authority of the simulated parties');
const otherBank = authorityCalled('Authority of another bank');

let folder: string;
let efi: Efi;

function authorityCalled(name: string) {
  return createAuthority(name, clock.now, random.bytes);
}

function bankCertificate() {
  return authority.issueClient('notices of efi', LASTING);
}

/** A service whose Efí is asked for its certificate, and the operator of it. */
async function open(
  changed: Partial<NoticeSettings>,
  settings: { trustedProxyHops?: number } = {},
) {
  const notices: NoticeSettings = {
    url: 'https://notices.example.com',
    authoritiesDir: join(folder, 'authorities'),
    listener: null,
    certificateHeader: null,
    ...changed,
  };
  const hosts = { api: efi.api, token: efi.api, ...efi.origins };
  const providers = { efi: { hosts, trustedPem: efi.authorityPem } };
  const now = () => new Date(clock.now());
  const { timers } = manualTimers();
  const db = await embeddedTestDatabase.openEmpty();
  const service = await startTestService({
    ...{ db, providers, timers, now },
    settings: { notices, ...settings },
  });
  const url = service.noticesUrl ?? notices.url;
  const operator = await openTestOperator(
    db,
    { baseUrl: service.baseUrl, notices: { ...notices, url } },
    { played: { providers } },
  );
  await operator.run('provider add', { ...EFI, ...pixBankSettings(efi, 'efi') });
  await operator.run('route set', { company: COMPANY, method: 'PIX', providers: 'efi' });
  // What was read of no route is used for some seconds.
  clock.advance(10_000);
  return {
    service,
    operator,
    async stop() {
      await operator.services.registeredProviders.stop();
      await service.stop();
    },
  };
}

async function issue({ get, post }: TestService) {
  const { status, body } = await post(COMPANY, '/payin', validPayin({ paymentMethod: 'PIX' }));
  expect(status).toBe(201);
  const id = String(body.id);
  const txid = attemptKeyOf(id);
  const statusNow = async () => (await get(COMPANY, `/payin/${id}`)).body.status;
  return { txid, notice: { pix: [{ txid }] }, statusNow };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proven-notices-'));
  const files = [
    ['authorities/efi.pem', authority.certificatePem],
    ['authorities/inter.pem', otherBank.certificatePem],
  ];
  mkdirSync(join(folder, 'authorities'));
  const { certificatePem, keyPem } = authority.issueServer(['127.0.0.1']);
  for (const [name = '', content = ''] of [
    ...files,
    ['server.crt', certificatePem],
    ['server.key', keyPem],
  ]) {
    writeFileSync(join(folder, name), content);
  }
  efi = await startEfi({
    ...{ clock, random, authority },
    triesAddresses: true,
    trusted: [authority.certificatePem],
  });
});
afterAll(async () => {
  await efi.stop();
  rmSync(folder, { recursive: true });
});

describe('a notice at the listener that ends TLS itself', () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let service: TestService;
  let connected: Awaited<ReturnType<TestOperator['record']>>;

  beforeAll(async () => {
    const files = {
      certificateFile: join(folder, 'server.crt'),
      keyFile: join(folder, 'server.key'),
    };
    opened = await open({ listener: { host: '127.0.0.1', port: 0, ...files } });
    service = opened.service;
    connected = await opened.operator.record('provider connect', EFI);
  });
  afterAll(() => opened.stop());

  it('has its address taken by Efí, which tries it without a certificate and with one', async () => {
    expect(connected).toMatchObject({ connected: 'yes' });
    expect(String(connected.address)).toContain(`${service.noticesUrl}/providers/efi/notices/`);
    const put = efi.requests.findLast(({ method }) => method === 'PUT');
    expect(put?.headers).not.toHaveProperty('x-skip-mtls-checking');
  });

  it('tells until when its own certificate is good', async () => {
    const endsAt = total(await scrape(service), 'notices_certificate_ends_timestamp_seconds');
    expect(new Date(endsAt * 1000).getUTCFullYear()).toBe(2049);
  });

  it('makes a payin that was paid APPROVED, with the certificate of the bank', async () => {
    const { txid, statusNow } = await issue(service);
    expect(await efi.notify([efi.pay(txid)])).toEqual([{ status: 200 }]);
    expect(await statusNow()).toBe('APPROVED');
  });

  it.each([
    ['without a certificate', () => undefined],
    ['with one of a forged authority', () => forged.issueClient('notices of efi', LASTING)],
  ])('gets no further than the handshake %s', async (_how, identityOf) => {
    const { txid, notice, statusNow } = await issue(service);
    efi.pay(txid);
    expect(await efi.forgeNotice(notice, identityOf())).toHaveProperty('failed');
    expect(await statusNow()).toBe('PENDING');
  });

  it('is refused with the certificate of another bank', async () => {
    const { txid, notice, statusNow } = await issue(service);
    efi.pay(txid);
    const other = otherBank.issueClient('notices of inter', LASTING);
    expect(await efi.forgeNotice(notice, other)).toEqual({ status: 401 });
    expect(await statusNow()).toBe('PENDING');
  });

  it('is refused at the address of the API, which asks for no certificate', async () => {
    const { txid, notice, statusNow } = await issue(service);
    efi.pay(txid);
    const { pathname } = new URL(String(connected.address));
    const body = JSON.stringify(notice);
    const headers = { 'x-forwarded-for': '192.0.2.1', 'client-cert': headerOf(bankCertificate()) };
    const answer = await fetch(`${service.baseUrl}${pathname}`, { method: 'POST', body, headers });
    expect(answer.status).toBe(401);
    expect(await statusNow()).toBe('PENDING');
  });

  it('is all that there is: the API is not served there', async () => {
    expect(await efi.sendNoticeTo(`${service.noticesUrl}/payin`, '{}', {})).toEqual({
      status: 404,
    });
  });
});

/** As RFC 9440 has it. */
function headerOf({ certificate }: ReturnType<typeof bankCertificate>): string {
  return `:${certificate.raw.toString('base64')}:`;
}

describe('a notice that a trusted proxy has taken', () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let address: string;

  beforeAll(async () => {
    opened = await open({ certificateHeader: 'client-cert' }, { trustedProxyHops: 1 });
    const connected = await opened.operator.record('provider connect', EFI);
    // Nobody is at that address here, so Efí does not take it.
    expect(connected.connected).toBe('no');
    expect(String(connected.address)).toContain('https://notices.example.com/providers/efi/');
    address = opened.service.baseUrl + new URL(String(connected.address)).pathname;
  });
  afterAll(() => opened.stop());

  async function tell(headers: Record<string, string>) {
    const { txid, notice, statusNow } = await issue(opened.service);
    efi.pay(txid);
    const body = JSON.stringify(notice);
    const { status } = await fetch(`${address}/pix`, { method: 'POST', body, headers });
    return { status, payin: await statusNow() };
  }

  it.each([
    ['as RFC 9440 has it', headerOf],
    [
      'as nginx does',
      ({ certificatePem }: ReturnType<typeof bankCertificate>) =>
        encodeURIComponent(certificatePem),
    ],
  ])('counts with the certificate written %s', async (_how, write) => {
    const headers = { 'x-forwarded-for': '192.0.2.1', 'client-cert': write(bankCertificate()) };
    expect(await tell(headers)).toEqual({ status: 200, payin: 'APPROVED' });
  });

  it.each([
    ['without the header', () => ({ 'x-forwarded-for': '192.0.2.1' })],
    ['that did not come by the proxy', () => ({ 'client-cert': headerOf(bankCertificate()) })],
    [
      'with the certificate of a forged authority',
      () => ({
        'x-forwarded-for': '192.0.2.1',
        'client-cert': headerOf(forged.issueClient('notices of efi', LASTING)),
      }),
    ],
    [
      'with a certificate whose time is over',
      () => ({
        'x-forwarded-for': '192.0.2.1',
        'client-cert': headerOf(authority.issueClient('notices of efi', { validDays: -0.5 })),
      }),
    ],
    [
      'with what is no certificate',
      () => ({ 'x-forwarded-for': '192.0.2.1', 'client-cert': ':AAAA:' }),
    ],
    [
      'with what only says that there was one',
      () => ({ 'x-forwarded-for': '192.0.2.1', 'client-cert': 'SUCCESS' }),
    ],
  ])('is refused %s', async (_what, headersOf) => {
    expect(await tell(headersOf())).toEqual({ status: 401, payin: 'PENDING' });
  });
});
