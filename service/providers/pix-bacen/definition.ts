import type { ProviderDefinition, ProviderSurroundings } from '../definition.ts';
import type { CredentialCheck, Notices, Provider } from '../provider.ts';
import { REAL_DEADLINE_MS, refusedFor } from '../provider.ts';
import type { PixBank } from './bank.ts';
import { createPixBank } from './bank.ts';
import { saysNotFound } from './fields.ts';
import { createPixList } from './list.ts';
import { createPixNotices } from './notices.ts';
import type { PixIssuer, PixReceiver } from './pix-bacen.ts';
import { createPixIssuer } from './pix-bacen.ts';
import type { PixProfile, PixProfileName } from './profiles.ts';
import { PIX_PROFILES } from './profiles.ts';
import type { PixSettings } from './settings.ts';
import { pixSettingsOf, pixSettingsSchema } from './settings.ts';
import { cnab240Of } from './statement.ts';

export const PIX_STEPS = ['paid', 'cancelled', 'refunded', 'given_back', 'med'] as const;

export function createPixBankOf(
  name: PixProfileName,
  { credentials }: Pick<PixSettings, 'credentials'>,
  surroundings: ProviderSurroundings,
): PixBank {
  const { isNoticeProved = false, hosts } = surroundings;
  const { api = '', token = '' } = hosts;
  return createPixBank({
    ...{ ...surroundings, provider: name, profile: PIX_PROFILES[name], hosts: { api, token } },
    ...{ isNoticeProved, credentials },
  });
}

export function createPixParts(
  bank: PixBank,
  settings: PixReceiver & { profile: PixProfile },
  {
    now,
    randomBytes,
    isNoticeProved = false,
  }: Pick<ProviderSurroundings, 'now' | 'randomBytes' | 'isNoticeProved'>,
): { payments: PixIssuer; notices: Required<Notices> } & Required<Pick<Provider, 'test' | 'list'>> {
  const unheardOf = () => Buffer.from(randomBytes(16)).toString('hex');
  return {
    payments: createPixIssuer(bank, { ...settings, now }),
    test: (signal) => checkCredentials(bank, { txid: unheardOf() }, signal),
    list: createPixList(bank),
    notices: createPixNotices(bank, { ...settings, isNoticeProved }),
  };
}

/** Asks for a charge nobody made: who has not got it let us in. Throws where nobody answers. */
async function checkCredentials(
  bank: PixBank,
  { txid }: { txid: string },
  signal: AbortSignal,
): Promise<CredentialCheck> {
  const answer = await bank.tryCob(txid, signal);
  if (answer.kind === 'answered') return { kind: 'works' };
  if (answer.kind === 'rejected') {
    if (saysNotFound(answer)) return { kind: 'works' };
    return refusedFor('charge_refused', { status: answer.status });
  }
  // Nothing left where there was no token: the bank itself says whether it was for the credentials.
  const isWithoutToken = answer.kind === 'not_sent' && answer.cause === 'no_connection';
  const token = isWithoutToken ? await bank.tryToken() : null;
  if (token?.kind === 'refused') return refusedFor('no_token', {});
  throw new Error('the bank does not answer');
}

function definePixBank(name: PixProfileName, title: string): ProviderDefinition<PixSettings> {
  const profile = PIX_PROFILES[name];
  return {
    name,
    title,
    verified: 'offline-contract',
    methods: ['PIX'],
    steps: { PIX: PIX_STEPS },
    settings: pixSettingsOf(profile),
    schema: pixSettingsSchema(profile),
    hosts: (_settings, environment) => profile.hosts[environment],
    identityOf: ({ identity }) => identity,
    statement: cnab240Of(name),
    showsNoticeCertificate: true,
    lookUpsPerMinute: profile.lookUpsPerMinute,
    create: (settings, surroundings) => {
      const bank = createPixBankOf(name, settings, surroundings);
      return {
        ...{ name, isReal: true, deadlineMs: REAL_DEADLINE_MS },
        ...{ cards: null, payouts: null, threeDS: null },
        ...createPixParts(bank, { ...settings, profile }, surroundings),
      };
    },
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
