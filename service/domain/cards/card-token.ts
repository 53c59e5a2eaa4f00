import type { Card, CardWithoutCvv } from '../../../contract/card/card.ts';
import type { CardBrand } from '../../../contract/card/card-brand.ts';
import { isExpired } from '../../../contract/card/card-expiry.ts';
import { hasCardNumber } from '../../../contract/card/card-number.ts';
import type { CardToken, CardTokenRequest } from '../../../contract/card/card-token.ts';
import { CARD_TOKEN_LIFETIME_SECONDS } from '../../../contract/card/card-token.ts';
import type { SavedCardTokenRequest } from '../../../contract/card/saved-card.ts';
import type { InstallmentPlan } from '../../../contract/published-types.ts';
import type { RandomBytes, SealedAfter } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { ApiError, invalidField } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import type { CardToCharge } from '../../providers/acquirer.ts';
import { askProvider } from '../../providers/provider.ts';
import type { Providers } from '../../providers/providers.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import { requirePlan } from '../accounts/installment-plan.ts';
import { sellingRoute } from '../accounts/working-methods.ts';
import { cardBrandOf, isCvvOf } from './card-brand.ts';
import type { CardVault } from './card-vault.ts';
import { requireCustomer } from './customer-session.ts';
import type { Cvvs } from './cvv.ts';
import type { SavedCardStore } from './saved-card.ts';
import { readConsent } from './saved-card.ts';

/**
 * `fresh`: may be charged once. `in_use`: a charge is under way. `spent`, `revoked`: over, the
 * card is destroyed. `on_file`: was approved and may be charged again, where the account has that.
 */
export type CardTokenStatus = 'fresh' | 'in_use' | 'spent' | 'revoked' | 'on_file';

export type StoredCardToken = {
  companyId: string;
  tokenHash: Uint8Array;
  status: CardTokenStatus;
  amount: number;
  installments: number;
  installmentPlan: InstallmentPlan | null;
  referenceId: string;
  brand: CardBrand;
  last4: string;
  cardFingerprint: Uint8Array;
  sealedCard: Uint8Array | null;
  isAuthenticated: boolean;
  /** The payin that took it first; null for one that is not charged, or was not in its time. */
  usedBy: string | null;
  customerDocumentHash: Uint8Array | null;
  /** What the card's network called the charge by which it came on file; null where nobody told. */
  networkTransactionId: string | null;
  /** The token of the saved card that it was made of; null where the card was typed. */
  savedFrom: Uint8Array | null;
  /** What its buyer agreed to; null where nobody asked or they said no. */
  consent: { customerId: string | null } | null;
  createdAt: Date;
  expiresAt: Date;
};

export type FinishedToken =
  | { status: 'fresh' | 'spent' }
  | {
      status: 'on_file';
      customerId: string;
      customerDocumentHash: Uint8Array;
      networkTransactionId: string | null;
      savedAt: Date;
    };

export type CardTokenKey = { companyId: string; tokenHash: Uint8Array };

export interface CardTokenStore {
  insert(token: Omit<StoredCardToken, 'isAuthenticated' | 'consent'>): Promise<void>;
  find(key: CardTokenKey): Promise<StoredCardToken | null>;
  take(tx: Queryable, key: CardTokenKey, payinId: string): Promise<boolean>;
  /**
   * Ends what `take` began. `spent` destroys the card; `on_file` binds it to the customer and their
   * document where they agreed to that, and else is `spent`.
   */
  finish(tx: Queryable, key: CardTokenKey & { payinId: string }, to: FinishedToken): Promise<void>;
  /** From `fresh` to `revoked`, with its card destroyed. Anything else is left as it is. */
  revokeUnused(tx: Queryable, key: CardTokenKey): Promise<void>;
  /** To `revoked` from whatever may still be charged, with its card destroyed; false: unknown. */
  revoke(key: CardTokenKey): Promise<boolean>;
  bindThreeDS(tx: Queryable, key: CardTokenKey, result: string): Promise<void>;
  listSealed(
    companyId: string,
    which: SealedAfter<Uint8Array>,
  ): Promise<{ tokenHash: Uint8Array; sealedCard: Uint8Array }[]>;
  replaceSealed(key: CardTokenKey, from: Uint8Array, to: Uint8Array): Promise<void>;
  /** Ends tokens whose time is over, and forgets consents of cards that never came on file. */
  spendExpired(companyId: string, now: Date): Promise<void>;
}

