import type { Card, CardWithoutCvv } from '../../../contract/card/card.ts';
import type { CardBrand } from '../../../contract/card/card-brand.ts';
import { isExpired } from '../../../contract/card/card-expiry.ts';
import { hasCardNumber } from '../../../contract/card/card-number.ts';
import type { CardToken, CardTokenRequest } from '../../../contract/card/card-token.ts';
import { CARD_TOKEN_LIFETIME_SECONDS } from '../../../contract/card/card-token.ts';
import type { InstallmentPlan } from '../../../contract/published-types.ts';
import type { RandomBytes, SealedAfter } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { ApiError, invalidField } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import type { CardToCharge } from '../../providers/acquirer.ts';
import { askProvider } from '../../providers/provider.ts';
import type { Providers } from '../../providers/providers.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import { requirePlan } from '../accounts/installment-plan.ts';
import { cardBrandOf, isCvvOf } from './card-brand.ts';
import type { CardVault } from './card-vault.ts';
import type { Cvvs } from './cvv.ts';

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
  createdAt: Date;
  expiresAt: Date;
};

export type FinishedToken =
  | { status: 'fresh' | 'spent' }
  | {
      status: 'on_file';
      customerDocumentHash: Uint8Array;
      networkTransactionId: string | null;
    };

export type CardTokenKey = { companyId: string; tokenHash: Uint8Array };

export interface CardTokenStore {
  insert(token: StoredCardToken): Promise<void>;
  find(key: CardTokenKey): Promise<StoredCardToken | null>;
  take(tx: Queryable, key: CardTokenKey, payinId: string): Promise<boolean>;
  /** Ends what `take` began. `spent` destroys the card; `on_file` binds it to the document. */
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
  spendExpired(companyId: string, now: Date): Promise<void>;
}

export type CardTokenServices = {
  cardTokens: CardTokenStore;
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
 * their total, and order. The answer tells format only, never whether the card exists. 400 INVALID_DATA: expired
 * card, a CVV of another length than its scheme's, a number as the name, too many installments, or
 * another total than the buyer was shown; 502 PROVIDER_ERROR: the provider's vault did not take it.
 */
export async function issueCardToken(
  account: Account,
  request: CardTokenRequest,
  services: CardTokenServices,
): Promise<CardToken> {
  const { companyId } = account;
  const now = accountTime(account, services.now());
  const plan = requirePlan(account, request);
  requireChargeable(request.card, now);

  const {
    amount,
    installments,
    installmentPlan: _,
    referenceId,
    card: typed,
    ...optional
  } = request;
  const { cvv, ...card } = typed;
  const toCharge = await toStoredCard(account, card, services);
  const token = `tok_${Buffer.from(services.randomBytes(32)).toString('base64url')}`;
  const key = { companyId, tokenHash: hashToken(services.hash, token) };
  const expiresAt = new Date(now.getTime() + CARD_TOKEN_LIFETIME_SECONDS * 1000);
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
    isAuthenticated: false,
    usedBy: null,
    customerDocumentHash: null,
    networkTransactionId: null,
    createdAt: now,
    expiresAt,
  });
  return {
    token,
    ...summary,
    expiresAt: expiresAt.toISOString(),
    ...(plan === null ? {} : { installmentPlan: plan }),
  };
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
  { providers, timers }: CardTokenServices,
): Promise<CardToCharge> {
  if (account.traits.tokenizationMode === 'backend') return { kind: 'card', card };
  const { companyId } = account;
  const brand = cardBrandOf(card.number);
  const [provider] = await providers.route(companyId, 'CREDIT_CARD');
  const cards = provider?.cards ?? null;
  if (provider !== undefined && cards !== null) {
    const store = (signal: AbortSignal) => cards.storeCard({ companyId, card, brand }, signal);
    const stored = await askProvider(provider, store, { timers });
    if (stored?.kind === 'stored') return { ...stored, provider: provider.name };
  }
  throw new ApiError('PROVIDER_ERROR', 'The card could not be kept now; try again.');
}
