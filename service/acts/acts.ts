import { SET_BANKS } from './banks.ts';
import { COMPANY_ACTS } from './companies.ts';
import { CUSTOMER_ACTS } from './customers.ts';
import { DATABASE_ACTS } from './database.ts';
import { ENCRYPTION_KEY_ACTS } from './encryption-keys.ts';
import { EVENT_ACTS } from './events.ts';
import { EXPORT_ACTS } from './exports.ts';
import { KEY_ACTS } from './keys.ts';
import { LEDGER_ACTS } from './ledger.ts';
import { LOOK_UP_PAYMENT } from './look-up.ts';
import { ORIGIN_ACTS } from './origins.ts';
import { ORPHAN_ACTS } from './orphans.ts';
import { PAGE_ACTS } from './payment-pages.ts';
import { PAYMENT_ACTS } from './payments.ts';
import { PAYOUT_ACTS } from './payouts.ts';
import { PROVIDER_CALLS } from './provider-calls.ts';
import { PROVIDER_ACTS } from './providers.ts';
import { RECEIVER_ACTS } from './receivers.ts';
import { REFUND_ACTS } from './refunds.ts';
import { ROUTE_ACTS } from './routes.ts';
import { IMPORT_SETTLEMENT } from './settlements.ts';
import { SIGNING_ACTS } from './signing.ts';
import { TAKEN_BACK_ACTS } from './taken-back.ts';
import { UNDERPAID_ACTS } from './underpaid.ts';
import { USER_ACTS } from './users.ts';

export const ACTS = [
  ...COMPANY_ACTS,
  ...ORIGIN_ACTS,
  ...KEY_ACTS,
  ...USER_ACTS,
  ...PROVIDER_ACTS,
  ...PROVIDER_CALLS,
  ...ROUTE_ACTS,
  SET_BANKS,
  ...PAYMENT_ACTS,
  ...PAGE_ACTS,
  LOOK_UP_PAYMENT,
  ...TAKEN_BACK_ACTS,
  ...ORPHAN_ACTS,
  ...UNDERPAID_ACTS,
  ...REFUND_ACTS,
  ...PAYOUT_ACTS,
  ...LEDGER_ACTS,
  IMPORT_SETTLEMENT,
  ...SIGNING_ACTS,
  ...RECEIVER_ACTS,
  ...EVENT_ACTS,
  ...CUSTOMER_ACTS,
  ...ENCRYPTION_KEY_ACTS,
  ...DATABASE_ACTS,
  ...EXPORT_ACTS,
] as const;

export type LoggedAct = (typeof ACTS)[number]['command'];
