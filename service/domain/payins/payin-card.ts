import { isDeepStrictEqual } from 'node:util';
import type { CardBrand } from '../../../contract/card/card-brand.ts';
import type { ParamsArgument, Rule } from '../../../contract/errors/refusal-rule.ts';
import type { PayinCard, PayinRequest } from '../../../contract/payments/payin.ts';
import type { InstallmentPlan } from '../../../contract/published-types.ts';
import type { ApiError } from '../../base/shared/api-error.ts';
import { invalidField } from '../../base/shared/api-error.ts';
import type { CardToCharge, StoredCredential } from '../../providers/acquirer.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { AskedPlan } from '../accounts/installment-plan.ts';
import {
  isOffered,
  planOf,
  requireInstallments,
  requirePlan,
  requireShown,
} from '../accounts/installment-plan.ts';
import { cardBrandOf } from '../cards/card-brand.ts';
import type { CardTokenStatus, StoredCardToken } from '../cards/card-token.ts';
import { cvvMissing, hashToken, requireChargeable, requireCvvLength } from '../cards/card-token.ts';
import type { CvvKey } from '../cards/cvv.ts';
import type { PayinDependencies } from './dependencies.ts';
import { openSealed } from './open-sealed.ts';
import type { OwnProof } from './own-proof.ts';
import { hasOwnProof, readOwnProof, requireEciOf } from './own-proof.ts';
import type { PayinProof } from './payin-proof.ts';
import { readPayinProof } from './payin-proof.ts';

export type PayinCardToCharge = {
  card: CardToCharge;
  cvv: string | null;
  brand: CardBrand;
  last4: string;
  tokenHash: Uint8Array | null;
  /** A CVV typed again, which belongs to whoever takes it once the payin is reserved. */
  recollected: RecollectedCvv | null;
  cardFingerprint: Uint8Array;
  installmentPlan: InstallmentPlan | null;
  authentication: PayinProof | null;
  ownProof: OwnProof | null;
  storedCredential: StoredCredential | null;
};

/** `isUsed`: the request brings no CVV of its own. */
export type RecollectedCvv = CvvKey & { token: string; isUsed: boolean };

type CardRequest = PayinRequest & { card: PayinCard };
type TokenCard = Extract<PayinCard, { token: string }>;

/**
 * From its token or from the request. 422 where 3-D Secure is asked for and missing; 400
 * INVALID_CVV for a card on file without its CVV; 400 INVALID_DATA for a token that is unknown,
 * over, used, unreadable, or made for another amount, order, plan, total or customer, and for an
 * own proof that is not whole or not of the card's brand.
 */
export async function readPayinCard(
  account: Account,
  request: CardRequest,
  services: PayinDependencies,
): Promise<PayinCardToCharge> {
  const { card } = request;
  requireInstallments(account, card.installments, 'card.installments');
  const ownProof = readOwnProof(account, card);
  const authentication =
    ownProof === null ? await readPayinProof(account, request, services) : null;
  if (card.token !== undefined) {
    const read = await readToken(account, { ...request, card }, services);
    if (ownProof !== null) requireEciOf(read.brand, ownProof);
    return { ...read, authentication, ownProof };
  }
  requireChargeable(card, accountTime(account, services.now()));
  const installmentPlan = requirePlan(account, toAskedPlan(request), 'card.');
  const { holderName, number, expirationMonth, expirationYear } = card;
  const brand = cardBrandOf(number);
  if (ownProof !== null) requireEciOf(brand, ownProof);
  return {
    card: { kind: 'card', card: { holderName, number, expirationMonth, expirationYear } },
    cvv: card.cvv,
    brand,
    last4: number.slice(-4),
    // A card in the clear consumes the token that its proof was made for.
    tokenHash: authentication?.tokenHash ?? null,
    recollected: null,
    cardFingerprint: services.vault.fingerprint(number),
    installmentPlan,
    authentication,
    ownProof,
    storedCredential: null,
  };
}

async function readToken(
  account: Account,
  request: PayinRequest & { card: TokenCard },
  services: PayinDependencies,
): Promise<Omit<PayinCardToCharge, 'authentication' | 'ownProof'>> {
  const { token, cvv } = request.card;
  const key = { companyId: account.companyId, tokenHash: hashToken(services.hash, token) };
  const stored = await services.cardTokens.find(key);
  if (stored === null) throw unusable('unknown');
  if (stored.sealedCard === null) throw ended(stored);
  const { sealedCard } = stored;
  const sealed = { companyId: account.companyId, kind: 'card' } as const;
  const card = openSealed(sealed, () => services.vault.open(sealedCard, key), services);
  // Decision: told of the token, since all that can be done without an operator is to take the card
  // again. A repeat of an order that was charged before is answered all the same.
  if (card === null) throw unusable('unreadable');
  const common = {
    card,
    brand: stored.brand,
    last4: stored.last4,
    cardFingerprint: stored.cardFingerprint,
  };
  const now = accountTime(account, services.now());
  if (stored.status === 'on_file') {
    requireOnFile(account, request, stored, services);
    const typedAgain = await services.cvvs.read({ ...key, token }, now);
    const recollected = typedAgain === null ? null : { ...key, token, isUsed: cvv === undefined };
    const installmentPlan = requirePlan(account, toAskedPlan(request), 'card.');
    const needed = requireCvv(account, stored, cvv ?? typedAgain);
    const isBuyerThere = needed !== null || hasOwnProof(account, request.card);
    const storedCredential = laterCharge(stored, isBuyerThere);
    const consumed = { tokenHash: null, recollected, storedCredential };
    return { ...common, installmentPlan, cvv: needed, ...consumed };
  }
  requireFresh(account, request, stored, now);
  const isSaved = stored.savedFrom !== null;
  if (isSaved) requireSamePayer(request, stored, services);
  const kept = cvv ?? (await services.cvvs.read({ ...key, token }, now));
  // Decision: a CVV lost with the process that held it ends the token, as its time would.
  if (kept === null && (!isSaved || account.traits.cvvRequired)) throw unusable('unreadable');
  if (kept !== null) requireCvvLength(kept, stored.brand);
  const { installmentPlan } = stored;
  const storedCredential = isSaved
    ? laterCharge(stored, true)
    : firstCharge(account, request, stored);
  const consumed = { tokenHash: key.tokenHash, recollected: null, storedCredential };
  return { ...common, installmentPlan, cvv: kept, ...consumed };
}

