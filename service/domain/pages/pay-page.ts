import type { PayinRequest } from '../../../contract/payments/payin.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { isSameHash } from '../../base/crypto/keyed-hash.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Account } from '../accounts/account.ts';
import { cancelPayin } from '../payins/cancel-payin.ts';
import { createPayin } from '../payins/create-payin.ts';
import type { Asking } from '../payins/dependencies.ts';
import type { Payin } from '../payins/payin.ts';
import { findHolder } from '../payins/payin-answer.ts';
import { isOpen, isPaid } from '../payins/payin-status.ts';
import type { PageServices, PageState, PaymentPage } from './payment-page.ts';
import { pageStateOf, pageUrlOf } from './payment-page.ts';

/**
 * Longer than any provider is waited for: a visit that began to pay before, and has no payin that is
 * open or paid, has been refused.
 */
const PAYS_WITHIN_MS = 2 * 60_000;

/** The order of one buyer: that of the page, or of one visit to a reusable page. */
export type PageVisit = { number: number | null; referenceId: string };

/** The visit that a cookie names; of a reusable page null where it names none that was numbered. */
export function readVisit(
  page: PaymentPage,
  cookie: string | undefined,
  hash: KeyedHash,
): PageVisit | null {
  if (!page.isReusable) return { number: null, referenceId: page.referenceId };
  const number = /^([1-9]\d{0,9})\./.exec(cookie ?? '')?.[1];
  if (cookie === undefined || number === undefined) return null;
  const [own, given] = [cookieOf(page, Number(number), hash), cookie].map(Buffer.from);
  if (own === undefined || given === undefined || !isSameHash(own, given)) return null;
  return { number: Number(number), referenceId: `${page.referenceId}-${number}` };
}

/** A visit of its own: the cookie that names it, which nobody can make for another one. */
export async function beginVisit(
  page: PaymentPage,
  { paymentPages, hash }: PageServices,
): Promise<{ visit: PageVisit; cookie: string }> {
  const number = await paymentPages.countVisit(page);
  const cookie = cookieOf(page, number, hash);
  return { visit: { number, referenceId: `${page.referenceId}-${number}` }, cookie };
}

function cookieOf({ id }: PaymentPage, number: number, hash: KeyedHash): string {
  const proof = Buffer.from(hash('payment-page', `${id} ${number}`)).toString('base64url');
  return `${number}.${proof}`;
}

/** How the page stands for one buyer: what others have paid by it is nothing to them. */
export async function visitStateOf(
  account: Account,
  page: PaymentPage,
  visit: PageVisit | null,
  services: PageServices,
): Promise<PageState> {
  const state = await pageStateOf(account, page, services);
  if (!page.isReusable || visit === null) return state;
  const payin = await findHolder(account, visit.referenceId, services);
  return { payin, status: payin !== null && isPaid(payin.status) ? 'PAID' : state.status };
}

/**
 * A body of `POST /payin`: what the buyer chose and typed, with what the page knows of it, which goes
 * first. Of a card its token alone: digits have no business at this origin.
 */
export function toPagePayin(
  page: PaymentPage,
  { referenceId }: PageVisit,
  chosen: { readonly [member: string]: unknown },
  services: PageServices,
): object {
  const { methods, prices, customer, ...order } = page.order;
  const { paymentMethod, installments, antifraud, bankId, payerIp } = chosen;
  const { token, installmentPlan, threeDSecure } = Object(chosen.card);
  const method = methods?.find((one) => one === paymentMethod);
  if (methods !== undefined && method === undefined) {
    throw new ApiError('METHOD_NOT_ENABLED', 'This page is not paid by this method.');
  }
  const price = Object.entries(prices ?? {}).find(([name]) => name === paymentMethod)?.[1];
  return {
    ...{ paymentMethod, payerIp, referenceId, amount: price ?? order.amount },
    ...{ items: order.items, isPhysicalProduct: order.isPhysicalProduct },
    webhookUrl: order.webhookUrl,
    customer: { ...Object(chosen.customer), ...customer },
    ...(paymentMethod === 'OPEN_FINANCE' ? { bankId, returnUrl: pageUrlOf(page, services) } : {}),
    ...(paymentMethod === 'CREDIT_CARD'
      ? { card: { token, installments, installmentPlan, threeDSecure }, antifraud }
      : {}),
  };
}

/**
 * Pays a page by what its buyer chose: any number of tabs and tries make one paid payin, since they are
 * one order. Where somebody at the page has corrected who pays, what waits for the buyer under the wrong
 * name is cancelled first. 404 where the page is not open for this buyer.
 */
export async function payPage(
  account: Account,
  { page, visit, asking }: { page: PaymentPage; visit: PageVisit; asking: Asking },
  request: PayinRequest,
  services: PageServices,
): Promise<Payin> {
  const state = await visitStateOf(account, page, visit, services);
  if (state.status !== 'OPEN' && state.status !== 'PAID') throw closed();
  await takePlace(page, visit, services);
  const { paymentPageUrl } = services.addresses;
  const own = { ...account, origins: [...account.origins, paymentPageUrl] };
  const pay = () => createPayin(own, request, services, asking);
  const payin = await pay().catch(async (error: unknown) => {
    const waiting = error instanceof ApiError ? error.payin : undefined;
    const isOther = error instanceof ApiError && error.code === 'DUPLICATE_REFERENCE';
    if (waiting === undefined || !isOpen(waiting) || !isOther) throw error;
    await cancelPayin(own, waiting.id, services, asking);
    return pay();
  });
  const after = await services.paymentPages.find(page.companyId, page.id);
  if (after?.endedAt == null || !isOpen(payin)) return payin;
  // Ended while it was made: whoever ended it has seen no payin to cancel.
  await cancelPayin(own, payin.id, services, asking);
  throw closed();
}

function closed(): ApiError {
  return new ApiError('NOT_FOUND', 'This page cannot be paid any more.');
}

/**
 * Takes one of the places of a page with a limit. It is given back once the order of its visit holds its
 * reference no more, which nobody can say while somebody is still asked.
 */
async function takePlace(
  page: PaymentPage,
  { number }: PageVisit,
  { paymentPages, now }: PageServices,
): Promise<void> {
  const { maxPayments } = page;
  if (maxPayments === null || number === null) return;
  const own = String(number);
  const at = now();
  await paymentPages.changePlaces(page, async (places, holds) => {
    const others = Object.entries(places).filter(([visit]) => visit !== own);
    const isLate = (since: string) => at.getTime() - Date.parse(since) > PAYS_WITHIN_MS;
    const late = others.filter(([, since]) => isLate(since)).map(([visit]) => visit);
    const held = others.length < maxPayments || late.length === 0 ? late : await holds(late);
    const kept = others.filter(([visit]) => !late.includes(visit) || held.includes(visit));
    if (kept.length >= maxPayments) throw closed();
    return Object.fromEntries([...kept, [own, at.toISOString()]]);
  });
}
