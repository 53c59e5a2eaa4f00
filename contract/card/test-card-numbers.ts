/** What comes of the charge. A code: `POST /payin` is refused with it. */
export type ChargeOutcome =
  | 'APPROVED'
  | 'REFUSED'
  | 'FAILED'
  | 'PENDING'
  | 'PAYER_LIMIT_REJECTED'
  | 'INVALID_CVV'
  | 'REJECTED_BY_RISK'
  | 'PROVIDER_ERROR';

/**
 * What the sandbox's bank does with a card on an account that authenticates. `challenge_*`: a
 * challenge that ends Y with the right code, or N whatever the code. `silent_method`: its 3DS Method
 * never answers, then Y.
 */
export type ThreeDSResult =
  | 'authenticated'
  | 'challenge_authenticated'
  | 'challenge_refused'
  | 'not_authenticated'
  | 'attempted'
  | 'rejected'
  | 'unavailable'
  | 'not_supported'
  | 'system_error'
  | 'silent_method';

export type TestCardBrand = 'visa' | 'mastercard' | 'elo' | 'hipercard' | 'amex';

/** What comes of numbers of a brand; null: the bank has no outcome of its own for them. */
type Row = readonly [
  brand: TestCardBrand,
  charge: ChargeOutcome,
  threeDS: ThreeDSResult | null,
  numbers: string,
];

/** The published numbers of the sandbox. Any other valid number is approved. */
export const TEST_CARD_NUMBERS: readonly Row[] = [
  ['visa', 'APPROVED', null, '4111111111111111'],
  ['mastercard', 'APPROVED', null, '5555555555554444'],
  ['amex', 'APPROVED', null, '378282246310005'],
  ['elo', 'APPROVED', null, '5066990000000010 6516800000000015'],
  ['hipercard', 'APPROVED', null, '6062820000000011'],
  ['visa', 'REFUSED', null, '4000000000000002'],
  ['visa', 'PAYER_LIMIT_REJECTED', null, '4000000000009995'],
  ['visa', 'INVALID_CVV', null, '4000000000000127'],
  ['visa', 'REJECTED_BY_RISK', null, '4100000000000019'],
  // At the first try of an order; the second is approved.
  ['visa', 'PROVIDER_ERROR', null, '4000000000000119'],
  ['visa', 'APPROVED', 'authenticated', '4000000000002701'],
  ['mastercard', 'APPROVED', 'authenticated', '5200000000002235 5200000000001005'],
  ['elo', 'APPROVED', 'authenticated', '6505290000002000 6505050000001000'],
  ['amex', 'APPROVED', 'authenticated', '340000000002708'],
  ['visa', 'APPROVED', 'challenge_authenticated', '4000000000002503'],
  ['mastercard', 'APPROVED', 'challenge_authenticated', '5200000000002151 5200000000001096'],
  ['elo', 'APPROVED', 'challenge_authenticated', '6505290000002190 6505050000001091'],
  ['visa', 'APPROVED', 'challenge_refused', '4000000000002370'],
  ['mastercard', 'APPROVED', 'challenge_refused', '5200000000002490 5200000000001104'],
  ['elo', 'APPROVED', 'challenge_refused', '6505290000002208 6505050000001109'],
  ['visa', 'APPROVED', 'not_authenticated', '4000000000002925'],
  ['mastercard', 'APPROVED', 'not_authenticated', '5200000000002276 5200000000001013'],
  ['elo', 'APPROVED', 'not_authenticated', '6505290000002018 6505050000001018'],
  ['amex', 'APPROVED', 'not_authenticated', '340000000002096'],
  ['visa', 'APPROVED', 'attempted', '4000000000002719'],
  ['mastercard', 'APPROVED', 'attempted', '5200000000002482'],
  ['elo', 'APPROVED', 'attempted', '6505290000002026'],
  ['amex', 'APPROVED', 'attempted', '340000000002872'],
  ['visa', 'APPROVED', 'rejected', '4000000000002537'],
  ['visa', 'APPROVED', 'unavailable', '4000000000002313'],
  ['visa', 'APPROVED', 'not_supported', '4000000000002420'],
  ['mastercard', 'APPROVED', 'not_supported', '5200000000002664'],
  ['elo', 'APPROVED', 'not_supported', '6505290000002257'],
  ['visa', 'APPROVED', 'system_error', '4000000000002644'],
  ['mastercard', 'APPROVED', 'system_error', '5200000000002656'],
  ['elo', 'APPROVED', 'system_error', '6505290000002265'],
  // The bank's method never answers; the frame goes on after ten seconds.
  ['visa', 'APPROVED', 'silent_method', '4000000000002354'],
];
