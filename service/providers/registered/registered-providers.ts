import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import type {
  CredentialsKey,
  CredentialsSummary,
  ProviderCredentialStore,
  ProviderRoute,
  ProviderRouteStore,
  StoredCredentials,
} from '../credentials.ts';
import { ALL_COMPANIES, hashNoticeSecret } from '../credentials.ts';
import type { ProviderDefinition, RoutedMethod } from '../definition.ts';
import type { Provider } from '../provider.ts';
import type { Providers } from '../providers.ts';
import { PROVIDER_DEFINITIONS } from '../registry.ts';
import type { OpenedProvider, OpeningOptions } from './opened-provider.ts';
import { openProvider } from './opened-provider.ts';
import type { ProviderOverride, SettingFault } from './read-settings.ts';

export type ProviderTrouble = CredentialsKey & Pick<SettingFault, 'setting' | 'fault'>;

export type ProviderOverview = CredentialsSummary & {
  trouble: ProviderTrouble | null;
  /** Until when the party is left alone; null while it is asked. */
  restsUntil: Date | null;
  /** When the party last gave this process a token; null where it has given none. */
  tokenGivenAt: Date | null;
};

export type RegisteredProviders = Providers & {
  /** Whose credentials an address for notices belongs to, `*` for all; null where to nobody. */
  findNoticeOwner(provider: string, secret: string): Promise<string | null>;
  /** Who is named for a method of a company, in order, whether they can be asked or not. */
  routeOf(companyId: string, method: RoutedMethod): Promise<readonly string[]>;
  hasOwnRoute(companyId: string, method: RoutedMethod): Promise<boolean>;
  /** What there is now, whether a route names it or not; null where there are no credentials. */
  open(key: CredentialsKey): Promise<OpenedProvider | SettingFault | null>;
  overview(): Promise<ProviderOverview[]>;
  /** Makes what was changed hold for the next call, here; elsewhere it does within seconds. */
  forget(): void;
  /** By what a provider names the payment whose buyer it sends back; null where it sends none here. */
  returnParameterOf(provider: string): string | null;
  /** What stands in place of a provider's own hosts; none but in tests and rehearsals. */
  overrideOf(provider: string): ProviderOverride;
  stop(): Promise<void>;
};

export type RegisteredOptions = Omit<OpeningOptions, 'definitions' | 'overrides' | 'now'> & {
  definitions?: readonly ProviderDefinition[];
  overrides?: Readonly<Record<string, ProviderOverride>>;
  credentials: ProviderCredentialStore;
  routes: Pick<ProviderRouteStore, 'list'>;
  hash: KeyedHash;
  now: () => Date;
  /** Told of each trouble once. */
  onTrouble: (trouble: ProviderTrouble) => void;
};

/** What was read is used for so long: what another process changes takes effect by then. */
const READ_HOLDS_MS = 3_000;
/** Longer than whoever has a provider in hand goes on asking it. */
const CLOSE_AFTER_MS = 2 * 60_000;

type Kept = { version: number; made: string; opened: OpenedProvider | SettingFault };
type Registered = { credentials: StoredCredentials[]; routes: ProviderRoute[] };

/**
 * Each is made once of its credentials, and anew when they are rotated. A company's own come before
 * those of all companies; where its own are broken it has none: another's account is not paid into.
 */
export function createRegisteredProviders(options: RegisteredOptions): RegisteredProviders {
  const { credentials: store, routes, hash } = options;
  const now = () => options.now().getTime();
  const opening: OpeningOptions = {
    ...options,
    ...{ now, overrides: options.overrides ?? {} },
    definitions: options.definitions ?? PROVIDER_DEFINITIONS,
  };
  const pool = createPool(opening, options);

  const { read, forget } = createReads(now, async (companyId) => {
    const credentials = await store.list(companyId);
    pool.retain(companyId, credentials);
    return { credentials, routes: await routes.list(companyId) };
  });

  async function openOwn(companyId: string, name: string) {
    const { credentials } = await read(companyId);
    const found = credentials.find(({ provider }) => provider === name);
    return found === undefined ? null : pool.open(found);
  }

  /** One that nobody has asked for yet is opened too, so that what is wrong with it is known. */
  async function openAnew({ companyId, provider, version }: CredentialsSummary): Promise<void> {
    const before = pool.kept(keyOf({ companyId, provider }));
    if (before === undefined || before.version < version) await openOwn(companyId, provider);
  }

  async function openFor(companyId: string, name: string): Promise<OpenedProvider | null> {
    for (const owner of [companyId, ALL_COMPANIES]) {
      const opened = await openOwn(owner, name);
      if (opened !== null) return opened.kind === 'opened' ? opened : null;
    }
    return null;
  }

  async function routeOf(companyId: string, method: RoutedMethod): Promise<readonly string[]> {
    for (const owner of [companyId, ALL_COMPANIES]) {
      const route = (await read(owner)).routes.find((one) => one.method === method);
      if (route !== undefined) return route.providers;
    }
    return [];
  }

  return {
    async route(companyId, method) {
      const providers: Provider[] = [];
      for (const name of await routeOf(companyId, method)) {
        const opened = await openFor(companyId, name);
        if (opened === null || opened.restsUntil() !== null) continue;
        if (opened.definition.methods.includes(method)) providers.push(opened.provider);
      }
      return providers;
    },

    async isRouted(companyId, method, name) {
      const route = await routeOf(companyId, method);
      return name === undefined ? route.length > 0 : route.includes(name);
    },

    async find(companyId, name) {
      return (await openFor(companyId, name))?.provider ?? null;
    },

    routeOf,

    async hasOwnRoute(companyId, method) {
      return (await read(companyId)).routes.some((one) => one.method === method);
    },

    async findNoticeOwner(provider, secret) {
      const key = await store.findByNotice(hashNoticeSecret(secret, hash));
      return key?.provider === provider ? key.companyId : null;
    },

    async open({ companyId, provider }) {
      forget(companyId);
      return openOwn(companyId, provider);
    },

    async overview() {
      const summaries = await store.listAll();
      for (const summary of summaries) await openAnew(summary);
      return summaries.map((one) => toOverview(one, pool.kept(keyOf(one))?.opened));
    },

    forget: () => forget(),

    returnParameterOf: (provider) =>
      opening.definitions.find(({ name }) => name === provider)?.returnParameter ?? null,
    overrideOf: (provider) => opening.overrides[provider] ?? {},

    async stop() {
      forget();
      await pool.stop();
    },
  };
}

