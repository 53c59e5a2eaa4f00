import { join } from 'node:path';
import { readKeyEncryptionKeys } from './base/crypto/key-file.ts';
import type { Environment } from './base/shared/setting-reader.ts';
import { createSettingReader } from './base/shared/setting-reader.ts';
import { count, oneOf, origin, port, secretSetting } from './base/shared/setting-values.ts';
import { SettingsError } from './base/shared/settings-error.ts';
import { readTraceSettings } from './base/traces/trace-settings.ts';
import { readNoticeSettings } from './http/notice-settings.ts';

type Given = ReturnType<typeof readAll>;

export type Settings = Given & {
  /** Where the build put what browsers load; absent: the API is served alone. */
  webDir?: string;
  /** Where the build put the files of an empty embedded database; absent: they are made. */
  templateDir?: string;
  /** The program of the build that reads a copy of the embedded database for a backup. */
  backupReader?: string;
  /** The commit of a release; absent: it is run from its sources. */
  commit?: string | undefined;
  /** Sentences for the log of what was strange about the environment, and stops nothing. */
  remarks: readonly string[];
};

/**
 * Decision: in production longer than an unused connection is kept alive, and than a check of
 * `/health` every five seconds takes to notice; in the sandbox a developer hardly waits.
 */
const DRAIN_MS = { sandbox: 1_000, production: 7_000 };

/**
 * Decision: ten orders a second of one key is more than any shop here sells, twenty a minute more
 * than one household or a phone network's address buys; the sandbox is a test suite on one machine.
 */
const CHECKOUT_LIMITS = {
  sandbox: { perKey: 600, perAddress: 300 },
  production: { perKey: 600, perAddress: 20 },
};

/**
 * Decision: far more than payments under way need, few enough for memory and files: in the sandbox
 * the 1,024 that every system gives. One address holds less than a twentieth of them.
 */
const CONNECTIONS = {
  sandbox: { incoming: 500, perAddress: 100, outgoing: 200, perCompany: 100 },
  production: { incoming: 2_000, perAddress: 100, outgoing: 500, perCompany: 100 },
};
/** Decision: two processors answer so many payins within a third of a second; more just wait. */
const REQUESTS_AT_ONCE = 400;
/** A burst is worked off; whoever waits longer is told to come back while it still listens. */
const REQUEST_WAIT_MS = { sandbox: 10_000, production: 1_000 };
/** A browser that connected ahead of need connects again without the buyer noticing. */
const FIRST_BYTE_WITHIN_MS = 2_000;
const HEADERS_WITHIN_MS = 5_000;

/** Declines in ten minutes before an account can be suspected; a test suite declines on purpose. */
const DECLINES_BEFORE_SLOWDOWN = { sandbox: 400, production: 40 };

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/**
 * Each by its name with `CHECKOUT_` before it, which wins, or its plain name. Secrets may be in files
 * that variables name; an empty one is not set. Throws `SettingsError`.
 */
export function readSettings(environment: Environment): Settings {
  const reader = createSettingReader(environment);
  try {
    const settings = readAll(reader.read);
    requireSeparateOrigins(settings);
    if (settings.mode === 'production') requireForProduction(settings);
    return { ...settings, remarks: reader.remarks() };
  } catch (error) {
    throw error instanceof SettingsError ? new SettingsError(reader.asGiven(error.message)) : error;
  }
}

