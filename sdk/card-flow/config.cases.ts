import type { CheckoutConfig } from '../../contract/published-types.ts';
import { CHECKOUT_URL } from '../frame/frame-side.cases.ts';

// An account whose cards are taken, and what its payin has where the bank asks; a test spoils one
// thing.

export const BANK_URL = 'https://bank.test';
export const SCRIPT_URL = `${BANK_URL}/3ds/sdk.js`;

type ThreeDS = CheckoutConfig['capabilities']['threeDS'];

export const POST_ORDER = {
  enabled: true as const,
  flow: 'post-order' as const,
  sdkUrl: SCRIPT_URL,
  provider: 'sandbox',
  hosts: { script: [BANK_URL], connect: [BANK_URL], frame: [BANK_URL] },
} satisfies ThreeDS;

export function configWith(threeDS: ThreeDS, change: Partial<CheckoutConfig> = {}): CheckoutConfig {
  return {
    scope: 'public',
    companyId: 'co_1',
    companyName: 'Loja Azul Ltda',
    kycStatus: 'approved',
    blocked: false,
    canTransact: true,
    reason: null,
    paymentMethods: ['credit_card'],
    capabilities: {
      tokenization: { enabled: true, mode: 'backend', cardOnFile: false, cvvRequired: false },
      antifraud: { enabled: true },
      threeDS,
    },
    checkoutUrl: CHECKOUT_URL,
    threeDSStageUrl: 'https://stage.test',
    origins: [],
    maxInstallments: 12,
    ...change,
  };
}

/** The challenge fields of a payin, as the service gives them. */
export const PENDING = {
  threeDSecurePending: true,
  threeDSecureSession: 'session-1',
  threeDSecureTransactionId: 'transaction-1',
  threeDSecureSdkUrl: SCRIPT_URL,
  threeDSecureProvider: 'sandbox',
  threeDSecureAction: {
    type: 'THREEDS_CHALLENGE',
    session_id: 'tds_1',
    expires_at: '2026-11-20T12:15:00Z',
  },
} as const;
