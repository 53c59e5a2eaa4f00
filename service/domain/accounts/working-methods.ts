import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';
import type { Providers } from '../../providers/providers.ts';
import type { Account } from './account.ts';
import { accountTime } from './account.ts';
import { sellingFor } from './sub-merchant.ts';

type RouteServices = { providers: Providers; now: () => Date };

/** Those of its route for cards that sell for it today, which a card is authenticated and kept for. */
export async function sellingRoute(account: Account, { providers, now }: RouteServices) {
  const route = await providers.route(account.companyId, 'CREDIT_CARD');
  return sellingFor(route, account, accountTime(account, now()));
}

export async function withWorkingMethods(
  account: Account,
  services: RouteServices,
): Promise<Account> {
  const { companyId, traits } = account;
  const works = async (method: PaymentMethod) => {
    if (method === 'CREDIT_CARD') return (await sellingRoute(account, services)).length > 0;
    return (await services.providers.route(companyId, method)).length > 0;
  };
  const working = await Promise.all(traits.methods.map(works));
  const methods = traits.methods.filter((_, place) => working[place]);
  return { ...account, traits: { ...traits, methods } };
}
