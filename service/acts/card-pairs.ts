import { invalidField } from '../base/shared/api-error.ts';
import type { Account } from '../domain/accounts/account.ts';
import type { CredentialsKey } from '../providers/credentials.ts';
import { ALL_COMPANIES } from '../providers/credentials.ts';
import type { Providers } from '../providers/providers.ts';
import { findCompany } from './find-company.ts';
import type { DatabaseServices, KeyedServices } from './services.ts';

type PairServices = Pick<DatabaseServices, 'accounts'> & Pick<KeyedServices, 'registeredProviders'>;

/** 400 of `providers`. Decision: a route for all is held against all without one of their own. */
export async function requirePossibleRoute(
  { companyId: company, providers }: { companyId: string; providers: readonly string[] },
  services: PairServices,
): Promise<void> {
  const { accounts, registeredProviders } = services;
  const isForAll = company === ALL_COMPANIES;
  for (const account of isForAll ? await accounts.list() : [await findCompany(company, services)]) {
    const { companyId } = account;
    if (isForAll && (await registeredProviders.hasOwnRoute(companyId, 'CREDIT_CARD'))) continue;
    const pair = await impossiblePairOf(account, providers, registeredProviders);
    if (pair === null) continue;
    const { provider, option } = pair;
    const rule = PAIRS[option].rule.ofRoute;
    throw invalidField('providers', rule, { provider, company: companyId });
  }
}

/** 400 that names the option. */
export async function requirePossibleTraits(
  account: Pick<Account, 'companyId' | 'traits'>,
  { registeredProviders }: Pick<KeyedServices, 'registeredProviders'>,
): Promise<void> {
  const route = await registeredProviders.routeOf(account.companyId, 'CREDIT_CARD');
  const pair = await impossiblePairOf(account, route, registeredProviders);
  if (pair === null) return;
  const { companyId, provider, option } = pair;
  throw invalidField(option, PAIRS[option].rule.ofCards, { company: companyId, provider });
}

/** All that are there, however they came to be. `owner`: of the credentials that are used for it. */
export async function listImpossiblePairs(
  credentials: readonly CredentialsKey[],
  { accounts, registeredProviders }: PairServices,
): Promise<(ImpossiblePair & { owner: string })[]> {
  const pairs: (ImpossiblePair & { owner: string })[] = [];
  for (const account of await accounts.list()) {
    const { companyId } = account;
    const route = await registeredProviders.routeOf(companyId, 'CREDIT_CARD');
    const pair = await impossiblePairOf(account, route, registeredProviders);
    if (pair === null) continue;
    const isOwn = credentials.some(
      (one) => one.companyId === companyId && one.provider === pair.provider,
    );
    pairs.push({ ...pair, owner: isOwn ? companyId : ALL_COMPANIES });
  }
  return pairs;
}

export function describePair({ companyId, option }: ImpossiblePair): string {
  return `${PAIRS[option].cannot} of ${companyId} is ${PAIRS[option].refused}`;
}

const PAIRS = {
  'three-ds': {
    cannot: 'authenticates nobody, and three-ds',
    refused: 'pre-order: every card is refused',
    rule: { ofCards: 'cards_without_3ds', ofRoute: 'route_without_3ds' },
  },
  'own-three-ds': {
    cannot: 'takes no proof that was made elsewhere, and own-three-ds',
    refused: 'yes: every card with such a proof is refused',
    rule: { ofCards: 'cards_without_proof', ofRoute: 'route_without_proof' },
  },
} as const;

/** `option`: of "company set-capabilities". `provider`: the route's first, who would be asked. */
type ImpossiblePair = { companyId: string; provider: string; option: 'three-ds' | 'own-three-ds' };

/**
 * Null where account and route fit. The first of the route authenticates before the order; a proof
 * made elsewhere needs anybody on the route who takes one. A provider whose credentials are gone or
 * broken is passed over.
 */
async function impossiblePairOf(
  { companyId, traits }: Pick<Account, 'companyId' | 'traits'>,
  route: readonly string[],
  providers: Pick<Providers, 'find'>,
): Promise<ImpossiblePair | null> {
  const { threeDSFlow, ownThreeDS } = traits;
  const [provider] = route;
  if (provider === undefined || (threeDSFlow !== 'pre-order' && !ownThreeDS)) return null;
  const [first = null, ...others] = await Promise.all(
    route.map((name) => providers.find(companyId, name)),
  );
  if (threeDSFlow === 'pre-order' && first !== null && first.threeDS === null) {
    return { companyId, provider, option: 'three-ds' };
  }
  const takesNone = [first, ...others].every(
    (one) => one !== null && one.cards?.takesMerchantProof !== true,
  );
  return ownThreeDS && takesNone ? { companyId, provider, option: 'own-three-ds' } : null;
}
