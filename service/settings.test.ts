import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readOrCreateKeyFile } from './base/crypto/key-file.ts';
import { SettingsError } from './base/shared/settings-error.ts';
import { readSettings } from './settings.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const KEY = Buffer.alloc(32, 9).toString('base64');
const PRODUCTION = {
  MODE: 'production',
  KEY_ENCRYPTION_KEY: KEY,
  BASE_URL: 'https://api.example.com',
  CHECKOUT_URL: 'https://checkout.example.com',
  THREEDS_URL: 'https://3ds.example.com',
};

const LOCAL = 'postgres://127.0.0.1/pay';

/** Each wrong on its own. */
const WRONG = `
  MODE=live TOKENS_PER_MINUTE_PER_KEY=0 TOKENS_PER_MINUTE_PER_IP=many INCOMING_CONNECTIONS=0
  INCOMING_CONNECTIONS_PER_IP=0 FIRST_BYTE_WITHIN_MS=2s HEADERS_WITHIN_MS=0 REQUESTS_AT_ONCE=0
  REQUEST_WAIT_MS=1s DATABASE_CONNECTIONS=0 WEBHOOK_CONNECTIONS=0 WEBHOOK_CONNECTIONS_PER_COMPANY=all
  DECLINES_BEFORE_SLOWDOWN=0 SECURITY_CONTACT=security@example.com
  SECURITY_CONTACT=http://example.com/security METRICS_PORT=70000 DRAIN_MS=-1 API_PORT=65536
  API_PORT=80a CHECKOUT_PORT=-1 BASE_URL=https://api.example.com/v1 CHECKOUT_URL=ftp://x
  THREEDS_URL=nowhere DATABASE_URL=mysql://user:secret@db/x TRUSTED_PROXY_HOPS=all
  LOG_LEVEL=loud KEY_ENCRYPTION_KEY=c2hvcnQ= CHECKOUT_URL=http://127.0.0.1:4010
  DATABASE_REPLICA_URL=postgres://127.0.0.1/pay
`;

