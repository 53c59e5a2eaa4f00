import { SET_BANKS } from '../acts/banks.ts';
import { CONNECT_PROVIDER, TEST_PROVIDER } from '../acts/provider-calls.ts';
import type { ToldCredentials } from '../acts/providers.ts';
import {
  ADD_PROVIDER,
  LIST_PROVIDERS,
  PROVE_PROVIDER,
  REMOVE_PROVIDER,
  ROTATE_PROVIDER,
} from '../acts/providers.ts';
import { LIST_ROUTES, REMOVE_ROUTE, SET_ROUTE } from '../acts/routes.ts';
import type { CheckFault } from '../providers/check-fault.ts';
import { sayCheckFault } from '../providers/check-fault.ts';
import type { ProviderRoute } from '../providers/credentials.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for the credentials at outside parties. No answer holds a secret but the address. */
export const PROVIDER_COMMANDS: readonly Command[] = [
  commandOf(
    ADD_PROVIDER,
    ({ credentials, settings }) => ({ ...toRow(credentials), settings }),
    ({ credentials }) => ({ notes: nextSteps(credentials) }),
  ),
  commandOf(
    ROTATE_PROVIDER,
    ({ credentials, settings }) => ({ ...toRow(credentials), settings }),
    ({ credentials, hasNewAddress }) => ({
      notes: [
        'Every process of the service uses it within seconds.',
        ...(hasNewAddress ? toldOfNewAddress(credentials) : []),
      ],
    }),
  ),
  commandOf(
    TEST_PROVIDER,
    ({ companyId: company, provider, works, reason }) => ({
      company,
      provider,
      works,
      reason: reasonText(reason),
    }),
    ({ works }) => ({ isBad: !works }),
  ),
  commandOf(
    CONNECT_PROVIDER,
    ({ companyId: company, provider, address, connected, reason }) => {
      const record = { company, provider, address, connected };
      return connected === 'by hand' ? record : { ...record, reason: reasonText(reason) };
    },
    ({ connected }) => ({
      isBad: connected === 'no',
      notes:
        connected === 'by hand'
          ? ['This party is told by hand: give it the address, or type it where it asks for it.']
          : [],
    }),
  ),
  commandOf(PROVE_PROVIDER, toRow),
  commandOf(LIST_PROVIDERS, (all) => all.map((one) => ({ ...toRow(one), state: one.state }))),
  commandOf(
    REMOVE_PROVIDER,
    ({ companyId: company, provider }) => ({ company, provider, removed: true }),
    () => ({ notes: ['What is open at the party cannot be looked up any more.'] }),
  ),
];

export const ROUTE_COMMANDS: readonly Command[] = [
  commandOf(SET_ROUTE, toRouteRow),
  commandOf(LIST_ROUTES, ({ companyId, routes }) =>
    routes.map((route) => ({
      ...toRouteRow({ companyId, ...route }),
      faults: route.faults || 'none',
    })),
  ),
  commandOf(REMOVE_ROUTE, ({ companyId: company, method }) => ({ company, method, removed: true })),
  commandOf(SET_BANKS, (banks) => banks.map(({ id, name }) => ({ bank: id, name }))),
];

function toRouteRow({ companyId: company, method, providers }: RouteOfCompany): Row {
  return { company, method, providers: providers.join(',') };
}

type RouteOfCompany = ProviderRoute & { companyId: string };

function toRow(credentials: ToldCredentials): Row {
  return {
    company: credentials.companyId,
    provider: credentials.provider,
    environment: credentials.environment,
    methods: credentials.methods.join(',') || 'none',
    verified: credentials.verified,
    provedOn: credentials.proof?.on ?? null,
    provedMethods: credentials.proof?.methods.join(',') ?? 'none',
    certificateEndsAt: credentials.certificateEndsAt?.toISOString() ?? null,
    certificateDaysLeft: credentials.certificateDaysLeft,
    connectedAt: credentials.connectedAt?.toISOString() ?? null,
    version: credentials.version,
    addedAt: credentials.createdAt.toISOString(),
    rotatedAt: credentials.rotatedAt?.toISOString() ?? null,
  };
}

function toldOfNewAddress(credentials: ToldCredentials): string[] {
  return [
    'The old address takes no notices any more; payments are looked up meanwhile.',
    `Next: provider connect ${namesOf(credentials)}`,
  ];
}

function nextSteps(credentials: ToldCredentials): string[] {
  const named = namesOf(credentials);
  return [
    `Next: provider test ${named}`,
    `Then: provider connect ${named}, and route set for what it shall be used for.`,
  ];
}

function namesOf({ companyId, provider }: ToldCredentials): string {
  return `--company '${companyId}' --provider ${provider}`;
}

/** A finding of ours in English; the party's own words as they are. */
function reasonText(reason: CheckFault | string | null): string | null {
  return reason === null || typeof reason === 'string' ? reason : sayCheckFault(reason, 'en');
}
