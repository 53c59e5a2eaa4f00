import * as z from 'zod/mini';
import { findCompany } from '../acts/find-company.ts';
import type { DatabaseServices } from '../acts/services.ts';
import { ApiError } from '../base/shared/api-error.ts';
import { ALL_COMPANIES } from '../providers/credentials.ts';
import type { ProviderDefinition, ProviderSetting } from '../providers/definition.ts';
import type { SettingFault } from '../providers/registered/read-settings.ts';
import { findDefinition, PROVIDER_DEFINITIONS } from '../providers/registry.ts';
import { unknown } from './command.ts';
import type { OptionDefinition } from './options.ts';
import { companyIdOption, logged, unlogged } from './options.ts';

const NAMES = PROVIDER_DEFINITIONS.map(({ name }) => name);

export const companyOrAllOption = z.union(
  [z.literal(ALL_COMPANIES), companyIdOption],
  'must be the id of a company, or * for all of them',
);

export const OF_COMPANY_OR_ALL = logged(companyOrAllOption, 'the id of the company, or * for all');

export const PROVIDER = logged(
  z.enum(NAMES, `must be one of ${NAMES.join(', ')}`),
  NAMES.join(', '),
);

export const ENVIRONMENTS = ['sandbox', 'production'] as const;

const MAX_VALUE = 40_000;
const valueOption = z.optional(
  z.string().check(z.minLength(1, 'is empty'), z.maxLength(MAX_VALUE, 'is too long')),
);

/** The settings of every provider, as options: which of them one has, its definition says. */
export const SETTING_OPTIONS: Readonly<Record<string, OptionDefinition<typeof valueOption>>> =
  Object.fromEntries(
    allSettings().map(([name, { settings, providers }]) => {
      const [first] = settings;
      const isFile = settings.some((setting) => setting.isFile);
      const how = isFile ? 'a path' : 'a value, @path or - for the input';
      const help = `${providers.join(', ')}: ${first?.help.en ?? ''}; ${how}`;
      return [name, unlogged(valueOption, help, { content: isFile ? 'bytes' : 'text' })];
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

/** The settings among the options of a call. */
export function typedSettings(options: object): Record<string, string> {
  const given = Object.entries(options).filter(([name]) => name in SETTING_OPTIONS);
  const typed: Record<string, string> = {};
  for (const [name, value] of given) if (typeof value === 'string') typed[name] = value;
  return typed;
}

export function definitionOf(provider: string): ProviderDefinition {
  const definition = findDefinition(provider);
  if (definition === null) throw unknown('provider');
  return definition;
}

/** 404 for a company that is not there; `*` needs none. */
export async function requireCompany(company: string, database: DatabaseServices): Promise<void> {
  if (company !== ALL_COMPANIES) await findCompany(company, database);
}

/** One sentence that names provider, company and setting, and never a value. */
export function refuseSetting(
  { setting, problem }: Pick<SettingFault, 'setting' | 'problem'>,
  { provider, company }: { provider: string; company: string },
): ApiError {
  const whose = `of ${company}`;
  const [path, message] =
    setting === null
      ? ['provider', `${provider} ${whose} ${problem}`]
      : [setting, `for ${provider} ${whose} ${problem}`];
  return new ApiError('INVALID_DATA', 'A setting is not valid.', { details: [{ path, message }] });
}
