import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { KYC_STATUSES } from '../../../../contract/payments/account.ts';
import type { Db, Queryable, Statement } from '../../../base/shared/db.ts';
import type { Account, AccountStore, AccountTraits } from '../../../domain/accounts/account.ts';
import { accountTraitsSchema, MAX_CLOCK_OFFSET_SECONDS } from '../../../domain/accounts/account.ts';
import type {
  AccountCounts,
  AccountListStore,
  ListedAccount,
} from '../../../domain/accounts/account-list.ts';
import { ACCENTED } from '../../../domain/accounts/account-list.ts';
import type { KeyScope } from '../../../domain/accounts/key-scope.ts';
import { execute, firstOf, hasRows } from '../rows.ts';
import { raw, sql } from '../sql.ts';

const rowSchema = z.object({
  companyId: z.string(),
  companyName: z.string(),
  tradeName: z.nullable(z.string()),
  document: z.nullable(z.string()),
  kycStatus: z.enum(KYC_STATUSES),
  blocked: z.boolean(),
  sandbox: z.boolean(),
  traits: z.string(),
  origins: z.array(z.string()),
  clockOffsetSeconds: z.number(),
});

// A clock that was moved further before there was a bound is read as standing at it.
const COLUMNS = `c.company_id AS "companyId", c.company_name AS "companyName",
  c.trade_name AS "tradeName", c.document, c.kyc_status AS "kycStatus", c.blocked, c.sandbox,
  c.traits::text AS traits, c.origins,
  greatest(0, least(c.clock_offset_seconds, ${MAX_CLOCK_OFFSET_SECONDS})) AS "clockOffsetSeconds"`;

/** The values: `descriptionOf`, then whether it is of the sandbox, then the time. */
const INSERT = `INSERT INTO companies (company_id, company_name, trade_name, document, kyc_status,
    blocked, traits, origins, sandbox, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9, $10)`;

export function createAccountStore(db: Db): AccountStore {
  return {
    ...seedsOf(db),

    async findByPublicKey(publicKeyHash) {
      const [row] = await db.query<{ secret_key_hash: Uint8Array; scopes: KeyScope[] }>(
        {
          name: 'account_by_public_key',
          text: `SELECT ${COLUMNS}, k.secret_key_hash, k.scopes
            FROM credentials k JOIN companies c ON c.company_id = k.company_id
            WHERE k.public_key_hash = $1 AND k.revoked_at IS NULL`,
          values: [publicKeyHash],
        },
        { batchKey: 'account_by_public_key' },
      );
      if (row === undefined) return null;
      return { account: toAccount(row), secretKeyHash: row.secret_key_hash, scopes: row.scopes };
    },

    async listIds() {
      const rows = await db.query<{ company_id: string }>(sql('account_ids')`
        SELECT company_id FROM companies ORDER BY company_id`);
      return rows.map((row) => row.company_id);
    },

    async find(companyId, tx: Queryable = db) {
      const [row] = await tx.query(sql('account_by_id', companyId)`
        SELECT ${raw(COLUMNS)} FROM companies c WHERE c.company_id = $1`);
      return row === undefined ? null : toAccount(row);
    },

    async list() {
      const rows = await db.query(sql('account_list')`
        SELECT ${raw(COLUMNS)} FROM companies c ORDER BY c.company_id`);
      return rows.map(toAccount);
    },

    insert: async (tx, account, now) =>
      hasRows(tx, 'account_insert', ...descriptionOf(account), account.sandbox, now)`
        ${raw(INSERT)} ON CONFLICT (company_id) DO NOTHING RETURNING company_id`,

    async findToChange(tx, companyId) {
      const [row] = await tx.query(sql('account_find_to_change', companyId)`
        SELECT ${raw(COLUMNS)} FROM companies c WHERE c.company_id = $1 FOR UPDATE`);
      return row === undefined ? null : toAccount(row);
    },

    update: async (tx, account) =>
      execute(tx, 'account_update', ...descriptionOf(account))`
        UPDATE companies SET company_name = $2, trade_name = $3, document = $4,
          kyc_status = $5, blocked = $6, traits = $7::jsonb, origins = $8::jsonb
        WHERE company_id = $1`,

    hasAccounts: async ({ sandbox }) =>
      hasRows(db, 'account_any')`
        SELECT company_id FROM companies WHERE sandbox = ${sandbox} LIMIT 1`,

    async advanceClock(companyId, seconds) {
      const latest = MAX_CLOCK_OFFSET_SECONDS - seconds;
      const row = await firstOf<{ seconds: number }>(db, 'account_advance_clock', companyId)`
        UPDATE companies SET clock_offset_seconds = clock_offset_seconds + ${seconds}
        WHERE company_id = $1 AND clock_offset_seconds <= ${latest}
        RETURNING clock_offset_seconds AS seconds`;
      return row?.seconds ?? null;
    },
  };
}