export type CardTokenServices = {
  cardTokens: CardTokenStore;
  savedCards: Pick<SavedCardStore, 'insert' | 'find'>;
  vault: CardVault;
  cvvs: Cvvs;
  providers: Providers;
  hash: KeyedHash;
  now: () => Date;
  timers: Timers;
  randomBytes: RandomBytes;
};

export function hashToken(hash: KeyedHash, token: string): Uint8Array {
  return hash('card-token', token);
}

/**
 * Turns a card into a token: single-use, 15 minutes, bound to account, amount, installments with
 * their total, and order. The answer tells format only, never whether the card exists. 400
 * INVALID_DATA: expired card, a CVV of another length than its scheme's, a number as the name, too
 * many installments, or another total than the buyer was shown; 502 PROVIDER_ERROR: the provider's
 * vault did not take it.
 */
export async function issueCardToken(
  account: Account,
  request: CardTokenRequest,
  services: CardTokenServices,
): Promise<CardToken> {
  const now = accountTime(account, services.now());
  const plan = requirePlan(account, request);
  requireChargeable(request.card, now);

  const {
    amount,
    installments,
    installmentPlan: _,
    referenceId,
    card: typed,
    consent: given,
    ...optional
  } = request;
  const { cvv, ...card } = typed;
  const consent = given === undefined ? null : readConsent(account, given, services);
  const toCharge = await toStoredCard(account, card, services);
  const { token, key, expiresAt } = newToken(account, now, services);
  const summary = { brand: cardBrandOf(card.number), last4: card.number.slice(-4) };

  await services.cvvs.put({ ...key, token }, cvv, expiresAt);
  await services.cardTokens.insert({
    ...key,
    ...summary,
    status: 'fresh',
    amount,
    installments,
    installmentPlan: plan,
    referenceId,
    cardFingerprint: services.vault.fingerprint(card.number),
    sealedCard: services.vault.seal({ ...toCharge, ...optional }, key),
    ...NEW_TOKEN,
    createdAt: now,
    expiresAt,
  });
  if (consent !== null) {
    const { expirationMonth, expirationYear } = card;
    await services.savedCards.insert({
      ...key,
      ...consent,
      referenceId,
      expirationMonth,
      expirationYear,
    });
  }
  return {
    token,
    ...summary,
    expiresAt: expiresAt.toISOString(),
    ...(plan === null ? {} : { installmentPlan: plan }),
  };
}

/** What is true of every token that nobody has charged yet. */
const NEW_TOKEN = {
  usedBy: null,
  customerDocumentHash: null,
  networkTransactionId: null,
  savedFrom: null,
} as const;

function newToken(
  { companyId }: Account,
  now: Date,
  { randomBytes, hash }: Pick<CardTokenServices, 'randomBytes' | 'hash'>,
) {
  const token = `tok_${Buffer.from(randomBytes(32)).toString('base64url')}`;
  const expiresAt = new Date(now.getTime() + CARD_TOKEN_LIFETIME_SECONDS * 1000);
  return { token, key: { companyId, tokenHash: hashToken(hash, token) }, expiresAt };
}

/**
 * Turns a saved card into a token as a typed one: single-use, 15 minutes, bound to amount, number of
 * installments and order, and good for a payer with the document it was saved with alone. 403
 * FORBIDDEN: a session that is over or of another page; 404 NOT_FOUND: no such card of its customer;
 * 400 INVALID_CVV: the account wants a CVV and none came, or one of another length than the scheme's.
 */
