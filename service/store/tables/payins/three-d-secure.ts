import type { Db } from '../../../base/shared/db.ts';
import { POLLS_PER_ROUND } from '../../../base/shared/look-ups.ts';
import type {
  Authentication,
  AuthenticationKey,
  AuthenticationStore,
  SealedValues,
} from '../../../domain/payins/three-d-secure/three-d-secure.ts';
import { columnsOf, IF_NEW } from '../columns.ts';
import { execute, firstOf, hasRows } from '../rows.ts';
import { raw, sql } from '../sql.ts';
import { versionBytes } from '../upkeep/sealed-values.ts';
import { dueOf, LEAST_LOOKED_FIRST, LOOK_UPS_OF_COMPANY } from './look-ups.ts';

const AUTHENTICATIONS = columnsOf<Authentication>({
  companyId: 'company_id',
  id: 'id',
  flow: 'flow',
  tokenHash: 'token_hash',
  payinId: 'payin_id',
  amount: 'amount',
  installments: 'installments',
  referenceId: 'reference_id',
  cardFingerprint: 'card_fingerprint',
  provider: 'provider',
  session: 'session',
  transactionId: 'transaction_id',
  status: 'status',
  reason: 'reason',
  isChallenged: 'is_challenged',
  sealedProof: 'sealed_proof',
  sealedCard: 'sealed_card',
  claimedBy: 'claimed_by',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
});

export function createAuthenticationStore(db: Db): AuthenticationStore {
  return {
    ...upkeepOf(db),

    async insert(tx, authentication) {
      const insertion = AUTHENTICATIONS.insertion('authentications', authentication, IF_NEW);
      if (!(await hasRows(tx, insertion))) return false;
      const { provider, transactionId, companyId, id } = authentication;
      await tx.query(sql('authentication_transaction_insert')`
        INSERT INTO authentication_transactions
          (provider, transaction_id, company_id, authentication_id)
        VALUES (${provider}, ${transactionId}, ${companyId}, ${id}) ON CONFLICT DO NOTHING`);
      return true;
    },

    find: async ({ companyId, id }) =>
      AUTHENTICATIONS.one(db, AUTHENTICATIONS.by('authentications', { companyId, id })),

    findByTransaction: (provider, transactionId) =>
      firstOf<AuthenticationKey>(db, 'authentication_by_transaction')`
        SELECT company_id AS "companyId", authentication_id AS id FROM authentication_transactions
        WHERE provider = ${provider} AND transaction_id = ${transactionId}`,

    goOn: async ({ companyId, id, session: before }, session) =>
      execute(db, {
        name: 'authentication_go_on',
        text: `UPDATE authentications SET session = $4
          WHERE company_id = $1 AND id = $2 AND status = 'OPEN' AND session = $3`,
        values: [companyId, id, before, session],
      }),

    async end(tx, { companyId, id }, { status, reason, sealedProof, isChallenged = null }) {
      type Ended = { provider: string; transaction_id: string };
      const row = await firstOf<Ended>(tx, 'authentication_end', companyId)`
        UPDATE authentications SET status = ${status}, reason = ${reason},
          sealed_proof = ${sealedProof}, is_challenged = ${isChallenged}
        WHERE company_id = $1 AND id = ${id} AND status = 'OPEN'
        RETURNING provider, transaction_id`;
      if (row === null) return false;
      await tx.query(sql('authentication_transaction_delete')`
        DELETE FROM authentication_transactions
        WHERE provider = ${row.provider} AND transaction_id = ${row.transaction_id}`);
      return true;
    },

    claim: async (tx, { companyId, id }, payinId) =>
      hasRows(tx, 'authentication_claim', companyId)`
        UPDATE authentications SET claimed_by = ${payinId}
        WHERE company_id = $1 AND id = ${id} AND status IN ('AUTHENTICATED', 'ATTEMPTED')
          AND flow = 'pre-order' AND claimed_by IS NULL
        RETURNING id`,

    release: async (tx, { companyId, id, payinId }) =>
      execute(tx, 'authentication_release', companyId)`UPDATE authentications SET claimed_by = NULL
        WHERE company_id = $1 AND id = ${id} AND claimed_by = ${payinId}`,

    forgetSecrets: async (tx, { companyId, id }) =>
      execute(tx, 'authentication_forget_secrets', companyId)`
        UPDATE authentications SET sealed_card = NULL, sealed_proof = NULL
        WHERE company_id = $1 AND id = ${id}`,
  };
}

function upkeepOf(db: Db) {
  return {
    forgetUnclaimed: async (companyId, now) =>
      execute(db, 'authentication_forget_unclaimed', companyId)`
        UPDATE authentications SET sealed_proof = NULL
        WHERE company_id = $1 AND expires_at <= ${now} AND flow = 'pre-order'
          AND claimed_by IS NULL AND sealed_proof IS NOT NULL`,

    listOver: async (companyId, expiredAt, dueBy) =>
      dueOf(AUTHENTICATIONS)(db, 'authentication_over', companyId, dueBy)`
        SELECT ${raw(AUTHENTICATIONS.names)}, l.looks FROM authentications
          LEFT JOIN ${raw(LOOK_UPS_OF_COMPANY)}
        WHERE company_id = $1 AND status = 'OPEN' AND expires_at <= ${expiredAt}
          AND (flow = 'pre-order' OR sealed_card IS NOT NULL)
          AND ($2::timestamptz IS NULL OR l.due_at IS NULL OR l.due_at <= $2)
        ORDER BY expires_at LIMIT 1000`,

    listDue: async (companyId, dueBy) =>
      dueOf(AUTHENTICATIONS)(db, 'authentication_due', companyId)`
        SELECT ${raw(AUTHENTICATIONS.names)}, l.looks FROM authentications
          LEFT JOIN ${raw(LOOK_UPS_OF_COMPANY)}
        WHERE company_id = $1 AND status = 'OPEN' AND flow = 'post-order'
          AND sealed_card IS NOT NULL AND (l.due_at IS NULL OR l.due_at <= ${dueBy})
        ${raw(LEAST_LOOKED_FIRST)}, expires_at LIMIT ${raw(POLLS_PER_ROUND)}`,

    listSealed: async (companyId, { notUnder, after }) =>
      db.query<SealedValues>(sql('authentication_list_sealed', companyId, versionBytes(notUnder))`
        SELECT id, sealed_card AS "sealedCard", sealed_proof AS "sealedProof"
        FROM authentications
        WHERE company_id = $1 AND (sealed_proof IS NOT NULL OR sealed_card IS NOT NULL)
          AND ($2::bytea IS NULL OR substring(sealed_card FROM 2 FOR 2) <> $2
            OR substring(sealed_proof FROM 2 FOR 2) <> $2)
          AND id > ${after} ORDER BY id LIMIT 500`),

    replaceSealed: async (companyId, from, to) =>
      execute(db, 'authentication_replace_sealed', companyId)`
        UPDATE authentications SET sealed_card = ${to.sealedCard}, sealed_proof = ${to.sealedProof}
        WHERE company_id = $1 AND id = ${from.id}
          AND sealed_card IS NOT DISTINCT FROM ${from.sealedCard}
          AND sealed_proof IS NOT DISTINCT FROM ${from.sealedProof}`,
  } satisfies Partial<AuthenticationStore>;
}
