import { isDeepStrictEqual } from 'node:util';
import type {
  PaymentPageRecord,
  PaymentPageRequest,
  PaymentPageStatus,
} from '../../../contract/payments/payment-page.ts';
import { PAGE_SECONDS } from '../../../contract/payments/payment-page.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { newPublicId } from '../../base/crypto/public-id.ts';
import { ApiError, duplicateReference, invalidField } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime, requireMethod } from '../accounts/account.ts';
import { cancelPayin } from '../payins/cancel-payin.ts';
import type { PayinDependencies } from '../payins/dependencies.ts';
import type { Payin } from '../payins/payin.ts';
import { toRefusedPayin } from '../payins/payin.ts';
import { findHolder } from '../payins/payin-answer.ts';
import { isPaid } from '../payins/payin-status.ts';
import { requireReturnUrl } from '../payins/return-url.ts';
import { requireWebhookUrl } from '../webhooks/webhook-address.ts';

export type PaymentPage = {
  companyId: string;
  id: string;
  referenceId: string;
  order: Omit<PaymentPageRequest, 'expiresInSeconds' | 'reusable' | 'limit'>;
  isReusable: boolean;
  /** How many may pay by a reusable page; null where any number may. */
  maxPayments: number | null;
  /** How many visits it has numbered; each is an order of its own. */
  visits: number;
  /** Of a page with a limit: the visits that pay or have paid, and when they began to. */
  places: Readonly<Record<string, string>>;
  /** The account's time, as `createdAt`; null where it has no end. */
  expiresAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
};

type Afterwards = (tx: Queryable) => Promise<void>;

export interface PaymentPageStore {
  /**
   * False where an open page has its reference. `addressHash`: by which its buyers find it.
   * `afterwards` runs in the same transaction.
   */
  insert(page: PaymentPage, addressHash: Uint8Array, afterwards: Afterwards): Promise<boolean>;
  find(companyId: string, id: string): Promise<PaymentPage | null>;
  findByAddress(addressHash: Uint8Array): Promise<PaymentPage | null>;
  /** The one of this reference that was not ended. */
  findOpen(companyId: string, referenceId: string): Promise<PaymentPage | null>;
  /** Newest first. */
  list(companyId: string, limit: number): Promise<PaymentPage[]>;
  /** Ends it, once; what was ended stays as it is. `tx`: what is written with it. */
  end(tx: Queryable | null, page: Pick<PaymentPage, 'companyId' | 'id'>, at: Date): Promise<void>;
  countVisit(page: PaymentPage): Promise<number>;
  countPaid(page: PaymentPage): Promise<number>;
  /** Changes its places, one caller at a time; `holds` tells which of these visits hold theirs. */
  changePlaces(
    page: PaymentPage,
    change: (
      places: PaymentPage['places'],
      holds: (visits: readonly string[]) => Promise<readonly string[]>,
    ) => Promise<PaymentPage['places']>,
  ): Promise<void>;
}

export type PageServices = PayinDependencies & {
  paymentPages: PaymentPageStore;
  addresses: { paymentPageUrl: string };
};

/** How a page stands. `payin`: null for a reusable one. */
export type PageState = { status: PaymentPageStatus; payin: Payin | null };

/** What `-<n>` takes of a reference at most. */
const LONGEST_REUSABLE = 89;

/**
 * Makes a payment page, or gives the one that is there for the same order under this reference.
 * Throws `ApiError`: 400 for what the account does not have and for addresses of others, 409
 * DUPLICATE_REFERENCE where the reference has a page of another order, or was paid.
 */
export async function createPaymentPage(
  account: Account,
  request: PaymentPageRequest,
  services: PageServices,
  afterwards: Afterwards = async () => undefined,
): Promise<PaymentPage> {
  const { paymentPages, hash, randomBytes, now, addresses } = services;
  if (addresses.paymentPageUrl === '') {
    throw new ApiError('NOT_FOUND', 'This service has no payment pages.');
  }
  requireServed(account, request);
  const { expiresInSeconds, reusable = false, limit = null, ...order } = request;
  const createdAt = accountTime(account, now());
  const seconds = expiresInSeconds ?? (reusable ? null : PAGE_SECONDS.byDefault);
  const page: PaymentPage = {
    companyId: account.companyId,
    id: newPublicId('pag', account.companyId, randomBytes),
    referenceId: order.referenceId,
    order,
    isReusable: reusable,
    maxPayments: limit,
    visits: 0,
    places: {},
    expiresAt: seconds === null ? null : new Date(createdAt.getTime() + seconds * 1000),
    endedAt: null,
    createdAt,
  };
  for (let round = 0; round < 3; round += 1) {
    const open = await paymentPages.findOpen(account.companyId, order.referenceId);
    if (open === null) {
      const holder = await findHolder(account, order.referenceId, services);
      if (holder !== null && !reusable && isPaid(holder.status)) {
        throw duplicateReference('order', { payin: toRefusedPayin(holder) });
      }
      const addressHash = hash('payment-page', pageAddressOf(page, hash));
      if (await paymentPages.insert(page, addressHash, afterwards)) return page;
    } else if (isOver(open, createdAt)) {
      await paymentPages.end(null, open, open.expiresAt ?? createdAt);
    } else {
      if (isSameOrder(open, page)) return open;
      throw duplicateReference('order');
    }
  }
  throw new ApiError('IN_PROGRESS', 'Another request with this referenceId is being worked on.');
}

