import { PUBLIC_ACCOUNT_EXAMPLE } from '../balance/account-operations.ts';
import { CARD_TOKEN_OPERATIONS } from '../card-token/card-token-operations.ts';
import { VIEW_OPERATIONS } from '../pix-view/pix-view-operation.ts';
import type { Operation } from '../reference/operation.ts';
import { answer, operations, request } from '../reference/operation.ts';
import { THREEDS_OPERATIONS } from '../three-d-secure/three-d-secure-operations.ts';
import { NO_CREDENTIAL, PAST_BUDGET, TRANSACTING } from './checkout-refusals.ts';

const BANK = 'https://bank.example';

export const CHECKOUT_OPERATIONS: readonly Operation[] = [
  ...operations('Checkout', 'any-key', {
    'get /checkout/config': {
      operationId: 'getCheckoutConfig',
      summary: 'What a browser may know of the account',
      description: 'Also of an account that cannot transact.',
      success: answer(200, 'The configuration.', 'CheckoutConfig', {
        ...PUBLIC_ACCOUNT_EXAMPLE,
        capabilities: {
          ...PUBLIC_ACCOUNT_EXAMPLE.capabilities,
          threeDS: {
            enabled: true,
            flow: 'pre-order',
            provider: 'sandbox',
            sdkUrl: `${BANK}/3ds/sdk.js`,
            hosts: { script: [BANK], connect: [BANK], frame: [BANK] },
          },
        },
        checkoutUrl: 'https://checkout.example',
        threeDSStageUrl: 'https://stage.example',
        origins: ['https://shop.example'],
        maxInstallments: 12,
      }),
      refusals: [NO_CREDENTIAL],
    },
    'post /checkout/antifraud-sessions': {
      operationId: 'openAntifraudSession',
      summary: 'Open an antifraud session',
      body: request('AntifraudSessionRequest', 'A phone', {
        signals: {
          language: 'pt-BR',
          timezone: 'America/Sao_Paulo',
          timezoneOffsetMinutes: 180,
          screenWidth: 390,
          screenHeight: 844,
          colorDepth: 24,
          touchPoints: 5,
        },
      }),
      success: answer(201, 'The session, or that there is none.', 'AntifraudSession', {
        skipped: false,
        sessionId: 'afs_preorder_YoHmK4Co3mND_oIGD5QS2Q',
      }),
      refusals: [NO_CREDENTIAL, ...TRANSACTING, 'METHOD_NOT_ENABLED', PAST_BUDGET],
    },
  }),
  ...CARD_TOKEN_OPERATIONS,
  ...THREEDS_OPERATIONS,
  ...VIEW_OPERATIONS,
];
