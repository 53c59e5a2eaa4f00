import type { ProviderDefinition, ProviderSurroundings } from '../definition.ts';
import type { Provider } from '../provider.ts';
import { createPixBank } from './bank.ts';
import { checkCredentials } from './check-credentials.ts';
import { createPixNotices } from './notices.ts';
import type { PixIssuer } from './pix-bacen.ts';
import { createPixIssuer } from './pix-bacen.ts';
import type { PixProfileName } from './profiles.ts';
import { PIX_PROFILES } from './profiles.ts';
import type { PixSettings } from './settings.ts';
import { pixSettingsOf, pixSettingsSchema } from './settings.ts';

/** What any bank does that has PIX by the central bank's API, made of what an operator typed. */
export function createPixParts(
  name: PixProfileName,
  settings: PixSettings,
  surroundings: ProviderSurroundings,
): { payments: PixIssuer } & Required<Pick<Provider, 'test' | 'notices'>> {
  const { account, dispatcher, timers, now, log, randomBytes } = surroundings;
  const { api = '', token = '' } = surroundings.hosts;
  const profile = PIX_PROFILES[name];
  const { credentials } = settings;
  const bank = createPixBank({
    ...{ provider: name, account, profile, hosts: { api, token }, credentials },
    ...{ dispatcher, timers, now, log },
  });
  const unheardOf = () => Buffer.from(randomBytes(16)).toString('hex');
  return {
    payments: createPixIssuer(bank, { ...settings, profile, now }),
    test: (signal) => checkCredentials(bank, { txid: unheardOf() }, signal),
    notices: createPixNotices(bank, settings),
  };
}

function definePixBank(name: PixProfileName, title: string): ProviderDefinition<PixSettings> {
  const profile = PIX_PROFILES[name];
  return {
    name,
    title,
    verified: 'offline-contract',
    methods: ['PIX'],
    settings: pixSettingsOf(profile),
    schema: pixSettingsSchema(profile),
    hosts: (_settings, environment) => profile.hosts[environment],
    identityOf: ({ identity }) => identity,
    create: (settings, surroundings) => ({
      ...{ name, isReal: true, cards: null, payouts: null, threeDS: null },
      ...createPixParts(name, settings, surroundings),
    }),
  };
}

/** The banks that have PIX by the central bank's API and nothing else of ours. */
export const PIX_BANKS: readonly ProviderDefinition<PixSettings>[] = [
  definePixBank('sicoob', 'Sicoob'),
  definePixBank('sicredi', 'Sicredi'),
  definePixBank('bb', 'Banco do Brasil'),
  definePixBank('inter', 'Banco Inter'),
  // Its hosts are in no source we have, so it cannot be added yet.
  definePixBank('santander', 'Santander'),
];
