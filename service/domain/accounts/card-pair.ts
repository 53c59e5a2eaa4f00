import type { Providers } from '../../providers/providers.ts';
import type { Account } from './account.ts';

/**
 * What an account wants of 3-D Secure and those on the route of its cards cannot do. `option`: of
 * "company set-capabilities". `provider`: the first of the route, who would be asked.
 */
export type ImpossiblePair = {
  companyId: string;
  provider: string;
  option: 'three-ds' | 'own-three-ds';
};

/**
 * The pair of an account and the route of its cards, where it is impossible; else null. An account
 * whose cards are authenticated before the order has that done by the first of its route; one whose
 * cards come with a proof made elsewhere needs somebody on it who takes one. Nothing is said of a
 * provider whose credentials are gone or broken.
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
