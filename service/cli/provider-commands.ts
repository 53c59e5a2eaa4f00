import { SET_BANKS } from '../acts/banks.ts';
import { CONNECT_PROVIDER, TEST_PROVIDER } from '../acts/provider-calls.ts';
import type { ToldCredentials } from '../acts/providers.ts';
import {
  ADD_PROVIDER,
  LIST_PROVIDERS,
  REMOVE_PROVIDER,
  ROTATE_PROVIDER,
} from '../acts/providers.ts';
import { LIST_ROUTES, REMOVE_ROUTE, SET_ROUTE } from '../acts/routes.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for the credentials at outside parties. No answer holds a secret but the address. */
export const PROVIDER_COMMANDS: readonly Command[] = [
  commandOf(ADD_PROVIDER, ({ credentials, settings }) => ({
    content: { record: { ...toRow(credentials), settings } },
    notes: nextSteps(credentials),
  })),
  commandOf(ROTATE_PROVIDER, function tell({ credentials, settings, hasNewAddress }) {
    const notes = ['Every process of the service uses it within seconds.'];
    if (hasNewAddress) notes.push(...toldOfNewAddress(credentials));
    return { content: { record: { ...toRow(credentials), settings } }, notes };
  }),
  commandOf(TEST_PROVIDER, ({ companyId: company, provider, works, reason }) => ({
    content: { record: { company, provider, works, reason } },
    isBad: !works,
  })),
  commandOf(
    CONNECT_PROVIDER,
    function tell({ companyId: company, provider, address, connected, reason }) {
      const record = { company, provider, address, connected };
      if (connected !== 'by hand') {
        return { content: { record: { ...record, reason } }, isBad: connected === 'no' };
      }
      const told =
        'This party is told by hand: give it the address, or type it where it asks for it.';
      return { content: { record }, notes: [told] };
    },
  ),
  commandOf(LIST_PROVIDERS, (all) => ({
    content: { rows: all.map((one) => ({ ...toRow(one), state: one.state })) },
  })),
  commandOf(REMOVE_PROVIDER, ({ companyId: company, provider }) => ({
    content: { record: { company, provider, removed: true } },
    notes: ['What is open at the party cannot be looked up any more.'],
  })),
];

/** Commands for which providers serve which payment method of a company, and what they list. */
export const ROUTE_COMMANDS: readonly Command[] = [
  commandOf(SET_ROUTE, ({ companyId: company, method, providers }) => ({
    content: { record: { company, method, providers: providers.join(',') } },
  })),
  commandOf(LIST_ROUTES, function tell({ companyId: company, routes }) {
    const rows = routes.map(({ method, providers }) => ({
      company,
      method,
      providers: providers.join(','),
    }));
    return { content: { rows } };
  }),
  commandOf(REMOVE_ROUTE, ({ companyId: company, method }) => ({
    content: { record: { company, method, removed: true } },
  })),
  commandOf(SET_BANKS, (banks) => ({
    content: { rows: banks.map(({ id, name }) => ({ bank: id, name })) },
  })),
];

function toRow(credentials: ToldCredentials): Row {
  return {
    company: credentials.companyId,
    provider: credentials.provider,
    environment: credentials.environment,
    methods: credentials.methods.join(',') || 'none',
    verified: credentials.verified,
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
