import type { Bank } from '../../../contract/payments/bank.ts';
import { invalidField } from '../../base/shared/api-error.ts';
import type { Account } from './account.ts';
import { hasMethod } from './account.ts';

export function listBanks(account: Account): Bank[] {
  return hasMethod(account, 'OPEN_FINANCE') ? account.traits.banks : [];
}

/** 400 INVALID_DATA for a bank not of this account. */
export function requireBank(account: Account, bankId: string | null | undefined): Bank {
  if (bankId === undefined) throw invalidField('bankId', 'required');
  const bank = listBanks(account).find(({ id }) => id === bankId);
  if (bank === undefined) throw invalidField('bankId', 'unknown');
  return bank;
}
