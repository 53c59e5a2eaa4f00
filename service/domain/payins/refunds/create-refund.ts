import type { RefundRequest } from '../../../../contract/payments/refund.ts';
import type { KeyedHash } from '../../../base/crypto/keyed-hash.ts';
import { isSameHash } from '../../../base/crypto/keyed-hash.ts';
import { newPublicId } from '../../../base/crypto/public-id.ts';
import { ApiError, duplicateReference, invalidField } from '../../../base/shared/api-error.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import { findTold } from '../cancel-payin.ts';
import type { Asking, PayinDependencies } from '../dependencies.ts';
import type { Payin } from '../payin.ts';
import { currentPayin } from '../payin-answer.ts';
import { providerOf } from '../payin-provider.ts';
import { askRefund, auditOfRefund, refundVerbsOf } from './ask-refund.ts';
import type { Refund } from './refund.ts';
import { amountLeft, isRefundable } from './refund.ts';
import { refundBegin } from './refund-transition.ts';

/** `atMost`: centavos of the payin that may be given back in all, by this refund and those before. */
type AskedRefund = RefundRequest & { payinId: string; atMost?: number | undefined };

export function fingerprintRefund(hash: KeyedHash, asked: AskedRefund): Uint8Array {
  const { payinId, amount = null, referenceId, reason = null } = asked;
  return hash('refund-body', JSON.stringify([payinId, amount, referenceId, reason]));
}

/**
 * A repeat of the same request gives the same refund. Throws `ApiError`: 404; 400
 * REFUND_NOT_SUPPORTED; 409 NOT_REFUNDABLE; 400 INVALID_DATA, naming `amount`, for more than is
 * left; 400 INSUFFICIENT_FUNDS; 409 DUPLICATE_REFERENCE for another body under the same
 * `referenceId`, for ever; 409 IN_PROGRESS. After a refusal there is no refund.
 */
export async function createRefund(
  account: Account,
  asked: AskedRefund,
  services: PayinDependencies,
  asking?: Asking,
): Promise<Refund> {
  const { companyId } = account;
  const fingerprint = fingerprintRefund(services.hash, asked);
  for (let round = 0; round < 20; round += 1) {
    const earlier = await services.refunds.findByReference(companyId, asked.referenceId);
    if (earlier !== null) {
      if (!isSameHash(earlier.bodyFingerprint, fingerprint)) throw duplicateReference('refund');
      return earlier;
    }
    const found = await findTold(account, asked.payinId, services, asking);
    const provider = await providerOf(found, services);
    const verbs = provider === null ? null : refundVerbsOf(provider, found.paymentMethod);
    if (provider === null || verbs === null) throw notSupported(found);
    const payin = await currentPayin(account, found, services);
    const refund = toNewRefund(account, payin, asked, { fingerprint, services });
    const audit = auditOfRefund(refund, { actor: 'merchant', result: 'begun' }, services);
    // False: the payin has changed meanwhile, or the reference was taken.
    if (!(await services.transitionPayin(refundBegin(payin, refund, audit)))) continue;
    return askRefund(account, { payin, refund, provider, verbs }, services);
  }
  throw new ApiError('IN_PROGRESS', 'This payin is being changed by others.');
}

function toNewRefund(
  account: Account,
  payin: Payin,
  asked: AskedRefund,
  { fingerprint, services }: { fingerprint: Uint8Array; services: PayinDependencies },
): Refund {
  const { companyId } = account;
  const amount = amountOf(payin, asked);
  const askedAt = services.now();
  const createdAt = accountTime(account, askedAt);
  return {
    companyId,
    id: newPublicId('ref', companyId, services.randomBytes),
    payinId: payin.id,
    referenceId: asked.referenceId,
    amount,
    reason: asked.reason ?? null,
    status: 'PENDING',
    failureReason: null,
    bodyFingerprint: fingerprint,
    attemptId: Buffer.from(services.randomBytes(16)).toString('hex'),
    nature: null,
    provider: payin.provider,
    externalId: null,
    askedAt,
    createdAt,
    updatedAt: createdAt,
  };
}

function amountOf(payin: Payin, { amount, atMost }: AskedRefund): number {
  if (!isRefundable(payin)) {
    const message = `A payin that is ${payin.status} cannot be refunded.`;
    throw new ApiError('NOT_REFUNDABLE', message);
  }
  const left = amountLeft(payin);
  const centavos = amount ?? left;
  if (left === 0 || centavos > left) throw invalidField('amount', 'more_than_left', { left });
  // Held against the payin as it is read; where another refund comes between, it is read again.
  if (atMost !== undefined && payin.amount - left + centavos > atMost) {
    throw invalidField('amount', 'over_limit', { max: atMost });
  }
  return centavos;
}

function notSupported({ paymentMethod }: Payin): ApiError {
  const message = `A payin by ${paymentMethod} cannot be refunded here.`;
  return new ApiError('REFUND_NOT_SUPPORTED', message);
}