function requireServed(account: Account, request: PaymentPageRequest): void {
  const { methods = [], prices = {}, referenceId, reusable = false, limit } = request;
  for (const method of methods) requireMethod(account, method);
  if (new Set(methods).size < methods.length) throw invalidField('methods', 'repeated');
  const unused = Object.keys(prices).find((name) => !methods.some((method) => method === name));
  if (methods.length > 0 && unused !== undefined) {
    throw invalidField(`prices.${unused}`, 'one_of', { values: methods.join(', ') });
  }
  if (limit !== undefined && !reusable) throw invalidField('limit', 'left_out');
  if (reusable && referenceId.length > LONGEST_REUSABLE) {
    throw invalidField('referenceId', 'too_long', { max: LONGEST_REUSABLE });
  }
  requireWebhookUrl(request.webhookUrl, account);
  requireReturnUrl(account, request.successUrl, 'successUrl');
  requireReturnUrl(account, request.cancelUrl, 'cancelUrl');
}

/** How long it is open may be said otherwise the second time. */
function isSameOrder(one: PaymentPage, other: PaymentPage): boolean {
  const told = ({ order, isReusable, maxPayments }: PaymentPage) =>
    JSON.parse(JSON.stringify({ order, isReusable, maxPayments })) as unknown;
  return isDeepStrictEqual(told(one), told(other));
}

function isOver({ expiresAt }: PaymentPage, at: Date): boolean {
  return expiresAt !== null && expiresAt <= at;
}

/** 404 for one that is unknown or foreign. */
export async function findPaymentPage(
  { companyId }: Account,
  id: string,
  { paymentPages }: Pick<PageServices, 'paymentPages'>,
): Promise<PaymentPage> {
  const page = await paymentPages.find(companyId, id);
  if (page === null) throw new ApiError('NOT_FOUND', 'There is no such payment page.');
  return page;
}

/**
 * Nobody pays by it any more. A PIX, a boleto or a challenge that waits for the buyer of its one order
 * is cancelled first; 409 IN_PROGRESS where nobody can say how that ends. One that was paid stays
 * so. Decision: the orders of a reusable page are its buyers', and may be paid until their own time is
 * over.
 */
export async function endPaymentPage(
  account: Account,
  page: PaymentPage,
  services: PageServices,
  afterwards: Afterwards = async () => undefined,
): Promise<PaymentPage> {
  const { status, payin } = await pageStateOf(account, page, services);
  const isPaidAlready = status === 'PAID';
  const at = accountTime(account, services.now());
  await services.db.transaction(async (tx) => {
    if (!isPaidAlready) await services.paymentPages.end(tx, page, at);
    await afterwards(tx);
  });
  if (payin !== null && !isPaidAlready) await cancelPayin(account, payin.id, services);
  return findPaymentPage(account, page.id, services);
}

/**
 * How a page stands, by what there is of its order: that nobody has to keep in step. Decision: a page
 * that was paid is PAID for good, whatever becomes of the money.
 */
export async function pageStateOf(
  account: Account,
  page: PaymentPage,
  services: PageServices,
): Promise<PageState> {
  const { isReusable, endedAt, expiresAt } = page;
  const payin = isReusable ? null : await findHolder(account, page.referenceId, services);
  if (payin !== null && isPaid(payin.status)) return { payin, status: 'PAID' };
  // One whose time was over gave its reference to another one.
  const isEnded = endedAt !== null && (expiresAt === null || endedAt < expiresAt);
  if (isEnded || (await isFull(page, services))) return { payin, status: 'ENDED' };
  const now = accountTime(account, services.now());
  return { payin, status: isOver(page, now) ? 'EXPIRED' : 'OPEN' };
}

/** Whether as many have paid as may. All of them have a place, so that most times nobody counts. */
async function isFull(page: PaymentPage, { paymentPages }: PageServices): Promise<boolean> {
  const { maxPayments, places } = page;
  if (maxPayments === null || Object.keys(places).length < maxPayments) return false;
  return (await paymentPages.countPaid(page)) >= maxPayments;
}

/** 128 bits that nobody can guess: of its id by a keyed hash, so that they lie nowhere. */
export function pageAddressOf({ id }: Pick<PaymentPage, 'id'>, hash: KeyedHash): string {
  return Buffer.from(hash('payment-page', id).subarray(0, 16)).toString('base64url');
}

export async function findByPageAddress(
  address: string,
  { paymentPages, hash }: Pick<PageServices, 'paymentPages' | 'hash'>,
): Promise<PaymentPage | null> {
  if (!/^[\w-]{22}$/.test(address)) return null;
  return paymentPages.findByAddress(hash('payment-page', address));
}

export function pageUrlOf(
  page: Pick<PaymentPage, 'id'>,
  { addresses, hash }: Pick<PageServices, 'addresses' | 'hash'>,
): string {
  return `${addresses.paymentPageUrl}/p/${pageAddressOf(page, hash)}`;
}

/** 200 of `GET /payment-page/{id}`. */
export async function toPaymentPageRecord(
  account: Account,
  page: PaymentPage,
  services: PageServices,
): Promise<PaymentPageRecord> {
  const { status, payin } = await pageStateOf(account, page, services);
  const { isReusable } = page;
  return {
    id: page.id,
    url: pageUrlOf(page, services),
    status,
    referenceId: page.referenceId,
    amount: page.order.amount,
    reusable: isReusable,
    limit: page.maxPayments,
    payments: isReusable ? await services.paymentPages.countPaid(page) : Number(status === 'PAID'),
    payin: payin && toRefusedPayin(payin),
    expiresAt: page.expiresAt?.toISOString() ?? null,
    createdAt: page.createdAt.toISOString(),
  };
}
