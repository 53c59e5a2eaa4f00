import type { Db } from '../../../base/shared/db.ts';
import type { RefusedCall, RefusedCallStore } from '../../../domain/accounts/refused-call.ts';
import { columnsOf } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import { raw, sql } from '../sql.ts';

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
      CALLS.all(db, '', companyId, after?.at ?? null)`
        SELECT ${raw(CALLS.names)} FROM refused_calls WHERE company_id = $1 AND caller = ${caller}
        AND ($2::timestamptz IS NULL OR (at, request_id) < ($2, ${after?.requestId ?? null}))
        ORDER BY at DESC, request_id DESC LIMIT ${limit}`,

    async forget(companyId, { before, most }) {
      for (const caller of CALLERS) {
        await db.query(sql('refused_call_forget', companyId, caller)`
          DELETE FROM refused_calls WHERE company_id = $1 AND caller = $2
          AND (at < ${before} OR at < (SELECT at FROM refused_calls
            WHERE company_id = $1 AND caller = $2 ORDER BY at DESC OFFSET ${most - 1} LIMIT 1))`);
      }
    },
  };
}
