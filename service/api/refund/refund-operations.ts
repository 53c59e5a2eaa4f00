import { PAYIN_EXAMPLE } from '../payin/payin-examples.ts';
import {
  answer,
  IDEMPOTENCY_KEY,
  notFound,
  operations,
  pathId,
  pathParameter,
  request,
} from '../reference/operation.ts';

const REFUND_EXAMPLE = {
  id: 'ref_no3ds_9tQm4mXbT0q1rWc0u8dJxg',
  payinId: PAYIN_EXAMPLE.id,
  referenceId: 'refund-1004-1',
  amount: 5_000,
  status: 'DONE',
  reason: 'Um dos itens voltou',
  failureReason: null,
  createdAt: '2026-11-23T14:02:10.120Z',
  updatedAt: '2026-11-23T14:02:10.480Z',
};

const payinId = pathId('The `id` of the payin.', PAYIN_EXAMPLE.id);

export const REFUND_OPERATIONS = operations('Payins', 'pair', {
  'post /payin/{id}/refund': {
    operationId: 'createRefund',
    summary: 'Refund a payin',
    description:
      'Gives money back to whoever paid, all that is left or a part, as often as something is left. The money is held at once; a refund that fails gives it back to you. The fee of the payin is not given back, and a refund costs none.\n\n' +
      'A `referenceId` refunds once, for ever: the same body gives the first refund again, another one 409. After a refusal there is no refund.\n\n' +
      'The answer may be `PENDING`: a webhook tells how it ended. A payin of which a part was given back is `REFUNDED`; its `refundedAmount` tells how much, and the rest may be given back too.',
    parameters: [payinId, IDEMPOTENCY_KEY],
    body: request('PayinRefundRequest', 'A part', {
      amount: REFUND_EXAMPLE.amount,
      referenceId: REFUND_EXAMPLE.referenceId,
      reason: REFUND_EXAMPLE.reason,
    }),
    success: answer(
      201,
      'The refund, new or made before by the same request.',
      'Refund',
      REFUND_EXAMPLE,
    ),
    refusals: [
      {
        code: 'INVALID_DATA',
        when: 'A field is missing or wrong, or `amount` is more than is left: its message says how much that is.',
      },
      {
        code: 'INSUFFICIENT_FUNDS',
        when: 'What the payin holds in reserve and the available balance do not cover the refund.',
      },
      'REFUND_NOT_SUPPORTED',
      notFound('payin'),
      'NOT_REFUNDABLE',
      {
        code: 'DUPLICATE_REFERENCE',
        when: 'The `referenceId` is in use by a refund with another body, or of another payin.',
      },
      'IN_PROGRESS',
      'IDEMPOTENCY_MISMATCH',
    ],
  },
  'get /payin/{id}/refund/{refundId}': {
    operationId: 'getRefund',
    summary: 'Fetch a refund',
    description: 'For when a webhook did not arrive. A blocked account may read.',
    without: ['COMPANY_BLOCKED'],
    parameters: [payinId, pathParameter('refundId', 'The `id` of the refund.', REFUND_EXAMPLE.id)],
    success: answer(200, 'The refund as it is now.', 'Refund', REFUND_EXAMPLE),
    refusals: [
      { code: 'NOT_FOUND', when: 'There is no such refund of this payin and this account.' },
    ],
  },
});
