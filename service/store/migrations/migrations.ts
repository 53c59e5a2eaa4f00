import type { Db } from '../../base/shared/db.ts';
import { FIRST_TABLES } from './0001-first-tables.ts';
import { THREEDS_TABLES } from './0002-three-d-secure-tables.ts';
import { LEDGER_SEQUENCE_COLUMN, LEDGER_TABLES } from './0003-ledger-tables.ts';
import { WEBHOOK_TABLES } from './0004-webhook-tables.ts';
import { PAYOUT_TABLES } from './0005-payout-tables.ts';
import { PAYIN_METHOD_TABLES } from './0006-payin-method-tables.ts';
import { AUDIT_TABLES } from './0007-audit-tables.ts';
import { RETENTION_TABLES } from './0008-retention-tables.ts';
import { RESERVE_TABLES } from './0009-reserve-tables.ts';
import { LOOK_UP_TABLES } from './0011-look-up-tables.ts';
import { REVERSAL_BY_HAND_COLUMN } from './0012-reversal-by-hand.ts';
import { PAYIN_LIST_INDEXES } from './0013-payin-list-indexes.ts';
import { STATEMENT_COLUMN } from './0014-statement-column.ts';
import { INSTALLMENT_PLAN_COLUMNS } from './0015-installment-plans.ts';
import { REFUND_TABLES } from './0016-refund-tables.ts';
import { forgetOwnIds } from './0017-external-ids.ts';
import { DECLINE_REASON_COLUMNS } from './0018-decline-reasons.ts';
import { PROVIDER_TABLES } from './0019-provider-tables.ts';
import { REFUSED_TRY_TABLES } from './0020-refused-tries.ts';
import { PROVIDER_COLUMNS } from './0021-providers-of-payments.ts';
import { NETWORK_TRANSACTION_COLUMN } from './0022-network-transactions.ts';
import { USER_TABLES } from './0023-users.ts';
import { SUMMARY_INDEXES } from './0024-summary-indexes.ts';
import { PAYIN_SEARCH_INDEXES } from './0025-payin-search-indexes.ts';
import { PASSKEY_TABLES } from './0026-passkeys.ts';
import { WEBHOOK_ATTEMPT_TABLES } from './0027-webhook-attempts.ts';
import { PEOPLE_OF_PAYOUTS } from './0028-people-of-payouts.ts';
import { INTEGRATION_TABLES } from './0029-integration-tables.ts';
import { OPEN_REVERSALS_INDEX } from './0030-open-reversals-index.ts';
import { LEAN_PAYIN_INDEXES, REPLACED_PAYIN_INDEXES } from './0031-lean-payin-indexes.ts';
import { CHALLENGED_AUTHENTICATIONS } from './0033-challenged-authentications.ts';
import { TRACES_OF_EVENTS } from './0034-traces-of-events.ts';
import { UNDERPAYMENT_TABLES } from './0035-underpayments.ts';
import { ARCHIVE_TABLES } from './0036-archive-tables.ts';
import { LEDGER_ARCHIVE } from './0037-ledger-archive.ts';
import { PIX_OF_BOLETOS } from './0038-pix-of-boletos.ts';
import { SEEDS_OF_ACCOUNTS } from './0039-seeds-of-accounts.ts';
import { OWNERS_OF_PAYINS, OWNERS_OF_PAYOUTS } from './0041-owners-of-attempts.ts';
import { fillBalances } from './0043-balances-of-before.ts';
import { INDEXES_OF_BEFORE } from './0044-indexes-of-before.ts';
import { DEFAULT_OF_ATTEMPTS } from './0045-default-of-attempts.ts';
import { DISPUTES_OF_PAYINS, NATURES_OF_REFUNDS } from './0046-returns.ts';
import { REPLACED_PAYINS } from './0048-replaced-payins.ts';

/**
 * One step of the schema. An applied one is never edited, only followed by another. Portable to
 * PostgreSQL-compatible distributed engines: no triggers, extensions, sequences, deferrable
 * constraints or advisory locks. What it may do is in `README.md` beside this file.
 */
export type Migration = {
  /** Ascending from 1; the order of application. */
  id: number;
  name: string;
  statements: readonly string[];
  /** The first release that went without what this takes away. */
  contracts?: string;
  /**
   * Moves rows that are there: batch by batch, each committed by itself, so that nobody waits for
   * more than one. It goes on where a process was stopped, and several may do it at once.
   */
  move?: (db: Db) => Promise<void>;
  /**
   * Of the statements it had at first, where it was made to hold nothing for long; what it does not
   * do any more, later ones do. Databases and other builds know it by that.
   */
  checksum?: string;
};

/** What a migration had at first; `service/testing/first-migrations.ts` has the statements. */
const FIRST_FORMS = {
  methods: 'caacb2e21f2db104b6a509c507c92fdd2f6171f23f53a9f0a136ebee4373e03d',
  balances: '9897014b5b5ffd8425c40e5b9b8c1a09791927eb21a8cdf34a7a4971efc5c3c6',
  refunds: '6437792e54e822517b74bb2f6a86f07d70a1da75c53ec863f0cc4c7f6c01ade8',
  externalIds: 'ea9c71b58dcf033bfefbf4eb4be261ad660940bd13b3a49f1fc90c944f4bf3a3',
  attempts: '6c554b2f19f6048b958d9a54800a7bd96de042df4245920ccae09549b30e7f82',
  peopleOfPayouts: '06076a37e0838a6a4075827deb154b2ebea65a1116c9c1171c25c4fb19afe73c',
  replacedIndexes: '957c65f832570403099f44743b9facbf38a8df5682bc6003e0e42d33d62004d0',
};

