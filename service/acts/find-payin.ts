import type { Account } from '../domain/accounts/account.ts';
import type { Payin } from '../domain/payins/payin.ts';
import { unknown } from './act.ts';
import { findCompany } from './find-company.ts';
import type { KeyedServices } from './services.ts';

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
