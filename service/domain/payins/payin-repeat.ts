import type { PayinCard, PayinRequest } from '../../../contract/payments/payin.ts';
import { isSameHash } from '../../base/crypto/keyed-hash.ts';
import { ApiError, duplicateReference, invalidField } from '../../base/shared/api-error.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import type { Asker } from '../../base/shared/work-slot.ts';
import { withoutSlot } from '../../base/shared/work-slot.ts';
import type { Account } from '../accounts/account.ts';
import { cardBrandOf } from '../cards/card-brand.ts';
import type { StoredCardToken } from '../cards/card-token.ts';
import { hashToken } from '../cards/card-token.ts';
import { replacePayin, undecided } from './cancel-payin.ts';
import { declined } from './decline.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin, PayinStore } from './payin.ts';
import { toRefusedPayin } from './payin.ts';
import { currentPayin, findHolder } from './payin-answer.ts';
import { holdsReference, isOpen } from './payin-status.ts';

/** A request by card has one; what others carry of a card is not looked at. */
export type ServedRequest =
  | (PayinRequest & { paymentMethod: 'CREDIT_CARD'; card: PayinCard })
  | (PayinRequest & { paymentMethod: 'PIX' | 'BOLETO' | 'OPEN_FINANCE' });

/** `id`: of the payin it makes. `body`, `order`: keyed hashes of all it says and what is bought. */
type AskedAgain = {
  id: string;
  request: ServedRequest;
  body: Uint8Array;
  order: Uint8Array;
  requireChargeable: () => Promise<unknown>;
};

type AskedCard = Pick<StoredCardToken, 'brand' | 'last4' | 'cardFingerprint'> & {
  stored: StoredCardToken | null;
};

const POLL_INTERVAL_MS = 50;
/** Longer than the acquirer's deadline, so that one slow charge is waited for. */
const MAX_POLLS = 100;

export function underWay(): ApiError {
  return new ApiError('IN_PROGRESS', 'Another request with this referenceId is being worked on.');
}

/**
 * By what is there: an earlier try's payin, or the decline of the same card; null where a new payin
 * may be made. What waits for a buyer who chose another way is ended first. 409 DUPLICATE_REFERENCE
 * for another order, 409 IN_PROGRESS where nobody can tell yet.
 */
export async function answerEarlier(
  account: Account,
  asked: AskedAgain,
  services: PayinDependencies,
): Promise<Payin | null> {
  const card = await findAskedCard(account, asked.request, services);
  const tried = await findTryOf(account, card, asked, services);
  if (tried !== null) return tried;
  const holder = await findHolder(account, asked.request.referenceId, services);
  if (holder === null) return null;
  const isAnother = isAnotherWay(holder, asked.request);
  const isSame = !isAnother && isSameOrder(holder.bodyFingerprint, asked);
  if (isBeingCharged(holder)) {
    if (!isSame) throw holder.chargeState === 'reserved' ? underWay() : undecided(holder);
    const decided = await awaitDecision(holder, services);
    if (decided !== null) return answerEarlier(account, asked, services);
    return declineAsBefore(holder, card, services);
  }
  if (holder.status === 'PENDING' && holder.chargeState === 'unknown') {
    if (isSame) return holder;
    throw undecided(holder);
  }
  const isWaiting = isOpen(holder);
  if (isSame && !(isWaiting && (await isAnotherCard(holder, card, services)))) return holder;
  if (!isWaiting || !(isSame || isAnother))
    throw duplicateReference('payin', { payin: toRefusedPayin(holder) });
  // What could not be paid by ends nothing.
  await asked.requireChargeable();
  const ended = await replacePayin(account, holder, asked.id, services);
  return holdsReference(ended.status) ? answerEarlier(account, asked, services) : null;
}

/** Decided by nobody yet, and neither are there steps that the buyer could take. */
function isBeingCharged({ chargeState }: Payin): boolean {
  return chargeState === 'reserved' || chargeState === 'charging';
}

/** Payins of the release before have the hash of their whole body. */
function isSameOrder(known: Uint8Array, { body, order }: AskedAgain): boolean {
  return isSameHash(known, order) || isSameHash(known, body);
}

