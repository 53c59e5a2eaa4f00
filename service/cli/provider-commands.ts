import * as z from 'zod/mini';
import { ApiError, invalidField } from '../base/shared/api-error.ts';
import type {
  CredentialsSummary,
  StoredCredentials,
  TypedSettings,
} from '../providers/credentials.ts';
import { newNoticeSecret, openSettings, sealSettings } from '../providers/credentials.ts';
import { daysLeft } from '../providers/registered/provider-watch.ts';
import { describePair, listImpossiblePairs } from './card-pairs.ts';
import type { Command, Row } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import { logged, yesOrNoOption } from './options.ts';
import { CONNECT_PROVIDER, TEST_PROVIDER } from './provider-calls.ts';
import {
  companyOrAllOption,
  definitionOf,
  ENVIRONMENTS,
  OF_COMPANY_OR_ALL,
  PROVIDER,
  requireCompany,
  SETTING_OPTIONS,
  typedSettings,
} from './provider-options.ts';
import {
  checkSettings,
  findCredentials,
  keptSettings,
  requireLasting,
} from './provider-settings.ts';

/** Commands for the credentials at outside parties. No answer holds a secret but the address. */
export const PROVIDER_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'provider add',
    summary: 'keeps credentials at an outside party, sealed; "route set" has it used',
    isAct: true,
    options: {
      company: OF_COMPANY_OR_ALL,
      provider: PROVIDER,
      environment: logged(
        z.optional(z.enum(ENVIRONMENTS, `must be one of ${ENVIRONMENTS.join(', ')}`)),
        "sandbox or production; the service's own unless given, and no other",
      ),
      ...SETTING_OPTIONS,
    },
    async run({ company, provider, environment, ...options }, { database, trail, services: open }) {
      const services = await open();
      const { db, providerCredentials, envelope, now } = services;
      await requireCompany(company, database);
      const mode = database.mode;
      if (environment !== undefined && environment !== mode) {
        throw invalidField('environment', `must be ${mode}, as the service's own`);
      }
      const typed = typedSettings(options);
      const certificateEndsAt = checkSettings(
        typed,
        { company, provider },
        services,
        database.mode,
      );
      requireLasting(certificateEndsAt, typed, { company, provider }, now());
      const key = { companyId: company, provider };
      const credentials: StoredCredentials = {
        ...{ ...key, environment: mode, certificateEndsAt, connectedAt: null },
        ...{ version: 1, createdAt: now(), rotatedAt: null },
        sealedSettings: sealSettings(typed, key, envelope),
        ...newNoticeSecret(key, services),
      };
      await db.transaction(async (tx) => {
        if (!(await providerCredentials.insert(tx, credentials))) {
          throw invalidField('provider', `is there already for ${company}: rotate it`);
        }
        await trail.record(tx, { subjects: { environment: mode, settings: namesOf(typed) } });
      });
      services.registeredProviders.forget();
      const record = { ...toRow(credentials, now()), settings: namesOf(typed) };
      return { content: { record }, notes: nextSteps(company, provider) };
    },
  }),
  defineCommand({
    name: 'provider rotate',
    summary: 'puts new secrets or a new certificate in place of the old; what is not given stays',
    isAct: true,
    options: {
      company: OF_COMPANY_OR_ALL,
      provider: PROVIDER,
      'new-address': logged(
        z.optional(yesOrNoOption),
        'yes: its notices come to a new address, and to the old one no more',
      ),
      ...SETTING_OPTIONS,
    },
    async run({ company, provider, ...options }, { database, trail, services: open }) {
      const services = await open();
      const { db, providerCredentials, envelope, now } = services;
      const before = await findCredentials({ company, provider }, services);
      const given = typedSettings(options);
      const hasNewAddress = options['new-address'] === true;
      if (namesOf(given) === '' && !hasNewAddress) {
        throw invalidField('provider', 'needs at least one new setting, or a new address');
      }
      const typed = { ...keptSettings(openSettings(before, envelope), given, provider), ...given };
      const certificateEndsAt = checkSettings(
        typed,
        { company, provider },
        services,
        database.mode,
      );
      requireLasting(certificateEndsAt, given, { company, provider }, now());
      const key = { companyId: company, provider };
      const to = {
        ...{ certificateEndsAt, rotatedAt: now() },
        sealedSettings: sealSettings(typed, key, envelope),
        // Decision: the old one ends at once, since it is renewed where somebody may know it.
        newAddress: hasNewAddress ? newNoticeSecret(key, services) : null,
      };
      await db.transaction(async (tx) => {
        if (!(await providerCredentials.rotate(tx, before, to))) {
          throw new ApiError('ILLEGAL_TRANSITION', 'Somebody else has rotated it meanwhile.');
        }
        const subjects = { settings: namesOf(given), newAddress: hasNewAddress };
        await trail.record(tx, { subjects });
      });
      services.registeredProviders.forget();
      const connectedAt = hasNewAddress ? null : before.connectedAt;
      const after = { ...before, ...to, connectedAt, version: before.version + 1 };
      const notes = ['Every process of the service uses it within seconds.'];
      if (hasNewAddress) notes.push(...toldOfNewAddress(company, provider));
      return { content: { record: { ...toRow(after, now()), settings: namesOf(typed) } }, notes };
    },
  }),
  TEST_PROVIDER,
  CONNECT_PROVIDER,
  defineCommand({
    name: 'provider list',
    summary: 'lists the credentials at outside parties, how they are and when they end',
    isAct: false,
    options: {
      company: logged(z.optional(companyOrAllOption), 'of one company, or * for what all share'),
    },
    async run({ company }, { database, services: open }) {
      const services = await open();
      const { providerCredentials, registeredProviders, now } = services;
      if (company !== undefined) await requireCompany(company, database);
      const all = await providerCredentials.listAll();
      const pairs = await listImpossiblePairs(all, { ...database, ...services });
      const rows: Row[] = [];
      for (const summary of all) {
        if (company !== undefined && summary.companyId !== company) continue;
        const opened = await registeredProviders.open(summary);
        if (opened === null) continue;
        const until = opened.kind === 'opened' ? opened.restsUntil() : null;
        const rests = until === null ? 'usable' : `rests until ${new Date(until).toISOString()}`;
        const state =
          opened.kind === 'opened' ? rests : `broken: ${opened.setting ?? 'it'} ${opened.problem}`;
        const impossible = pairs.filter(
          ({ owner, provider }) => owner === summary.companyId && provider === summary.provider,
        );
        const states = [state, ...impossible.map(describePair)];
        rows.push({ ...toRow(summary, now()), state: states.join('; ') });
      }
      return { content: { rows } };
    },
  }),
  defineCommand({
    name: 'provider remove',
    summary: 'destroys the credentials at an outside party',
    isAct: true,
    options: { company: OF_COMPANY_OR_ALL, provider: PROVIDER },
    async run({ company, provider }, { trail, services: open }) {
      const { db, providerCredentials, providerRoutes, registeredProviders } = await open();
      const key = { companyId: company, provider };
      await db.transaction(async (tx) => {
        const [route] = await providerRoutes.listServedBy(key, tx);
        if (route !== undefined) {
          throw invalidField(
            'provider',
            `is in the route of ${route.companyId} for ${route.method}`,
          );
        }
        if (!(await providerCredentials.delete(tx, key))) throw unknown('provider');
        await trail.record(tx);
      });
      registeredProviders.forget();
      const notes = ['What is open at the party cannot be looked up any more.'];
      return { content: { record: { company, provider, removed: true } }, notes };
    },
  }),
];

