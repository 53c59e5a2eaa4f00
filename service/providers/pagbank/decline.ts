import type { CardBrand } from '../../../contract/card-brand.ts';
import { CARD_BRANDS } from '../../../contract/card-brand.ts';
import type { DeclineReason } from '../../../contract/decline-reason.ts';
import type { ChargeOutcome } from '../acquirer.ts';
import type { Charge } from './fields.ts';

type DeclineCode = Extract<ChargeOutcome, { kind: 'declined' }>['code'];
type Meaning = { code: DeclineCode | null; reason: DeclineReason };

/**
 * What issuers' codes mean where it is the same for every brand. Source: ABECS, Normativo 21, as
 * PagBank's page "Motivos de compra negada" has it, read 2026-11-23.
 */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  '14': { code: null, reason: 'invalid_card' },
  '41': { code: null, reason: 'card_blocked' },
  '43': { code: null, reason: 'card_blocked' },
  '51': { code: 'PAYER_LIMIT_REJECTED', reason: 'insufficient_funds' },
  '54': { code: null, reason: 'card_expired' },
  '61': { code: 'PAYER_LIMIT_REJECTED', reason: 'limit_exceeded' },
  '65': { code: 'PAYER_LIMIT_REJECTED', reason: 'limit_exceeded' },
  '78': { code: null, reason: 'card_blocked' },
  '91': { code: null, reason: 'issuer_unavailable' },
};

/** Those whose meaning only the brand tells. */
const MEANINGS_OF_BRAND: { readonly [brand in CardBrand]?: Readonly<Record<string, Meaning>> } = {
  elo: {
    '59': { code: 'REJECTED_BY_RISK', reason: 'suspected_fraud' },
    '63': { code: 'INVALID_CVV', reason: 'invalid_cvv' },
  },
  visa: {
    '59': { code: 'REJECTED_BY_RISK', reason: 'suspected_fraud' },
    '7': { code: 'REJECTED_BY_RISK', reason: 'suspected_fraud' },
    N7: { code: 'INVALID_CVV', reason: 'invalid_cvv' },
  },
  mastercard: {
    '79': { code: null, reason: 'invalid_card' },
    '83': { code: 'REJECTED_BY_RISK', reason: 'suspected_fraud' },
  },
};

/** A charge that was DECLINED, in our words. */
export function declineOf(charge: Charge, asked: CardBrand | null): ChargeOutcome {
  const { id: externalId, payment_response: response, payment_method: method } = charge;
  const brand = asked ?? toBrand(method.card?.brand);
  const code = `${response?.raw_data?.reason_code ?? ''}`.replace(/^0+(?=.)/, '');
  const meaning = (brand === null ? undefined : MEANINGS_OF_BRAND[brand]?.[code]) ?? MEANINGS[code];
  if (meaning === undefined) return { kind: 'refused', externalId };
  if (meaning.code === null) return { kind: 'refused', externalId, reason: meaning.reason };
  return { kind: 'declined', ...meaning, code: meaning.code, decidedBy: 'issuer' };
}

function toBrand(name: string | null | undefined): CardBrand | null {
  const plain = (name ?? '').toLowerCase();
  return CARD_BRANDS.find((one) => one === plain) ?? null;
}
