import type { CardBrand } from '../contract/card-brand.ts';
import type { PayinCard, PayinRequest } from '../contract/payin.ts';
import type { Account } from './account.ts';
import { accountTime } from './account.ts';
import type { CardToCharge } from './acquirer.ts';
import { ApiError, invalidField } from './api-error.ts';
import { cardBrandOf } from './card-brand.ts';
import type { CardTokenServices, StoredCardToken } from './card-token.ts';
import { hashToken, requireInstallments, requireUnexpired } from './card-token.ts';

/** A card ready to be charged. `tokenHash` is that of a token the charge consumes. */
export type PayinCardToCharge = {
  card: CardToCharge;
  cvv: string | null;
  brand: CardBrand;
  last4: string;
  tokenHash: Uint8Array | null;
};

export type PayinCardServices = Pick<
  CardTokenServices,
  'cardTokens' | 'vault' | 'cvvs' | 'hash' | 'now'
>;

type CardRequest = PayinRequest & { card: PayinCard };
type TokenCard = Extract<PayinCard, { token: string }>;

/**
 * The card of a payin, from its token or from the request itself. 422 where 3-D Secure is asked
 * for and missing; 400 INVALID_DATA for a token that is unknown, foreign, over, used, or made for
 * another amount, order or plan; 400 INVALID_CVV for a card on file without its CVV.
 */
export async function readPayinCard(
  account: Account,
  request: CardRequest,
  services: PayinCardServices,
): Promise<PayinCardToCharge> {
  const { card } = request;
  requireInstallments(account, card.installments, 'card.installments');
  requireThreeDS(account, card);
  if (card.token !== undefined) return readToken(account, { ...request, card }, services);
  requireUnexpired(card, accountTime(account, services.now()));
  const { holderName, number, expirationMonth, expirationYear } = card;
  return {
    card: { kind: 'card', card: { holderName, number, expirationMonth, expirationYear } },
    cvv: card.cvv,
    brand: cardBrandOf(number),
    last4: number.slice(-4),
    tokenHash: null,
  };
}

/** Source: spec, "Errors", the two 422 rows of POST /payin; design 5.2, "CAVV and ECI". */
function requireThreeDS(account: Account, card: PayinCard): void {
  if (account.traits.threeDSFlow !== 'pre-order') return;
  if (card.threeDSecure === undefined) {
    throw new ApiError('REJECTED_BY_RISK', 'This account charges cards with 3-D Secure only.', {
      threeDSMissing: true,
    });
  }
  // No session can exist before the part of 3-D Secure that opens them, so none is known.
  throw new ApiError('INVALID_DATA', 'The 3-D Secure session is missing or unknown.', {
    threeDSMissing: true,
    details: [{ path: 'card.threeDSecure.referenceId', message: 'must be a known session' }],
  });
}

async function readToken(
  account: Account,
  request: PayinRequest & { card: TokenCard },
  services: PayinCardServices,
): Promise<PayinCardToCharge> {
  const { token, cvv } = request.card;
  const key = { companyId: account.companyId, tokenHash: hashToken(services.hash, token) };
  const stored = await services.cardTokens.find(key);
  if (stored === null || stored.sealedCard === null) throw unusable();
  const common = {
    card: services.vault.open(stored.sealedCard, key),
    brand: stored.brand,
    last4: stored.last4,
  };
  if (stored.status === 'on_file') {
    requireOnFile(account, request, stored, services);
    return { ...common, cvv: cvv ?? null, tokenHash: null };
  }
  const now = accountTime(account, services.now());
  requireFresh(request, stored, now);
  const kept = cvv ?? (await services.cvvs.read({ ...key, token }, now));
  // Decision: a CVV lost with the process that held it makes the token one whose time is over.
  if (kept === null) throw unusable();
  return { ...common, cvv: kept, tokenHash: key.tokenHash };
}

function requireFresh(
  request: PayinRequest & { card: TokenCard },
  stored: StoredCardToken,
  now: Date,
): void {
  const isSameOrder =
    stored.amount === request.amount &&
    stored.installments === request.card.installments &&
    stored.referenceId === request.referenceId;
  if (stored.status !== 'fresh' || stored.expiresAt <= now || !isSameOrder) throw unusable();
}

/** A card on file is bound to the account and to the customer's document, nothing else. */
function requireOnFile(
  account: Account,
  request: PayinRequest & { card: TokenCard },
  stored: StoredCardToken,
  services: PayinCardServices,
): void {
  const given = services.hash('customer-document', request.customer.document);
  const bound = stored.customerDocumentHash;
  if (!account.traits.cardOnFile || bound === null || !Buffer.from(bound).equals(given)) {
    throw unusable();
  }
  if (account.traits.cvvRequired && request.card.cvv === undefined) {
    throw new ApiError('INVALID_CVV', 'Charging this card again needs its CVV.', {
      details: [{ path: 'card.cvv', message: 'is required' }],
    });
  }
}

function unusable(): ApiError {
  return invalidField('card.token', 'must be an unused token of this account, order and amount');
}
