import type { KeptPayinAnswer, PayinAnswer } from '../../../contract/payments/payin.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import type { Account } from '../accounts/account.ts';
import type { PayinDependencies } from './dependencies.ts';
import { currentPayment } from './end-payment.ts';
import type { Payin } from './payin.ts';
import { boletoDueDate, boletoUrl, toPayinCreated } from './payin.ts';
import { browserHalfFor } from './payin-provider.ts';
import { holdsReference } from './payin-status.ts';
import { dueOnByEnd, windowEnd } from './payment-window.ts';
import { pixViewToken } from './pix-view-token.ts';
import { isChallenged } from './three-d-secure/acquirer-challenge.ts';
import { endIfOver } from './three-d-secure/end-three-d-secure.ts';
import { toPendingThreeDS } from './three-d-secure/three-d-secure.ts';

export async function currentPayin(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<Payin> {
  const { companyId, authenticationId: id } = payin;
  if (payin.chargeState === 'awaiting_payment') return currentPayment(account, payin, services);
  // Reading asks nobody: what the acquirer waits for is called off in the background.
  if (payin.status !== 'PENDING_3DS' || id === null || isChallenged(payin)) return payin;
  const authentication = await services.authentications.find({ companyId, id });
  if (authentication === null) return payin;
  const current = await endIfOver(account, authentication, services);
  if (current.status === 'OPEN') return payin;
  return (await services.payins.find(companyId, payin.id)) ?? payin;
}

/** The payin that holds the reference now: one whose buyer took too long holds it no more. */
export async function findHolder(
  account: Account,
  referenceId: string,
  services: PayinDependencies,
): Promise<Payin | null> {
  const holder = await services.payins.findByReference(account.companyId, referenceId);
  if (holder === null) return null;
  const current = await currentPayin(account, holder, services);
  return holdsReference(current.status) ? current : null;
}

/**
 * Decision: it says until when, which the specification leaves to the record; an `externalId` not
 * given yet is the payin's own id, under which the acquirer is asked.
 */
export function toPayinAnswer(answered: KeptPayinAnswer, hash: KeyedHash): PayinAnswer {
  const kept = { ...answered, externalId: answered.externalId ?? answered.id };
  const end = 'expiresAt' in kept && kept.expiresAt !== undefined ? new Date(kept.expiresAt) : null;
  const expiresAt = end ?? windowEnd(kept.paymentMethod, new Date(kept.createdAt));
  if (expiresAt === null) return kept;
  const viewToken = pixViewToken(hash, kept.id);
  const awaited = { expiresAt: expiresAt.toISOString(), viewToken };
  if ('pix' in kept) return { ...kept, ...awaited, pix: { ...kept.pix, viewToken } };
  if ('boleto' in kept) {
    const dueDate = kept.boleto.dueDate ?? dueOnByEnd(expiresAt);
    return { ...kept, ...awaited, boleto: { ...kept.boleto, dueDate } };
  }
  return 'openFinanceRedirectUrl' in kept ? { ...kept, ...awaited } : kept;
}

export async function toKeptPayinAnswer(
  payin: Payin,
  baseUrl: string,
  services: Pick<PayinDependencies, 'authentications' | 'providers'>,
): Promise<KeptPayinAnswer> {
  const created = toPayinCreated(payin);
  const { pixCopyAndPaste, boletoBarcode: barcode, openFinanceRedirectUrl } = payin;
  const end = { expiresAt: payin.expiresAt?.toISOString() };
  if (pixCopyAndPaste !== null) return { ...created, ...end, pix: { qrcode: pixCopyAndPaste } };
  if (barcode !== null) {
    const { boletoPixCopyAndPaste: code } = payin;
    const pix = code === null ? {} : { pixQrcode: code };
    const url = boletoUrl(payin, baseUrl) ?? '';
    const dueDate = boletoDueDate(payin) ?? undefined;
    return { ...created, ...end, boleto: { barcode, ...pix, url, dueDate } };
  }
  if (openFinanceRedirectUrl !== null) return { ...created, ...end, openFinanceRedirectUrl };
  const { companyId, authenticationId: id } = payin;
  if (payin.status !== 'PENDING_3DS' || id === null) return created;
  const authentication = await services.authentications.find({ companyId, id });
  if (authentication?.status !== 'OPEN') return created;
  const half = await browserHalfFor(authentication, services);
  return half === null ? created : { ...created, ...toPendingThreeDS(authentication, half) };
}