function readAll(read: (name: string) => string | undefined) {
  const readAs = <Value>(parse: (name: string, text: string) => Value, name: string) => {
    const text = read(name);
    return text === undefined ? undefined : parse(name, text);
  };
  const whole = (name: string, byDefault: number) => readAs(count, name) ?? byDefault;
  const positive = (name: string, byDefault: number) => {
    const value = whole(name, byDefault);
    if (value === 0) throw new SettingsError(`${name} must be at least 1.`);
    return value;
  };
  const secret = <Value>(parse: (name: string, text: string) => Value, name: string) => {
    const text = secretSetting(name, read);
    return text === undefined ? undefined : parse(name, text);
  };
  const mode = oneOf('MODE', read('MODE') ?? 'sandbox', ['sandbox', 'production'] as const);
  const host = read('HOST') ?? '127.0.0.1';
  const trustedProxyHops = whole('TRUSTED_PROXY_HOPS', 0);
  const databaseUrl = secret(postgresUrl, 'DATABASE_URL');
  const databaseReplicaUrl = secret(postgresUrl, 'DATABASE_REPLICA_URL');
  if (databaseReplicaUrl !== undefined && databaseUrl === undefined) {
    throw new SettingsError('DATABASE_REPLICA_URL needs DATABASE_URL, of which it is a replica.');
  }
  return {
    mode,
    host,
    apiPort: readAs(port, 'API_PORT') ?? 4010,
    checkoutPort: readAs(port, 'CHECKOUT_PORT') ?? 4011,
    threeDSPort: readAs(port, 'THREEDS_PORT') ?? 4012,
    bankPort: readAs(port, 'BANK_PORT') ?? 4013,
    paymentPagePort: readAs(port, 'PAYMENT_PAGE_PORT') ?? 4015,
    dashboardPort: readAs(port, 'DASHBOARD_PORT') ?? 4030,
    /** Addresses as a browser or merchant sees them; undefined: made of host and port. */
    baseUrl: readAs(origin, 'BASE_URL'),
    checkoutUrl: readAs(origin, 'CHECKOUT_URL'),
    threeDSUrl: readAs(origin, 'THREEDS_URL'),
    /** Undefined in production: no payment pages are served. */
    paymentPageUrl: readAs(origin, 'PAYMENT_PAGE_URL'),
    /** Undefined in production: no dashboard is served. */
    dashboardUrl: readAs(origin, 'DASHBOARD_URL'),
    metricsHost: read('METRICS_HOST') ?? '127.0.0.1',
    /** Undefined: 4014, or any other where that is taken. */
    metricsPort: readAs(port, 'METRICS_PORT'),
    dataDir: read('DATA_DIR') ?? '.data',
    databaseUrl,
    databaseReplicaUrl,
    /** To `DATABASE_URL`, at a time. */
    databaseConnections: positive('DATABASE_CONNECTIONS', 10),
    /** Newest first: the first one encrypts, the rest only decrypt. Undefined: the sandbox's file. */
    keyEncryptionKeys: secret((_name, text) => readKeyEncryptionKeys(text), 'KEY_ENCRYPTION_KEY'),
    /** How many proxies in front of us append to `X-Forwarded-For`. */
    trustedProxyHops,
    /** Of all listeners, of one address; how soon a first byte and whole headers have to come. */
    incomingConnections: {
      inAll: positive('INCOMING_CONNECTIONS', CONNECTIONS[mode].incoming),
      perAddress: positive('INCOMING_CONNECTIONS_PER_IP', CONNECTIONS[mode].perAddress),
      firstByteWithinMs: positive('FIRST_BYTE_WITHIN_MS', FIRST_BYTE_WITHIN_MS),
      headersWithinMs: positive('HEADERS_WITHIN_MS', HEADERS_WITHIN_MS),
    },
    /** Requests of each public address that are worked on at a time, and how long one more waits. */
    workLimit: {
      atOnce: positive('REQUESTS_AT_ONCE', REQUESTS_AT_ONCE),
      waitMs: whole('REQUEST_WAIT_MS', REQUEST_WAIT_MS[mode]),
    },
    /** Events on their way to receivers at a time, each with a connection at most. */
    webhookConnections: {
      inAll: positive('WEBHOOK_CONNECTIONS', CONNECTIONS[mode].outgoing),
      perCompany: positive('WEBHOOK_CONNECTIONS_PER_COMPANY', CONNECTIONS[mode].perCompany),
    },
    /** How many tokens, sessions and authentications may be opened in any minute, of each. */
    checkoutLimits: {
      perKey: positive('TOKENS_PER_MINUTE_PER_KEY', CHECKOUT_LIMITS[mode].perKey),
      perAddress: positive('TOKENS_PER_MINUTE_PER_IP', CHECKOUT_LIMITS[mode].perAddress),
    },
    declinesBeforeSlowdown: positive('DECLINES_BEFORE_SLOWDOWN', DECLINES_BEFORE_SLOWDOWN[mode]),
    archiveAfterMonths: whole('ARCHIVE_AFTER_MONTHS', 0),
    /** Whom to tell of a weakness, a `mailto:` or `https:` address; undefined: nobody is named. */
    securityContact: readAs(contactAddress, 'SECURITY_CONTACT'),
    sandboxAccountsFile: read('SANDBOX_ACCOUNTS_FILE'),
    /** Released versions of the sdk's scripts, served beside the newest; undefined: that alone. */
    sdkReleasesDir: read('SDK_RELEASES_DIR'),
    /** A table of postal codes that payment pages fill addresses from; undefined: typed by hand. */
    postalCodesFile: read('POSTAL_CODES_FILE'),
    /** Fonts that pages may have the frames drawn with; undefined: none. */
    fontsDir: read('FONTS_DIR'),
    notices: readNoticeSettings(read, { host, trustedProxyHops }),
    traces: readTraceSettings(read),
    logLevel: readAs((name, text) => oneOf(name, text, LOG_LEVELS), 'LOG_LEVEL') ?? 'info',
    drainMs: whole('DRAIN_MS', DRAIN_MS[mode]),
  };
}

