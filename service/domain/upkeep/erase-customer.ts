import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Db, Queryable } from '../../base/shared/db.ts';
import type { Cvvs } from '../cards/cvv.ts';
import type { Payin } from '../payins/payin.ts';

/** Valid in every field, so that the record keeps its form. The lowest CPF is nobody's. */
export const ERASED_CUSTOMER = {
  name: 'ERASED',
  document: '00000000191',
  email: 'erased@erased.invalid',
  phone: '5511900000000',
} as const satisfies Payin['customer'];

/** Where there was an address; payins by open finance may have none. */
export const ERASED_ADDRESS = {
  street: 'ERASED',
  number: '0',
  zipCode: '01000000',
  city: 'ERASED',
  state: 'DF',
} as const satisfies NonNullable<Payin['customer']['address']>;

export const ERASED_PAYER_IP = '0.0.0.0';

export type CustomerKey = { companyId: string; document: string };

/** One thing that is kept of a customer, as JSON: a payin, a saved card with its consent, a page. */
export type PersonalRecord = {
  kind: 'payin' | 'saved card' | 'payment page';
  id: string;
  at: Date;
  known: object;
};

export interface CustomerErasureStore {
  /** What `erase` would erase, the oldest first: what a person may ask for. */
  collect(
    tx: Queryable,
    customer: CustomerKey,
    documentHash: Uint8Array,
  ): Promise<PersonalRecord[]>;
  lockPayins(tx: Queryable, customer: CustomerKey): Promise<{ id: string; isOpen: boolean }[]>;
  /**
   * Cards and what was kept of them first, then the marks. Gives how many were on file, how many
   * pages knew the customer, and the hashes of all their tokens, whose CVVs are to be destroyed too.
   */
  erase(
    tx: Queryable,
    customer: CustomerKey & { documentHash: Uint8Array; bodyFingerprint: Uint8Array },
  ): Promise<{ cards: number; pages: number; tokenHashes: Uint8Array[] }>;
}

/** How many of each were there. */
type Erased = { payins: number; cards: number; pages: number };

export type ErasureServices = {
  db: Db;
  erasures: CustomerErasureStore;
  cvvs: Pick<Cvvs, 'destroy'>;
  hash: KeyedHash;
  randomBytes: RandomBytes;
};

/**
 * Erases name, document, e-mail, phone, address and IP of a customer's payins at one merchant,
 * saved cards, authentications, device sessions, kept answers, what payment pages know of them, and
 * why a payin was given back. Amounts, ids, statuses and the ledger stay. 404 NOT_FOUND; 409
 * ILLEGAL_TRANSITION, naming the payin, while one is open.
 *
 * Decision: what was bought stays, the merchant's text about their goods, and so does what was paid
 * out to the same person, whose record the law wants kept. A payin's fingerprint becomes random: it
 * was made of what is erased. `afterwards` runs in the same transaction.
 */
export async function eraseCustomer(
  customer: CustomerKey,
  afterwards: (tx: Queryable, erased: Erased) => Promise<void>,
  { db, erasures, cvvs, hash, randomBytes }: ErasureServices,
): Promise<Erased> {
  const { tokenHashes, ...erased } = await db.transaction(async (tx) => {
    const payins = await erasures.lockPayins(tx, customer);
    const open = payins.find(({ isOpen }) => isOpen);
    if (open !== undefined) {
      throw new ApiError('ILLEGAL_TRANSITION', `The customer's payin ${open.id} is still open.`);
    }
    const { cards, pages, tokenHashes } = await erasures.erase(tx, {
      ...customer,
      documentHash: hash('customer-document', customer.document),
      bodyFingerprint: randomBytes(32),
    });
    const counts = { payins: payins.length, cards, pages };
    if (counts.payins + cards + pages === 0) {
      throw new ApiError('NOT_FOUND', 'There is no payin, saved card or page of this customer.');
    }
    await afterwards(tx, counts);
    return { ...counts, tokenHashes };
  });
  for (const tokenHash of tokenHashes) {
    await cvvs.destroy({ companyId: customer.companyId, tokenHash });
  }
  return erased;
}