export async function issueSavedCardToken(
  account: Account,
  request: SavedCardTokenRequest,
  services: CardTokenServices,
): Promise<CardToken> {
  const { companyId } = account;
  const now = accountTime(account, services.now());
  const customerId = requireCustomer(account, request, services);
  const { id, amount, installments, referenceId, cvv } = request;
  const plan = requirePlan(account, request);
  const savedHash = await services.savedCards.find({ companyId, customerId, id });
  const savedKey = { companyId, tokenHash: savedHash ?? new Uint8Array() };
  const saved = savedHash === null ? null : await services.cardTokens.find(savedKey);
  if (saved?.sealedCard == null || saved.status !== 'on_file') {
    throw new ApiError('NOT_FOUND', 'There is no such card of this customer.');
  }
  if (cvv !== undefined) requireCvvLength(cvv, saved.brand);
  else if (account.traits.cvvRequired) throw cvvMissing('cvv');
  const { token, key, expiresAt } = newToken(account, now, services);
  const { brand, last4, cardFingerprint, customerDocumentHash, networkTransactionId } = saved;
  if (cvv !== undefined) await services.cvvs.put({ ...key, token }, cvv, expiresAt);
  await services.cardTokens.insert({
    ...key,
    ...{ brand, last4, cardFingerprint, customerDocumentHash, networkTransactionId },
    ...{ status: 'fresh', amount, installments, installmentPlan: plan, referenceId },
    sealedCard: services.vault.seal(services.vault.open(saved.sealedCard, savedKey), key),
    usedBy: null,
    savedFrom: savedKey.tokenHash,
    createdAt: now,
    expiresAt,
  });
  return {
    ...{ token, brand, last4, expiresAt: expiresAt.toISOString() },
    ...(plan === null ? {} : { installmentPlan: plan }),
  };
}

export function cvvMissing(path = 'card.cvv'): ApiError {
  return new ApiError('INVALID_CVV', 'Charging this card again needs its CVV.', {
    details: [errorDetail(path, 'required')],
  });
}

/**
 * Ends a token, also of a card on file: nothing can be charged with it from now on. A charge that
 * is under way has read its card and goes on. 404 NOT_FOUND: no token of this account.
 */
export async function revokeCardToken(
  { companyId }: Account,
  token: string,
  { cardTokens, cvvs, hash }: Pick<CardTokenServices, 'cardTokens' | 'cvvs' | 'hash'>,
): Promise<void> {
  const key = { companyId, tokenHash: hashToken(hash, token) };
  if (!(await cardTokens.revoke(key))) throw new ApiError('NOT_FOUND', 'There is no such token.');
  await cvvs.destroy(key);
}

/** What the schema of a card cannot know: the clock, its scheme, and a number in the name's place. */
export function requireChargeable(card: Card, now: Date): void {
  if (isExpired(card, now)) throw invalidField('card.expirationMonth', 'expired');
  // As in the card fields: names are kept and shown where numbers must never be.
  if (hasCardNumber(card.holderName)) throw invalidField('card.holderName', 'personal_number');
  requireCvvLength(card.cvv, cardBrandOf(card.number));
}

export function requireCvvLength(cvv: string, brand: CardBrand): void {
  if (isCvvOf(brand, cvv)) return;
  const length = brand === 'amex' ? 4 : 3;
  throw invalidField('card.cvv', 'exactly_characters', { allowed: '0-9', length });
}

async function toStoredCard(
  account: Account,
  card: CardWithoutCvv,
  services: CardTokenServices,
): Promise<CardToCharge> {
  if (account.traits.tokenizationMode === 'backend') return { kind: 'card', card };
  const { companyId } = account;
  const brand = cardBrandOf(card.number);
  const [provider] = await sellingRoute(account, services);
  const cards = provider?.cards ?? null;
  if (provider !== undefined && cards !== null) {
    const store = (signal: AbortSignal) => cards.storeCard({ companyId, card, brand }, signal);
    const stored = await askProvider(provider, store, services);
    if (stored?.kind === 'stored') return { ...stored, provider: provider.name };
  }
  throw new ApiError('PROVIDER_ERROR', 'The card could not be kept now; try again.');
}