/** Another method; while it waits, another bank of a consent or plan of a challenge is one too. */
function isAnotherWay(holder: Payin, request: ServedRequest): boolean {
  if (holder.paymentMethod !== request.paymentMethod) return true;
  if (request.paymentMethod === 'CREDIT_CARD') {
    const isChallenge = holder.status === 'PENDING_3DS' && !isBeingCharged(holder);
    return isChallenge && holder.installments !== request.card.installments;
  }
  return holder.chargeState === 'awaiting_payment' && holder.bankId !== bankOf(request);
}

function bankOf({ paymentMethod, bankId }: ServedRequest): string | null {
  return paymentMethod === 'OPEN_FINANCE' ? (bankId ?? null) : null;
}

async function findAskedCard(
  { companyId }: Account,
  request: ServedRequest,
  { cardTokens, hash, vault }: PayinDependencies,
): Promise<AskedCard | null> {
  if (request.paymentMethod !== 'CREDIT_CARD') return null;
  const { card } = request;
  if (card.token !== undefined) {
    const tokenHash = hashToken(hash, card.token);
    const stored = await cardTokens.find({ companyId, tokenHash });
    return stored === null ? null : { ...stored, stored };
  }
  const { number } = card;
  const shown = { brand: cardBrandOf(number), last4: number.slice(-4) };
  return { ...shown, cardFingerprint: vault.fingerprint(number), stored: null };
}

/**
 * What became of the try that used the same token for this reference, whatever that is: nobody is
 * asked again. 400 where it was of another order. Decision: a card in the clear that was refused is
 * asked for again, since a CVV that was wrong may be right now, and nobody may keep one to compare.
 */
async function findTryOf(
  account: Account,
  card: AskedCard | null,
  asked: AskedAgain,
  services: PayinDependencies,
): Promise<Payin | null> {
  const stored = card?.stored ?? null;
  if (stored === null || stored.usedBy === null) return null;
  if (stored.referenceId !== asked.request.referenceId) return null;
  const { payins, declines } = services;
  const { companyId } = account;
  const requireOrder = (known: Uint8Array) => {
    if (!isSameOrder(known, asked)) throw invalidField('card.token', 'used');
  };
  const payin = await payins.find(companyId, stored.usedBy);
  if (payin !== null) requireOrder(payin.bodyFingerprint);
  const decided = payin === null ? null : await awaitDecision(payin, services);
  if (decided !== null) return currentPayin(account, decided, services);
  const decline = await declines.find(companyId, stored.usedBy);
  if (decline === null) return null;
  requireOrder(decline.bodyFingerprint);
  throw declined(decline);
}

export async function awaitDecision(
  earlier: Payin,
  services: Asker & { payins: Pick<PayinStore, 'find'>; timers: Timers },
): Promise<Payin | null> {
  let payin: Payin | null = earlier;
  for (let poll = 0; payin !== null && isBeingCharged(payin) && poll < MAX_POLLS; poll += 1) {
    await withoutSlot(
      services,
      () =>
        new Promise<void>((resolve) => {
          services.timers.after(POLL_INTERVAL_MS, resolve);
        }),
    );
    payin = await services.payins.find(earlier.companyId, earlier.id);
  }
  if (payin !== null && isBeingCharged(payin)) throw underWay();
  return payin;
}

/** The decline that was waited for is the answer to the same card, and to no other. */
async function declineAsBefore(
  { companyId, id, cardBrand, cardLast4, tokenHash }: Payin,
  card: AskedCard | null,
  { declines }: Pick<PayinDependencies, 'declines'>,
): Promise<null> {
  const isSameCard =
    card !== null && card.brand === cardBrand && card.last4 === cardLast4 && tokenHash === null;
  const decline = isSameCard ? await declines.find(companyId, id) : null;
  if (decline !== null) throw declined(decline);
  return null;
}

async function isAnotherCard(
  { companyId, authenticationId: id }: Payin,
  card: AskedCard | null,
  { authentications }: Pick<PayinDependencies, 'authentications'>,
): Promise<boolean> {
  const open = id === null ? null : await authentications.find({ companyId, id });
  if (open === null || card === null) return false;
  return !isSameHash(open.cardFingerprint, card.cardFingerprint);
}
