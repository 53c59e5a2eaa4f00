import type { CardWithoutCvv } from '../../../../contract/card/card.ts';
import type { CardBrand } from '../../../../contract/card/card-brand.ts';
import type { PendingThreeDS } from '../../../../contract/published-types.ts';
import { ApiError, invalidField } from '../../../base/shared/api-error.ts';
import type { CardToCharge, StoredCredential } from '../../../providers/acquirer.ts';
import { askProvider } from '../../../providers/provider.ts';
import type { AuthenticationRequest } from '../../../providers/three-d-secure-provider.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import { sellingRoute } from '../../accounts/working-methods.ts';
import type { StoredCardToken } from '../../cards/card-token.ts';
import { hashToken } from '../../cards/card-token.ts';
import { forgetCvv } from '../decide-charge.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { openSealed } from '../open-sealed.ts';
import type { Payin } from '../payin.ts';
import { chargedAmount } from '../payin.ts';
import type { Authenticator } from '../payin-provider.ts';
import { asAuthenticator, findAuthenticator } from '../payin-provider.ts';
import { acknowledgement } from '../payin-transition.ts';
import { endIfOver } from './end-three-d-secure.ts';
import type { Authentication } from './three-d-secure.ts';
import { authenticationIdOf, endOfLifetime, toPendingThreeDS } from './three-d-secure.ts';

/**
 * A second try gets the same one. 403 METHOD_NOT_ENABLED; 400 INVALID_DATA: the token cannot be
 * used, was authenticated, or its card cannot be read; 502 PROVIDER_ERROR: the provider did not
 * open it, and the token is as it was.
 */
export async function openThreeDSForToken(
  account: Account,
  token: string,
  buyer: NonNullable<AuthenticationRequest['buyer']>,
  services: PayinDependencies,
): Promise<PendingThreeDS> {
  if (account.traits.threeDSFlow !== 'pre-order') {
    throw new ApiError('METHOD_NOT_ENABLED', '3-D Secure before the order is not enabled.');
  }
  const { companyId } = account;
  const [first = null] = await sellingRoute(account, services);
  const provider = requireProvider(asAuthenticator(first));
  const tokenHash = hashToken(services.hash, token);
  const id = authenticationIdOf(services.hash, companyId, { tokenHash });
  const earlier = await services.authentications.find({ companyId, id });
  const known = earlier === null ? null : await endIfOver(account, earlier, services);
  const stored = await services.cardTokens.find({ companyId, tokenHash });
  const now = accountTime(account, services.now());
  const sealedCard = requireOpenable(stored, now);
  if (known !== null) {
    if (known.status !== 'OPEN') throw unusable();
    return toPendingThreeDS(known, provider.threeDS);
  }

  const open = () => services.vault.open(sealedCard.sealed, { companyId, tokenHash });
  const opened = openSealed({ companyId, kind: 'card' }, open, services);
  if (opened === null) throw invalidField('token', 'unreadable');
  const card = requireCardData(opened);
  const authentication = await openAtProvider(account, {
    id,
    card,
    brand: sealedCard.stored.brand,
    cardFingerprint: sealedCard.stored.cardFingerprint,
    amount: sealedCard.stored.amount,
    chargedAmount: chargedAmount(sealedCard.stored),
    installments: sealedCard.stored.installments,
    referenceId: sealedCard.stored.referenceId,
    buyer,
    owner: { flow: 'pre-order', tokenHash, payinId: null, sealedCard: null },
    createdAt: now,
    // It cannot outlive the token it is for.
    expiresAt: earlierOf(sealedCard.stored.expiresAt, endOfLifetime(now)),
    provider,
    services,
  });
  const isNew = await services.db.transaction((tx) =>
    services.authentications.insert(tx, authentication),
  );
  const kept = isNew ? authentication : await services.authentications.find({ companyId, id });
  if (kept?.status !== 'OPEN') throw unusable();
  return toPendingThreeDS(kept, provider.threeDS);
}

export type CardToAuthenticate = {
  card: CardToCharge;
  brand: CardBrand;
  cardFingerprint: Uint8Array;
  cvv: string | null;
  storedCredential: StoredCredential | null;
};

