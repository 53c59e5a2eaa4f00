import type { AccountStore } from '../accounts/account.ts';

export interface LedgerAudit {
  firstDisagreement(companyId: string): Promise<string | null>;
}

/**
 * The first row of any company that disagrees, or null: no transaction is missing, each sums to
 * zero, each cached balance is the sum of its entries, every payin and payout has moved what its
 * status says, every reserve has a term. One company's error ends the check: the others agreeing
 * would say nothing of it.
 */
export async function checkLedger(services: {
  accounts: Pick<AccountStore, 'listIds'>;
  ledgerAudit: LedgerAudit;
}): Promise<{ companies: number; disagreement: string | null }> {
  const ids = await services.accounts.listIds();
  for (const companyId of ids) {
    const sentence = await services.ledgerAudit.firstDisagreement(companyId);
    if (sentence !== null) {
      return { companies: ids.length, disagreement: `company ${companyId}, ${sentence}` };
    }
  }
  return { companies: ids.length, disagreement: null };
}
