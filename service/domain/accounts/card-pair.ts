import type { Providers } from '../../providers/providers.ts';
import type { Account } from './account.ts';

/**
 * `option`: of "company set-capabilities". `provider`: the first of the route, who would be asked.
 */
export type ImpossiblePair = {
  companyId: string;
  provider: string;
  option: 'three-ds' | 'own-three-ds';
};

/**
 * Null where account and route fit. The first of the route authenticates before the order; a proof
 * made elsewhere needs anybody on the route who takes one. A provider whose credentials are gone or
 * broken is passed over.
 */
export async function impossiblePairOf(
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
