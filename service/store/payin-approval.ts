import type { PayinApprovalStore } from '../approve-at-once.ts';
import { type Db, UniqueViolation } from './db.ts';

export function createPayinApprovalStore(db: Db): PayinApprovalStore {
  return {
    /**
     * All that is decided is decided on locked rows, the payin's before the balances', before the
     * first of them changes: either every part is written or none.
     */
    async approve({ payin, externalId, now, amounts, token, event }) {
      const entries = Object.entries(amounts)
        .filter(([, amount]) => amount !== 0)
        .map(([account, amount]) => ({ account, amount }));
      const approving = db.query(
        {
          name: 'payin_approve',
          text: `WITH undecided AS (
              SELECT p.id FROM payins p
              WHERE p.company_id = $1 AND p.id = $2 AND p.status = $3
                AND p.charge_state = $17 AND p.refunded_amount = 0
              FOR UPDATE
            ), balances AS (
              SELECT b.account, b.balance, b.sequence FROM ledger_balances b
              WHERE b.company_id = $1 AND EXISTS (SELECT 1 FROM undecided)
              ORDER BY b.account FOR UPDATE
            ), posting AS (
              SELECT account, amount
              FROM jsonb_to_recordset($6::jsonb) AS e (account text, amount bigint)
            ), head AS (
              SELECT greatest(max(b.sequence), (SELECT coalesce(max(sequence), 0)
                FROM ledger_transactions WHERE company_id = $1)) + 1 AS sequence
              FROM balances b LEFT JOIN posting e ON e.account = b.account
              HAVING bool_or(b.account = 'debt' AND b.balance = 0)
                AND count(e.account) = (SELECT count(*) FROM posting)
            ), approved AS (
              UPDATE payins p SET status = 'APPROVED', charge_state = 'decided', external_id = $4,
                updated_at = $5, holds_reference = true
              FROM head WHERE p.company_id = $1 AND p.id = $2 RETURNING p.id
            ), posted AS (
              INSERT INTO ledger_transactions
                (company_id, source_id, step, sequence, kind, created_at)
              SELECT $1, approved.id, 1, head.sequence, 'payin_approved', $5 FROM head, approved
              RETURNING source_id, sequence
            ), entries AS (
              INSERT INTO ledger_entries (company_id, source_id, step, account, amount)
              SELECT $1, posted.source_id, 1, e.account, e.amount FROM posted, posting e
              RETURNING account, amount
            ), moved AS (
              UPDATE ledger_balances b SET balance = b.balance + e.amount, sequence = posted.sequence
              FROM entries e, posted WHERE b.company_id = $1 AND b.account = e.account
            ), token AS (
              UPDATE card_tokens t SET status = $8::text, customer_document_hash = $9,
                sealed_card = CASE WHEN $8::text = 'spent' THEN NULL ELSE sealed_card END
              FROM approved WHERE t.company_id = $1 AND t.token_hash = $7
                AND t.status = 'in_use' AND t.payin_id = approved.id
            ), proof AS (
              UPDATE authentications a SET sealed_card = NULL, sealed_proof = NULL
              FROM approved WHERE a.company_id = $1 AND a.id = $10
            ), event AS (
              INSERT INTO webhook_events (company_id, id, transaction_id, sequence, event, receiver,
                url, body, status, attempts, created_at)
              SELECT $1, $11, approved.id,
                (SELECT coalesce(max(sequence), 0) + 1 FROM webhook_events
                  WHERE company_id = $1 AND transaction_id = $2),
                $12, $13, $14, $15, 'PENDING', '[]'::jsonb, $16::timestamptz
              FROM approved WHERE $11::text IS NOT NULL
              RETURNING id, transaction_id, sequence
            ), outbox AS (
              INSERT INTO webhook_outbox (company_id, event_id, transaction_id, sequence, receiver,
                due_at, failures)
              SELECT $1, id, transaction_id, sequence, $13, $16::timestamptz, 0 FROM event
            )
            SELECT id FROM approved`,
          values: [
            payin.companyId,
            payin.id,
            payin.status,
            externalId,
            now,
            JSON.stringify(entries),
            token?.tokenHash ?? null,
            token?.to.status ?? null,
            token?.to.status === 'on_file' ? token.to.customerDocumentHash : null,
            payin.authenticationId,
            event?.id ?? null,
            event?.event ?? null,
            event?.receiver ?? null,
            event?.url ?? null,
            event?.body ?? null,
            event?.createdAt ?? null,
            payin.chargeState,
          ],
        },
        { together: `payin_approve ${payin.companyId}`, turnOf: payin.companyId },
      );
      const rows = await approving.catch((error: unknown) => {
        if (error instanceof UniqueViolation) return [];
        throw error;
      });
      return rows.length > 0;
    },
  };
}
