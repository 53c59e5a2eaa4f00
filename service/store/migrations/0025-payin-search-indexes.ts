/**
 * By what the dashboard finds payins, each with its newest first. A payin has no row in them until
 * somebody was told of it, so that its charge writes each of them once. Cards, which are most of
 * what there is, have none in the index of methods.
 */
export const PAYIN_SEARCH_INDEXES: readonly string[] = [
  `CREATE INDEX CONCURRENTLY payins_by_external_id ON payins (company_id, external_id)
    WHERE external_id IS NOT NULL AND charge_state <> 'reserved'`,
  `CREATE INDEX CONCURRENTLY payins_by_document ON payins (company_id, (customer ->> 'document'), created_at)
    WHERE charge_state <> 'reserved'`,
  `CREATE INDEX CONCURRENTLY payins_by_email ON payins (company_id, lower(customer ->> 'email'), created_at)
    WHERE charge_state <> 'reserved'`,
  `CREATE INDEX CONCURRENTLY payins_by_card ON payins (company_id, card_last4, created_at)
    WHERE card_last4 IS NOT NULL AND charge_state <> 'reserved'`,
  `CREATE INDEX CONCURRENTLY payins_by_amount ON payins (company_id, amount, created_at)
    WHERE charge_state <> 'reserved'`,
  `CREATE INDEX CONCURRENTLY payins_newest_by_method ON payins (company_id, payment_method, created_at, id)
    WHERE payment_method <> 'CREDIT_CARD' AND charge_state <> 'reserved'`,
  // What was done to a payin by people; most entries are of something else.
  `CREATE INDEX CONCURRENTLY audit_entries_of_payin ON audit_entries (company_id, (subjects ->> 'payin'), at)
    WHERE subjects ->> 'payin' IS NOT NULL`,
];
