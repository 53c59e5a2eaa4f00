export {
  type PayoutOutcome,
  TEST_PIX_KEYS,
  type TestPixKey,
} from '../../contract/payments/test-pix-keys.ts';

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
