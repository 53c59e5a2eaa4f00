import { invalidField } from '../base/shared/api-error.ts';
import type { Account } from '../domain/accounts/account.ts';
import { lackingOf } from '../domain/accounts/sub-merchant.ts';
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
    const params = { provider: pair?.provider ?? '', company: companyId };
    if (pair !== null) throw invalidField('providers', PAIRS[pair.option].rule.ofRoute, params);
    const unknown = await unknownSellerOf(account, providers, registeredProviders);
    if (unknown === null) continue;
    const { provider, fields } = unknown;
    throw invalidField('providers', 'route_without_seller', { ...params, provider, fields });
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

/** What is wrong with cards at a provider of a route, which is of `routeOf`: a company, or `*`. */
export type CardFault = { companyId: string; provider: string; routeOf: string; fault: string };

/** All that are there, however they came to be. */
export async function listCardFaults({
  accounts,
  registeredProviders,
}: PairServices): Promise<CardFault[]> {
  const found: CardFault[] = [];
  for (const account of await accounts.list()) {
    const { companyId } = account;
    const route = await registeredProviders.routeOf(companyId, 'CREDIT_CARD');
    const isOwn = await registeredProviders.hasOwnRoute(companyId, 'CREDIT_CARD');
    const of = { companyId, routeOf: isOwn ? companyId : ALL_COMPANIES };
    const pair = await impossiblePairOf(account, route, registeredProviders);
    if (pair !== null) found.push({ ...of, provider: pair.provider, fault: describePair(pair) });
    const unknown = await unknownSellerOf(account, route, registeredProviders);
    if (unknown === null) continue;
    const { provider, fields, from } = unknown;
    const ends = from === null ? '' : `; its cards are refused from ${from} on`;
    const fault = `must hear who sells, and ${companyId} lacks ${fields}${ends}`;
    found.push({ ...of, provider, fault });
  }
  return found;
}

function describePair({ companyId, option }: ImpossiblePair): string {
  return `${PAIRS[option].cannot} of ${companyId} is ${PAIRS[option].refused}`;
}

/** Of the first of the route that must hear who sells, where something lacks. */
async function unknownSellerOf(
  account: Account,
  route: readonly string[],
  providers: Pick<Providers, 'find'>,
): Promise<{ provider: string; fields: string; from: string | null } | null> {
  const lacking = lackingOf(account);
  for (const provider of lacking.length === 0 ? [] : route) {
    const needed = (await providers.find(account.companyId, provider))?.cards?.subMerchants;
    if (needed !== undefined) return { provider, fields: lacking.join(', '), from: needed.from };
  }
  return null;
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
