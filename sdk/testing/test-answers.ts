import type { CheckoutErrorCode } from '../../contract/errors/checkout-error-code.ts';
import { CHECKOUT_ERROR_GUIDES } from '../../contract/errors/error-guide.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';

/** An account that takes cards and asks for no authentication. */
export const TEST_CONFIG: CheckoutConfig = {
  scope: 'public',
  companyId: 'test',
  companyName: 'Loja de Testes Ltda',
  kycStatus: 'approved',
  blocked: false,
  canTransact: true,
  reason: null,
  paymentMethods: ['pix', 'credit_card', 'boleto', 'open_finance'],
  capabilities: {
    tokenization: { enabled: true, mode: 'backend', cardOnFile: false, cvvRequired: true },
    threeDS: { enabled: false },
    antifraud: { enabled: true },
  },
  checkoutUrl: 'https://checkout.test',
  threeDSStageUrl: 'https://3ds.test',
  origins: [],
  maxInstallments: 12,
};

/** A card that is ready to be charged. */
export const TEST_PREPARED: PreparedCard = {
  payinCard: { token: 'tok_test', installments: 1 },
  antifraud: { skipped: false, sessionId: 'afs_test' },
  card: { token: 'tok_test', brand: 'visa', last4: '1111' },
  threeDS: { skipped: true, status: null },
};

const TRIGGERS = Object.entries(CHECKOUT_ERROR_GUIDES).map(
  ([code, { reproduce }]) => [code, reproduce.en] as const,
);

/**
 * Every code a `CheckoutError` may carry, and what to do so that it happens on the sandbox.
 * `page.route` is Playwright's; any other way to change an answer does as well.
 */
// The codes are those of the guides, which `fromEntries` cannot know.
export const ERROR_TRIGGERS = Object.fromEntries(TRIGGERS) as {
  readonly [code in CheckoutErrorCode]: string;
};
