import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { KYC_STATUSES } from '../../contract/payments/account.ts';
import type { Bank } from '../../contract/payments/bank.ts';
import type { KeyedHash } from '../base/crypto/keyed-hash.ts';
import type { Db, Queryable } from '../base/shared/db.ts';
import { SettingsError } from '../base/shared/settings-error.ts';
import type {
  Account,
  AccountSeed,
  AccountStore,
  AccountTraits,
} from '../domain/accounts/account.ts';
import { accountTraitsSchema } from '../domain/accounts/account.ts';
import { hashCredential } from '../domain/accounts/credential.ts';
import { merchantOriginSchema } from '../domain/accounts/merchant-origin.ts';
import type { LedgerStore } from '../domain/ledger/ledger.ts';
import { decidePostings } from '../domain/ledger/ledger-postings.ts';

const sandboxAccountSchema = z.object({
  publicKey: z.string().check(z.regex(/^pk_test_[a-z0-9]{1,40}$/)),
  secretKey: z.string().check(z.regex(/^sk_test_[A-Za-z0-9_-]{1,100}$/)),
  name: z.string().check(z.minLength(1), z.maxLength(150)),
  tradeName: z._default(z.nullable(z.string()), null),
  document: z._default(z.nullable(z.string().check(z.regex(/^[0-9A-Z]{12}\d{2}$/))), null),
  kycStatus: z._default(z.enum(KYC_STATUSES), 'approved'),
  blocked: z._default(z.boolean(), false),
  origins: z._default(z.array(merchantOriginSchema).check(z.maxLength(50)), []),
  traits: z._default(z.partial(accountTraitsSchema), {}),
});

/** A trait that is left out has its default. */
export type SandboxAccount = z.input<typeof sandboxAccountSchema>;

/** Every account has a display name and a valid CNPJ of its own. */
export const SANDBOX_ACCOUNTS: readonly SandboxAccount[] = [
  row('preorder', 'Livraria Páginas Abertas Ltda', 'Páginas Abertas', '41730258000120', {
    traits: { threeDSFlow: 'pre-order', split: true },
  }),
  row('postorder', 'Café do Largo Comércio Ltda', 'Café do Largo', '52841693000149', {
    traits: { threeDSFlow: 'post-order' },
  }),
  row('no3ds', 'Ateliê Três Marias Ltda', 'Três Marias', '63952714000110', {
    traits: { antifraud: false },
  }),
  row('manual', 'Oficina São Jorge Ltda', 'Oficina São Jorge', '74063825000191', {
    traits: { manualPayouts: true, methods: ['PIX', 'BOLETO', 'CREDIT_CARD'] },
  }),
  row('pending', 'Doceria Pão de Mel Ltda', 'Pão de Mel', '85174936000191', {
    kycStatus: 'pending',
  }),
  row('blocked', 'Eletrônica Maré Alta Ltda', 'Maré Alta', '96285047000118', { blocked: true }),
  row('nocard', 'Feira Orgânica da Vila Ltda', 'Feira da Vila', '17396158000125', {
    traits: { cardEnabled: false },
  }),
  row('cardonfile', 'Assinaturas Ipê Amarelo Ltda', 'Ipê Amarelo', '28407269000106', {
    traits: { tokenizationMode: 'vault', cardOnFile: true, cvvRequired: true },
  }),
  row('company', 'Atacado Rio Claro Ltda', 'Rio Claro', '50629385000129', {
    traits: { companyPayers: true, ownThreeDS: true, webhookSchedule: 'days' },
  }),
  row('interest', 'Bicicletaria Serra Azul Ltda', 'Serra Azul', '39518274000102', {
    traits: {
      installmentTable: {
        minimumAmount: 500,
        rows: [
          { from: 3, ratePerMonth: 149, paidBy: 'merchant' },
          { from: 4, ratePerMonth: 199, paidBy: 'buyer' },
        ],
      },
    },
  }),
];

function row(
  key: string,
  name: string,
  tradeName: string,
  document: string,
  rest: Partial<SandboxAccount>,
): SandboxAccount {
  const keys = { publicKey: `pk_test_${key}`, secretKey: `sk_test_${key}` };
  return { ...keys, name, tradeName, document, ...rest };
}

