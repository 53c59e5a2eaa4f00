/** An account of the sandbox. Its secret key has the same name behind the secret key's prefix. */
export type TestAccount = { publicKey: string; what: string };

/** No amount is special in the sandbox: the account, the card and the key decide. */
export const TEST_ACCOUNTS: readonly TestAccount[] = [
  { publicKey: 'pk_test_no3ds', what: 'no 3-D Secure, no antifraud' },
  { publicKey: 'pk_test_preorder', what: '3-D Secure before the order' },
  { publicKey: 'pk_test_postorder', what: '3-D Secure after the order' },
  { publicKey: 'pk_test_manual', what: 'payouts wait for approval; no open finance' },
  { publicKey: 'pk_test_cardonfile', what: 'saved cards, charged again with their CVV' },
  {
    publicKey: 'pk_test_company',
    what: 'companies pay too, by CNPJ; takes a 3-D Secure of your own; webhooks are tried for three days',
  },
  {
    publicKey: 'pk_test_interest',
    what: 'installments with interest, from 4 on paid by the buyer',
  },
  { publicKey: 'pk_test_pending', what: 'registration not approved: nothing can be charged' },
  { publicKey: 'pk_test_blocked', what: 'blocked by the service: nothing can be charged' },
  { publicKey: 'pk_test_nocard', what: 'no card payments' },
];

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
