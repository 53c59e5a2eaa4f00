import type { PayinRequest } from '../../../contract/payments/payin.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';

/** The same body: every field but the CVV, the card's number by a keyed hash of its own. */
export function fingerprintPayin(hash: KeyedHash, request: PayinRequest): Uint8Array {
  const { card, ...rest } = request;
  return hash('payin-body', JSON.stringify([rest, card ? withoutSecrets(hash, card) : null]));
}

/** The same order: not what may differ between two honest tries, as an address or a token. */
export function fingerprintOrder(hash: KeyedHash, request: PayinRequest): Uint8Array {
  const { paymentMethod, amount, items, isPhysicalProduct, customer } = request;
  const { webhookUrl = null, split = null, subSellerId = null, softDescriptor } = request;
  // Absent it adds nothing, so that orders from before there was one stay the same.
  const named = softDescriptor === undefined ? [] : [softDescriptor];
  const bought = [paymentMethod, amount, items, isPhysicalProduct, customer.document];
  return hash('payin-order', JSON.stringify([...bought, webhookUrl, split, subSellerId, ...named]));
}

function withoutSecrets(hash: KeyedHash, card: NonNullable<PayinRequest['card']>) {
  const { cvv: _cvv, ...kept } = card;
  if (!('number' in kept)) return kept;
  return { ...kept, number: Buffer.from(hash('card-number', kept.number)).toString('hex') };
}
