import type { Db } from '../../../base/shared/db.ts';
import type { Amounts } from '../../../domain/ledger/ledger.ts';
import type {
  PayinEventTrace,
  PayinPostingTrace,
  PayinTraceStore,
} from '../../../domain/payins/payin-timeline.ts';
import { MAX_ENTRIES } from '../../../domain/payins/payin-timeline.ts';
import { ENTRIES } from '../audit/audit-log.ts';
import { firstOf } from '../rows.ts';
import { REFUNDS } from './refund.ts';

type FoundPosting = Omit<PayinPostingTrace, 'amounts'> & { amounts: Amounts | null };

/** Each is read by an index of what it is of, the newest first, and no more than are shown. */
export function createPayinTraceStore(db: Db): PayinTraceStore {
  return {
    async refunds(companyId, payinId) {
      const refunds = await REFUNDS.all(db, {
        name: 'payin_trace_refunds',
        text: `SELECT ${REFUNDS.names} FROM refunds WHERE company_id = $1 AND payin_id = $2
          ORDER BY created_at DESC, id DESC LIMIT ${MAX_ENTRIES}`,
        values: [companyId, payinId],
      });
      return refunds.reverse();
    },

    async events(companyId, payinId) {
      const rows = await db.query<PayinEventTrace>({
        name: 'payin_trace_events',
        text: `SELECT id, event, status, attempts, created_at AS "createdAt" FROM webhook_events_all
          WHERE company_id = $1 AND transaction_id = $2
          ORDER BY created_at DESC, sequence DESC LIMIT ${MAX_ENTRIES}`,
        values: [companyId, payinId],
      });
      return rows.reverse();
    },

    async postings(companyId, sourceIds) {
      const rows = await db.query<FoundPosting>({
        name: 'payin_trace_postings',
        text: `SELECT t.kind, t.created_at AS "createdAt",
            (SELECT json_object_agg(e.account, e.amount) FROM ledger_entries_all e
              WHERE e.company_id = $1 AND e.source_id = t.source_id AND e.step = t.step) AS amounts
          FROM ledger_transactions t
          WHERE t.company_id = $1
            AND t.source_id = ANY (ARRAY(SELECT json_array_elements_text($2::json)))
          ORDER BY t.sequence DESC LIMIT ${MAX_ENTRIES}`,
        values: [companyId, JSON.stringify(sourceIds)],
      });
      return rows.map((row) => ({ ...row, amounts: row.amounts ?? {} })).reverse();
    },

    async acts(companyId, payinId) {
      const entries = await ENTRIES.all(db, {
        name: 'payin_trace_acts',
        text: `SELECT ${ENTRIES.names} FROM audit_entries_all
          WHERE company_id = $1 AND subjects ->> 'payin' = $2
          ORDER BY at DESC, id LIMIT ${MAX_ENTRIES}`,
        values: [companyId, payinId],
      });
      return entries.reverse();
    },

    lookUp: (companyId, payinId) =>
      firstOf<{ looks: number; dueAt: Date }>(db, {
        name: 'payin_trace_look_up',
        text: `SELECT looks, due_at AS "dueAt" FROM look_ups
          WHERE company_id = $1 AND subject_id = $2`,
        values: [companyId, payinId],
      }),
  };
}
