export const PAYIN_TABLES: readonly string[] = [
  // `decline_reason`: why a card was refused. `installment_plan`: the plan with interest that is
  // charged. `told_refunds`: what is told of the rows of `refunds`. `dispute`: the latest.
  // `replaced_by`: the payin that took the place of one that was cancelled for it.
  // `boleto_pix_copy_and_paste`: the PIX code that is printed on a boleto beside its bars.
  `CREATE TABLE payins (
    company_id text NOT NULL,
    id text NOT NULL,
    provider text NOT NULL DEFAULT 'sandbox',
    external_id text,
    reference_id text NOT NULL,
    holds_reference boolean NOT NULL,
    status text NOT NULL,
    charge_state text NOT NULL,
    decline_reason text,
    payment_method text NOT NULL,
    amount bigint NOT NULL,
    installments integer NOT NULL,
    installment_plan jsonb,
    body_fingerprint bytea NOT NULL,
    customer jsonb NOT NULL,
    items jsonb NOT NULL,
    is_physical_product boolean NOT NULL,
    payer_ip text NOT NULL,
    webhook_url text,
    antifraud_session_id text,
    sub_seller_id text,
    split jsonb,
    card_brand text,
    card_last4 text,
    token_hash bytea,
    authentication_id text,
    bank_id text,
    expires_at timestamptz,
    pix_copy_and_paste text,
    boleto_barcode text,
    boleto_pix_copy_and_paste text,
    boleto_id text,
    open_finance_redirect_url text,
    refunded_amount bigint NOT NULL DEFAULT 0,
    told_refunds jsonb NOT NULL DEFAULT '[]',
    dispute jsonb,
    replaced_by text,
    reserved_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id)
  )`,
  // Each commit of a payin writes all indexes it has a row in, so it has as few as can be. In those
  // whose condition is on the charge it has none until somebody was told of it, so that its charge
  // writes each of them once.

  // One holds a reference, any number have held it. Both ways to look for one find it here.
  `CREATE UNIQUE INDEX payins_reference ON payins
    (company_id, reference_id, (CASE WHEN holds_reference THEN '' ELSE id END))`,
  `CREATE UNIQUE INDEX payins_boleto ON payins (company_id, boleto_id)
    WHERE boleto_id IS NOT NULL`,
  // What waits for an answer of its acquirer, for its buyer, or for somebody to look at it.
  `CREATE INDEX payins_unsettled ON payins (company_id, reserved_at)
    WHERE charge_state <> 'decided'`,
  `CREATE INDEX payins_awaiting_payment ON payins (company_id, expires_at)
    WHERE charge_state = 'awaiting_payment'`,
  `CREATE INDEX payins_unknown ON payins (company_id, reserved_at)
    WHERE charge_state = 'unknown'`,
  // Pages, newest first, and counts of a period without reading the rows. Statuses that are seldom
  // have an index of their own, so that looking for them does not read all that went well. Cards,
  // which are most of what there is, have none in the index of methods.
  `CREATE INDEX payins_told_newest ON payins (company_id, created_at, id)
    INCLUDE (payment_method, status, decline_reason, amount) WHERE charge_state <> 'reserved'`,
  `CREATE INDEX payins_newest_seldom ON payins (company_id, status, created_at, id)
    WHERE status IN ('REFUSED', 'FAILED', 'CANCELED', 'REFUNDED', 'CHARGEBACK', 'MED', 'EXPIRED')`,
  `CREATE INDEX payins_newest_by_method ON payins (company_id, payment_method, created_at, id)
    WHERE payment_method <> 'CREDIT_CARD' AND charge_state <> 'reserved'`,
  // By what the dashboard finds payins, each with its newest first.
  `CREATE INDEX payins_by_external_id ON payins (company_id, external_id)
    WHERE external_id IS NOT NULL AND charge_state <> 'reserved'`,
  `CREATE INDEX payins_by_document ON payins
    (company_id, (customer ->> 'document'), created_at) WHERE charge_state <> 'reserved'`,
  `CREATE INDEX payins_by_email ON payins
    (company_id, lower(customer ->> 'email'), created_at) WHERE charge_state <> 'reserved'`,
  `CREATE INDEX payins_by_card ON payins (company_id, card_last4, created_at)
    WHERE card_last4 IS NOT NULL AND charge_state <> 'reserved'`,
  `CREATE INDEX payins_by_amount ON payins (company_id, amount, created_at)
    WHERE charge_state <> 'reserved'`,
  // Whose an attempt is that a party tells of at an address which all companies share: by what is
  // random in an id alone, of which its company is no part. Nothing is written for the sandbox's own
  // party, which tells nothing.
  "CREATE INDEX payins_attempt_key ON payins ((right(id, 22))) WHERE provider <> 'sandbox'",

  `CREATE TABLE declines (
    company_id text NOT NULL,
    payin_id text NOT NULL,
    reference_id text NOT NULL,
    body_fingerprint bytea NOT NULL,
    code text NOT NULL,
    reason text,
    decided_by text NOT NULL,
    amount bigint NOT NULL,
    card_brand text NOT NULL,
    card_last4 text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, payin_id)
  )`,
  `CREATE INDEX declines_newest ON declines (company_id, created_at)
    INCLUDE (payin_id, code, reason)`,

  // When a payin or payout that an outside party has not decided is looked at again.
  `CREATE TABLE look_ups (
    company_id text NOT NULL,
    subject_id text NOT NULL,
    looks integer NOT NULL,
    due_at timestamptz NOT NULL,
    missed_at timestamptz,
    watched_until timestamptz,
    PRIMARY KEY (company_id, subject_id)
  )`,
  'CREATE INDEX look_ups_due ON look_ups (company_id, due_at)',

  // Attempts to give money back, each under an id that its provider knows it by. `asked_at`: the real
  // time at which the provider was last asked. `nature`: why money went back that its merchant has
  // not asked for; null where they have.
  `CREATE TABLE refunds (
    company_id text NOT NULL,
    id text NOT NULL,
    payin_id text NOT NULL,
    reference_id text NOT NULL,
    amount bigint NOT NULL,
    reason text,
    nature text,
    status text NOT NULL,
    failure_reason text,
    body_fingerprint bytea NOT NULL,
    attempt_id text NOT NULL,
    provider text NOT NULL,
    external_id text,
    asked_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, id)
  )`,
  'CREATE UNIQUE INDEX refunds_reference ON refunds (company_id, reference_id)',
  'CREATE INDEX refunds_payin ON refunds (company_id, payin_id)',
  `CREATE INDEX refunds_pending ON refunds (company_id, asked_at) WHERE status = 'PENDING'`,

  // Charges that are given back since nobody was waiting for them any more. `is_by_hand`: whether an
  // operator gives the charge back, since its acquirer cannot.
  `CREATE TABLE reversals (
    company_id text NOT NULL,
    payin_id text NOT NULL,
    id text NOT NULL,
    provider text NOT NULL,
    external_id text NOT NULL,
    amount bigint NOT NULL,
    is_by_hand boolean NOT NULL DEFAULT false,
    begun_at timestamptz NOT NULL,
    done_at timestamptz,
    PRIMARY KEY (company_id, payin_id)
  )`,
  'CREATE INDEX reversals_open ON reversals (company_id, begun_at) WHERE done_at IS NULL',

  // Payments of less than was asked for, as their issuers tell of them.
  `CREATE TABLE underpayments (
    company_id text NOT NULL,
    payin_id text NOT NULL,
    paid_amount bigint NOT NULL,
    found_at timestamptz NOT NULL,
    PRIMARY KEY (company_id, payin_id)
  )`,
];