export function keyFileOf(settings: Settings): string {
  return join(settings.dataDir, 'key-encryption-key');
}

export function originsOf(settings: Given) {
  const { host, baseUrl, checkoutUrl, threeDSUrl, paymentPageUrl } = settings;
  return {
    BASE_URL: baseUrl ?? localUrl(host, settings.apiPort),
    CHECKOUT_URL: checkoutUrl ?? localUrl(host, settings.checkoutPort),
    THREEDS_URL: threeDSUrl ?? localUrl(host, settings.threeDSPort),
    PAYMENT_PAGE_URL: paymentPageUrl ?? localUrl(host, settings.paymentPagePort),
    DASHBOARD_URL: dashboardUrlOf(settings),
  };
}

/** On one origin a hostile script of the 3-D Secure provider could read the card fields. */
function requireSeparateOrigins(settings: Given): void {
  const origins = Object.entries(originsOf(settings));
  origins.forEach(([name, address], place) => {
    const twin = origins.slice(0, place).find(([, other]) => other === address);
    // Two ports that are left to the system are never the same.
    if (twin === undefined || address.endsWith(':0')) return;
    throw new SettingsError(`${name} must be another origin than ${twin[0]}.`);
  });
}

/**
 * Decision: `localhost` on this machine, since browsers make no passkey for an address of digits.
 */
export function dashboardUrlOf(settings: Given, port = settings.dashboardPort): string {
  const { host, dashboardUrl } = settings;
  if (dashboardUrl !== undefined) return dashboardUrl;
  const isThisMachine = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host);
  return localUrl(isThisMachine ? 'localhost' : host, port);
}

export function isDashboardServed({ mode, dashboardUrl }: Settings): boolean {
  return mode === 'sandbox' || dashboardUrl !== undefined;
}

/** Whether payment pages are served: in production only where their address is set. */
export function arePagesServed({ mode, paymentPageUrl }: Settings): boolean {
  return mode === 'sandbox' || paymentPageUrl !== undefined;
}

export function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function requireForProduction(settings: Given): void {
  if (settings.keyEncryptionKeys === undefined) {
    throw new SettingsError('KEY_ENCRYPTION_KEY must be set in production mode.');
  }
  if (settings.sandboxAccountsFile !== undefined) {
    throw new SettingsError('SANDBOX_ACCOUNTS_FILE must not be set in production mode.');
  }
  const { databaseUrl: DATABASE_URL, databaseReplicaUrl: DATABASE_REPLICA_URL } = settings;
  for (const [name, address] of Object.entries({ DATABASE_URL, DATABASE_REPLICA_URL })) {
    if (address === undefined || !isOpenToTheNetwork(address)) continue;
    throw new SettingsError(
      `${name} must ask for TLS (sslmode=verify-full) in production mode, unless it names this machine.`,
    );
  }
  const { baseUrl, checkoutUrl, threeDSUrl, paymentPageUrl, dashboardUrl } = settings;
  for (const [name, value] of [
    ['BASE_URL', baseUrl],
    ['CHECKOUT_URL', checkoutUrl],
    ['THREEDS_URL', threeDSUrl],
    ...(paymentPageUrl === undefined ? [] : [['PAYMENT_PAGE_URL', paymentPageUrl]]),
    ...(dashboardUrl === undefined ? [] : [['DASHBOARD_URL', dashboardUrl]]),
  ]) {
    if (value?.startsWith('https://')) continue;
    throw new SettingsError(`${name} must be an https origin in production mode.`);
  }
}

function contactAddress(name: string, text: string): string {
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text) || !URL.canParse(text)) {
    throw new SettingsError(`${name} must be a mailto: or https: address.`);
  }
  return text;
}

function postgresUrl(name: string, text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new SettingsError(`${name} must be a postgres:// address.`);
  }
  return text;
}

/** A loopback address and a Unix socket stay on this machine; allowed modes verify the server. */
function isOpenToTheNetwork(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = decodeURIComponent(searchParams.get('host') ?? hostname);
  if (host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)) {
    return false;
  }
  return !VERIFYING_SSL_MODES.includes(searchParams.get('sslmode') ?? '');
}

const VERIFYING_SSL_MODES = ['require', 'verify-ca', 'verify-full'];