function createReads(now: () => number, readAnew: (companyId: string) => Promise<Registered>) {
  const reads = new Map<string, { at: number; value: Promise<Registered> }>();
  return {
    async read(companyId: string): Promise<Registered> {
      const known = reads.get(companyId);
      const age = known === undefined ? null : now() - known.at;
      if (known !== undefined && age !== null && age >= 0 && age < READ_HOLDS_MS)
        return known.value;
      const value = readAnew(companyId);
      reads.set(companyId, { at: now(), value });
      value.catch(() => reads.delete(companyId));
      return value;
    },

    forget(companyId?: string): void {
      if (companyId === undefined) reads.clear();
      else reads.delete(companyId);
    },
  };
}

/** The providers that are open, and those that calls under way may still have in hand. */
function createPool(
  opening: OpeningOptions,
  { timers, onTrouble }: Pick<RegisteredOptions, 'timers' | 'onTrouble'>,
) {
  const kept = new Map<string, Kept>();
  const closing = new Map<OpenedProvider, () => void>();

  function retire(key: string, { opened }: Kept): void {
    kept.delete(key);
    if (opened.kind === 'fault') return;
    const cancel = timers.after(CLOSE_AFTER_MS, () => {
      closing.delete(opened);
      // Calls under way end by themselves.
      opened.agent.close().catch(() => undefined);
    });
    closing.set(opened, cancel);
  }

  function open(credentials: StoredCredentials): OpenedProvider | SettingFault {
    const key = keyOf(credentials);
    const { version } = credentials;
    const made = Buffer.from(credentials.noticeSecretHash).toString('hex');
    const before = kept.get(key);
    // One that was read before a rotation may arrive after it.
    const isNew = before === undefined || before.made !== made || before.version < version;
    if (!isNew) return before.opened;
    if (before !== undefined) retire(key, before);
    const opened = openProvider(credentials, opening);
    kept.set(key, { version, made, opened });
    if (opened.kind === 'fault') onTrouble(toTrouble(credentials, opened));
    return opened;
  }

  return {
    open,
    kept: (key: string) => kept.get(key),

    /** Lets go of what a company has no credentials for any more. */
    retain(companyId: string, credentials: readonly StoredCredentials[]): void {
      for (const [key, one] of kept) {
        const isOurs = key.startsWith(`${companyId}|`);
        if (isOurs && !credentials.some((present) => keyOf(present) === key)) retire(key, one);
      }
    },

    async stop(): Promise<void> {
      const all = [...kept.values()].map(({ opened }) => opened);
      const open = [...all, ...closing.keys()].filter((one) => one.kind === 'opened');
      for (const cancel of closing.values()) cancel();
      kept.clear();
      await Promise.all(open.map(({ agent }) => agent.destroy()));
    },
  };
}

function toOverview(summary: CredentialsSummary, opened: Kept['opened'] | undefined) {
  const until = opened?.kind === 'opened' ? opened.restsUntil() : null;
  const givenAt = opened?.kind === 'opened' ? opened.tokenGivenAt() : null;
  return {
    ...summary,
    trouble: opened?.kind === 'fault' ? toTrouble(summary, opened) : null,
    restsUntil: until === null ? null : new Date(until),
    tokenGivenAt: givenAt === null ? null : new Date(givenAt),
  };
}

function keyOf({ companyId, provider }: CredentialsKey): string {
  return `${companyId}|${provider}`;
}

function toTrouble({ companyId, provider }: CredentialsKey, { setting, fault }: SettingFault) {
  return { companyId, provider, setting, fault };
}
