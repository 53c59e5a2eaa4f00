import type { LedgerStore } from '../ledger/ledger.ts';
import type { StatementStore } from '../ledger/statement.ts';
import type { PayinListStore } from '../payins/payin-list.ts';
import type { PayoutStore } from '../payouts/payout.ts';

/**
 * What lists and files are read of: a replica where there is one, whose rows may be `maxAgeMs` old;
 * null: nothing is old. What is decided on is never read here.
 */
export type Lists = {
  payinLists: PayinListStore;
  ledger: LedgerStore;
  payouts: Pick<PayoutStore, 'find' | 'list' | 'page'>;
  statements: StatementStore;
  maxAgeMs: number | null;
};
