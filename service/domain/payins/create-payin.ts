import type { PayinCard, PayinRequest } from '../../../contract/payin.ts';
import { isSameHash } from '../../base/crypto/keyed-hash.ts';
import { newPublicId } from '../../base/crypto/public-id.ts';
import { MAX_BOLETO_CENTAVOS } from '../../base/formats/boleto-line.ts';
import { ApiError, invalidField } from '../../base/shared/api-error.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime, requireMethod } from '../accounts/account.ts';
import { requireBank } from '../accounts/open-finance-bank.ts';
import { requireOpenSession } from '../cards/antifraud-session.ts';
import { splitParts } from '../ledger/split.ts';
import { requireWebhookUrl } from '../webhooks/webhook-address.ts';
import { chargeCard } from './charge-card.ts';
import { releasePayin } from './decide-charge.ts';
import type { PayinDependencies } from './dependencies.ts';
import { issuePayment } from './issue-payment.ts';
import type { Payin } from './payin.ts';
import { findHolder } from './payin-answer.ts';
import type { PayinCardToCharge } from './payin-card.ts';
import { cvvMissing, readPayinCard, takeRecollected } from './payin-card.ts';
import { fingerprintPayin } from './payin-fingerprint.ts';
import { refusedProof } from './payin-proof.ts';
import { requireCardRoute, requireProofTaken, requireRoute } from './payin-provider.ts';
import { awaitRepeat, duplicateReference } from './payin-repeat.ts';
import { windowEnd } from './payment-window.ts';

/** A request by card has one; what others carry of a card is not looked at. */
type ServedRequest =
  | (PayinRequest & { paymentMethod: 'CREDIT_CARD'; card: PayinCard })
  | (PayinRequest & { paymentMethod: 'PIX' | 'BOLETO' | 'OPEN_FINANCE' });

/**
 * Creates a payin, or gives the one that a repeat of the same request made before. Any number of
 * equal requests at once make one payin and one call to the acquirer. Throws `ApiError`: the codes
 * of `POST /payin` in the specification, 409 DUPLICATE_REFERENCE for another body under the same
 * `referenceId`, 409 IN_PROGRESS where another process takes longer than a caller should wait.
 */
export async function createPayin(
  account: Account,
  request: PayinRequest,
  services: PayinDependencies,
): Promise<Payin> {
  const served = requireServed(account, request);
  const fingerprint = fingerprintPayin(services.hash, request);
  const key = `${account.companyId}|${request.referenceId}`;
  const running = services.payinsUnderWay.get(key);
  if (running !== undefined) {
    if (!isSameHash(running.fingerprint, fingerprint)) throw duplicateReference();
    return running.result;
  }
  const result = payOnce(account, served, fingerprint, services).finally(() =>
    services.payinsUnderWay.delete(key),
  );
  services.payinsUnderWay.set(key, { fingerprint, result });
  return result;
}

/** What can be said of a request without any look-up. */
function requireServed(account: Account, request: PayinRequest): ServedRequest {
  const { paymentMethod, card } = request;
  requireMethod(account, paymentMethod);
  requireWebhookUrl(request.webhookUrl, account);
  if (!account.traits.split) {
    if (request.split !== undefined) throw invalidField('split', 'not_enabled');
    if (request.subSellerId !== undefined) throw invalidField('subSellerId', 'not_enabled');
  }
  if (paymentMethod === 'OPEN_FINANCE') requireBank(account, request.bankId);
  if (paymentMethod === 'BOLETO' && request.amount > MAX_BOLETO_CENTAVOS) {
    throw invalidField('amount', 'too_large', { max: MAX_BOLETO_CENTAVOS });
  }
  if (paymentMethod !== 'CREDIT_CARD') return { ...request, paymentMethod };
  if (card === undefined) throw invalidField('card', 'required');
  return { ...request, paymentMethod, card };
}

/**
 * A reference is taken for a new one first, as nearly all are: the reservation tells whether it is
 * held. Only where it is, or where something was refused, it is looked up, before token, CVV and proof.
 */
