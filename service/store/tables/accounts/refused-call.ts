import type { Db } from '../../../base/shared/db.ts';
import type { RefusedCall, RefusedCallStore } from '../../../domain/accounts/refused-call.ts';
import { columnsOf } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';

const CALLS = columnsOf<RefusedCall>({
  companyId: 'company_id',
  requestId: 'request_id',
  at: 'at',
  caller: 'caller',
  keyId: 'key_id',
  method: 'method',
  route: 'route',
  status: 'status',
  code: 'code',
  message: 'message',
  details: 'details::jsonb',
  times: 'times',
});

const INSERT = {
  name: 'refused_calls',
  table: 'refused_calls',
  columns: CALLS.names.split(', ').slice(1),
  onConflict: 'ON CONFLICT (company_id, request_id) DO NOTHING',
};

const CALLERS = ['server', 'browser'];

export function createRefusedCallStore(db: Db): RefusedCallStore {
  return {
    async append(companyId, calls) {
      const rows = calls.map((call) => CALLS.values(call).slice(1));
      for (const statement of insertRows(INSERT, companyId, rows)) await db.query(statement);
    },

    async page(companyId, { caller, after, limit }) {
      const rows = await db.query({
        name: '',
        text: `SELECT ${CALLS.names} FROM refused_calls WHERE company_id = $1 AND caller = $2
          AND ($3::timestamptz IS NULL OR (at, request_id) < ($3, $4))
          ORDER BY at DESC, request_id DESC LIMIT $5`,
        values: [companyId, caller, after?.at ?? null, after?.requestId ?? null, limit],
      });
      return rows.map(CALLS.read);
    },

    async forget(companyId, { before, most }) {
      for (const caller of CALLERS) {
        await db.query({
          name: 'refused_call_forget',
          text: `DELETE FROM refused_calls WHERE company_id = $1 AND caller = $2
            AND (at < $3 OR at < (SELECT at FROM refused_calls
              WHERE company_id = $1 AND caller = $2 ORDER BY at DESC OFFSET $4 LIMIT 1))`,
          values: [companyId, caller, before, most - 1],
        });
      }
    },
  };
}