function seedsOf(db: Db): Pick<AccountStore, 'seed' | 'listSeedPrints'> {
  return {
    async seed(tx, { account, credentials, print }, now) {
      await tx.query(sql('account_seed', ...descriptionOf(account), account.sandbox, now)`
        ${raw(INSERT)} ON CONFLICT (company_id) DO UPDATE SET
        company_name = excluded.company_name, trade_name = excluded.trade_name,
        document = excluded.document, kyc_status = excluded.kyc_status,
        blocked = excluded.blocked, traits = excluded.traits, origins = excluded.origins`);
      await tx.query(sql('account_seed_print', account.companyId)`
        UPDATE companies SET seed_print = ${print} WHERE company_id = $1`);
      await tx.query(sql('credential_seed')`
        INSERT INTO credentials (public_key_hash, secret_key_hash, company_id, created_at)
        VALUES (${credentials.publicKeyHash}, ${credentials.secretKeyHash}, ${account.companyId},
          ${now})
        ON CONFLICT (public_key_hash) DO UPDATE
          SET secret_key_hash = excluded.secret_key_hash, revoked_at = NULL`);
    },

    async listSeedPrints() {
      const rows = await db.query<{ id: string; print: string }>(sql('account_seed_prints')`
        SELECT company_id AS id, seed_print AS print FROM companies WHERE seed_print IS NOT NULL`);
      return new Map(rows.map(({ id, print }) => [id, print]));
    },
  };
}

function descriptionOf(account: Account) {
  return [
    account.companyId,
    account.companyName,
    account.tradeName,
    account.document,
    account.kycStatus,
    account.blocked,
    JSON.stringify(account.traits),
    JSON.stringify(account.origins),
  ] as const;
}

function toAccount(row: unknown): Account {
  const { traits, ...described } = rowSchema.parse(row);
  return { traits: readTraits(traits), ...described };
}

/** By their text: every call reads its account, and they hardly ever change. */
const traitsByText = new LRUCache<string, AccountTraits>({ max: 1_000 });

function readTraits(text: string): AccountTraits {
  const known = traitsByText.get(text);
  if (known !== undefined) return known;
  const traits = accountTraitsSchema.parse(JSON.parse(text));
  traitsByText.set(text, traits);
  return traits;
}

/**
 * Walks the accounts in the order of their key until the page is full. What a letter without its
 * accent is, is told and not asked of the engine, whose answer depends on its locale.
 */
export function findAccounts(which: { text: string; after: string; limit: number }): Statement {
  return sql('account_page', which.text)`
    SELECT c.company_id AS "companyId", c.company_name AS "companyName",
      c.kyc_status AS "kycStatus", c.blocked
    FROM companies c WHERE c.company_id > ${which.after} AND ($1 = '' OR strpos(translate(lower(
      c.company_id || chr(10) || c.company_name || chr(10) || coalesce(c.trade_name, '')),
      ${ACCENTED.letters}, ${ACCENTED.folded}), $1) > 0)
    ORDER BY c.company_id LIMIT ${which.limit}`;
}

export function createAccountListStore(db: Db): AccountListStore {
  return {
    find: (which) => db.query<ListedAccount>(findAccounts(which)),

    async count() {
      const [row] = await db.query<AccountCounts>(sql('account_counts')`
        SELECT count(*) AS all, count(*) FILTER (WHERE kyc_status = 'pending') AS pending,
        count(*) FILTER (WHERE blocked) AS blocked FROM companies`);
      return row ?? { all: 0, pending: 0, blocked: 0 };
    },
  };
}
