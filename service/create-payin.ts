import type { PayinCard, PayinRequest } from '../contract/payin.ts';
import type { Account } from './account.ts';
import { accountTime, requireMethod } from './account.ts';
import type { Acquirer, ChargeOutcome } from './acquirer.ts';
import { ACQUIRER_DEADLINE_MS } from './acquirer.ts';
import type { AntifraudSessionStore } from './antifraud-session.ts';
import { requireOpenSession } from './antifraud-session.ts';
import { ApiError, invalidField } from './api-error.ts';
import { withDeadline } from './deadline.ts';
import { declined } from './decline.ts';
import type { RandomBytes } from './envelope.ts';
import type { OpenServices } from './open-three-d-secure.ts';
import { openThreeDSForPayin } from './open-three-d-secure.ts';
import type { Payin } from './payin.ts';
import { findHolder } from './payin-answer.ts';
import type { PayinCardServices, PayinCardToCharge } from './payin-card.ts';
import { readPayinCard } from './payin-card.ts';
import { fingerprintPayin } from './payin-fingerprint.ts';
import { refusedProof } from './payin-proof.ts';
import { awaitRepeat, duplicateReference, isRepeat } from './payin-repeat.ts';
import type { Timers } from './periodic.ts';
import { newPublicId } from './public-id.ts';
import { forgetCvv, settleDecided, settleDeclined, settleReleased } from './settle-charge.ts';
import { requireWebhookUrl } from './webhook-address.ts';

export type PayinServices = PayinCardServices &
  OpenServices & {
    antifraudSessions: AntifraudSessionStore;
    acquirer: Acquirer;
    timers: Timers;
    randomBytes: RandomBytes;
    payinsUnderWay: PayinsUnderWay;
  };

/** Requests this process is working on, by company and reference. */
export type PayinsUnderWay = Map<string, { fingerprint: Uint8Array; result: Promise<Payin> }>;

type CardRequest = PayinRequest & { card: PayinCard };

/**
 * Creates a payin, or gives the one that a repeat of the same request made before. Any number of
 * equal requests at once make one payin and one call to the acquirer. Throws `ApiError`: the codes
 * of `POST /payin` in the specification, 409 DUPLICATE_REFERENCE for another body under the same
 * `referenceId`, 409 IN_PROGRESS where another process takes longer than a caller should wait.
 */
export async function createPayin(
  account: Account,
  request: PayinRequest,
  services: PayinServices,
): Promise<Payin> {
  const cardRequest = requireServed(account, request);
  const fingerprint = fingerprintPayin(services.hash, request);
  const key = `${account.companyId}|${request.referenceId}`;
  const running = services.payinsUnderWay.get(key);
  if (running !== undefined) {
    if (!isRepeat(running.fingerprint, fingerprint)) throw duplicateReference();
    return running.result;
  }
  const result = payOnce(account, cardRequest, fingerprint, services).finally(() =>
    services.payinsUnderWay.delete(key),
  );
  services.payinsUnderWay.set(key, { fingerprint, result });
  return result;
}

/** What can be said of a request without any look-up. */
function requireServed(account: Account, request: PayinRequest): CardRequest {
  const { paymentMethod, card } = request;
  requireMethod(account, paymentMethod);
  requireWebhookUrl(request.webhookUrl, account);
  if (!account.traits.split) {
    if (request.split !== undefined) throw invalidField('split', 'is not enabled');
    if (request.subSellerId !== undefined) throw invalidField('subSellerId', 'is not enabled');
  }
  if (paymentMethod === 'OPEN_FINANCE' && request.bankId === undefined) {
    throw invalidField('bankId', 'is required');
  }
  if (paymentMethod !== 'CREDIT_CARD') {
    throw new ApiError('UNAVAILABLE', `Payins by ${paymentMethod} are not served yet.`, {
      retryAfterSeconds: 24 * 60 * 60,
    });
  }
  if (card === undefined) throw invalidField('card', 'is required');
  return { ...request, card };
}

/** The reference is looked up before token, CVV and proof. Source: design 5.2, "order of steps". */
async function payOnce(
  account: Account,
  request: CardRequest,
  fingerprint: Uint8Array,
  services: PayinServices,
): Promise<Payin> {
  // A second round is for a reference whose holder went away between look-up and reservation.
  for (let round = 0; round < 2; round += 1) {
    const earlier = await findHolder(account, request.referenceId, services);
    if (earlier !== null) {
      const repeated = await awaitRepeat(earlier, fingerprint, services);
      if (repeated !== null) return repeated;
    }
    const sessionId = request.antifraud?.sessionId;
    if (sessionId !== undefined) await requireOpenSession(account, sessionId, services);
    const card = await readPayinCard(account, request, services);
    const payin = toReservedPayin(account, request, { fingerprint, card, services });
    if (await reserve(payin, services)) return charge(account, payin, card, services);
  }
  throw new ApiError('IN_PROGRESS', 'Another request with this referenceId is being worked on.', {
    retryAfterSeconds: 1,
  });
}

