import type { PayinRequest } from '../../../contract/payments/payin.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';

/**
 * What makes two requests "the same body": a keyed hash of every field we know, without the CVV
 * and with the card's number replaced by its own keyed hash.
 */
export function fingerprintPayin(hash: KeyedHash, request: PayinRequest): Uint8Array {
  const { card, ...rest } = request;
  return hash('payin-body', JSON.stringify([rest, card ? withoutSecrets(hash, card) : null]));
}

/**
 * What makes two requests the same order: what is bought, by which method and by whom. What differs
 * between two honest tries of one buyer, such as their address or the token of a card, does not count.
 */
export function fingerprintOrder(hash: KeyedHash, request: PayinRequest): Uint8Array {
  const { paymentMethod, amount, items, isPhysicalProduct, customer } = request;
  const { webhookUrl = null, split = null, subSellerId = null } = request;
  const bought = [paymentMethod, amount, items, isPhysicalProduct, customer.document];
  return hash('payin-order', JSON.stringify([...bought, webhookUrl, split, subSellerId]));
}

function withoutSecrets(hash: KeyedHash, card: NonNullable<PayinRequest['card']>) {
  const { cvv: _cvv, ...kept } = card;
  if (!('number' in kept)) return kept;
  return { ...kept, number: Buffer.from(hash('card-number', kept.number)).toString('hex') };
}
