import type { Db, Statement } from '../../../base/shared/db.ts';
import type { LedgerAudit } from '../../../domain/ledger/check-ledger.ts';

/** One promise of the ledger: rows that break it, the first of them first, as a sentence. */
type Check = Omit<Statement, 'values'>;

/** Sums of a payin with its refunds, or of a payout, by account, beside what its status says. */
const SUMS = `sums AS (
  SELECT coalesce(r.payin_id, t.source_id) AS source_id,
    coalesce(sum(e.amount) FILTER (WHERE e.account = 'clearing'), 0) AS clearing,
    coalesce(sum(e.amount) FILTER (WHERE e.account = 'in_flight'), 0) AS in_flight,
    coalesce(sum(e.amount) FILTER (WHERE e.account = 'fees'), 0) AS fees
  FROM ledger_transactions t JOIN ledger_entries_all e ON e.company_id = $1
    AND e.source_id = t.source_id AND e.step = t.step
  LEFT JOIN refunds r ON r.company_id = $1 AND r.id = t.source_id
  WHERE t.company_id = $1 GROUP BY coalesce(r.payin_id, t.source_id))`;

const REFUNDED = `refunded AS (
  SELECT payin_id, coalesce(sum(amount) FILTER (WHERE status = 'PENDING'), 0) AS pending,
    coalesce(sum(amount) FILTER (WHERE status = 'DONE'), 0) AS done
  FROM refunds WHERE company_id = $1 GROUP BY payin_id)`;

