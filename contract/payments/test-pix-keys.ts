/** What comes of a payout. A code: `POST /payout` is refused with it. */
export type PayoutOutcome =
  | 'COMPLETED'
  | 'FAILED'
  | 'REFUSED'
  | 'PROCESSING'
  | 'INVALID_PIX_KEY'
  | 'BEYOND_LIMITS'
  | 'TEMPORARY_UNAVAILABLE'
  | 'PROVIDER_REJECTED';

/** A PIX key that decides what comes of a payout: by its random key, or by an e-mail address. */
export type TestPixKey = { evp: string; email: string; payout: PayoutOutcome };

function evp(suffix: string) {
  return `00000000-0000-4000-8000-0000000004${suffix}`;
}

/** Any other well-formed key exists, and its payout completes. */
export const TEST_PIX_KEYS: readonly TestPixKey[] = [
  { evp: evp('00'), email: 'missing@sandbox.test', payout: 'INVALID_PIX_KEY' },
  { evp: evp('01'), email: 'limits@sandbox.test', payout: 'BEYOND_LIMITS' },
  { evp: evp('02'), email: 'unavailable@sandbox.test', payout: 'TEMPORARY_UNAVAILABLE' },
  { evp: evp('03'), email: 'rejected@sandbox.test', payout: 'PROVIDER_REJECTED' },
  { evp: evp('04'), email: 'fail@sandbox.test', payout: 'FAILED' },
  { evp: evp('05'), email: 'refuse@sandbox.test', payout: 'REFUSED' },
  { evp: evp('06'), email: 'slow@sandbox.test', payout: 'PROCESSING' },
];