function toReservedPayin(
  account: Account,
  request: CardRequest,
  made: { fingerprint: Uint8Array; card: PayinCardToCharge; services: PayinServices },
): Payin {
  const { fingerprint, card, services } = made;
  const realTime = services.now();
  const createdAt = accountTime(account, realTime);
  return {
    companyId: account.companyId,
    id: newPublicId('pay', account.companyId, services.randomBytes),
    externalId: null,
    referenceId: request.referenceId,
    status: 'PENDING',
    chargeState: 'reserved',
    paymentMethod: request.paymentMethod,
    amount: request.amount,
    installments: request.card.installments,
    bodyFingerprint: fingerprint,
    customer: request.customer,
    items: request.items,
    isPhysicalProduct: request.isPhysicalProduct,
    payerIp: request.payerIp,
    webhookUrl: request.webhookUrl ?? null,
    antifraudSessionId: request.antifraud?.sessionId ?? null,
    subSellerId: request.subSellerId ?? null,
    split: request.split ?? null,
    cardBrand: card.brand,
    cardLast4: card.last4,
    tokenHash: card.tokenHash,
    authenticationId: card.authentication?.authenticationId ?? null,
    reservedAt: realTime,
    createdAt,
    updatedAt: createdAt,
  };
}

/** Row, proof and token in one commit, before the acquirer hears of it; false: the id is held. */
async function reserve(payin: Payin, services: PayinServices): Promise<boolean> {
  const { db, payins, authentications, cardTokens } = services;
  const { companyId, id, tokenHash, authenticationId } = payin;
  if (tokenHash === null) return payins.reserve(db, payin);
  return db.transaction(async (tx) => {
    if (!(await payins.reserve(tx, payin))) return false;
    if (authenticationId !== null) {
      const isClaimed = await authentications.claim(tx, { companyId, id: authenticationId }, id);
      if (!isClaimed) throw refusedProof('was used by another payin');
    }
    if (!(await cardTokens.take(tx, { companyId, tokenHash }, id))) {
      throw invalidField('card.token', 'must be a token that is not used yet');
    }
    return true;
  });
}

/** Never inside a transaction: an acquirer may take three seconds, a lock must not. */
async function charge(
  account: Account,
  payin: Payin,
  toCharge: PayinCardToCharge,
  services: PayinServices,
): Promise<Payin> {
  const { card, cvv, authentication } = toCharge;
  const proof = authentication?.proof ?? null;
  const answer = await withDeadline(
    (signal) =>
      services.acquirer.charge(
        {
          companyId: payin.companyId,
          reference: payin.id,
          orderReference: payin.referenceId,
          amount: payin.amount,
          installments: payin.installments,
          card,
          ...(cvv === null ? {} : { cvv }),
          ...(proof === null ? {} : { authentication: proof }),
          canAuthenticateLater: account.traits.threeDSFlow === 'post-order',
        },
        signal,
      ),
    { deadlineMs: ACQUIRER_DEADLINE_MS, timers: services.timers },
  );
  if (answer.kind === 'answered') return settle(account, payin, toCharge, answer.value, services);
  return leavePending(payin, services);
}

async function settle(
  account: Account,
  payin: Payin,
  toCharge: PayinCardToCharge,
  outcome: ChargeOutcome,
  services: PayinServices,
): Promise<Payin> {
  switch (outcome.kind) {
    case 'approved':
    case 'refused':
    case 'failed':
      return settleDecided(account, payin, outcome, services);
    case 'declined':
      await settleDeclined(account, payin, outcome, services);
      throw declined(outcome.code);
    case 'unavailable':
      await settleReleased(payin, services);
      throw new ApiError('PROVIDER_ERROR', 'The acquirer failed for a moment; try again.');
    case 'authentication_required':
      return authenticateFirst(account, payin, toCharge, services);
  }
}

/** Nothing stays reserved for an authentication that cannot be opened. */
async function authenticateFirst(
  account: Account,
  payin: Payin,
  toCharge: PayinCardToCharge,
  services: PayinServices,
): Promise<Payin> {
  try {
    return await openThreeDSForPayin(account, payin, toCharge, services);
  } catch (error) {
    await settleReleased(payin, services);
    throw error;
  }
}

/**
 * No answer, or one we could not understand: the charge may have been made. It is acknowledged as
 * PENDING under an external id of ours and looked up later, never sent again.
 */
async function leavePending(payin: Payin, services: PayinServices): Promise<Payin> {
  const pending: Payin = { ...payin, chargeState: 'unknown', externalId: payin.id };
  const isMarked = await services.payins.markUnknown(pending);
  await forgetCvv(payin, services);
  if (isMarked) return pending;
  return (await services.payins.find(payin.companyId, payin.id)) ?? pending;
}
