import type { payinListQuerySchema } from '../../../contract/payments/payin-list.ts';
import { PAYIN_CONTROLS } from '../../../contract/payments/sandbox-payin.ts';
import type { QueryParameter } from '../reference/list-parameters.ts';
import { CURSOR, LIMIT, PERIOD, queryParameters } from '../reference/list-parameters.ts';
import { schemaRef } from '../reference/open-api.ts';
import type { Operation } from '../reference/operation.ts';
import {
  answer,
  IDEMPOTENCY_KEY,
  json,
  notFound,
  operations,
  optionalRequest,
  pathId,
} from '../reference/operation.ts';
import { PAYIN_ANSWER_EXAMPLES, PAYIN_EXAMPLE, PAYIN_REQUEST_EXAMPLES } from './payin-examples.ts';

/** Exhaustive by the schema the service reads the query with. */
const LIST_QUERY: Readonly<Record<keyof typeof payinListQuerySchema.shape, QueryParameter>> = {
  status: { description: 'Only payins in this status.', schema: schemaRef('PayinStatus') },
  paymentMethod: { description: 'Only payins by this method.', schema: schemaRef('PaymentMethod') },
  ...PERIOD,
  referenceId: {
    description: 'Only payins with exactly this id of yours: the last one, and tries before it.',
    schema: { type: 'string', minLength: 1, maxLength: 100 },
  },
  cursor: CURSOR,
  limit: LIMIT,
};

const payinId = pathId('The `id` of the payin.', PAYIN_EXAMPLE.id);

export const PAYIN_OPERATIONS = operations('Payins', 'pair', {
  'post /payin': {
    operationId: 'createPayin',
    summary: 'Create a charge',
    description:
      'Charges by PIX, boleto, card or open finance. From a server alone: never from a browser.\n\n' +
      'The same order under the same `referenceId` gives its payin again while that is open or paid, so a request may be repeated. It is the same where method, amount, items, `isPhysicalProduct`, the document of the customer, `webhookUrl`, `split`, `subSellerId` and `softDescriptor` are. The same token of a card always gives what became of it, a refusal too; another card is not charged where one was.\n\n' +
      'Another method, at its own price, takes the place of a PIX, a boleto, a consent or a challenge that waits for its buyer, as do another bank of a consent, and another card or plan of a challenge: that one is `CANCELED`, its `replacedBy` is the new one. After a refusal, failure, expiry or cancellation there is a new payin.\n\n' +
      'An answer of 400 or 422 leaves no payin behind.',
    parameters: [IDEMPOTENCY_KEY],
    body: { content: json('PayinRequest', PAYIN_REQUEST_EXAMPLES) },
    success: {
      201: {
        description: 'The payin, new or made before by the same request.',
        content: json('PayinAnswer', PAYIN_ANSWER_EXAMPLES),
      },
    },
    refusals: [
      {
        code: 'INVALID_DATA',
        when: 'A field is missing or wrong, a CPF, phone or postal code for example, or the token of a card cannot be used.',
      },
      'REJECTED_BY_RISK',
      'PAYER_LIMIT_REJECTED',
      'INVALID_CVV',
      'METHOD_NOT_ENABLED',
      {
        code: 'DUPLICATE_REFERENCE',
        when: 'The `referenceId` is of another order, or was paid by another method: `error.payin` is what is there.',
      },
      {
        code: 'IN_PROGRESS',
        when: 'Another request with this `referenceId` is being worked on, or it is not known how the payin that is there ends. Ask again.',
      },
      {
        code: 'REJECTED_BY_RISK',
        threeDSMissing: true,
        when: 'The account charges cards with 3-D Secure only, and `card.threeDSecure` is missing.',
      },
      {
        code: 'INVALID_DATA',
        threeDSMissing: true,
        when: 'The 3-D Secure session is missing, unknown, over, used, or of another order, or `cavv` and `eci` stand alone on an account that uses none.',
      },
      'IDEMPOTENCY_MISMATCH',
      'PROVIDER_ERROR',
    ],
  },
  'get /payin': {
    operationId: 'listPayins',
    summary: 'List payins',
    description:
      'Newest first, in pages that are read by key: ask for the next one with `meta.nextCursor`, until that is null. Payins are told as they are kept: one whose time to pay is over is told as `EXPIRED` once it has been ended, which its own record does at once. An operator may have lists read of a replica of the database; the answer then says by how many seconds its rows may be behind, in `X-Data-Max-Age`. A blocked account may read.',
    without: ['COMPANY_BLOCKED'],
    parameters: queryParameters(LIST_QUERY),
    success: answer(200, 'A page of payins.', 'PayinList', {
      data: [PAYIN_EXAMPLE],
      meta: { limit: 10, nextCursor: '1795293022500-pay_no3ds_Kw3iD26fxCxumh97xo673A' },
    }),
    refusals: ['INVALID_DATA'],
  },
  'get /payin/open-finance/banks': {
    operationId: 'listBanks',
    summary: 'List open-finance banks',
    without: ['COMPANY_BLOCKED'],
    success: answer(200, 'The banks of the account.', 'BankList', {
      banks: [
        { id: 'ipe', name: 'Banco Ipê' },
        { id: 'jatoba', name: 'Banco Jatobá' },
      ],
    }),
  },
  'get /payin/{id}': {
    operationId: 'getPayin',
    summary: 'Fetch a payin',
    description:
      'For when a webhook did not arrive, and to show a PIX, boleto or consent again that waits for its buyer: it has the members of the answer of `POST /payin` then. A blocked account may read.',
    // Source: spec, "Errors": missing and invalid credentials alike are 401 here.
    without: ['COMPANY_BLOCKED', 'INVALID_CREDENTIALS'],
    parameters: [payinId],
    success: answer(200, 'The payin as it is now.', 'Payin', PAYIN_EXAMPLE),
    refusals: [notFound('payin')],
  },
  'post /payin/{id}/cancel': {
    operationId: 'cancelPendingPayin',
    summary: 'Cancel a payin that waits for its buyer',
    description:
      'For a buyer who changed their mind: ends a PIX, a boleto, a consent or a challenge of 3-D Secure, at the provider too where it has a call for that. It is `CANCELED` then, and its `referenceId` is free for another payin. Asked again, it answers the same.\n\n' +
      'One that was paid with less than asked for is answered as `FAILED`, and what came in goes back to whoever paid. `error.payin` of a 409 is the payin as it is: it may have been paid in the meantime.',
    parameters: [payinId],
    success: answer(200, 'The payin as it is now.', 'Payin', {
      ...PAYIN_EXAMPLE,
      status: 'CANCELED',
    }),
    refusals: [
      notFound('payin'),
      {
        code: 'ILLEGAL_TRANSITION',
        when: 'The payin was paid, refused or has ended: `error.payin` says how.',
      },
      {
        code: 'IN_PROGRESS',
        when: 'It is not known how the payin ends: a charge is in doubt, or the provider does not say that it is over. Ask again.',
      },
    ],
  },
});