export const migrations: readonly Migration[] = [
  { id: 1, name: 'first tables', statements: FIRST_TABLES },
  { id: 2, name: '3-D Secure', statements: THREEDS_TABLES },
  { id: 3, name: 'ledger', statements: LEDGER_TABLES },
  { id: 4, name: 'webhooks', statements: WEBHOOK_TABLES },
  { id: 5, name: 'payouts', statements: PAYOUT_TABLES },
  {
    id: 6,
    name: 'payins of every method',
    statements: PAYIN_METHOD_TABLES,
    checksum: FIRST_FORMS.methods,
  },
  { id: 7, name: 'audit log', statements: AUDIT_TABLES },
  { id: 8, name: 'retention', statements: RETENTION_TABLES },
  { id: 9, name: 'reserves', statements: RESERVE_TABLES },
  { id: 10, name: 'number of the ledger in its balances', statements: LEDGER_SEQUENCE_COLUMN },
  { id: 11, name: 'look-ups', statements: LOOK_UP_TABLES },
  { id: 12, name: 'reversals by hand', statements: REVERSAL_BY_HAND_COLUMN },
  { id: 13, name: 'pages of payins', statements: PAYIN_LIST_INDEXES },
  {
    id: 14,
    name: 'balances of a statement',
    statements: STATEMENT_COLUMN,
    checksum: FIRST_FORMS.balances,
  },
  { id: 15, name: 'plans of installments', statements: INSTALLMENT_PLAN_COLUMNS },
  {
    id: 16,
    name: 'refunds',
    statements: REFUND_TABLES,
    checksum: FIRST_FORMS.refunds,
  },
  {
    id: 17,
    name: 'external ids of the acquirer alone',
    move: forgetOwnIds,
    statements: [],
    checksum: FIRST_FORMS.externalIds,
  },
  { id: 18, name: 'reasons of declines', statements: DECLINE_REASON_COLUMNS },
  { id: 19, name: 'credentials at providers', statements: PROVIDER_TABLES },
  { id: 20, name: 'refused tries of cards', statements: REFUSED_TRY_TABLES },
  { id: 21, name: 'providers of payments', statements: PROVIDER_COLUMNS },
  { id: 22, name: 'network transactions of cards', statements: NETWORK_TRANSACTION_COLUMN },
  { id: 23, name: 'people of the dashboard', statements: USER_TABLES },
  { id: 24, name: 'summaries', statements: SUMMARY_INDEXES },
  { id: 25, name: 'search of payins', statements: PAYIN_SEARCH_INDEXES },
  { id: 26, name: 'passkeys', statements: PASSKEY_TABLES },
  {
    id: 27,
    name: 'attempts of webhooks',
    statements: WEBHOOK_ATTEMPT_TABLES,
    checksum: FIRST_FORMS.attempts,
  },
  {
    id: 28,
    name: 'people of payouts',
    statements: PEOPLE_OF_PAYOUTS,
    checksum: FIRST_FORMS.peopleOfPayouts,
  },
  { id: 29, name: 'refused calls and uses of keys', statements: INTEGRATION_TABLES },
  { id: 30, name: 'open reversals', statements: OPEN_REVERSALS_INDEX },
  { id: 31, name: 'leaner indexes of payins', statements: LEAN_PAYIN_INDEXES },
  {
    id: 32,
    name: 'indexes of payins that were replaced',
    statements: REPLACED_PAYIN_INDEXES,
    checksum: FIRST_FORMS.replacedIndexes,
  },
  { id: 33, name: 'challenged authentications', statements: CHALLENGED_AUTHENTICATIONS },
  { id: 34, name: 'traces of events', statements: TRACES_OF_EVENTS },
  { id: 35, name: 'underpayments', statements: UNDERPAYMENT_TABLES },
  { id: 36, name: 'archive', statements: ARCHIVE_TABLES },
  { id: 37, name: 'archive of the ledger', statements: LEDGER_ARCHIVE },
  { id: 38, name: 'PIX of boletos', statements: PIX_OF_BOLETOS },
  { id: 39, name: 'seeds of accounts', statements: SEEDS_OF_ACCOUNTS },
  { id: 41, name: 'owners of payins', statements: OWNERS_OF_PAYINS },
  { id: 42, name: 'owners of payouts', statements: OWNERS_OF_PAYOUTS },
  { id: 43, name: 'balances of before', move: fillBalances, statements: [] },
  { id: 44, name: 'indexes of before', statements: INDEXES_OF_BEFORE },
  { id: 45, name: 'default of attempts', statements: DEFAULT_OF_ATTEMPTS },
  { id: 46, name: 'natures of refunds', statements: NATURES_OF_REFUNDS },
  { id: 47, name: 'disputes of payins', statements: DISPUTES_OF_PAYINS },
  { id: 48, name: 'replaced payins', statements: REPLACED_PAYINS },
];
