import type { PayoutRequest } from '../../../contract/payments/payout.ts';
import { PIX_KEY_RULES, toPixKey } from '../../../contract/payments/pix-key.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { isSameHash } from '../../base/crypto/keyed-hash.ts';
import { newPublicId } from '../../base/crypto/public-id.ts';
import { ApiError, duplicateReference } from '../../base/shared/api-error.ts';
import type { Receiver } from '../../providers/payout-acquirer.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime, requireTransacting } from '../accounts/account.ts';
import { payoutFee } from '../accounts/fee-schedule.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';
import { REVIEW_RATE_LIMIT, requireWithinLimit } from '../limits/rate-limit.ts';
import { requireWebhookUrl } from '../webhooks/webhook-address.ts';
import { sendPayout, toTransfer } from './advance-payout.ts';
import type { PayoutDependencies } from './dependencies.ts';
import type { Payout } from './payout.ts';
import type { PayoutFollower } from './payout-follower.ts';
import { payoutCreation } from './payout-transition.ts';
import { invalidPixKey, payoutsUnavailable, requirePayable } from './pix-directory.ts';

export function fingerprintPayout(hash: KeyedHash, request: PayoutRequest): Uint8Array {
  const { amount, pixKey, pixKeyType, referenceId } = request;
  const { beneficiaryName = null, beneficiaryDocument = null, webhookUrl = null } = request;
  const optional = [beneficiaryName, beneficiaryDocument, webhookUrl];
  return hash(
    'payout-body',
    JSON.stringify([amount, pixKey, pixKeyType, referenceId, ...optional]),
  );
}

/**
 * Creates a payout and debits it, or gives the one that a repeat of the same request made before.
 * Throws `ApiError`: the codes of `POST /payout` in the specification, 409 DUPLICATE_REFERENCE for
 * another body under the same `referenceId`. `createdBy`: the key or person that asks, kept with
 * it. After 502 PROVIDER_REJECTED there is a FAILED payout whose money is back, and a repeat is
 * answered by the same; after every other refusal there is none.
 */
export async function createPayout(
  account: Account,
  { request: asked, createdBy }: { request: PayoutRequest; createdBy: string },
  services: PayoutDependencies & { payoutFollower: PayoutFollower },
): Promise<Payout> {
  const pixKey = toPixKey(asked.pixKeyType, asked.pixKey);
  if (pixKey === null) throw invalidPixKey(PIX_KEY_RULES[asked.pixKeyType]);
  const request = { ...asked, pixKey };
  requireWebhookUrl(request.webhookUrl, account);
  const fingerprint = fingerprintPayout(services.hash, request);
  const key = `${account.companyId}|${request.referenceId}`;
  const running = services.payoutsUnderWay.get(key);
  if (running !== undefined) {
    if (!isSameHash(running.fingerprint, fingerprint)) throw duplicateReference('payout');
    return running.result;
  }
  const result = payOnce(account, { request, createdBy, fingerprint }, services).finally(() =>
    services.payoutsUnderWay.delete(key),
  );
  services.payoutsUnderWay.set(key, { fingerprint, result });
  return result;
}

/** For a look before a payout is made: as `requirePayable`; 429 RATE_LIMITED after sixty of them. */
export async function findReceiver(
  account: Account,
  request: PayoutRequest,
  services: PayoutDependencies & { rateLimiter: RateLimiter },
): Promise<Receiver | null> {
  requireTransacting(account);
  const { companyId } = account;
  const { rateLimiter, now } = services;
  await requireWithinLimit(rateLimiter, REVIEW_RATE_LIMIT, companyId, now());
  const { amount, pixKey, pixKeyType, beneficiaryDocument = null } = request;
  const provider = await routeOf(companyId, services);
  const transfer = { companyId, amount, pixKey, pixKeyType, beneficiaryDocument };
  return requirePayable(account, { transfer, provider }, services);
}

async function routeOf(
  companyId: string,
  { providers }: Pick<PayoutDependencies, 'providers'>,
): Promise<Provider> {
  const [provider] = await providers.route(companyId, 'PAYOUT');
  if (provider === undefined) throw payoutsUnavailable();
  return provider;
}

type AskedPayout = { request: PayoutRequest; createdBy: string; fingerprint: Uint8Array };

/** The reference is looked up before directory and balance: a repeat is answered whatever they say. */
async function payOnce(
  account: Account,
  asked: AskedPayout,
  services: PayoutDependencies & { payoutFollower: PayoutFollower },
): Promise<Payout> {
  const { request, fingerprint } = asked;
  const { companyId } = account;
  const earlier = await services.payouts.findByReference(companyId, request.referenceId);
  if (earlier !== null) return asRepeat(earlier, fingerprint);
  const provider = await routeOf(companyId, services);
  const payout = toNewPayout(account, { ...asked, provider: provider.name }, services);
  await requirePayable(account, { transfer: toTransfer(payout), provider }, services);
  if (!(await services.transitionPayout(payoutCreation(payout)))) {
    const first = await services.payouts.findByReference(companyId, request.referenceId);
    if (first === null) throw new Error('a reference is taken by no payout');
    return asRepeat(first, fingerprint);
  }
  if (payout.status !== 'PENDING') return payout;
  const sent = await sendPayout(account, payout, services, { isFirst: true });
  if (sent.wasRefusedAtOnce) throw rejected();
  services.payoutFollower.follow(payout);
  // What the acquirer calls it is told later. Source: spec, "Payout record".
  return payout;
}

function toNewPayout(
  account: Account,
  asked: AskedPayout & { provider: string },
  services: PayoutDependencies,
): Payout {
  const { request, createdBy, fingerprint, provider } = asked;
  const isManual = account.traits.manualPayouts;
  const realTime = services.now();
  const createdAt = accountTime(account, realTime);
  return {
    companyId: account.companyId,
    id: newPublicId('out', account.companyId, services.randomBytes),
    provider,
    externalId: null,
    referenceId: request.referenceId,
    status: isManual ? 'AWAITING_APPROVAL' : 'PENDING',
    isSent: !isManual,
    amount: request.amount,
    fee: payoutFee(account.traits.fees, request.amount),
    pixKey: request.pixKey,
    pixKeyType: request.pixKeyType,
    beneficiaryName: request.beneficiaryName ?? null,
    beneficiaryDocument: request.beneficiaryDocument ?? null,
    webhookUrl: request.webhookUrl ?? null,
    reason: null,
    bodyFingerprint: fingerprint,
    wasRefusedAtOnce: false,
    wasCompleted: false,
    createdBy,
    decidedBy: null,
    decidedAt: null,
    touchedAt: realTime,
    createdAt,
    updatedAt: createdAt,
  };
}

function asRepeat(earlier: Payout, fingerprint: Uint8Array): Payout {
  if (!isSameHash(earlier.bodyFingerprint, fingerprint)) throw duplicateReference('payout');
  if (earlier.wasRefusedAtOnce) throw rejected();
  return earlier;
}

function rejected(): ApiError {
  return new ApiError('PROVIDER_REJECTED', 'The payment system rejected the transfer.');
}
