import { join } from 'node:path';
import type { CheckoutLimits } from './checkout-budget.ts';
import { CHECKOUT_LIMITS, DECLINES_BEFORE_SLOWDOWN } from './checkout-budget.ts';
import type { KeyEncryptionKey } from './envelope.ts';

/** Where the service listens, what it is called from outside, and where its data and keys lie. */
export type Settings = {
  mode: 'sandbox' | 'production';
  host: string;
  apiPort: number;
  checkoutPort: number;
  threeDSPort: number;
  /** Of the sandbox's own bank. */
  bankPort: number;
  /** Addresses as a browser or merchant sees them; absent: made of host and port. */
  baseUrl?: string;
  checkoutUrl?: string;
  threeDSUrl?: string;
  metricsHost: string;
  /** Absent: 4014, or any other where that is taken. */
  metricsPort?: number;
  dataDir: string;
  databaseUrl?: string;
  /** Newest first: the first one encrypts, the rest only decrypt. Absent: the sandbox's file. */
  keyEncryptionKeys?: KeyEncryptionKey[];
  /** How many proxies in front of us append to `X-Forwarded-For`. */
  trustedProxyHops: number;
  checkoutLimits: CheckoutLimits;
  /** Declined charges in ten minutes before an account is slowed down. */
  declinesBeforeSlowdown: number;
  /** JSON file with more sandbox accounts, read at start. */
  sandboxAccountsFile?: string;
  /** Where the build put what browsers load; absent: the API is served alone. */
  webDir?: string;
  /** Where the build put the files of an empty embedded database; absent: they are made. */
  templateDir?: string;
  logLevel: string;
  /** How long the ports stay open after `/health` has turned. */
  drainMs: number;
};

/** A setting is missing or malformed. The message is one sentence that names the variable. */
export class SettingsError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'SettingsError';
  }
}

export type Environment = { readonly [name: string]: string | undefined };

/**
 * Decision: in production longer than a connection is kept alive unused, so that none is closed
 * while a request is on its way, and than a check of `/health` every five seconds takes to notice;
 * in the sandbox whoever asks every half second sees it, and a developer hardly waits.
 */
const DRAIN_MS = { sandbox: 1_000, production: 7_000 };

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 * Throws `SettingsError`. Source: design 2.
 */
export function readSettings(environment: Environment): Settings {
  const read = (name: string) => environment[name] || undefined;
  const mode = oneOf('MODE', read('MODE') ?? 'sandbox', ['sandbox', 'production'] as const);
  const host = read('HOST') ?? '127.0.0.1';
  const positive = (name: string, byDefault: number) => {
    const value = count(name, read(name) ?? String(byDefault));
    if (value === 0) throw new SettingsError(`${name} must be at least 1.`);
    return value;
  };
  const settings: Settings = {
    mode,
    host,
    apiPort: port('API_PORT', read('API_PORT') ?? '4010'),
    checkoutPort: port('CHECKOUT_PORT', read('CHECKOUT_PORT') ?? '4011'),
    threeDSPort: port('THREEDS_PORT', read('THREEDS_PORT') ?? '4012'),
    bankPort: port('BANK_PORT', read('BANK_PORT') ?? '4013'),
    metricsHost: read('METRICS_HOST') ?? '127.0.0.1',
    dataDir: read('DATA_DIR') ?? '.data',
    trustedProxyHops: count('TRUSTED_PROXY_HOPS', read('TRUSTED_PROXY_HOPS') ?? '0'),
    checkoutLimits: {
      perKey: positive('TOKENS_PER_MINUTE_PER_KEY', CHECKOUT_LIMITS[mode].perKey),
      perAddress: positive('TOKENS_PER_MINUTE_PER_IP', CHECKOUT_LIMITS[mode].perAddress),
    },
    declinesBeforeSlowdown: positive('DECLINES_BEFORE_SLOWDOWN', DECLINES_BEFORE_SLOWDOWN[mode]),
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    drainMs: count('DRAIN_MS', read('DRAIN_MS') ?? String(DRAIN_MS[mode])),
  };
  const metricsPort = read('METRICS_PORT');
  if (metricsPort !== undefined) settings.metricsPort = port('METRICS_PORT', metricsPort);
  const baseUrl = read('BASE_URL');
  if (baseUrl !== undefined) settings.baseUrl = origin('BASE_URL', baseUrl);
  const checkoutUrl = read('CHECKOUT_URL');
  if (checkoutUrl !== undefined) settings.checkoutUrl = origin('CHECKOUT_URL', checkoutUrl);
  const threeDSUrl = read('THREEDS_URL');
  if (threeDSUrl !== undefined) settings.threeDSUrl = origin('THREEDS_URL', threeDSUrl);
  const databaseUrl = read('DATABASE_URL');
  if (databaseUrl !== undefined) settings.databaseUrl = postgresUrl(databaseUrl);
  const keys = read('KEY_ENCRYPTION_KEY');
  if (keys !== undefined) settings.keyEncryptionKeys = keyEncryptionKeys(keys);
  const accountsFile = read('SANDBOX_ACCOUNTS_FILE');
  if (accountsFile !== undefined) settings.sandboxAccountsFile = accountsFile;
  if (mode === 'production') requireForProduction(settings);
  return settings;
}

