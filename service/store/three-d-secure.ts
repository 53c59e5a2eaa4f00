import type { ThreeDSFailureReason } from '../../contract/three-d-secure.ts';
import type { Authentication, AuthenticationStore, ThreeDSStatus } from '../three-d-secure.ts';
import type { Db } from './db.ts';

type Row = {
  company_id: string;
  id: string;
  flow: Authentication['flow'];
  token_hash: Uint8Array | null;
  payin_id: string | null;
  amount: number;
  installments: number;
  reference_id: string;
  card_fingerprint: Uint8Array;
  provider: string;
  session: string;
  transaction_id: string;
  status: ThreeDSStatus;
  reason: ThreeDSFailureReason | null;
  sealed_proof: Uint8Array | null;
  sealed_card: Uint8Array | null;
  claimed_by: string | null;
  created_at: Date;
  expires_at: Date;
};

const COLUMNS = `company_id, id, flow, token_hash, payin_id, amount, installments, reference_id,
  card_fingerprint, provider, session, transaction_id, status, reason, sealed_proof, sealed_card,
  claimed_by, created_at, expires_at`;

export function createAuthenticationStore(db: Db): AuthenticationStore {
  return {
    async insert(tx, authentication) {
      const rows = await tx.query({
        name: 'authentication_insert',
        text: `INSERT INTO authentications (${COLUMNS})
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
            $19)
          ON CONFLICT DO NOTHING RETURNING id`,
        values: [
          authentication.companyId,
          authentication.id,
          authentication.flow,
          authentication.tokenHash,
          authentication.payinId,
          authentication.amount,
          authentication.installments,
          authentication.referenceId,
          authentication.cardFingerprint,
          authentication.provider,
          authentication.session,
          authentication.transactionId,
          authentication.status,
          authentication.reason,
          authentication.sealedProof,
          authentication.sealedCard,
          authentication.claimedBy,
          authentication.createdAt,
          authentication.expiresAt,
        ],
      });
      if (rows.length === 0) return false;
      await tx.query({
        name: 'authentication_transaction_insert',
        text: `INSERT INTO authentication_transactions
            (provider, transaction_id, company_id, authentication_id)
          VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        values: [
          authentication.provider,
          authentication.transactionId,
          authentication.companyId,
          authentication.id,
        ],
      });
      return true;
    },

    async find({ companyId, id }) {
      const [row] = await db.query<Row>({
        name: 'authentication_find',
        text: `SELECT ${COLUMNS} FROM authentications WHERE company_id = $1 AND id = $2`,
        values: [companyId, id],
      });
      return row === undefined ? null : toAuthentication(row);
    },

    async findByTransaction(provider, transactionId) {
      const [row] = await db.query<{ company_id: string; authentication_id: string }>({
        name: 'authentication_by_transaction',
        text: `SELECT company_id, authentication_id FROM authentication_transactions
          WHERE provider = $1 AND transaction_id = $2`,
        values: [provider, transactionId],
      });
      return row === undefined ? null : { companyId: row.company_id, id: row.authentication_id };
    },

    async end(tx, { companyId, id }, { status, reason, sealedProof }) {
      const [row] = await tx.query<{ provider: string; transaction_id: string }>({
        name: 'authentication_end',
        text: `UPDATE authentications SET status = $3, reason = $4, sealed_proof = $5
          WHERE company_id = $1 AND id = $2 AND status = 'OPEN'
          RETURNING provider, transaction_id`,
        values: [companyId, id, status, reason, sealedProof],
      });
      if (row === undefined) return false;
      await tx.query({
        name: 'authentication_transaction_delete',
        text: `DELETE FROM authentication_transactions
          WHERE provider = $1 AND transaction_id = $2`,
        values: [row.provider, row.transaction_id],
      });
      return true;
    },

    async claim(tx, { companyId, id }, payinId) {
      const rows = await tx.query({
        name: 'authentication_claim',
        text: `UPDATE authentications SET claimed_by = $3
          WHERE company_id = $1 AND id = $2 AND status IN ('AUTHENTICATED', 'ATTEMPTED')
            AND flow = 'pre-order' AND claimed_by IS NULL
          RETURNING id`,
        values: [companyId, id, payinId],
      });
      return rows.length > 0;
    },

    async release(tx, { companyId, id, payinId }) {
      await tx.query({
        name: 'authentication_release',
        text: `UPDATE authentications SET claimed_by = NULL
          WHERE company_id = $1 AND id = $2 AND claimed_by = $3`,
        values: [companyId, id, payinId],
      });
    },

    async forgetSecrets(tx, { companyId, id }) {
      await tx.query({
        name: 'authentication_forget_secrets',
        text: `UPDATE authentications SET sealed_card = NULL, sealed_proof = NULL
          WHERE company_id = $1 AND id = $2`,
        values: [companyId, id],
      });
    },

    async forgetUnclaimed(companyId, now) {
      await db.query({
        name: 'authentication_forget_unclaimed',
        text: `UPDATE authentications SET sealed_proof = NULL
          WHERE company_id = $1 AND expires_at <= $2 AND flow = 'pre-order'
            AND claimed_by IS NULL AND sealed_proof IS NOT NULL`,
        values: [companyId, now],
      });
    },

    async listOpen(companyId, expiredAt) {
      const rows = await db.query<Row>({
        name: 'authentication_open',
        text: `SELECT ${COLUMNS} FROM authentications
          WHERE company_id = $1 AND status = 'OPEN'
            AND ($2::timestamptz IS NULL OR expires_at <= $2::timestamptz)
          ORDER BY expires_at LIMIT 1000`,
        values: [companyId, expiredAt],
      });
      return rows.map(toAuthentication);
    },

    async listSealedElsewhere(companyId, version) {
      const rows = await db.query<Pick<Row, 'id' | 'sealed_card' | 'sealed_proof'>>({
        name: 'authentication_sealed_elsewhere',
        text: `SELECT id, sealed_card, sealed_proof FROM authentications
          WHERE company_id = $1 AND (sealed_proof IS NOT NULL OR sealed_card IS NOT NULL)
            AND (substring(sealed_card FROM 2 FOR 2) <> $2
              OR substring(sealed_proof FROM 2 FOR 2) <> $2)
          LIMIT 500`,
        values: [companyId, new Uint8Array([version >> 8, version & 0xff])],
      });
      return rows.map(({ id, sealed_card, sealed_proof }) => ({
        id,
        sealedCard: sealed_card,
        sealedProof: sealed_proof,
      }));
    },

    async replaceSealed(companyId, from, to) {
      await db.query({
        name: 'authentication_replace_sealed',
        text: `UPDATE authentications SET sealed_card = $5, sealed_proof = $6
          WHERE company_id = $1 AND id = $2 AND sealed_card IS NOT DISTINCT FROM $3
            AND sealed_proof IS NOT DISTINCT FROM $4`,
        values: [
          companyId,
          from.id,
          from.sealedCard,
          from.sealedProof,
          to.sealedCard,
          to.sealedProof,
        ],
      });
    },
  };
}

function toAuthentication(row: Row): Authentication {
  return {
    companyId: row.company_id,
    id: row.id,
    flow: row.flow,
    tokenHash: row.token_hash,
    payinId: row.payin_id,
    amount: row.amount,
    installments: row.installments,
    referenceId: row.reference_id,
    cardFingerprint: row.card_fingerprint,
    provider: row.provider,
    session: row.session,
    transactionId: row.transaction_id,
    status: row.status,
    reason: row.reason,
    sealedProof: row.sealed_proof,
    sealedCard: row.sealed_card,
    claimedBy: row.claimed_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
