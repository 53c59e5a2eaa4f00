import type { Db, Statement } from '../../../base/shared/db.ts';
import type {
  AttentionStore,
  Waiting,
  WaitingOfCompany,
} from '../../../domain/summaries/attention.ts';
import { MANY } from '../../../domain/summaries/attention.ts';
import { among, raw, sql } from '../sql.ts';

export function createAttentionStore(db: Db): AttentionStore {
  return {
    async find(companyId, { certificatesEndBy }) {
      const [[payouts], waiting, [disputes], certificatesEnding] = await Promise.all([
        db.query<Waiting>(sql('attention_payouts', companyId)`
          SELECT count(*) AS count, min(at) AS since FROM (SELECT created_at AS at FROM payouts
          WHERE company_id = $1 AND status = 'AWAITING_APPROVAL'
          ORDER BY created_at LIMIT ${raw(MANY)}) one`),
        countWaiting(companyId, db),
        db.query<Waiting & { answerBy: string | null }>(sql('attention_disputes', companyId)`
          SELECT count(*) AS count, min(at) AS since, min(answer_by) AS "answerBy"
          FROM (SELECT (dispute ->> 'at')::timestamptz AS at,
              dispute ->> 'answerBy' AS answer_by
            FROM payins WHERE company_id = $1 AND dispute ->> 'status' = 'open'
            ORDER BY dispute ->> 'answerBy' LIMIT ${raw(MANY)}) one`),
        db.query<{ provider: string; endsAt: Date }>(sql('attention_certificates', companyId)`
          SELECT provider, certificate_ends_at AS "endsAt" FROM provider_credentials
          WHERE company_id = $1 AND certificate_ends_at <= ${certificatesEndBy}
          ORDER BY certificate_ends_at, provider`),
      ]);
      const { answerBy = null, count = 0, since = null } = disputes ?? {};
      return {
        payoutsToApprove: payouts ?? NOTHING,
        ...waiting,
        disputes: { count, since, answerBy: answerBy === null ? null : new Date(answerBy) },
        certificatesEnding,
      };
    },

    async listCompanies(limit) {
      const found = await Promise.all(WAITING.map((from) => companiesOf(from, limit, db)));
      const ids = [...new Set(found.flat())].sort().slice(0, limit);
      const [names, waiting] = await Promise.all([
        readNames(ids, db),
        Promise.all(ids.map(async (id) => ({ companyId: id, ...(await countWaiting(id, db)) }))),
      ]);
      return waiting.flatMap((one) => {
        const companyName = names.get(one.companyId);
        const { companyId: _, ...counts } = one;
        // Nothing waits there any more, or the company itself is gone.
        const isOver = Object.values(counts).every(({ count }) => count === 0);
        return companyName === undefined || isOver ? [] : [{ ...one, companyName }];
      });
    },
  };
}

const NOTHING: Waiting = { count: 0, since: null };

/** Each looks into a partial index, from the first on and no further than anybody would count. */
async function countWaiting(companyId: string, db: Db): Promise<WaitingOfCompany> {
  const most = raw(MANY);
  const rows = await db.query<Waiting & { kind: string }>(sql('attention_waiting', companyId)`
    SELECT 'undeliveredEvents' AS kind, count(*) AS count, min(at) AS since
      FROM (SELECT created_at AS at FROM webhook_events
        WHERE company_id = $1 AND status = 'UNDELIVERED' ORDER BY created_at LIMIT ${most}) one
    UNION ALL SELECT 'unknownCharges', count(*), min(at)
      FROM (SELECT reserved_at AS at FROM payins
        WHERE company_id = $1 AND charge_state = 'unknown' ORDER BY reserved_at LIMIT ${most}) one
    UNION ALL SELECT 'orphans', count(*), min(at)
      FROM (SELECT begun_at AS at FROM reversals
        WHERE company_id = $1 AND done_at IS NULL ORDER BY begun_at LIMIT ${most}) one
    UNION ALL SELECT 'underpaid', count(*), min(at)
      FROM (SELECT u.found_at AS at FROM underpayments u
        JOIN payins p ON p.company_id = u.company_id AND p.id = u.payin_id
        WHERE u.company_id = $1 AND p.company_id = $1 AND p.charge_state = 'awaiting_payment'
        ORDER BY u.found_at LIMIT ${most}) one`);
  const of = (kind: keyof WaitingOfCompany): Waiting => {
    const row = rows.find((one) => one.kind === kind);
    return row === undefined ? NOTHING : { count: row.count, since: row.since };
  };
  return {
    undeliveredEvents: of('undeliveredEvents'),
    unknownCharges: of('unknownCharges'),
    orphans: of('orphans'),
    underpaid: of('underpaid'),
  };
}

async function readNames(ids: readonly string[], db: Db): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(sql('attention_names')`
    SELECT company_id AS id, company_name AS name FROM companies WHERE company_id = ${among(ids)}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const PAGE = MANY;

/**
 * What is asked of all companies: who has something, in the order of their ids and of a partial
 * index. A page is of rows, so a company with many of them costs a page and not as many pages.
 */
const WAITING: readonly ((after: string) => Statement)[] = [
  (after) => sql('attention_of_events')`SELECT company_id AS "companyId" FROM webhook_events
    WHERE status = 'UNDELIVERED' AND company_id > ${after} ORDER BY company_id LIMIT ${raw(PAGE)}`,
  (after) => sql('attention_of_charges')`SELECT company_id AS "companyId" FROM payins
    WHERE charge_state = 'unknown' AND company_id > ${after}
    ORDER BY company_id LIMIT ${raw(PAGE)}`,
  (after) => sql('attention_of_orphans')`SELECT company_id AS "companyId" FROM reversals
    WHERE done_at IS NULL AND company_id > ${after} ORDER BY company_id LIMIT ${raw(PAGE)}`,
  (after) => sql('attention_of_underpaid')`SELECT u.company_id AS "companyId" FROM underpayments u
    JOIN payins p ON p.company_id = u.company_id AND p.id = u.payin_id
    WHERE p.charge_state = 'awaiting_payment' AND u.company_id > ${after}
    ORDER BY u.company_id LIMIT ${raw(PAGE)}`,
];

/** The first `limit` at least, if there are as many. */
async function companiesOf(
  from: (after: string) => Statement,
  limit: number,
  db: Db,
): Promise<readonly string[]> {
  const found = new Set<string>();
  let after = '';
  for (;;) {
    const rows = await db.query<{ companyId: string }>(from(after));
    for (const { companyId } of rows) found.add(companyId);
    if (rows.length < PAGE || found.size >= limit) return [...found];
    after = rows.at(-1)?.companyId ?? after;
  }
}