const CHECKS: readonly Check[] = [
  {
    name: 'audit_sequence',
    text: `SELECT 'ledger_transactions: number ' || n.number || ' is missing' AS sentence
      FROM (SELECT row_number() OVER (ORDER BY sequence) AS number, sequence
        FROM ledger_transactions WHERE company_id = $1) n
      WHERE n.sequence <> n.number ORDER BY n.number LIMIT 1`,
  },
  {
    name: 'audit_zero',
    text: `SELECT 'ledger_transactions: ' || t.source_id || ', step ' || t.step || ' (' || t.kind
        || ') sums to ' || coalesce(sum(e.amount), 0) || ' over ' || count(e.account)
        || ' entries' AS sentence
      FROM ledger_transactions t LEFT JOIN ledger_entries_all e ON e.company_id = $1
        AND e.source_id = t.source_id AND e.step = t.step
      WHERE t.company_id = $1 GROUP BY t.sequence, t.source_id, t.step, t.kind
      HAVING coalesce(sum(e.amount), 0) <> 0 OR count(e.account) < 2
      ORDER BY t.sequence LIMIT 1`,
  },
  {
    name: 'audit_orphans',
    text: `SELECT 'ledger_entries: ' || e.source_id || ', step ' || e.step
        || ' has no transaction' AS sentence
      FROM ledger_entries_all e WHERE e.company_id = $1 AND NOT EXISTS (
        SELECT 1 FROM ledger_transactions t WHERE t.company_id = $1
          AND t.source_id = e.source_id AND t.step = e.step)
      ORDER BY e.source_id, e.step LIMIT 1`,
  },
  {
    name: 'audit_balances',
    text: `SELECT 'ledger_balances: ' || account || ' is ' || coalesce(b.balance, 0)
        || ', its entries sum to ' || coalesce(s.total, 0) AS sentence
      FROM (SELECT account, balance FROM ledger_balances WHERE company_id = $1) b
      FULL JOIN (SELECT account, sum(amount) AS total FROM ledger_entries_all
        WHERE company_id = $1 GROUP BY account) s USING (account)
      WHERE coalesce(b.balance, 0) <> coalesce(s.total, 0) ORDER BY account LIMIT 1`,
  },
  {
    name: 'audit_statement',
    text: `SELECT 'ledger_transactions: number ' || sequence || ' says that ' || available_after
        || ' was available after it, its entries and those before sum to ' || total AS sentence
      FROM (SELECT t.sequence, t.available_after,
          sum(coalesce(e.amount, 0)) OVER (ORDER BY t.sequence) AS total
        FROM ledger_transactions t LEFT JOIN ledger_entries_all e ON e.company_id = $1
          AND e.source_id = t.source_id AND e.step = t.step AND e.account = 'available'
        WHERE t.company_id = $1) s
      WHERE available_after <> total ORDER BY sequence LIMIT 1`,
  },
  {
    name: 'audit_payins',
    text: `WITH ${SUMS}
      SELECT 'payins: ' || p.id || ' is ' || p.status || ' over ' || p.amount
        || ', the ledger has ' || -coalesce(s.clearing, 0) || ' of it' AS sentence
      FROM payins p LEFT JOIN sums s ON s.source_id = p.id
      WHERE p.company_id = $1 AND NOT (CASE
        WHEN p.status IN ('APPROVED', 'REFUNDED', 'CHARGEBACK', 'MED')
          THEN coalesce(s.clearing, 0) = p.refunded_amount
            + coalesce((p.dispute ->> 'taken')::bigint, 0) - p.amount
        ELSE s.source_id IS NULL END)
      ORDER BY p.id LIMIT 1`,
  },
  {
    name: 'audit_refunds',
    text: `WITH ${SUMS}, ${REFUNDED}
      SELECT 'refunds: those of ' || p.id || ' have ' || r.pending || ' on its way and gave back '
        || r.done || ', the ledger has ' || coalesce(s.in_flight, 0)
        || ' in flight and the payin ' || p.refunded_amount AS sentence
      FROM payins p LEFT JOIN refunded r ON r.payin_id = p.id
      LEFT JOIN sums s ON s.source_id = p.id
      WHERE p.company_id = $1 AND (coalesce(s.in_flight, 0) <> coalesce(r.pending, 0)
        OR p.refunded_amount < coalesce(r.done, 0)
        OR p.refunded_amount + coalesce(r.pending, 0) > p.amount)
      ORDER BY p.id LIMIT 1`,
  },
  {
    name: 'audit_payouts',
    text: `WITH ${SUMS}
      SELECT 'payouts: ' || p.id || ' is ' || p.status || ' over ' || p.amount
        || ', the ledger has ' || coalesce(s.in_flight, 0) || ' in flight and '
        || coalesce(s.clearing, 0) || ' transferred' AS sentence
      FROM payouts p LEFT JOIN sums s ON s.source_id = p.id
      WHERE p.company_id = $1 AND NOT coalesce(CASE
        WHEN p.status IN ('AWAITING_APPROVAL', 'PENDING', 'PROCESSING', 'APPROVED')
          THEN s.in_flight = p.amount AND s.clearing = 0 AND s.fees = 0
        WHEN p.status = 'COMPLETED'
          THEN s.in_flight = 0 AND s.clearing = p.amount - p.fee AND s.fees = p.fee
        ELSE s.in_flight = 0 AND s.clearing = 0 AND s.fees = 0 END, false)
      ORDER BY p.id LIMIT 1`,
  },
  {
    name: 'audit_reserves',
    text: `SELECT 'ledger_reserves: ' || h.source_id || ' holds ' || h.held || ' without a term'
        AS sentence
      FROM (SELECT coalesce(f.payin_id, e.source_id) AS source_id, sum(e.amount) AS held
        FROM ledger_entries_all e
        LEFT JOIN refunds f ON f.company_id = $1 AND f.id = e.source_id
        WHERE e.company_id = $1 AND e.account = 'reserve'
        GROUP BY coalesce(f.payin_id, e.source_id)) h
      WHERE (h.held < 0 OR (h.held > 0 AND NOT EXISTS (SELECT 1 FROM ledger_reserves r
        WHERE r.company_id = $1 AND r.payin_id = h.source_id)))
      ORDER BY h.source_id LIMIT 1`,
  },
  {
    name: 'audit_waiting',
    text: `SELECT 'receivables: those of ' || source_id || ' wait for ' || coalesce(w.waiting, 0)
        || ', the ledger has ' || coalesce(h.held, 0) AS sentence
      FROM (SELECT coalesce(f.payin_id, e.source_id) AS source_id, sum(e.amount) AS held
        FROM ledger_entries_all e
        LEFT JOIN refunds f ON f.company_id = $1 AND f.id = e.source_id
        WHERE e.company_id = $1 AND e.account = 'waiting'
        GROUP BY coalesce(f.payin_id, e.source_id)) h
      FULL JOIN (SELECT payin_id AS source_id, sum(waiting) AS waiting FROM receivables
        WHERE company_id = $1 GROUP BY payin_id) w USING (source_id)
      WHERE coalesce(h.held, 0) <> coalesce(w.waiting, 0) ORDER BY source_id LIMIT 1`,
  },
  {
    name: 'audit_sources',
    text: `SELECT 'ledger_transactions: ' || t.source_id
        || ' is neither payin, payout nor refund' AS sentence
      FROM ledger_transactions t WHERE t.company_id = $1 AND t.kind <> 'opening_balance'
        AND NOT EXISTS (SELECT 1 FROM payins p WHERE p.company_id = $1 AND p.id = t.source_id)
        AND NOT EXISTS (SELECT 1 FROM payouts p WHERE p.company_id = $1 AND p.id = t.source_id)
        AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.company_id = $1 AND r.id = t.source_id)
      ORDER BY t.sequence LIMIT 1`,
  },
];

export function createLedgerAudit(db: Db): LedgerAudit {
  return {
    async firstDisagreement(companyId) {
      // One statement sees one state; what two of them see may differ by what was posted between.
      for (const check of CHECKS) {
        const [row] = await db.query<{ sentence: string }>({ ...check, values: [companyId] });
        if (row !== undefined) return row.sentence;
      }
      return null;
    },
  };
}
