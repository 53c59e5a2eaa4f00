import { ACCOUNT_TABLES } from './first-schema/accounts.ts';
import { AUDIT_TABLES } from './first-schema/audit.ts';
import { CARD_TABLES } from './first-schema/cards.ts';
import { LEDGER_TABLES } from './first-schema/ledger.ts';
import { LIMIT_TABLES } from './first-schema/limits.ts';
import { PAYIN_TABLES } from './first-schema/payins.ts';
import { PAYOUT_TABLES } from './first-schema/payouts.ts';
import { PEOPLE_TABLES } from './first-schema/people.ts';
import { PROVIDER_TABLES } from './first-schema/providers.ts';
import { WEBHOOK_TABLES } from './first-schema/webhooks.ts';

/**
 * Every table there is. A key of a table starts with `company_id`, except in the ones listed in
 * `GLOBAL_TABLES`, which are found before the company is known or belong to none. Ids are made by
 * the service; no sequence, trigger, extension or cross-company key is used.
 */
export const FIRST_SCHEMA: readonly string[] = [
  ...ACCOUNT_TABLES,
  ...LIMIT_TABLES,
  ...CARD_TABLES,
  ...PAYIN_TABLES,
  ...PAYOUT_TABLES,
  ...LEDGER_TABLES,
  ...WEBHOOK_TABLES,
  ...PROVIDER_TABLES,
  ...PEOPLE_TABLES,
  ...AUDIT_TABLES,
];
