import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { ApiError, invalidField } from '../base/shared/api-error.ts';
import { errorDetail, inEnglish } from '../base/shared/error-detail.ts';
import type {
  CredentialsSummary,
  StoredCredentials,
  TypedSettings,
} from '../providers/credentials.ts';
import {
  ALL_COMPANIES,
  newNoticeSecret,
  openSettings,
  sealSettings,
} from '../providers/credentials.ts';
import type { ProviderDefinition } from '../providers/definition.ts';
import { isOfThePast, proofOf, transcriptSchema } from '../providers/proof.ts';
import { daysLeft } from '../providers/registered/provider-watch.ts';
import { findDefinition } from '../providers/registry.ts';
import { change, defineAct, logged, look, provenChange, unknown, unlogged } from './act.ts';
import { listCardFaults } from './card-pairs.ts';
import {
  COMPANY_OR_ALL,
  CREDENTIALS,
  checkSettings,
  findCredentials,
  requireCompany,
  requireLasting,
  rotatedSettings,
  SETTINGS,
  typedSettings,
} from './provider-values.ts';
import { FILE_PATH, optional, plain, YES_OR_NO } from './values.ts';

/** Credentials as they can be told: no secret, and nothing sealed. */
export type ToldCredentials = CredentialsSummary & {
  methods: readonly string[];
  /** What was proved with these credentials; where nothing was, of the provider. */
  verified: ProviderDefinition['verified'] | 'unknown';
  certificateDaysLeft: number | null;
};

export const ADD_PROVIDER = defineAct({
  ...provenChange('provider.add', 'provider add', 'providers.manage'),
  summary: 'keeps credentials at an outside party, sealed; "route set" has it used',
  fields: {
    ...CREDENTIALS,
    environment: logged(
      optional(plain(z.enum(['sandbox', 'production']))),
      "sandbox or production; the service's own unless given, and no other",
    ),
    ...SETTINGS,
  },
  async run({ companyId, provider, environment, ...asked }, { database, trail, services: open }) {
    const services = await open();
    const { db, providerCredentials, envelope, now } = services;
    await requireCompany(companyId, database);
    const { mode } = database;
    if (environment !== undefined && environment !== mode) {
      throw invalidField('environment', 'one_of', { values: mode });
    }
    const typed = typedSettings(asked);
    const key = { companyId, provider };
    const certificateEndsAt = checkSettings(typed, key, services, mode);
    requireLasting(certificateEndsAt, typed, key, now());
    const credentials: StoredCredentials = {
      ...key,
      environment: mode,
      certificateEndsAt,
      connectedAt: null,
      proof: null,
      version: 1,
      createdAt: now(),
      rotatedAt: null,
      sealedSettings: sealSettings(typed, key, envelope),
      ...newNoticeSecret(key, services),
    };
    await db.transaction(async (tx) => {
      if (!(await providerCredentials.insert(tx, credentials))) {
        throw invalidField('provider', 'exists');
      }
      await trail.record(tx, { subjects: { environment: mode, settings: namesOf(typed) } });
    });
    services.registeredProviders.forget();
    return { credentials: toTold(credentials, now()), settings: namesOf(typed) };
  },
});

export const ROTATE_PROVIDER = defineAct({
  ...provenChange('provider.rotate', 'provider rotate', 'providers.manage'),
  summary: 'puts new secrets or a new certificate in place of the old; what is not given stays',
  fields: {
    ...CREDENTIALS,
    newAddress: logged(
      optional(YES_OR_NO),
      'yes: its notices come to a new address, and to the old one no more',
    ),
    ...SETTINGS,
  },
  async run({ companyId, provider, newAddress, ...asked }, { database, trail, services: open }) {
    const services = await open();
    const { db, providerCredentials, envelope, now } = services;
    const key = { companyId, provider };
    const before = await findCredentials(key, services);
    const given = typedSettings(asked);
    const hasNewAddress = newAddress === true;
    if (namesOf(given) === '' && !hasNewAddress) throw invalidField('provider', 'nothing_new');
    const typed = rotatedSettings(openSettings(before, envelope), given, provider);
    const certificateEndsAt = checkSettings(typed, key, services, database.mode);
    requireLasting(certificateEndsAt, given, key, now());
    const to = {
      certificateEndsAt,
      rotatedAt: now(),
      sealedSettings: sealSettings(typed, key, envelope),
      // Decision: the old one ends at once, since it is renewed where somebody may know it.
      newAddress: hasNewAddress ? newNoticeSecret(key, services) : null,
    };
    await db.transaction(async (tx) => {
      if (!(await providerCredentials.rotate(tx, before, to))) {
        throw new ApiError('ILLEGAL_TRANSITION', 'Somebody else has rotated it meanwhile.', {
          details: [errorDetail('', 'changed_meanwhile')],
        });
      }
      const subjects = { settings: namesOf(given), newAddress: hasNewAddress };
      await trail.record(tx, { subjects });
    });
    services.registeredProviders.forget();
    const connectedAt = hasNewAddress ? null : before.connectedAt;
    const after = { ...before, ...to, connectedAt, version: before.version + 1 };
    return { credentials: toTold(after, now()), settings: namesOf(typed), hasNewAddress };
  },
});

