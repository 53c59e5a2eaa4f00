import { CARD_TOKEN_EXAMPLE } from '../card-token/card-token-operations.ts';
import { NO_CREDENTIAL, PAST_BUDGET, TRANSACTING } from '../checkout/checkout-refusals.ts';
import { answer, operations, pathId, request } from '../reference/operation.ts';

const SESSION = 'tds_preorder_0Uy_Okv1klb-gULHb8_9fOcb49VwniZb';
const BANK = 'https://bank.example';

const STATE = { id: SESSION, status: 'AUTHENTICATED', reason: null, remainingMs: 0, payinId: null };

const sessionId = pathId('The session: `threeDSecureAction.session_id`.', SESSION);

export const THREEDS_OPERATIONS = operations('Checkout', 'any-key', {
  'post /checkout/three-d-secure-sessions': {
    operationId: 'openThreeDSSession',
    summary: 'Open the authentication of a token',
    description:
      'Before the order. A second call for the same token answers the same session. ' +
      '`device` and `payer` are for a provider whose server is told of them (Cielo, Braspag).',
    body: request('ThreeDSSessionRequest', 'A token', { token: CARD_TOKEN_EXAMPLE }),
    success: answer(201, 'What the script of the provider needs.', 'PendingThreeDS', {
      threeDSecurePending: true,
      threeDSecureSession: '20d6d77d-035d-4029-a532-d21a6fe485bd.HkxjR4Jp_gPCxW67Xbe0iqHo8y20',
      threeDSecureTransactionId: '20d6d77d-035d-4029-a532-d21a6fe485bd',
      threeDSecureSdkUrl: `${BANK}/3ds/sdk.js`,
      threeDSecureProvider: 'sandbox',
      threeDSecureAction: {
        type: 'THREEDS_CHALLENGE',
        session_id: SESSION,
        expires_at: '2026-11-21T20:45:25.376Z',
      },
    }),
    refusals: [
      NO_CREDENTIAL,
      ...TRANSACTING,
      {
        code: 'METHOD_NOT_ENABLED',
        when: 'The account takes no cards, or does not authenticate before the order.',
      },
      { code: 'PROVIDER_ERROR', when: 'The provider did not open it; the token is as it was.' },
      PAST_BUDGET,
    ],
  },
  'get /checkout/three-d-secure-sessions/{id}': {
    operationId: 'getThreeDSSession',
    summary: 'How an authentication stands',
    parameters: [sessionId],
    success: answer(200, 'As it is now.', 'ThreeDSState', STATE),
    refusals: [NO_CREDENTIAL, ...TRANSACTING, 'METHOD_NOT_ENABLED', 'NOT_FOUND'],
  },
  'post /checkout/three-d-secure-sessions/{id}/complete': {
    operationId: 'completeThreeDSSession',
    summary: 'The browser is done',
    description:
      'What it says is a hint: the service asks the provider. `ready` says that the script of ' +
      'Cielo or Braspag knows the device: the answer ends it, or has the `session` by which the ' +
      'bank asks. `cancelled` ends a challenge the buyer closed; `failed` says that the browser ' +
      'could not run it. A second report gets the same state.',
    parameters: [sessionId],
    body: request('ThreeDSCompletion', 'The challenge ended', { outcome: 'done' }),
    success: answer(200, 'As it is after it.', 'ThreeDSState', STATE),
    refusals: [NO_CREDENTIAL, ...TRANSACTING, 'METHOD_NOT_ENABLED', 'NOT_FOUND'],
  },
});