/** Card and CVV stay sealed until it is decided. After a 502 the caller releases the payin. */
export async function openThreeDSForPayin(
  account: Account,
  payin: Payin,
  { card, brand, cardFingerprint, cvv, storedCredential }: CardToAuthenticate,
  services: PayinDependencies,
): Promise<Payin> {
  const { companyId } = account;
  const id = authenticationIdOf(services.hash, companyId, { payinId: payin.id });
  const now = accountTime(account, services.now());
  const authentication = await openAtProvider(account, {
    id,
    card: requireCardData(card),
    brand,
    cardFingerprint,
    amount: payin.amount,
    chargedAmount: chargedAmount(payin),
    installments: payin.installments,
    referenceId: payin.referenceId,
    owner: {
      flow: 'post-order',
      tokenHash: null,
      payinId: payin.id,
      sealedCard: services.threeDSVault.sealCard({ card, storedCredential }, { companyId, id }),
    },
    createdAt: now,
    expiresAt: endOfLifetime(now),
    provider: requireProvider(await findAuthenticator(payin, services)),
    services,
  });
  const first = {
    status: 'PENDING_3DS',
    chargeState: 'awaiting_authentication',
    authenticationId: id,
    expiresAt: authentication.expiresAt,
  } as const;
  const move = acknowledgement(payin, first, authentication);
  if (cvv !== null) {
    const key = { companyId, token: id, tokenHash: hashToken(services.hash, id) };
    await services.cvvs.put(key, cvv, authentication.expiresAt);
  }
  const isWaiting = await services.transitionPayin(move);
  // What came with the token has its place with the authentication now.
  await forgetCvv(payin, services);
  if (isWaiting) return move.to;
  await forgetCvv(move.to, services);
  throw new ApiError('IN_PROGRESS', 'This payin was decided elsewhere; ask for it again.');
}

async function openAtProvider(
  account: Account,
  made: Pick<
    Authentication,
    'id' | 'amount' | 'installments' | 'referenceId' | 'cardFingerprint' | 'createdAt' | 'expiresAt'
  > & {
    card: CardWithoutCvv;
    brand: CardBrand;
    chargedAmount: number;
    buyer?: AuthenticationRequest['buyer'];
    owner: Pick<Authentication, 'flow' | 'tokenHash' | 'payinId' | 'sealedCard'>;
    provider: Authenticator;
    services: PayinDependencies;
  },
): Promise<Authentication> {
  const { card, brand, chargedAmount, buyer, owner, provider, services, ...rest } = made;
  const asked = {
    companyId: account.companyId,
    reference: rest.id,
    card,
    brand,
    amount: chargedAmount,
    installments: rest.installments,
    merchantName: account.tradeName ?? account.companyName,
    orderReference: rest.referenceId,
    ...(buyer === undefined ? {} : { buyer }),
    expiresAt: rest.expiresAt,
  };
  const open = (signal: AbortSignal) => provider.threeDS.open(asked, signal);
  const { timers, slot } = services;
  const opened = await askProvider(provider, open, { timers, slot });
  if (opened === null) throw unavailable();
  const { session, transactionId, secret } = opened;
  const { companyId } = account;
  return {
    ...rest,
    ...owner,
    ...{ companyId, session, transactionId },
    provider: provider.threeDS.name,
    status: 'OPEN',
    reason: null,
    isChallenged: null,
    sealedProof:
      secret === undefined
        ? null
        : services.threeDSVault.sealSecret(secret, { companyId, id: rest.id }),
    claimedBy: null,
  };
}

function requireProvider(provider: Authenticator | null): Authenticator {
  if (provider === null) throw unavailable();
  return provider;
}

function requireOpenable(stored: StoredCardToken | null, now: Date) {
  const isOpenable =
    stored?.status === 'fresh' && stored.expiresAt > now && !stored.isAuthenticated;
  if (!isOpenable || stored.sealedCard === null) throw unusable();
  return { stored, sealed: stored.sealedCard };
}

/** Decision: a card that only the acquirer's vault holds cannot be shown to the card's bank. */
function requireCardData(card: CardToCharge): CardWithoutCvv {
  if (card.kind !== 'card') throw unavailable();
  return card.card;
}

function earlierOf(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function unusable(): ApiError {
  return invalidField('token', 'unusable');
}

function unavailable(): ApiError {
  return new ApiError('PROVIDER_ERROR', '3-D Secure could not be opened now; try again.');
}
