import type {
  CustomerErasureStore,
  PersonalRecord,
} from '../../../domain/upkeep/erase-customer.ts';
import {
  ERASED_ADDRESS,
  ERASED_CUSTOMER,
  ERASED_PAYER_IP,
} from '../../../domain/upkeep/erase-customer.ts';
import { execute } from '../rows.ts';
import { raw, sql } from '../sql.ts';

function ofPayins(column: string) {
  return raw(`SELECT ${column} FROM payins
  WHERE company_id = $1 AND customer ->> 'document' = $2`);
}

/** Also those that know no document, and were paid by the customer. */
const IS_PAGE_OF = raw(`(ordered -> 'customer' ->> 'document' = $2
  OR ordered::jsonb ? 'customer' AND ordered -> 'customer' ->> 'document' IS NULL
    AND reference_id IN (SELECT reference_id FROM payins
      WHERE company_id = $1 AND customer ->> 'document' = $2))`);

const collect: CustomerErasureStore['collect'] = (tx, { companyId, document }, documentHash) =>
  tx.query<PersonalRecord>(sql('customer_collect', companyId, document)`
    SELECT 'payin' AS kind, id, created_at AS at, jsonb_build_object(
        'referenceId', reference_id, 'amount', amount, 'status', status,
        'paymentMethod', payment_method, 'customer', customer, 'items', items,
        'payerIp', payer_ip, 'cardBrand', card_brand, 'cardLast4', card_last4) AS known
      FROM payins WHERE company_id = $1 AND customer ->> 'document' = $2
    UNION ALL SELECT 'saved card', coalesce(c.id, ''), t.created_at, jsonb_build_object(
        'brand', t.brand, 'last4', t.last4, 'expirationMonth', c.expiration_month,
        'expirationYear', c.expiration_year, 'customerId', c.customer_id,
        'referenceId', t.reference_id, 'savedAt', c.saved_at, 'agreedTo', c.words,
        'agreedAt', c.given_at, 'pageOrigin', c.page_origin)
      FROM card_tokens t LEFT JOIN card_consents c
        ON c.company_id = $1 AND c.token_hash = t.token_hash
      WHERE t.company_id = $1 AND t.customer_document_hash = ${documentHash}
        AND t.status = 'on_file'
    UNION ALL SELECT 'payment page', id, created_at, ordered::jsonb
      FROM payment_pages WHERE company_id = $1 AND ${IS_PAGE_OF}
    ORDER BY at, id`);

export function createCustomerErasureStore(): CustomerErasureStore {
  return {
    collect,

    lockPayins: (tx, { companyId, document }) =>
      tx.query(sql('erasure_lock_payins', companyId)`
        SELECT id, charge_state <> 'decided' AS "isOpen" FROM payins
        WHERE company_id = $1 AND customer ->> 'document' = ${document} ORDER BY id FOR UPDATE`),

    async erase(tx, { companyId, document, documentHash, bodyFingerprint }) {
      await execute(tx, 'erasure_authentications', companyId, document)`
        DELETE FROM authentications WHERE company_id = $1
        AND (id IN (${ofPayins('authentication_id')})
          OR token_hash IN (${ofPayins('token_hash')}))`;
      await execute(tx, 'erasure_consents', companyId, document)`
        DELETE FROM card_consents WHERE company_id = $1 AND token_hash IN (
        SELECT token_hash FROM card_tokens WHERE company_id = $1
          AND (customer_document_hash = ${documentHash}
            OR token_hash IN (${ofPayins('token_hash')})))`;
      type Card = { token_hash: Uint8Array; was_kept: boolean };
      const cards = await tx.query<Card>(sql('erasure_cards', companyId, document)`
        DELETE FROM card_tokens WHERE company_id = $1
          AND (customer_document_hash = ${documentHash}
            OR token_hash IN (${ofPayins('token_hash')}))
        RETURNING token_hash, status = 'on_file' AS was_kept`);
      await execute(tx, 'erasure_antifraud_sessions', companyId, document)`
        DELETE FROM antifraud_sessions WHERE company_id = $1
        AND id IN (${ofPayins('antifraud_session_id')})`;
      await execute(tx, 'erasure_answers', companyId, document)`
        DELETE FROM idempotency_keys WHERE company_id = $1
        AND coalesce(answer -> 'answer' ->> 'payinId', answer -> 'answer' ->> 'id')
          IN (${ofPayins('id')})`;
      await execute(tx, 'erasure_refunds', companyId, document)`
        UPDATE refunds SET reason = NULL, body_fingerprint = ${bodyFingerprint}
        WHERE company_id = $1 AND payin_id IN (${ofPayins('id')})`;
      // A receiver may have answered with anything.
      await execute(tx, 'erasure_webhook_answers', companyId, document)`
        UPDATE webhook_attempts SET answer = NULL WHERE company_id = $1
        AND event_id IN (SELECT id FROM webhook_events
          WHERE company_id = $1 AND transaction_id IN (${ofPayins('id')}))`;
      await execute(tx, 'erasure_archived_answers', companyId, document)`
        UPDATE webhook_attempts_archive SET answer = NULL WHERE company_id = $1
        AND event_id IN (SELECT id FROM webhook_events_archive
          WHERE company_id = $1 AND transaction_id IN (${ofPayins('id')}))`;
      const pages = await tx.query(sql('erasure_pages', companyId, document)`
        UPDATE payment_pages SET ordered = ordered - 'customer'
        WHERE company_id = $1 AND ${IS_PAGE_OF} RETURNING id`);
      await execute(tx, 'erasure_payins', companyId, document)`
        UPDATE payins SET customer = ${JSON.stringify(ERASED_CUSTOMER)}::jsonb
            || CASE WHEN customer -> 'address' IS NULL THEN '{}'::jsonb
              ELSE ${JSON.stringify({ address: ERASED_ADDRESS })}::jsonb END,
          payer_ip = ${ERASED_PAYER_IP}, body_fingerprint = ${bodyFingerprint}, card_last4 = NULL,
          token_hash = NULL, antifraud_session_id = NULL, authentication_id = NULL
        WHERE company_id = $1 AND customer ->> 'document' = $2`;
      return {
        cards: cards.filter((card) => card.was_kept).length,
        pages: pages.length,
        tokenHashes: cards.map((card) => card.token_hash),
      };
    },
  };
}
