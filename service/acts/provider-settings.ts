import { broken } from '../../contract/errors/broken-rule.ts';
import type { CredentialsKey, StoredCredentials, TypedSettings } from '../providers/credentials.ts';
import { readSettings } from '../providers/registered/read-settings.ts';
import type { RegisteredProviders } from '../providers/registered/registered-providers.ts';
import { unknown } from './act.ts';
import { definitionOf, refuseSetting } from './provider-values.ts';
import type { KeyedServices } from './services.ts';

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

/** Decision: a new file takes all files and their passwords with it: it may have another form. */
export function keptSettings(
  before: TypedSettings,
  given: TypedSettings,
  provider: string,
): TypedSettings {
  const files = definitionOf(provider)
    .settings.filter(({ isFile }) => isFile)
    .map(({ name }) => name);
  if (!files.some((name) => name in given)) return before;
  const isOfFile = (name: string) =>
    files.some((file) => name === file || name.startsWith(`${file}-`));
  return Object.fromEntries(Object.entries(before).filter(([name]) => !isOfFile(name)));
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
