import * as z from 'zod/mini';
import { broken } from '../../contract/errors/broken-rule.ts';
import { ApiError } from '../base/shared/api-error.ts';
import { toDetail } from '../base/shared/error-detail.ts';
import type { CredentialsKey, StoredCredentials, TypedSettings } from '../providers/credentials.ts';
import { ALL_COMPANIES } from '../providers/credentials.ts';
import type { ProviderDefinition, ProviderSetting } from '../providers/definition.ts';
import type { SettingFault } from '../providers/registered/read-settings.ts';
import { readSettings } from '../providers/registered/read-settings.ts';
import type { RegisteredProviders } from '../providers/registered/registered-providers.ts';
import { findDefinition, PROVIDER_DEFINITIONS } from '../providers/registry.ts';
import { SETTLEMENT_DAYS, SETTLEMENT_SETTINGS } from '../providers/settlement-terms.ts';
import type { Field } from './act.ts';
import { logged, unknown, unlogged } from './act.ts';
import { findCompany } from './find-company.ts';
import type { DatabaseServices, KeyedServices } from './services.ts';
import { COMPANY_ID, optional, plain } from './values.ts';

export const PROVIDER_NAMES = PROVIDER_DEFINITIONS.map(({ name }) => name);

export const COMPANY_OR_ALL = plain(z.union([COMPANY_ID.typed, z.literal(ALL_COMPANIES)]));

export const PROVIDER = plain(z.enum(PROVIDER_NAMES));

export const OF_COMPANY_OR_ALL = {
  companyId: logged(COMPANY_OR_ALL, 'the id of the company, or * for all'),
};

export const CREDENTIALS = {
  ...OF_COMPANY_OR_ALL,
  provider: logged(PROVIDER, PROVIDER_NAMES.join(', ')),
};

const NONE = 'none';
const MAX_VALUE = 40_000;
const SETTING = optional(plain(z.string().check(z.minLength(1), z.maxLength(MAX_VALUE))));

/** The settings of every provider: which of them one has, its definition says. */
export const SETTINGS: Readonly<Record<string, Field<string | undefined>>> = Object.fromEntries(
  allSettings().map(([name, { settings, providers }]) => {
    const [first] = settings;
    const isFile = settings.some((setting) => setting.isFile);
    const how = isFile ? 'a path' : 'a value, @path or - for the input';
    const help = `${providers.join(', ')}: ${first?.help.en ?? ''}; ${how}`;
    return [name, unlogged(SETTING, help, { content: isFile ? 'bytes' : 'text' })];
  }),
);

function allSettings() {
  const byName = new Map<string, { settings: ProviderSetting[]; providers: string[] }>();
  for (const { name, settings } of PROVIDER_DEFINITIONS) {
    for (const setting of settings) {
      const known = byName.get(setting.name) ?? { settings: [], providers: [] };
      known.settings.push(setting);
      known.providers.push(name);
      byName.set(setting.name, known);
    }
  }
  return [...byName];
}

export function typedSettings(asked: object): Record<string, string> {
  const given = Object.entries(asked).filter(([name]) => name in SETTINGS);
  const typed: Record<string, string> = {};
  for (const [name, value] of given) if (typeof value === 'string') typed[name] = value;
  return typed;
}

export function definitionOf(provider: string): ProviderDefinition {
  const definition = findDefinition(provider);
  if (definition === null) throw unknown('provider');
  return definition;
}

/** 404; `*` needs none. */
export async function requireCompany(companyId: string, database: DatabaseServices): Promise<void> {
  if (companyId !== ALL_COMPANIES) await findCompany(companyId, database);
}

/** 400 that names the setting, or `provider` where it is of none, and never a value. */
export function refuseSetting({
  setting,
  fault,
}: Pick<SettingFault, 'setting' | 'fault'>): ApiError {
  return new ApiError('INVALID_DATA', 'A setting is not valid.', {
    details: [toDetail(setting ?? 'provider', fault)],
  });
}

/** 400 where they are not whole; gives when their certificate ends. */
export function checkSettings(
  typed: TypedSettings,
  named: CredentialsKey,
  { registeredProviders }: { registeredProviders: Pick<RegisteredProviders, 'overrideOf'> },
  environment: 'sandbox' | 'production',
): Date | null {
  const override = registeredProviders.overrideOf(named.provider);
  const read = readSettings(definitionOf(named.provider), typed, { environment, override });
  if (read.kind === 'fault') throw refuseSetting(read);
  return read.certificateEndsAt;
}

/** One that is over already would be refused by every call; it is the newest of what was given. */
export function requireLasting(
  certificateEndsAt: Date | null,
  given: TypedSettings,
  named: CredentialsKey,
  now: Date,
): void {
  const { settings } = definitionOf(named.provider);
  const file = settings.find(({ isFile, name }) => isFile && name in given);
  if (file === undefined || certificateEndsAt === null || certificateEndsAt > now) return;
  throw refuseSetting({ setting: file.name, fault: broken('expired') });
}

/**
 * The settings after a rotation. Decision: a new file takes all files and their passwords with it: it
 * may have another form. Decision: `none` takes an option back, and `settlement-days` all terms.
 */
export function rotatedSettings(
  before: TypedSettings,
  given: TypedSettings,
  provider: string,
): TypedSettings {
  const { settings } = definitionOf(provider);
  const files = settings.filter(({ isFile }) => isFile).map(({ name }) => name);
  const hasNewFile = files.some((name) => name in given);
  const options = settings.filter((one) => !one.isFile && !one.isRequired && !one.isSecret);
  const taken = options.filter(({ name }) => given[name] === NONE).map(({ name }) => name);
  const terms = taken.includes(SETTLEMENT_DAYS) ? SETTLEMENT_SETTINGS.map(({ name }) => name) : [];
  const isKept = (name: string) =>
    !terms.includes(name) &&
    !(hasNewFile && files.some((file) => name === file || name.startsWith(`${file}-`)));
  const kept = Object.entries(before).filter(([name]) => isKept(name));
  const merged = { ...Object.fromEntries(kept), ...given };
  return Object.fromEntries(Object.entries(merged).filter(([name]) => !taken.includes(name)));
}

/** 404 of `provider`. */
export async function findCredentials(
  key: CredentialsKey,
  { providerCredentials }: Pick<KeyedServices, 'providerCredentials'>,
): Promise<StoredCredentials> {
  const found = await providerCredentials.find(key);
  if (found === null) throw unknown('provider');
  return found;
}