export function keyFileOf(settings: Settings): string {
  return join(settings.dataDir, 'key-encryption-key');
}

function requireForProduction(settings: Settings): void {
  if (settings.keyEncryptionKeys === undefined) {
    throw new SettingsError('KEY_ENCRYPTION_KEY must be set in production mode.');
  }
  if (settings.sandboxAccountsFile !== undefined) {
    throw new SettingsError('SANDBOX_ACCOUNTS_FILE must not be set in production mode.');
  }
  for (const [name, value] of [
    ['BASE_URL', settings.baseUrl],
    ['CHECKOUT_URL', settings.checkoutUrl],
    ['THREEDS_URL', settings.threeDSUrl],
  ]) {
    if (!value?.startsWith('https://')) {
      throw new SettingsError(`${name} must be an https origin in production mode.`);
    }
  }
}

function port(name: string, text: string): number {
  const value = count(name, text);
  if (value > 65_535) throw new SettingsError(`${name} must be a port number from 0 to 65535.`);
  return value;
}

function count(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new SettingsError(`${name} must be a whole number.`);
  return Number(text);
}

function oneOf<Value extends string>(name: string, text: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new SettingsError(`${name} must be one of ${values.join(', ')}.`);
  return found;
}

function origin(name: string, text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const exact = text.replace(/\/$/, '');
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.origin !== exact) {
    throw new SettingsError(`${name} must be an origin such as https://pay.example.com.`);
  }
  return parsed.origin;
}

function postgresUrl(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new SettingsError('DATABASE_URL must be a postgres:// address.');
  }
  return text;
}

/**
 * `KEY_ENCRYPTION_KEY`: 32 bytes in base64, or a list `<version>:<base64>,…` with the newest first.
 * Decision: one variable holds the current key and the ones still needed for decryption, so that
 * rotating is "put the new one in front"; a bare key is version 1.
 */
export function keyEncryptionKeys(text: string): KeyEncryptionKey[] {
  const keys = text.split(',').map((entry) => {
    const [, version = '1', encoded = ''] = /^(?:(\d{1,5}):)?(.*)$/.exec(entry.trim()) ?? [];
    const key = Buffer.from(encoded, 'base64');
    const inRange = Number(version) >= 1 && Number(version) <= 65_535;
    if (!inRange || key.length !== 32 || key.toString('base64') !== encoded) {
      throw new SettingsError(
        'KEY_ENCRYPTION_KEY must be 32 bytes in base64, or a list of <version>:<base64>.',
      );
    }
    return { version: Number(version), key: new Uint8Array(key) };
  });
  if (new Set(keys.map((key) => key.version)).size !== keys.length) {
    throw new SettingsError('KEY_ENCRYPTION_KEY must not name the same version twice.');
  }
  return keys;
}