/** A token that is approved stays on file where its buyer agreed to that. */
function firstCharge(
  { traits }: Account,
  { customer }: PayinRequest,
  { consent }: StoredCardToken,
): StoredCredential | null {
  const isOfCustomer =
    consent !== null &&
    customer.id !== undefined &&
    [null, customer.id].includes(consent.customerId);
  if (!traits.cardOnFile || !isOfCustomer) return null;
  return { initiator: 'buyer', isFirst: true, networkTransactionId: null };
}

/**
 * Decision: the CVV, which nobody may keep, or a proof that they were authenticated tells that the
 * buyer is there; without either the merchant began the charge.
 */
function laterCharge(stored: StoredCardToken, isBuyerThere: boolean): StoredCredential {
  const { networkTransactionId } = stored;
  return { initiator: isBuyerThere ? 'buyer' : 'merchant', isFirst: false, networkTransactionId };
}

function toAskedPlan({ amount, card }: CardRequest): AskedPlan {
  const { installments, installmentPlan } = card;
  return { amount, installments, installmentPlan };
}

function requireFresh(
  account: Account,
  request: PayinRequest & { card: TokenCard },
  stored: StoredCardToken,
  now: Date,
): void {
  if (stored.status !== 'fresh') throw ended(stored);
  if (stored.expiresAt <= now) throw unusable(ENDED.fresh);
  if (stored.amount !== request.amount) throw unusable('of_another', { field: 'amount' });
  if (stored.installments !== request.card.installments) {
    throw unusable('of_another', { field: 'installments' });
  }
  if (stored.referenceId !== request.referenceId) {
    throw unusable('of_another', { field: 'referenceId' });
  }
  requireSamePlan(account, toAskedPlan(request), stored);
  const isProven = stored.isAuthenticated || hasOwnProof(account, request.card);
  if (account.traits.threeDSFlow === 'pre-order' && !isProven) throw unusable('not_authenticated');
}

function requireSamePlan(account: Account, asked: AskedPlan, stored: StoredCardToken): void {
  const { installmentPlan } = stored;
  if (!isOffered(account, asked) || !isDeepStrictEqual(installmentPlan, planOf(account, asked))) {
    throw unusable('plan_changed');
  }
  requireShown(asked, installmentPlan, 'card.');
}

function requireOnFile(
  account: Account,
  request: PayinRequest & { card: TokenCard },
  stored: StoredCardToken,
  services: PayinDependencies,
): void {
  if (!account.traits.cardOnFile || stored.customerDocumentHash === null) {
    throw unusable(ENDED.spent);
  }
  requireSamePayer(request, stored, services);
}

function requireSamePayer(
  { customer }: PayinRequest,
  { customerDocumentHash }: StoredCardToken,
  { hash }: PayinDependencies,
): void {
  const given = hash('customer-document', customer.document);
  if (!Buffer.from(customerDocumentHash ?? []).equals(given)) {
    throw unusable('of_another', { field: 'customer.document' });
  }
}

function requireCvv(account: Account, { brand }: StoredCardToken, cvv: string | null) {
  if (cvv !== null) requireCvvLength(cvv, brand);
  else if (account.traits.cvvRequired) throw cvvMissing();
  return cvv;
}

/** False where another was faster. Decision: it serves one charge, also one without a decision. */
export async function takeRecollected(
  account: Account,
  { recollected }: PayinCardToCharge,
  { cvvs, now }: Pick<PayinDependencies, 'cvvs' | 'now'>,
): Promise<boolean> {
  if (recollected === null) return true;
  const taken = await cvvs.take(recollected, accountTime(account, now()));
  return taken !== null || !recollected.isUsed;
}

/** Why a token is not good any more. */
const ENDED = {
  fresh: 'expired',
  in_use: 'in_use',
  spent: 'used',
  revoked: 'revoked',
  on_file: 'unreadable',
} as const satisfies { readonly [status in CardTokenStatus]: Rule };

function ended({ status, usedBy }: StoredCardToken): ApiError {
  return unusable(status === 'spent' && usedBy === null ? ENDED.fresh : ENDED[status]);
}

/** The caller holds the secret key of the account: what its token is not good for is theirs to know. */
function unusable<Name extends Rule>(rule: Name, ...params: ParamsArgument<Name>): ApiError {
  return invalidField('card.token', rule, ...params);
}
