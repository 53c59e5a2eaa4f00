import type { AccountStore } from '../accounts/account.ts';

export interface LedgerAudit {
  /** The first row of a company that breaks a promise of the ledger, as a sentence; or null. */
  firstDisagreement(companyId: string): Promise<string | null>;
}

/**
 * Recomputes every company's ledger: no transaction is missing, each sums to zero, each cached
 * balance is the sum of its entries, every payin and payout has moved what its status says, and
 * every reserve has a term.
 * Gives the first row that disagrees, or null. A company that cannot be checked ends the check with
 * its error: the others agreeing would say nothing about it.
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