function toRow(credentials: CredentialsSummary, now: Date): Row {
  const { companyId, provider, environment, certificateEndsAt, connectedAt } = credentials;
  const { verified = 'unknown', methods = [] } = definitionIfAny(provider) ?? {};
  return {
    company: companyId,
    provider,
    environment,
    methods: methods.join(',') || 'none',
    // What was proved of it, not of these credentials.
    verified,
    certificateEndsAt: certificateEndsAt?.toISOString() ?? null,
    certificateDaysLeft: certificateEndsAt === null ? null : daysLeft(certificateEndsAt, now),
    connectedAt: connectedAt?.toISOString() ?? null,
    version: credentials.version,
    addedAt: credentials.createdAt.toISOString(),
    rotatedAt: credentials.rotatedAt?.toISOString() ?? null,
  };
}

function definitionIfAny(provider: string) {
  try {
    return definitionOf(provider);
  } catch {
    return null;
  }
}

function namesOf(settings: TypedSettings): string {
  return Object.keys(settings).sort().join(',');
}

function toldOfNewAddress(company: string, provider: string): string[] {
  const named = `--company '${company}' --provider ${provider}`;
  return [
    'The old address takes no notices any more; payments are looked up meanwhile.',
    `Next: provider connect ${named}`,
  ];
}

function nextSteps(company: string, provider: string): string[] {
  const named = `--company '${company}' --provider ${provider}`;
  return [
    `Next: provider test ${named}`,
    `Then: provider connect ${named}, and route set for what it shall be used for.`,
  ];
}