async function payOnce(
  account: Account,
  request: ServedRequest,
  fingerprint: Uint8Array,
  services: PayinDependencies,
): Promise<Payin> {
  // The last round is for a reference whose holder went away between look-up and reservation.
  for (let round = 0; round < 3; round += 1) {
    const isKnown = round > 0;
    const earlier = isKnown ? await findHolder(account, request.referenceId, services) : null;
    if (earlier !== null) {
      const repeated = await awaitRepeat(earlier, fingerprint, services);
      if (repeated !== null) return repeated;
    }
    const reserved = await readAndReserve(account, request, fingerprint, services).catch(
      (error: unknown) => {
        if (isKnown || !(error instanceof ApiError)) throw error;
        return null;
      },
    );
    if (reserved === null) continue;
    const { payin, card, route } = reserved;
    if (card !== null && !(await takeRecollected(account, card, services))) {
      await releasePayin(payin, services);
      throw cvvMissing();
    }
    if (card !== null) return chargeCard(account, payin, { toCharge: card, route }, services);
    return issuePayment(account, payin, route, services);
  }
  throw new ApiError('IN_PROGRESS', 'Another request with this referenceId is being worked on.', {
    retryAfterSeconds: 1,
  });
}

type Route = readonly [Provider, ...Provider[]];

/** Null where the reference is held. */
async function readAndReserve(
  account: Account,
  request: ServedRequest,
  fingerprint: Uint8Array,
  services: PayinDependencies,
): Promise<{ payin: Payin; card: PayinCardToCharge | null; route: Route } | null> {
  const sessionId = request.antifraud?.sessionId;
  if (sessionId !== undefined) await requireOpenSession(account, sessionId, services);
  const card =
    request.paymentMethod === 'CREDIT_CARD'
      ? await readPayinCard(account, request, services)
      : null;
  const { providers } = services;
  const { companyId } = account;
  const route =
    card === null
      ? await requireRoute({ companyId, method: request.paymentMethod }, providers)
      : requireProofTaken(await requireCardRoute(companyId, card.card, providers), card);
  const provider = route[0].name;
  const payin = toReservedPayin(account, request, { fingerprint, card, provider, services });
  return (await claim(payin, services)) ? { payin, card, route } : null;
}

function toReservedPayin(
  account: Account,
  request: ServedRequest,
  made: {
    fingerprint: Uint8Array;
    card: PayinCardToCharge | null;
    provider: string;
    services: PayinDependencies;
  },
): Payin {
  const { fingerprint, card, provider, services } = made;
  const { companyId } = account;
  const { amount, paymentMethod, split } = request;
  const realTime = services.now();
  const createdAt = accountTime(account, realTime);
  return {
    companyId,
    id: newPublicId('pay', companyId, services.randomBytes),
    provider,
    externalId: null,
    referenceId: request.referenceId,
    status: 'PENDING',
    chargeState: 'reserved',
    paymentMethod,
    amount,
    installments: request.paymentMethod === 'CREDIT_CARD' ? request.card.installments : 1,
    installmentPlan: card?.installmentPlan ?? null,
    bodyFingerprint: fingerprint,
    customer: request.customer,
    items: request.items,
    isPhysicalProduct: request.isPhysicalProduct,
    payerIp: request.payerIp,
    webhookUrl: request.webhookUrl ?? null,
    antifraudSessionId: request.antifraud?.sessionId ?? null,
    subSellerId: request.subSellerId ?? null,
    split: split === undefined ? null : splitParts(account, amount, split),
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    tokenHash: card?.tokenHash ?? null,
    authenticationId: card?.authentication?.authenticationId ?? null,
    bankId: paymentMethod === 'OPEN_FINANCE' ? (request.bankId ?? null) : null,
    expiresAt: windowEnd(paymentMethod, createdAt),
    pixCopyAndPaste: null,
    boletoBarcode: null,
    boletoPixCopyAndPaste: null,
    boletoId:
      paymentMethod === 'BOLETO' ? newPublicId('bol', companyId, services.randomBytes) : null,
    openFinanceRedirectUrl: null,
    declineReason: null,
    dispute: null,
    refundedAmount: 0,
    refunds: [],
    reservedAt: realTime,
    createdAt,
    updatedAt: createdAt,
  };
}

/** Row, proof and token in one commit, before the acquirer hears of it; false: the id is held. */
async function claim(payin: Payin, services: PayinDependencies): Promise<boolean> {
  const { db, payins, authentications, cardTokens } = services;
  const { companyId, id, tokenHash, authenticationId } = payin;
  if (tokenHash === null) return payins.claim(null, payin);
  return db.transaction(async (tx) => {
    if (!(await payins.claim(tx, payin))) return false;
    if (authenticationId !== null) {
      const isClaimed = await authentications.claim(tx, { companyId, id: authenticationId }, id);
      if (!isClaimed) throw refusedProof('used');
    }
    if (!(await cardTokens.take(tx, { companyId, tokenHash }, id))) {
      throw invalidField('card.token', 'used');
    }
    return true;
  });
}
