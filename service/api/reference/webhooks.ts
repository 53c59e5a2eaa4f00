import {
  PAYIN_EVENT_TYPES,
  PAYOUT_EVENT_TYPES,
} from '../../../contract/payments/webhook-event-type.ts';
import type { Parameter, PathItem, Tag } from './open-api.ts';
import { example, json } from './operation.ts';

const STANDARD_SIGNATURE = [
  'Where signing is on, but for secrets older than this header: `v1,` and the HMAC-SHA256 of',
  '`<webhook-id>.<webhook-timestamp>.<raw body>` in base64, keyed with the bytes that the secret',
  'decodes to behind `whsec_`. While a secret is being rotated there are two, with a blank between.',
].join(' ');

/** What we send to a `webhookUrl`. Source: spec, "Events". */
export const WEBHOOKS: { readonly [name: string]: PathItem } = {
  payin: webhook({
    tag: 'Payins',
    operationId: 'onPayin',
    summary: 'A payin has a new status',
    schema: 'PayinEvent',
    events: PAYIN_EVENT_TYPES,
    sample: {
      id: 'pay_no3ds_heXM_dy0Ug6l5V4ejJduqA',
      externalId: '9bb254db2953e94b3a3726e812db6900',
      referenceId: 'order-1001',
      status: 'APPROVED',
      amount: 15_990,
      paymentMethod: 'PIX',
      expiresAt: '2026-11-21T21:00:22.500Z',
      declineReason: null,
      retry: null,
      createdAt: '2026-11-21T20:30:22.500Z',
      refundedAmount: 0,
      refunds: [],
      replacedBy: null,
    },
  }),
  payout: webhook({
    tag: 'Payouts',
    operationId: 'onPayout',
    summary: 'A payout has a new status',
    schema: 'PayoutEvent',
    events: PAYOUT_EVENT_TYPES,
    sample: {
      id: 'out_no3ds_yJBsLuEq3uDMmaZV8NRE7A',
      externalId: 'bca747b7720331a87ab244299de057c6',
      status: 'REFUSED',
      amount: 5_000,
      referenceId: 'withdrawal-1',
      created_at: '2026-11-21T20:30:22.819Z',
      reason: 'refused by the receiving institution',
    },
  }),
};

function webhook(of: {
  tag: Tag;
  operationId: string;
  summary: string;
  schema: string;
  events: readonly string[];
  sample: unknown;
}): PathItem {
  return {
    post: {
      operationId: of.operationId,
      tags: [of.tag],
      summary: of.summary,
      description:
        'Posted to the `webhookUrl` given at creation; where none was given, to the receiver that the account has for this type of event, if any. An event is sent at least once: keep the `X-Webhook-Id` and skip one you have seen. Any 2xx within 5 seconds confirms it; otherwise it comes again 1 second after the failure and 2 seconds after the next one; on accounts with a schedule of days ever more seldom after that, for three days.',
      security: [],
      parameters: [
        header('X-Webhook-Id', 'The same for every attempt of one event.', { type: 'string' }),
        header('X-Webhook-Event', 'Kind of the event.', { type: 'string', enum: [...of.events] }),
        {
          ...header(
            'X-Webhook-Signature',
            'Where signing is on: the time of signing in Unix seconds, and the HMAC-SHA256 of `<t>.<raw body>` under the secret in lower-case hexadecimal. While a secret is being rotated there are two `v1`. Refuse a time more than 300 seconds away.',
            { type: 'string', pattern: '^t=[0-9]+(,v1=[0-9a-f]{64})+$' },
          ),
          required: false,
          example: `t=1795293023,v1=${'0f'.repeat(32)}`,
        },
        header('webhook-id', 'The `X-Webhook-Id`, as Standard Webhooks has it.', {
          type: 'string',
        }),
        header('webhook-timestamp', 'The time of signing in Unix seconds.', {
          type: 'string',
          pattern: '^[0-9]+$',
        }),
        {
          ...header('webhook-signature', STANDARD_SIGNATURE, {
            type: 'string',
            pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$',
          }),
          required: false,
          example: `v1,${'0f'.repeat(21)}0=`,
        },
      ],
      requestBody: { required: true, content: json(of.schema, example(of.sample, 'An event')) },
      responses: {
        '2XX': { description: 'Received. The body is not read.' },
        '4XX': { description: 'Not received: the event is sent again.' },
        '5XX': { description: 'Not received: the event is sent again.' },
      },
    },
  };
}

function header(name: string, description: string, schema: Parameter['schema']): Parameter {
  return { name, in: 'header', required: true, description, schema };
}
