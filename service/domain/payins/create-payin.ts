import type { PayinRequest } from '../../../contract/payments/payin.ts';
import { isSameHash } from '../../base/crypto/keyed-hash.ts';
import { newPublicId } from '../../base/crypto/public-id.ts';
import { MAX_BOLETO_CENTAVOS } from '../../base/formats/boleto-line.ts';
import { ApiError, invalidField } from '../../base/shared/api-error.ts';
import { withoutSlot } from '../../base/shared/work-slot.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime, requireMethod } from '../accounts/account.ts';
import { requireBank } from '../accounts/open-finance-bank.ts';
import { requireOpenSession } from '../cards/antifraud-session.ts';
import { cvvMissing } from '../cards/card-token.ts';
import { requireWebhookUrl } from '../webhooks/webhook-address.ts';
import { chargeCard } from './charge-card.ts';
import { releasePayin } from './decide-charge.ts';
import type { Asking, PayinDependencies } from './dependencies.ts';
import { issuePayment } from './issue-payment.ts';
import type { Payin } from './payin.ts';
import { newPayin, sentOf } from './payin.ts';
import type { PayinCardToCharge } from './payin-card.ts';
import { readPayinCard, takeRecollected } from './payin-card.ts';
import { fingerprintOrder, fingerprintPayin } from './payin-fingerprint.ts';
import { refusedProof } from './payin-proof.ts';
import { requireCardRoute, requireProofTaken, requireRoute } from './payin-provider.ts';
import type { ServedRequest } from './payin-repeat.ts';
import { answerEarlier, underWay } from './payin-repeat.ts';
import { requireTermsMet } from './payment-terms.ts';
import { requireReturnUrl } from './return-url.ts';

/**
 * Creates a payin, or gives the one that the same order has already. Any number of equal requests at
 * once make one payin and one call to the acquirer. Another method takes the place of a payin that
 * waits for its buyer, which is ended first. Throws `ApiError`: the codes of `POST /payin` in the
 * specification, 409 DUPLICATE_REFERENCE for another order under the same `referenceId`, 409
 * IN_PROGRESS where nobody can tell yet what became of the payin that is there.
 */
export async function createPayin(
  account: Account,
  request: PayinRequest,
  services: PayinDependencies,
  asking?: Asking,
): Promise<Payin> {
  const served = requireServed(account, request);
  const body = fingerprintPayin(services.hash, request);
  const order = fingerprintOrder(services.hash, request);
  const key = `${account.companyId}|${request.referenceId}`;
  const running = services.payinsUnderWay.get(key);
  if (running !== undefined) {
    if (isSameHash(running.body, body)) return running.result;
    if (!isSameHash(running.order, order)) throw underWay();
    // What became of the other try of the same order decides on this one.
    await withoutSlot(services, () => running.result.catch(() => undefined));
    return createPayin(account, request, services, asking);
  }
  const result = payOnce(account, served, { body, order, asking }, services).finally(() =>
    services.payinsUnderWay.delete(key),
  );
  services.payinsUnderWay.set(key, { body, order, result });
  return result;
}

function requireServed(account: Account, request: PayinRequest): ServedRequest {
  const { paymentMethod, card } = request;
  requireMethod(account, paymentMethod);
  requireWebhookUrl(request.webhookUrl, account);
  if (!account.traits.split) {
    if (request.split !== undefined) throw invalidField('split', 'not_enabled');
    if (request.subSellerId !== undefined) throw invalidField('subSellerId', 'not_enabled');
  }
  if (paymentMethod === 'OPEN_FINANCE') {
    requireBank(account, request.bankId);
    requireReturnUrl(account, request.returnUrl);
  }
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
  { asking, ...fingerprints }: { body: Uint8Array; order: Uint8Array; asking: Asking | undefined },
  services: PayinDependencies,
): Promise<Payin> {
  const id = newPublicId('pay', account.companyId, services.randomBytes);
  const read = () => readAsked(account, request, services);
  // The last rounds are for a reference whose holder went away between look-up and reservation.
  for (let round = 0; round < 4; round += 1) {
    const isKnown = round > 0;
    const asked = { id, request, ...fingerprints, requireChargeable: read };
    const known = isKnown ? await answerEarlier(account, asked, services) : null;
    if (known !== null) return known;
    const readable = await read().catch((error: unknown) => {
      if (isKnown || !(error instanceof ApiError)) throw error;
      return null;
    });
    if (readable === null) continue;
    const { card, route } = readable;
    const besides = {
      id,
      provider: route[0].name,
      bodyFingerprint: fingerprints.order,
      installments: request.paymentMethod === 'CREDIT_CARD' ? request.card.installments : 1,
      trace: {
        ...(asking && { requestId: asking.id }),
        ...(request.softDescriptor && { softDescriptor: request.softDescriptor }),
      },
      ...keptOf(card),
    };
    const payin = newPayin(account, request, besides, services);
    const isReserved = await claim(payin, services).catch((error: unknown) => {
      if (isKnown || !(error instanceof ApiError)) throw error;
      return false;
    });
    if (!isReserved) continue;
    asking?.isAbout(payin);
    if (card !== null && !(await takeRecollected(account, card, services))) {
      await releasePayin(payin, services);
      throw cvvMissing();
    }
    if (card !== null) return chargeCard(account, payin, { toCharge: card, route }, services);
    return issuePayment(account, payin, route, services);
  }
  throw underWay();
}

type Route = readonly [Provider, ...Provider[]];

async function readAsked(
  account: Account,
  request: ServedRequest,
  services: PayinDependencies,
): Promise<{ card: PayinCardToCharge | null; route: Route }> {
  const sessionId = request.antifraud?.sessionId;
  if (sessionId !== undefined) await requireOpenSession(account, sessionId, services);
  const card =
    request.paymentMethod === 'CREDIT_CARD'
      ? await readPayinCard(account, request, services)
      : null;
  const { providers } = services;
  const { companyId } = account;
  const now = accountTime(account, services.now());
  const route =
    card === null
      ? requireTermsMet(
          request,
          await requireRoute({ companyId, method: request.paymentMethod }, providers),
          now,
        )
      : requireProofTaken(await requireCardRoute(account, card.card, { providers, now }), card);
  return { card, route };
}

function keptOf(card: PayinCardToCharge | null) {
  return {
    installmentPlan: card?.installmentPlan ?? null,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    tokenHash: card?.tokenHash ?? null,
    authenticationId: card?.authentication?.authenticationId ?? null,
    threeDSecure: sentOf(card?.ownProof ?? card?.authentication?.proof ?? null),
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
