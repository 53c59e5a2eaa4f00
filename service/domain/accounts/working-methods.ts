import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';
import type { Providers } from '../../providers/providers.ts';
import type { Account } from './account.ts';

export async function withWorkingMethods(account: Account, providers: Providers): Promise<Account> {
  const { companyId, traits } = account;
  const works = async (method: PaymentMethod) =>
    (await providers.route(companyId, method)).length > 0;
  const working = await Promise.all(traits.methods.map(works));
  const methods = traits.methods.filter((_, place) => working[place]);
  return { ...account, traits: { ...traits, methods } };
}
