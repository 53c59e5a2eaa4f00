import type { PayinApproval, PayinApprovalStore } from '../approve-at-once.ts';
import { type Db, UniqueViolation } from './db.ts';
import { JointCalls, MAX_TOGETHER } from './joint-calls.ts';

/**
 * Approvals of one company that come while others of it are written go together in one statement,
 * which takes the locks, numbers the postings and changes the balances once for all of them.
 */
export function createPayinApprovalStore(db: Db): PayinApprovalStore {
  const joint = new JointCalls<PayinApproval, boolean>((approvals) => approveAll(db, approvals));
  return {
    async approve(approval) {
      const approving = joint.run(approval, { together: approval.payin.companyId });
      return await approving.catch((error: unknown) => {
        if (error instanceof UniqueViolation) return false;
        throw error;
      });
    },
  };
}

/**
 * All that is decided is decided on locked rows, those of all payins before the balances', before
 * the first of them changes: of each payin either every part is written or none. The limit and the
 * keys that stand beside each join say nothing new: they tell the planner how few rows there are to
 * find, and to find them by their keys.
 */
async function approveAll(db: Db, approvals: readonly PayinApproval[]): Promise<boolean[]> {
  const byPayin = new Map(approvals.map((approval) => [approval.payin.id, approval]));
  const companyId = approvals[0]?.payin.companyId ?? '';
  // Two processes lock the payins of their groups in the same order.
  const asked = [...byPayin.keys()].sort().map((id) => toAsked(byPayin.get(id) as PayinApproval));
  const rows = await db.query<{ id: string }>(
    {
      name: 'payin_approve',
      text: `WITH asked AS MATERIALIZED (
          SELECT * FROM json_to_recordset($2::json) AS a (id text, status text, charge_state text,
            external_id text, now timestamptz, entries json, token_hash bytea, token_status text,
            document_hash bytea, authentication_id text, event_id text, event text, receiver text,
            url text, body text, event_at timestamptz)
          LIMIT ${MAX_TOGETHER}
        ), undecided AS (
          SELECT a.* FROM asked a CROSS JOIN LATERAL (
            SELECT p.id FROM payins p
            WHERE p.company_id = $1 AND p.id = a.id AND p.status = a.status
              AND p.charge_state = a.charge_state AND p.refunded_amount = 0
            FOR UPDATE
          ) p
        ), posting AS (
          SELECT u.id, e.account, e.amount
          FROM undecided u, json_to_recordset(u.entries) AS e (account text, amount bigint)
        ), balances AS (
          SELECT b.account, b.balance, b.sequence FROM ledger_balances b
          WHERE b.company_id = $1 AND (SELECT count(*) FROM undecided) > 0
          ORDER BY b.account FOR UPDATE
        ), head AS (
          SELECT greatest(max(b.sequence), (SELECT coalesce(max(sequence), 0)
            FROM ledger_transactions WHERE company_id = $1)) AS sequence
          FROM balances b
          HAVING bool_or(b.account = 'debt' AND b.balance = 0) AND NOT EXISTS (
            SELECT 1 FROM posting e WHERE e.account NOT IN (SELECT account FROM balances))
        ), numbered AS (
          SELECT u.*, head.sequence + row_number() OVER () AS sequence FROM head, undecided u
        ), approved AS (
          UPDATE payins p SET status = 'APPROVED', charge_state = 'decided',
            external_id = n.external_id, updated_at = n.now, holds_reference = true
          FROM numbered n WHERE p.company_id = $1 AND p.id = n.id
            AND p.id = ANY (ARRAY(SELECT id FROM numbered))
          RETURNING n.*
        ), posted AS (
          INSERT INTO ledger_transactions
            (company_id, source_id, step, sequence, kind, created_at)
          SELECT $1, id, 1, sequence, 'payin_approved', now FROM approved
        ), entries AS (
          INSERT INTO ledger_entries (company_id, source_id, step, account, amount)
          SELECT $1, id, 1, e.account, e.amount FROM approved JOIN posting e USING (id)
        ), moved AS (
          UPDATE ledger_balances b SET balance = b.balance + m.amount, sequence = m.sequence
          FROM (
            SELECT e.account, sum(e.amount)::bigint AS amount, max(sequence) AS sequence
            FROM approved JOIN posting e USING (id) GROUP BY e.account
          ) m WHERE b.company_id = $1 AND b.account = m.account
        ), token AS (
          UPDATE card_tokens t SET status = a.token_status,
            customer_document_hash = a.document_hash,
            sealed_card = CASE WHEN a.token_status = 'spent' THEN NULL ELSE sealed_card END
          FROM approved a WHERE t.company_id = $1 AND t.token_hash = a.token_hash
            AND t.token_hash = ANY (ARRAY(SELECT token_hash FROM approved))
            AND t.status = 'in_use' AND t.payin_id = a.id
        ), proof AS (
          UPDATE authentications p SET sealed_card = NULL, sealed_proof = NULL
          FROM approved a WHERE p.company_id = $1 AND p.id = a.authentication_id
            AND p.id = ANY (ARRAY(SELECT authentication_id FROM approved))
        ), event AS (
          INSERT INTO webhook_events (company_id, id, transaction_id, sequence, event, receiver,
            url, body, status, attempts, created_at)
          SELECT $1, a.event_id, a.id,
            (SELECT coalesce(max(w.sequence), 0) + 1 FROM webhook_events w
              WHERE w.company_id = $1 AND w.transaction_id = a.id),
            a.event, a.receiver, a.url, a.body, 'PENDING', '[]'::jsonb, a.event_at
          FROM approved a WHERE a.event_id IS NOT NULL
          RETURNING id, transaction_id, sequence, receiver, created_at
        ), outbox AS (
          INSERT INTO webhook_outbox (company_id, event_id, transaction_id, sequence, receiver,
            due_at, failures)
          SELECT $1, id, transaction_id, sequence, receiver, created_at, 0 FROM event
        )
        SELECT id FROM approved`,
      values: [companyId, JSON.stringify(asked)],
    },
    { together: `payin_approve ${companyId}`, turnOf: companyId },
  );
  const approved = new Set(rows.map(({ id }) => id));
  // Of two for one payin at most one has approved it.
  return approvals.map((one) => approved.has(one.payin.id) && byPayin.get(one.payin.id) === one);
}

/** As a row of `asked`. */
function toAsked({ payin, externalId, now, amounts, token, event }: PayinApproval) {
  const entries = Object.entries(amounts)
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({ account, amount }));
  const documentHash = token?.to.status === 'on_file' ? token.to.customerDocumentHash : null;
  return {
    id: payin.id,
    status: payin.status,
    charge_state: payin.chargeState,
    external_id: externalId,
    now,
    entries,
    token_hash: toBytea(token?.tokenHash ?? null),
    token_status: token?.to.status ?? null,
    document_hash: toBytea(documentHash),
    authentication_id: payin.authenticationId,
    event_id: event?.id ?? null,
    event: event?.event ?? null,
    receiver: event?.receiver ?? null,
    url: event?.url ?? null,
    body: event?.body ?? null,
    event_at: event?.createdAt ?? null,
  };
}

function toBytea(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : `\\x${Buffer.from(bytes).toString('hex')}`;
}
