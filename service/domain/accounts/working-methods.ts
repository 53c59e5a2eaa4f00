import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';
import type { Providers } from '../../providers/providers.ts';
import type { Account } from './account.ts';
import { accountTime } from './account.ts';
import { sellingFor } from './sub-merchant.ts';

export async function withWorkingMethods(
  account: Account,
  { providers, now }: { providers: Providers; now: () => Date },
): Promise<Account> {
  const { companyId, traits } = account;
  const works = async (method: PaymentMethod) => {
    const route = await providers.route(companyId, method);
    if (method !== 'CREDIT_CARD') return route.length > 0;
    return sellingFor(route, account, accountTime(account, now())).length > 0;
  };
  const working = await Promise.all(traits.methods.map(works));
  const methods = traits.methods.filter((_, place) => working[place]);
  return { ...account, traits: { ...traits, methods } };
}