/** More accounts for tests, from a JSON file. Throws `SettingsError`. */
export async function readSandboxAccounts(path: string): Promise<SandboxAccount[]> {
  try {
    return z.array(sandboxAccountSchema).parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    throw new SettingsError('SANDBOX_ACCOUNTS_FILE must name a JSON file with a list of accounts.');
  }
}

export type SeedServices = {
  db: Db;
  accounts: AccountStore;
  ledger: LedgerStore;
  hash: KeyedHash;
  now: () => Date;
};

/** R$ 10 000,00. */
const OPENING_BALANCE = 1_000_000;
/** Decision: it has been there since before the oldest sample payment, which a ledger is in order of. */
const OPENED_BEFORE_MS = 100 * 24 * 60 * 60 * 1000;

/**
 * Brings the accounts into the database; doing it again changes nothing else. Decision: one whose
 * description is the same as at the last start is left as it is, so that what an operator or its
 * owner has changed since holds; one that is described anew is what it is described as, and so is one
 * whose published key was revoked, or that was blocked: any visitor can do that.
 */
export async function seedSandboxAccounts(
  list: readonly SandboxAccount[],
  { db, accounts, ledger, hash, now }: SeedServices,
): Promise<void> {
  const prints = await accounts.listSeedPrints();
  const described = list.map((entry) => toSeed(sandboxAccountSchema.parse(entry), hash));
  const seeds: AccountSeed[] = [];
  for (const seed of described) {
    const { account, credentials, print } = seed;
    const known = await accounts.findByPublicKey(credentials.publicKeyHash);
    const { blocked, kycStatus } = known?.account ?? {};
    const isUsable = blocked === account.blocked && kycStatus === account.kycStatus;
    if (!isUsable || prints.get(account.companyId) !== print) seeds.push(seed);
  }
  if (seeds.length === 0) return;
  await db.transaction(async (tx) => {
    for (const seed of seeds) {
      await accounts.seed(tx, seed, now());
      const openedAt = new Date(now().getTime() - OPENED_BEFORE_MS);
      await openLedger(tx, ledger, seed.account.companyId, openedAt);
    }
  });
}

function toSeed(description: z.output<typeof sandboxAccountSchema>, hash: KeyedHash): AccountSeed {
  const credentials = hashCredential(hash, description);
  const account = toAccount(description);
  const hashes = [credentials.publicKeyHash, credentials.secretKeyHash].map((one) =>
    Buffer.from(one).toString('base64'),
  );
  const told = JSON.stringify([account, hashes]);
  return { account, credentials, print: createHash('sha256').update(told).digest('base64url') };
}

async function openLedger(tx: Queryable, ledger: LedgerStore, companyId: string, now: Date) {
  const sourceId = 'opening-balance';
  const locked = await ledger.lock(tx, companyId, [sourceId]);
  if (locked.history.has(sourceId)) return;
  const plan = { kind: 'opening_balance', amount: OPENING_BALANCE } as const;
  await ledger.append(tx, companyId, locked, decidePostings(locked, [{ sourceId, plan, now }]));
}

function toAccount(description: z.output<typeof sandboxAccountSchema>): Account {
  return {
    // Decision: the company id of a sandbox account is its key's name, so that ids can be read.
    companyId: description.publicKey.replace('pk_test_', ''),
    companyName: description.name,
    tradeName: description.tradeName,
    document: description.document,
    kycStatus: description.kycStatus,
    blocked: description.blocked,
    sandbox: true,
    traits: toTraits(description.traits),
    origins: description.origins,
    clockOffsetSeconds: 0,
  };
}

const SANDBOX_BANKS: readonly Bank[] = [
  { id: 'ipe', name: 'Banco Ipê' },
  { id: 'jatoba', name: 'Banco Jatobá' },
  { id: 'mandacaru', name: 'Cooperativa Mandacaru' },
];

function toTraits(given: z.output<typeof sandboxAccountSchema>['traits']): AccountTraits {
  const traits = accountTraitsSchema.parse(given);
  if (traits.banks.length > 0 || !traits.methods.includes('OPEN_FINANCE')) return traits;
  return { ...traits, banks: [...SANDBOX_BANKS] };
}
