import type { PayinStatus } from '../../../../contract/payments/payin.ts';
import type { Db, SqlValue, Statement } from '../../../base/shared/db.ts';
import type {
  ListedPayin,
  PayinFilter,
  PayinKey,
  PayinListStore,
  PayinsFound,
} from '../../../domain/payins/payin-list.ts';
import { firstOf } from '../rows.ts';
import { raw, sql } from '../sql.ts';
import { PAYINS } from './payin.ts';

/**
 * A look reads at most so many payins for one page. Decision: a filter beside the one that an index
 * serves is asked of each payin by itself, so a look ends there and tells where the next goes on.
 */
export const LOOKED_THROUGH = 2_000;

// What each filter asks; one that is not asked for is null.
const STATUS = '($2::text IS NULL OR status = $2)';
const METHOD = '($3::text IS NULL OR payment_method = $3)';
const PERIOD = `($4::timestamptz IS NULL OR created_at >= $4)
  AND ($5::timestamptz IS NULL OR created_at <= $5)
  AND ($6::timestamptz IS NULL OR (created_at, id) < ($6, $7))`;
const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

/** In the words of the index of each. */
const KEYS: Readonly<Record<PayinKey['by'], string>> = {
  start: 'starts_with(reference_id, $9)',
  part: `(starts_with(reference_id, $9) OR position(${plain('$9')} IN ${plain("customer ->> 'name'")}) > 0
    OR position(lower($9) IN lower(customer ->> 'email')) > 0)`,
  id: 'id = $9',
  reference: 'reference_id = $9',
  externalId: 'external_id = $9',
  document: "customer ->> 'document' = $9",
  email: "lower(customer ->> 'email') = lower($9)",
  cardLast4: 'card_last4 = $9',
  amount: 'amount = $9::bigint',
};

/** Without accents and capitals; of a locale alone, `lower` would leave those with an accent. */
function plain(text: string): string {
  const [accented, bare] = ['áàâãäéêëíïóôõöúüçñ', 'aaaaaeeeiioooouucn'];
  return `lower(translate(${text}, '${accented}${accented.toUpperCase()}', '${bare}${bare}'))`;
}

/** One that no index serves: it is asked of each payin that is looked at. */
function isPart(key: PayinKey | null): boolean {
  return key?.by === 'start' || key?.by === 'part';
}

function keyCondition(key: PayinKey | null): string {
  return key === null ? '$9::text IS NULL' : KEYS[key.by];
}

/** A payin that waits is not decided, which is what the index of those that wait is of. */
function statusCondition(status: PayinStatus | null): string {
  const isOpen = status === 'PENDING' || status === 'PENDING_3DS';
  return isOpen ? `${STATUS} AND charge_state <> 'decided'` : STATUS;
}

/** What nobody was told of is not there yet. */
function conditions({ key, status, isReserved }: PayinFilter): string {
  return `charge_state ${isReserved ? '=' : '<>'} 'reserved' AND ${keyCondition(key)} AND ${statusCondition(status)}
    AND ${METHOD} AND ${PERIOD}`;
}

function valuesOf(companyId: string, filter: PayinFilter): SqlValue[] {
  const { status, method, key, from, until, after, limit } = filter;
  const place = [after?.createdAt ?? null, after?.id ?? null];
  return [companyId, status, method, from, until, ...place, limit, key?.value ?? null];
}

/**
 * Has no name, so that it is planned with its values each time: which index serves it depends on
 * what is asked for, and a plan for everything would look through all payins of the company.
 */
export function payinPage(companyId: string, filter: PayinFilter): Statement {
  return sql('', ...valuesOf(companyId, filter))`
    SELECT ${raw(PAYINS.names)} FROM payins WHERE company_id = $1 AND ${raw(conditions(filter))}
    ${raw(NEWEST_FIRST)} LIMIT $8`;
}

/** The filter beside the key that an index serves best; null where the key, or none, does. */
function servedBeside({ key, status, method }: PayinFilter): 'status' | 'method' | null {
  if (key !== null && !isPart(key)) return null;
  if (status !== null && status !== 'APPROVED') return 'status';
  return method !== null && method !== 'CREDIT_CARD' ? 'method' : null;
}

export function payinPoll(companyId: string, filter: PayinFilter): Statement {
  const served = servedBeside(filter);
  const byStatus = served === 'status' ? statusCondition(filter.status) : 'true';
  const byMethod = served === 'method' ? METHOD : 'true';
  const byKey = keyCondition(filter.key);
  const [within, beside] = isPart(filter.key) ? ['true', byKey] : [byKey, 'true'];
  return sql('', ...valuesOf(companyId, filter))`
    SELECT ${raw(PAYINS.names)} FROM (SELECT * FROM payins
      WHERE company_id = $1 AND charge_state <> 'reserved' AND ${raw(within)}
        AND ${raw(byStatus)} AND ${raw(byMethod)} AND ${raw(PERIOD)}
      ${raw(NEWEST_FIRST)} LIMIT ${raw(LOOKED_THROUGH)}) looked_at
    WHERE ${raw(STATUS)} AND ${raw(METHOD)} AND ${raw(beside)} ${raw(NEWEST_FIRST)} LIMIT $8`;
}

/** The last payin that such a look reads, where it reads as many as it may. */
export function endOfPoll(companyId: string, filter: PayinFilter): Statement {
  const served = servedBeside(filter);
  const looked: PayinFilter = {
    ...filter,
    status: served === 'status' ? filter.status : null,
    method: served === 'method' ? filter.method : null,
    key: isPart(filter.key) ? null : filter.key,
    limit: 1,
  };
  return sql('', ...valuesOf(companyId, looked))`SELECT created_at AS "createdAt", id FROM payins
    WHERE company_id = $1 AND ${raw(conditions(looked))}
    ${raw(NEWEST_FIRST)} LIMIT $8 OFFSET ${raw(LOOKED_THROUGH - 1)}`;
}

/**
 * Decision: a page by status, key, method or period is found by an index; one by a status or method
 * that most payins have reads the newest until it is full.
 */
export function createPayinListStore(db: Db): PayinListStore {
  return {
    page: async (companyId, filter) => PAYINS.all(db, payinPage(companyId, filter)),

    async look(companyId, filter): Promise<PayinsFound> {
      const { limit } = filter;
      // One more than is told: whether there is a page after this.
      const found = await PAYINS.all(db, payinPoll(companyId, { ...filter, limit: limit + 1 }));
      const payins = found.slice(0, limit);
      const last = payins.at(-1);
      if (found.length > limit && last !== undefined) {
        return { payins, goesOnAfter: { createdAt: last.createdAt, id: last.id } };
      }
      return { payins, goesOnAfter: await firstOf(db, endOfPoll(companyId, filter)) };
    },

    listDisputed: (companyId, limit) =>
      PAYINS.all(db, 'payin_disputed', companyId)`SELECT ${raw(PAYINS.names)} FROM payins
        WHERE company_id = $1 AND dispute ->> 'status' = 'open'
        ORDER BY dispute ->> 'answerBy', created_at, id LIMIT ${limit}`,

    list: async (companyId, filter) =>
      db.query<ListedPayin>(sql('', ...valuesOf(companyId, filter))`
        SELECT id, reference_id AS "referenceId", status, payment_method AS "paymentMethod",
          amount, refunded_amount AS "refundedAmount", created_at AS "createdAt"
        FROM payins WHERE company_id = $1 AND ${raw(conditions(filter))} ${raw(NEWEST_FIRST)}
          LIMIT $8`),
  };
}