describe('readSettings', () => {
  it('has the published defaults', () => {
    expect(readSettings({})).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      apiPort: 4010,
      checkoutPort: 4011,
      threeDSPort: 4012,
      bankPort: 4013,
      paymentPagePort: 4015,
      dashboardPort: 4030,
      dataDir: '.data',
      trustedProxyHops: 0,
      checkoutLimits: { perKey: 600, perAddress: 300 },
      incomingConnections: {
        inAll: 500,
        perAddress: 100,
        firstByteWithinMs: 2_000,
        headersWithinMs: 5_000,
      },
      workLimit: { atOnce: 400, waitMs: 10_000 },
      webhookConnections: { inAll: 200, perCompany: 100 },
      declinesBeforeSlowdown: 400,
      archiveAfterMonths: 0,
      metricsHost: '127.0.0.1',
      drainMs: 1_000,
    });
    expect(readSettings({}).metricsPort).toBeUndefined();
  });

  it.each(['mailto:security@example.com', 'https://example.com/security'])(
    'takes %s for whom to tell of a weakness',
    (contact) => {
      expect(readSettings({ SECURITY_CONTACT: contact }).securityContact).toBe(contact);
    },
  );

  it('takes an empty variable for one that is not set', () => {
    expect(readSettings({ API_PORT: '', DATABASE_URL: '' }).apiPort).toBe(4010);
  });

  it('reads production with all it needs', () => {
    expect(readSettings(PRODUCTION)).toMatchObject({
      mode: 'production',
      checkoutLimits: { perKey: 600, perAddress: 20 },
      incomingConnections: { inAll: 2_000, perAddress: 100 },
      workLimit: { atOnce: 400, waitMs: 1_000 },
      webhookConnections: { inAll: 500, perCompany: 100 },
      declinesBeforeSlowdown: 40,
      drainMs: 7_000,
    });
  });

  it.each([
    ...[...WRONG.matchAll(/(\w+)=(\S+)/g)].map(
      ([, name = '', value]): [string, { [name: string]: string | undefined }] => [
        name,
        { [name]: value },
      ],
    ),
    ['SECURITY_CONTACT', { SECURITY_CONTACT: 'mailto:a@b.example\nContact: x' }],
    ['KEY_ENCRYPTION_KEY', { ...PRODUCTION, KEY_ENCRYPTION_KEY: '' }],
    ['BASE_URL', { ...PRODUCTION, BASE_URL: 'http://api.example.com' }],
    ['CHECKOUT_URL', { ...PRODUCTION, CHECKOUT_URL: '' }],
    ['THREEDS_URL', { ...PRODUCTION, THREEDS_URL: '' }],
    ['SANDBOX_ACCOUNTS_FILE', { ...PRODUCTION, SANDBOX_ACCOUNTS_FILE: 'x.json' }],
    ['CHECKOUT_URL', { ...PRODUCTION, CHECKOUT_URL: PRODUCTION.BASE_URL }],
    ['THREEDS_URL', { ...PRODUCTION, THREEDS_URL: PRODUCTION.BASE_URL }],
    ['THREEDS_URL', { ...PRODUCTION, THREEDS_URL: `${PRODUCTION.CHECKOUT_URL}/` }],
    ['CHECKOUT_URL', { BASE_URL: 'http://pay.test', CHECKOUT_URL: 'http://pay.test' }],
    ['THREEDS_URL', { CHECKOUT_URL: 'http://pay.test', THREEDS_URL: 'http://PAY.test:80' }],
    ['CHECKOUT_URL', { API_PORT: '4500', CHECKOUT_PORT: '4500' }],
    ['DATABASE_URL', { ...PRODUCTION, DATABASE_URL: 'postgres://pay:secret@db.test/pay' }],
    ['DATABASE_URL', { ...PRODUCTION, DATABASE_URL: 'postgres://db.test/pay?sslmode=prefer' }],
    ['DATABASE_URL', { ...PRODUCTION, DATABASE_URL: 'postgres://db.test/pay?sslmode=no-verify' }],
    ['DATABASE_URL', { ...PRODUCTION, DATABASE_URL: 'postgres://127.0.0.1/pay?host=db.test' }],
    ['DATABASE_URL', { ...PRODUCTION, DATABASE_URL: 'postgres://127.0.0.1.db.test/pay' }],
    [
      'DATABASE_REPLICA_URL',
      { DATABASE_URL: LOCAL, DATABASE_REPLICA_URL: 'mysql://u:secret@db/x' },
    ],
    [
      'DATABASE_REPLICA_URL',
      {
        ...PRODUCTION,
        DATABASE_URL: LOCAL,
        DATABASE_REPLICA_URL: 'postgres://pay:secret@db.test/p',
      },
    ],
  ])('names %s in one sentence and no value', (name, environment) => {
    let message = '';
    try {
      readSettings(environment);
    } catch (error) {
      expect(error).toBeInstanceOf(SettingsError);
      message = String(error instanceof Error && error.message);
    }
    expect(message).toMatch(new RegExp(`^${name} .*\\.$`));
    expect(message).not.toMatch(/secret|c2hvcnQ/);
  });
});

describe('a name with CHECKOUT_ before it', () => {
  it.each([
    [
      { API_PORT: '1', CHECKOUT_API_PORT: '2' },
      { apiPort: 2, remarks: [] },
    ],
    [{ HOST: 'a', CHECKOUT_HOST: '' }, { host: 'a' }],
    [{ CHECKOUT_PORT: '1' }, { checkoutPort: 1, apiPort: 4010 }],
    [{ CHECKOUT_PORT: '1', CHECKOUT_CHECKOUT_PORT: '2' }, { checkoutPort: 2 }],
  ])('wins over the plain one, and an empty one is not set: %o', (environment, read) => {
    expect(readSettings(environment)).toMatchObject(read);
  });

  it.each([
    [{ CHECKOUT_DRAIN_MS: 'soon' }, /^CHECKOUT_DRAIN_MS must/],
    [{ CHECKOUT_CHECKOUT_URL: 'x' }, /^CHECKOUT_CHECKOUT_URL must/],
    [{ CHECKOUT_MODE: 'production' }, /^KEY_ENCRYPTION_KEY must/],
    [
      { CHECKOUT_KEY_ENCRYPTION_KEY_FILE: 'key', KEY_ENCRYPTION_KEY: KEY },
      'KEY_ENCRYPTION_KEY and CHECKOUT_KEY_ENCRYPTION_KEY_FILE must not both be set.',
    ],
  ])('is what a refusal names: %o', (environment, refusal) => {
    expect(() => readSettings(environment)).toThrow(refusal);
  });
});

