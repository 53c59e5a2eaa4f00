import type { Amounts, LedgerAccount, LedgerStore } from '../ledger.ts';
import type { Db, Queryable } from './db.ts';

type Row = { account: LedgerAccount; amount: number };

const OWN_ACCOUNTS = ['available', 'clearing', 'debt', 'fees', 'in_flight', 'reserve'];

export function createLedgerStore(db: Db): LedgerStore {
  return {
    async lockBalances(tx, companyId) {
      const locked = await lock(tx, companyId);
      if (locked.length > 0) return toAmounts(locked);
      await ensureBalances(tx, companyId, OWN_ACCOUNTS);
      return toAmounts(await lock(tx, companyId));
    },

    async append(tx, { companyId, sourceId, kind, amounts, now }) {
      const entries = Object.entries(amounts)
        .filter(([, amount]) => amount !== 0)
        .map(([account, amount]) => ({ account, amount }));
      const accounts = entries.map(({ account }) => account);
      const others = accounts.filter((account) => !OWN_ACCOUNTS.includes(account));
      if (others.length > 0) await ensureBalances(tx, companyId, others);
      const moved = await tx.query({
        name: 'ledger_append',
        text: `WITH posted AS (
            INSERT INTO ledger_transactions
              (company_id, source_id, step, sequence, kind, created_at)
            VALUES ($1, $2,
              (SELECT coalesce(max(step), 0) + 1 FROM ledger_transactions
                WHERE company_id = $1 AND source_id = $2),
              (SELECT coalesce(max(sequence), 0) + 1 FROM ledger_transactions
                WHERE company_id = $1),
              $3, $4)
            RETURNING step, sequence
          ), entries AS (
            INSERT INTO ledger_entries (company_id, source_id, step, account, amount)
            SELECT $1, $2, posted.step, e.account, e.amount
            FROM posted, jsonb_to_recordset($5::jsonb) AS e (account text, amount bigint)
            RETURNING account, amount
          )
          UPDATE ledger_balances b SET balance = b.balance + e.amount, sequence = posted.sequence
          FROM entries e, posted WHERE b.company_id = $1 AND b.account = e.account
          RETURNING b.account`,
        values: [companyId, sourceId, kind, now, JSON.stringify(entries)],
      });
      if (moved.length !== entries.length) throw new Error('an account of the ledger is missing');
    },

    async movedBy(tx, companyId, sourceId) {
      const rows = await tx.query<Row>({
        name: 'ledger_moved_by',
        text: `SELECT account, sum(amount)::bigint AS amount FROM ledger_entries
          WHERE company_id = $1 AND source_id = $2 GROUP BY account`,
        values: [companyId, sourceId],
      });
      return toAmounts(rows);
    },

    async lastMoveOf(tx, companyId, sourceId) {
      const rows = await tx.query<Row>({
        name: 'ledger_last_move',
        text: `SELECT account, amount FROM ledger_entries
          WHERE company_id = $1 AND source_id = $2
            AND step = (SELECT max(step) FROM ledger_transactions
              WHERE company_id = $1 AND source_id = $2)`,
        values: [companyId, sourceId],
      });
      return toAmounts(rows);
    },

    async readBalances(companyId) {
      const rows = await db.query<Row>({
        name: 'ledger_balances',
        text: 'SELECT account, balance AS amount FROM ledger_balances WHERE company_id = $1',
        values: [companyId],
      });
      return toAmounts(rows);
    },

    async approvalOf(companyId, payinId) {
      const rows = await db.query<Row>(
        {
          name: 'ledger_approval',
          text: `SELECT e.account, e.amount FROM ledger_transactions t
            JOIN ledger_entries e ON e.company_id = t.company_id AND e.source_id = t.source_id
              AND e.step = t.step
            WHERE t.company_id = $1 AND t.source_id = $2 AND t.kind = 'payin_approved'`,
          values: [companyId, payinId],
        },
        { together: `ledger_approval ${companyId}` },
      );
      return toAmounts(rows);
    },
  };
}

/** The same order for everyone, so that two transactions never wait for each other. */
function lock(tx: Queryable, companyId: string): Promise<Row[]> {
  return tx.query<Row>({
    name: 'ledger_lock',
    text: `SELECT account, balance AS amount FROM ledger_balances
      WHERE company_id = $1 ORDER BY account FOR UPDATE`,
    values: [companyId],
  });
}

/** A balance row may come into being, in any process, at its first use. */
async function ensureBalances(
  tx: Queryable,
  companyId: string,
  accounts: readonly string[],
): Promise<void> {
  await tx.query({
    name: 'ledger_ensure_balances',
    text: `INSERT INTO ledger_balances (company_id, account, balance)
      SELECT $1, a.account, 0 FROM jsonb_array_elements_text($2::jsonb) AS a (account)
      ORDER BY a.account ON CONFLICT (company_id, account) DO NOTHING`,
    values: [companyId, JSON.stringify(accounts)],
  });
}

function toAmounts(rows: readonly Row[]): Amounts {
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}
