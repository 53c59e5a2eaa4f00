import type { Account, AccountStore } from '../domain/accounts/account.ts';
import { unknown } from './act.ts';

export async function findCompany(
  companyId: string,
  { accounts }: { accounts: AccountStore },
  option = 'company',
): Promise<Account> {
  const account = await accounts.find(companyId);
  if (account === null) throw unknown(option);
  return account;
}

export async function chosenCompanies(
  company: string | undefined,
  services: { accounts: AccountStore },
): Promise<readonly string[]> {
  if (company === undefined) return services.accounts.listIds();
  await findCompany(company, services);
  return [company];
}
