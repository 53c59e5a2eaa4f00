import type { KnownValue } from '../../contract/known-value.ts';
import type { Locale } from '../../contract/locale.ts';
import { toLocale } from '../../contract/locale.ts';
import { isCallback, NO_CALLBACK } from './callback.ts';
import { wrongOption } from './checkout-error.ts';
import { toHttpUrl } from './http-url.ts';
import type { INIT_OPTIONS } from './known-options.ts';
import { unknownOptions } from './known-options.ts';

/** What `init` takes. */
export type InitOptions = {
  /** The account's public key, `pk_live_…` or `pk_test_…`. Never the secret key. */
  publicKey: string;
  /** Base address of the service, for example `https://api.example.com`. */
  apiBaseUrl: string;
  /** Origin of the hosted frame. The served script knows it; the npm build needs it here. */
  checkoutUrl?: string;
  /** `pt-BR` (default), `en` or `es`. */
  locale?: KnownValue<Locale>;
  /**
   * Loads the card frame while the page is idle, unseen, for a card that is mounted later: it is
   * then there in a fraction of the time. Off by default, since it loads the frame for every
   * visitor.
   */
  preload?: boolean;
  /** Sees phases, durations and error codes; off by default. Never card data, never a payload. */
  logger?: (entry: LogEntry) => void;
};

/** Does not compile while the options and the list of those that are known differ. */
type Unlisted =
  | Exclude<keyof InitOptions, (typeof INIT_OPTIONS)[number]>
  | Exclude<(typeof INIT_OPTIONS)[number], keyof InitOptions>;
export type EveryInitOptionsIsListed<Option extends never = Unlisted> = Option;

/** `code` is null where the phase went well. */
export type LogEntry = { phase: string; durationMs: number; code: string | null };

export type ClientSettings = {
  publicKey: string;
  apiBaseUrl: string;
  checkoutUrl: string;
  locale: Locale;
  preload: boolean;
  logger: (entry: LogEntry) => void;
  /** Names of options that nobody knows, to be told to the developer. */
  unknown: string[];
};

/** Throws `INVALID_ARGUMENT` with `details.field`; a secret key is refused and not repeated. */
export function readClientSettings(
  options: InitOptions,
  defaults: { checkoutUrl: string | null },
): ClientSettings {
  const locale = toLocale(options?.locale);
  const refuse = (field: string, message: string) => wrongOption('init', field, message, locale);

  const { publicKey, apiBaseUrl } = options ?? {};
  if (typeof publicKey === 'string' && publicKey.startsWith('sk_')) {
    throw refuse('publicKey', 'is a secret key, for servers alone; revoke it');
  }
  if (typeof publicKey !== 'string' || !/^pk_(live|test)_[\w-]{1,200}$/.test(publicKey)) {
    throw refuse('publicKey', 'must be a public key, pk_live_… or pk_test_…');
  }
  const base = toHttpUrl(apiBaseUrl);
  if (base === null || base.search + base.hash !== '') {
    throw refuse('apiBaseUrl', 'must be an http(s) address without query');
  }
  const checkout = toHttpUrl(options.checkoutUrl ?? defaults.checkoutUrl);
  if (checkout === null) throw refuse('checkoutUrl', 'must be the origin of the hosted frame');
  if (!isCallback(options.logger)) throw refuse('logger', NO_CALLBACK);

  const known: Required<InitOptions> = {
    publicKey,
    apiBaseUrl: base.href.replace(/\/+$/, ''),
    checkoutUrl: checkout.origin,
    locale,
    preload: options.preload ?? false,
    logger: options.logger ?? (() => undefined),
  };
  return { ...known, locale, unknown: unknownOptions(options, Object.keys(known)) };
}
