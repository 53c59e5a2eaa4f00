import type { Account, AccountStore } from '../domain/accounts/account.ts';
import type { Payin } from '../domain/payins/payin.ts';
import { unknown } from './act.ts';
import type { KeyedServices } from './services.ts';

/** 404 that names the option. */
export async function findCompany(
  companyId: string,
  { accounts }: { accounts: AccountStore },
  option = 'company',
): Promise<Account> {
  const account = await accounts.find(companyId);
  if (account === null) throw unknown(option);
  return account;
}

/** What `list` gives of one company, or of each. */
export async function listOfChosen<Row>(
  company: string | undefined,
  services: { accounts: AccountStore },
  list: (companyId: string) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const one of await chosenCompanies(company, services)) rows.push(...(await list(one)));
  return rows;
}

export async function chosenCompanies(
  company: string | undefined,
  services: { accounts: AccountStore },
): Promise<readonly string[]> {
  if (company === undefined) return services.accounts.listIds();
  await findCompany(company, services);
  return [company];
}

/** A payin that an act is about, with its account; 404 for one that nobody was told of. */
export async function findPayin(
  { companyId, payinId }: { companyId: string; payinId: string },
  services: KeyedServices,
): Promise<{ account: Account; payin: Payin }> {
  const account = await findCompany(companyId, services, 'payin');
  const payin = await services.payins.find(companyId, payinId);
  if (payin === null || payin.chargeState === 'reserved') throw unknown('payin');
  return { account, payin };
}