/**
 * Decision: a proof is kept with the account's credentials, since what its contract lets it do is what
 * was proved; a rotation keeps it. What is said of the provider to everybody stays the definition's.
 */
export const PROVE_PROVIDER = defineAct({
  ...change('provider.prove', 'provider prove', null),
  summary: 'keeps what "npm run prove" has proved at the party with these credentials',
  fields: {
    ...CREDENTIALS,
    transcript: unlogged(FILE_PATH, 'what it has written, read by the process of the database', {
      isFile: true,
    }),
  },
  async run({ transcript, ...key }, { trail, services: open }) {
    const { db, providerCredentials, now } = await open();
    const services = { providerCredentials };
    const credentials = await findCredentials(key, services);
    const read = transcriptSchema.safeParse(readJsonFile(transcript));
    if (!read.success) throw invalidField('transcript', 'unreadable');
    if (read.data.provider !== key.provider) {
      throw invalidField('transcript', 'of_another', { field: 'provider' });
    }
    const { environment } = credentials;
    if (read.data.environment !== environment) {
      throw invalidField('transcript', 'other_environment', { environment });
    }
    const served = findDefinition(key.provider)?.methods ?? [];
    const proof = isOfThePast(read.data, now()) ? proofOf(read.data, served) : null;
    if (proof === null) throw invalidField('transcript', 'unusable');
    await db.transaction(async (tx) => {
      await providerCredentials.setProof(tx, key, proof);
      const { by, on, methods } = proof;
      await trail.record(tx, { subjects: { by, on, methods: methods.join(',') } });
    });
    return toTold({ ...credentials, proof }, now());
  },
});

export const LIST_PROVIDERS = defineAct({
  ...look('provider.list', 'provider list', 'providers.manage'),
  summary: 'lists the credentials at outside parties, how they are and when they end',
  fields: {
    companyId: logged(optional(COMPANY_OR_ALL), 'of one company, or * for what all share'),
  },
  async run({ companyId }, { database, services: open }) {
    const services = await open();
    const { providerCredentials, registeredProviders, now } = services;
    if (companyId !== undefined) await requireCompany(companyId, database);
    const all = await providerCredentials.listAll();
    const faults = await listCardFaults({ ...database, ...services });
    const told: (ToldCredentials & { state: string })[] = [];
    for (const summary of all) {
      if (companyId !== undefined && summary.companyId !== companyId) continue;
      const opened = await registeredProviders.open(summary);
      if (opened === null) continue;
      const until = opened.kind === 'opened' ? opened.restsUntil() : null;
      const rests = until === null ? 'usable' : `rests until ${new Date(until).toISOString()}`;
      const state =
        opened.kind === 'opened'
          ? rests
          : `broken: ${opened.setting ?? 'it'} ${inEnglish(opened.fault)}`;
      const ofThese = faults.filter(({ companyId: of, provider }) => {
        const isOwn = all.some((one) => one.companyId === of && one.provider === provider);
        return provider === summary.provider && (isOwn ? of : ALL_COMPANIES) === summary.companyId;
      });
      const states = [state, ...ofThese.map(({ fault }) => fault)];
      told.push({ ...toTold(summary, now()), state: states.join('; ') });
    }
    return told;
  },
});

export const REMOVE_PROVIDER = defineAct({
  ...provenChange('provider.remove', 'provider remove', 'providers.manage'),
  summary: 'destroys the credentials at an outside party',
  fields: CREDENTIALS,
  async run(key, { trail, services: open }) {
    const { db, providerCredentials, providerRoutes, registeredProviders } = await open();
    await db.transaction(async (tx) => {
      const [route] = await providerRoutes.listServedBy(key, tx);
      if (route !== undefined) {
        const { companyId: company, method } = route;
        throw invalidField('provider', 'routed', { company, method });
      }
      if (!(await providerCredentials.delete(tx, key))) throw unknown('provider');
      await trail.record(tx);
    });
    registeredProviders.forget();
    return key;
  },
});

export const PROVIDER_ACTS = [
  ADD_PROVIDER,
  ROTATE_PROVIDER,
  PROVE_PROVIDER,
  LIST_PROVIDERS,
  REMOVE_PROVIDER,
] as const;

function toTold(credentials: CredentialsSummary, now: Date): ToldCredentials {
  const { certificateEndsAt, proof } = credentials;
  const { verified = 'unknown', methods = [] } = findDefinition(credentials.provider) ?? {};
  return {
    companyId: credentials.companyId,
    provider: credentials.provider,
    environment: credentials.environment,
    methods,
    verified: proof?.by ?? verified,
    proof,
    certificateEndsAt,
    certificateDaysLeft: certificateEndsAt === null ? null : daysLeft(certificateEndsAt, now),
    connectedAt: credentials.connectedAt,
    version: credentials.version,
    createdAt: credentials.createdAt,
    rotatedAt: credentials.rotatedAt,
  };
}

/** Undefined where it is none, or cannot be read. */
function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function namesOf(settings: TypedSettings): string {
  return Object.keys(settings).sort().join(',');
}
