import type { Db, Statement } from '../../../base/shared/db.ts';
import type {
  AccountCounts,
  AccountListStore,
  ListedAccount,
} from '../../../domain/accounts/account-list.ts';
import { ACCENTED } from '../../../domain/accounts/account-list.ts';

/**
 * Walks the accounts in the order of their key until the page is full. What a letter without its
 * accent is, is told and not asked of the engine, whose answer depends on its locale.
 */
export function findAccounts(which: { text: string; after: string; limit: number }): Statement {
  return {
    name: 'account_page',
    text: `SELECT c.company_id AS "companyId", c.company_name AS "companyName",
        c.kyc_status AS "kycStatus", c.blocked
      FROM companies c WHERE c.company_id > $1 AND ($2 = '' OR strpos(translate(lower(
        c.company_id || chr(10) || c.company_name || chr(10) || coalesce(c.trade_name, '')),
        $4, $5), $2) > 0)
      ORDER BY c.company_id LIMIT $3`,
    values: [which.after, which.text, which.limit, ACCENTED.letters, ACCENTED.folded],
  };
}

export function createAccountListStore(db: Db): AccountListStore {
  return {
    find: (which) => db.query<ListedAccount>(findAccounts(which)),

    async count() {
      const [row] = await db.query<AccountCounts>({
        name: 'account_counts',
        text: `SELECT count(*) AS all, count(*) FILTER (WHERE kyc_status = 'pending') AS pending,
            count(*) FILTER (WHERE blocked) AS blocked FROM companies`,
        values: [],
      });
      return row ?? { all: 0, pending: 0, blocked: 0 };
    },
  };
}
