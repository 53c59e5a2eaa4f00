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

const COLUMNS = CALLS.names.split(', ');

const CALLERS = ['server', 'browser'];

export function createRefusedCallStore(db: Db): RefusedCallStore {
  return {
    async append(companyId, calls) {
      const rows = calls.map((call) => {
        const values = CALLS.values(call);
        return Object.fromEntries(COLUMNS.map((name, at) => [name, values[at] ?? null]).slice(1));
      });
      const onConflict = 'ON CONFLICT (company_id, request_id) DO NOTHING';
      const statements = insertRows('refused_calls', companyId, rows, { onConflict });
      for (const statement of statements) await db.query(statement);
    },

    page: async (companyId, { caller, after, limit }) =>
      CALLS.all(db, {
        name: '',
        text: `SELECT ${CALLS.names} FROM refused_calls WHERE company_id = $1 AND caller = $2
          AND ($3::timestamptz IS NULL OR (at, request_id) < ($3, $4))
          ORDER BY at DESC, request_id DESC LIMIT $5`,
        values: [companyId, caller, after?.at ?? null, after?.requestId ?? null, limit],
      }),

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
