import { PAYIN_CONTROL_OPERATIONS } from '../payin/payin-operations.ts';
import { PAYOUT_CONTROL_OPERATIONS } from '../payout/payout-operations.ts';
import type { Operation } from '../reference/operation.ts';
import {
  answer,
  notFound,
  operations,
  optionalRequest,
  pathId,
  request,
} from '../reference/operation.ts';

const EVENT_ID = 'evt_no3ds_8LF0lEDzmzn_OVhnVMh1YQ';

const DELIVERY = {
  id: EVENT_ID,
  event: 'payin.approved',
  transactionId: 'pay_no3ds_heXM_dy0Ug6l5V4ejJduqA',
  status: 'DELIVERED',
  attempts: [{ at: '2026-11-21T20:30:23.000Z', outcome: 'HTTP_200' }],
};

const EXAMPLE_SECRET = 'whsec_EXAMPLEexampleEXAMPLEexampleEXAMPLEexampleE=';

function signedWith(secret: string | null) {
  const description = 'The secret, shown this once; null where signing is off.';
  return answer(200, description, 'WebhookSecret', { secret });
}

export const SANDBOX_OPERATIONS: readonly Operation[] = [
  ...operations('Sandbox', 'pair', {
    'post /sandbox/clock': {
      operationId: 'advanceClock',
      summary: 'Move the time of the account forward',
      description:
        'Creation and expiry of payins, tokens, sessions and previous secrets move with it. Webhooks and rate limits keep real time. All moves of an account together are at most 100 years (3,162,240,000 seconds); one that would be more is refused with 400 and moves nothing.',
      body: request('ClockMove', 'Half an hour', { advanceSeconds: 1_800 }),
      success: answer(200, 'The time after the move.', 'Clock', {
        now: '2026-11-21T21:00:22.500Z',
      }),
    },
  }),
  ...PAYIN_CONTROL_OPERATIONS,
  ...PAYOUT_CONTROL_OPERATIONS,
  ...operations('Sandbox', 'pair', {
    'post /sandbox/webhooks/enable-signing': {
      operationId: 'enableWebhookSigning',
      summary: 'Sign events from now on',
      success: signedWith(EXAMPLE_SECRET),
      refusals: [{ code: 'ILLEGAL_TRANSITION', when: 'Signing is on already; rotate the secret.' }],
    },
    'post /sandbox/webhooks/rotate-secret': {
      operationId: 'rotateWebhookSecret',
      summary: 'Sign with a new secret; the last one stays valid for 24 hours',
      body: optionalRequest('SecretRotation', 'End the one before now', { endPrevious: true }),
      success: signedWith(EXAMPLE_SECRET),
      refusals: [
        {
          code: 'ILLEGAL_TRANSITION',
          when: 'Signing is off; or the secret before the present one is still valid, and `endPrevious` does not say that it may end now.',
        },
      ],
    },
    'post /sandbox/webhooks/disable-signing': {
      operationId: 'disableWebhookSigning',
      summary: 'Sign events no more',
      success: signedWith(null),
    },
    'get /sandbox/webhooks/deliveries': {
      operationId: 'listWebhookDeliveries',
      summary: 'List events and their deliveries',
      success: answer(200, 'The newest events.', 'WebhookDeliveries', { data: [DELIVERY] }),
    },
    'post /sandbox/webhooks/deliveries/{id}/resend': {
      operationId: 'resendWebhook',
      summary: 'Send an event again',
      description: 'With its id and body, and a round of retries of its own.',
      parameters: [pathId('The `X-Webhook-Id` of the event.', EVENT_ID)],
      success: answer(200, 'The event as it is now.', 'WebhookDelivery', {
        ...DELIVERY,
        status: 'PENDING',
      }),
      refusals: [notFound('event')],
    },
  }),
];