it('a port that Kubernetes filled with the address of a Service is passed over, and told', () => {
  const { remarks, ...read } = readSettings({
    ...{ API_PORT: 'tcp://10.0.0.7:1', CHECKOUT_PORT: 'tcp://10.0.0.7:1', METRICS_PORT: '9100' },
    ...{ CHECKOUT_API_PORT: 'tcp://10.0.0.7:1', CHECKOUT_METRICS_PORT: 'udp://10.0.0.7:53' },
    ...{ CHECKOUT_PORT_4010_TCP_ADDR: '10.0.0.7', CHECKOUT_SERVICE_HOST: '10.0.0.7' },
  });
  expect(read).toMatchObject({ apiPort: 4010, checkoutPort: 4011, metricsPort: 9100 });
  const names = 'CHECKOUT_API_PORT, API_PORT, CHECKOUT_PORT, CHECKOUT_METRICS_PORT';
  const said = 'the address of a Service in Kubernetes and no port, passed over.';
  expect(remarks).toEqual([`${names}: ${said}`]);
});

it.each([
  ['DATABSE_URL', 'DATABSE_URL is no setting: is DATABASE_URL meant?'],
  ['base-url', 'base-url is no setting: is BASE_URL meant?'],
  ['CHECKOUT_API_PROT', 'CHECKOUT_API_PROT is no setting: is CHECKOUT_API_PORT meant?'],
  ['CHECKUOT_PORT', 'CHECKUOT_PORT is no setting: is CHECKOUT_PORT meant?'],
  ['CHECKOUT_COLOUR', 'CHECKOUT_COLOUR is no setting.'],
  ...['NODE', 'HOSTS', 'CHECKOUT_SHOP_PORT', 'CHECKOUT_API_SERVICE_HOST'].map((name) => [name]),
  ...['CHECKOUT_PORT_80_TCP', 'CHECKOUT_NOTICES_HOST', 'HOSTNAME'].map((name) => [name]),
])('a variable %s is told at the start where it is misspelt', (name, ...remarks) => {
  const notices = { NOTICES_CA_DIR: 'ca', NOTICES_URL: 'https://n.example' };
  const header = { NOTICES_CLIENT_CERT_HEADER: 'x', TRUSTED_PROXY_HOPS: '1' };
  const given = { ...notices, ...header, METRICS_PORT: '1', METRIC_PORT: '2' };
  expect(readSettings({ ...given, [name]: 'x' }).remarks).toEqual(remarks);
});

describe('the address of the database in production', () => {
  it.each([
    'postgres://pay:secret@db.test/pay?sslmode=verify-full',
    'postgres://db.test/pay?sslmode=require',
    'postgres://localhost/pay',
    'postgres://127.0.0.1:5432/pay',
    'postgres://[::1]/pay',
    'postgres:///pay?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun%2Fpostgresql/pay',
  ])('may be %s', (databaseUrl) => {
    const settings = readSettings({ ...PRODUCTION, DATABASE_URL: databaseUrl });
    expect(settings.databaseUrl).toBe(databaseUrl);
  });

  it('needs no TLS in the sandbox', () => {
    const databaseUrl = 'postgres://db.test/pay';
    expect(readSettings({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
  });
});

it('the three origins may all be left to the system', () => {
  const free = { API_PORT: '0', CHECKOUT_PORT: '0', THREEDS_PORT: '0' };
  expect(readSettings(free)).toMatchObject({ apiPort: 0, checkoutPort: 0, threeDSPort: 0 });
});

describe('the key file', () => {
  const directory = temporaryFolder('key-file');
  const path = join(directory, 'deep', 'key');
  const random = (size: number) => new Uint8Array(size).fill(5);
  afterEach(() => rmSync(join(directory, 'deep'), { recursive: true, force: true }));

  it('is made once, for its owner alone', async () => {
    const first = await readOrCreateKeyFile(path, random);
    expect(await readOrCreateKeyFile(path, () => new Uint8Array(32).fill(6))).toEqual(first);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toMatch(/^1:/);
    expect(readdirSync(join(directory, 'deep'))).toEqual(['key']);
  });

  it('is one where two processes make it at once', async () => {
    const made = await Promise.all(
      [1, 2].map((fill) => readOrCreateKeyFile(path, (size) => new Uint8Array(size).fill(fill))),
    );
    expect(made[0]).toEqual(made[1]);
  });

  it('is refused in one sentence when it is damaged', async () => {
    await readOrCreateKeyFile(path, random);
    writeFileSync(path, 'half a ke');
    await expect(readOrCreateKeyFile(path, random)).rejects.toThrow(
      /^The key file .* is damaged\.$/,
    );
  });
});
