import type { LedgerStore } from '../ledger/ledger.ts';
import type { StatementStore } from '../ledger/statement.ts';
import type { PayinListStore } from '../payins/payin-list.ts';
import type { PayoutStore } from '../payouts/payout.ts';

/** A replica, whose rows may be `maxAgeMs` old, or null. What is decided on is never read here. */
export type Lists = {
  payinLists: PayinListStore;
  ledger: LedgerStore;
  payouts: Pick<PayoutStore, 'find' | 'list' | 'page'>;
  statements: StatementStore;
  maxAgeMs: number | null;
};