const CONTROLS = {
  pay: ['payPayin', 'The buyer pays'],
  expire: ['expirePayin', 'The time to pay is over'],
  refund: ['refundPayin', 'Give money back, all or a part'],
  chargeback: ['chargePayinBack', 'The cardholder contests the charge'],
  'chargeback-reversal': ['reversePayinChargeback', 'The chargeback is decided for the merchant'],
  med: ['returnPayinByMed', 'PIX is returned by the special mechanism (MED)'],
  'med-reversal': ['reversePayinMed', 'The return by MED is taken back'],
  cancel: ['cancelPayin', 'Cancel before settlement'],
} as const satisfies Record<
  (typeof PAYIN_CONTROLS)[number],
  readonly [id: string, summary: string]
>;

export const PAYIN_CONTROL_OPERATIONS: readonly Operation[] = PAYIN_CONTROLS.map((control) => {
  const [operationId, summary] = CONTROLS[control];
  return {
    method: 'post',
    path: `/sandbox/payins/{id}/${control}`,
    operationId,
    tag: 'Sandbox',
    summary,
    access: 'pair',
    parameters: [payinId],
    ...(control === 'refund'
      ? { body: optionalRequest('RefundRequest', 'A part', { amount: 5_000 }) }
      : {}),
    success: answer(200, 'The payin after it.', 'Payin', PAYIN_EXAMPLE),
    refusals: [
      notFound('payin'),
      'ILLEGAL_TRANSITION',
      { code: 'IN_PROGRESS', when: 'The payin is being changed by others; ask again.' },
    ],
  };
});
