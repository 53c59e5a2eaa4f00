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
import { among, raw, sql } from '../sql.ts';
import { REFUNDS } from './refund.ts';

type FoundPosting = Omit<PayinPostingTrace, 'amounts'> & { amounts: Amounts | null };

/** Each is read by an index of what it is of, the newest first, and no more than are shown. */
export function createPayinTraceStore(db: Db): PayinTraceStore {
  return {
    async refunds(companyId, payinId) {
      const refunds = await REFUNDS.all(db, 'payin_trace_refunds', companyId)`
        SELECT ${raw(REFUNDS.names)} FROM refunds WHERE company_id = $1 AND payin_id = ${payinId}
        ORDER BY created_at DESC, id DESC LIMIT ${raw(MAX_ENTRIES)}`;
      return refunds.reverse();
    },

    async events(companyId, payinId) {
      const rows = await db.query<PayinEventTrace>(sql('payin_trace_events', companyId)`
        SELECT id, event, status, attempts, created_at AS "createdAt" FROM webhook_events_all
        WHERE company_id = $1 AND transaction_id = ${payinId}
        ORDER BY created_at DESC, sequence DESC LIMIT ${raw(MAX_ENTRIES)}`);
      return rows.reverse();
    },

    async postings(companyId, sourceIds) {
      const rows = await db.query<FoundPosting>(sql('payin_trace_postings', companyId)`
        SELECT t.kind, t.created_at AS "createdAt",
          (SELECT json_object_agg(e.account, e.amount) FROM ledger_entries_all e
            WHERE e.company_id = $1 AND e.source_id = t.source_id AND e.step = t.step) AS amounts
        FROM ledger_transactions t
        WHERE t.company_id = $1
          AND t.source_id = ${among(sourceIds)}
        ORDER BY t.sequence DESC LIMIT ${raw(MAX_ENTRIES)}`);
      return rows.map((row) => ({ ...row, amounts: row.amounts ?? {} })).reverse();
    },

    async acts(companyId, payinId) {
      const entries = await ENTRIES.all(db, 'payin_trace_acts', companyId)`
        SELECT ${raw(ENTRIES.names)} FROM audit_entries_all
        WHERE company_id = $1 AND subjects ->> 'payin' = ${payinId}
        ORDER BY at DESC, id LIMIT ${raw(MAX_ENTRIES)}`;
      return entries.reverse();
    },

    lookUp: (companyId, payinId) =>
      firstOf<{ looks: number; dueAt: Date }>(db, 'payin_trace_look_up', companyId)`
        SELECT looks, due_at AS "dueAt" FROM look_ups
        WHERE company_id = $1 AND subject_id = ${payinId}`,
  };
}
