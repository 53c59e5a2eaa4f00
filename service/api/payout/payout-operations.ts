import type { payoutListQuerySchema } from '../../../contract/payments/payout.ts';
import type { statementQuerySchema } from '../../../contract/payments/statement.ts';
import type { QueryParameter } from '../reference/list-parameters.ts';
import { CURSOR, LIMIT, PERIOD, queryParameters } from '../reference/list-parameters.ts';
import { schemaRef } from '../reference/open-api.ts';
import {
  answer,
  IDEMPOTENCY_KEY,
  notFound,
  operations,
  pathId,
  request,
} from '../reference/operation.ts';

const PAYOUT_REQUEST = {
  amount: 5_000,
  pixKey: 'maria@example.com',
  pixKeyType: 'EMAIL',
  referenceId: 'withdrawal-1',
  beneficiaryName: 'Maria Oliveira',
  webhookUrl: 'https://shop.example/webhooks',
};

const CREATED = {
  id: 'out_no3ds_yJBsLuEq3uDMmaZV8NRE7A',
  externalId: null,
  status: 'PENDING',
  amount: 5_000,
  currency: 'BRL',
  pixKey: 'maria@example.com',
  pixKeyType: 'EMAIL',
  referenceId: 'withdrawal-1',
  beneficiaryName: 'Maria Oliveira',
  beneficiaryDocument: null,
  feeAmount: null,
  netAmount: null,
  createdAt: '2026-11-21T20:30:22.819Z',
  updatedAt: '2026-11-21T20:30:22.819Z',
};

const COMPLETED = {
  ...CREATED,
  externalId: 'bca747b7720331a87ab244299de057c6',
  status: 'COMPLETED',
  feeAmount: 100,
  netAmount: 4_900,
  updatedAt: '2026-11-21T20:30:23.599Z',
};

/** Exhaustive by the schema the service reads the query with. */
const QUERY: Readonly<Record<keyof typeof payoutListQuerySchema.shape, QueryParameter>> = {
  status: { description: 'Only payouts in this status.', schema: schemaRef('PayoutStatus') },
  ...PERIOD,
  referenceId: {
    description: 'Only the payout with exactly this id of yours.',
    schema: { type: 'string', minLength: 1, maxLength: 100 },
  },
  page: { description: 'The page, from 1.', schema: { type: 'integer', minimum: 1, default: 1 } },
  limit: LIMIT,
};

const STATEMENT_QUERY: Readonly<Record<keyof typeof statementQuerySchema.shape, QueryParameter>> = {
  ...PERIOD,
  cursor: CURSOR,
  limit: LIMIT,
};

const PAYIN_ENTRY = {
  number: 41,
  kind: 'PAYIN_APPROVED',
  amount: 15_313,
  balance: 157_300,
  waiting: 0,
  reserved: 0,
  inFlight: 0,
  debt: 0,
  payinId: 'pay_no3ds_Kw3iD26fxCxumh97xo673A',
  payoutId: null,
  refundId: null,
  referenceId: 'order-1004',
  createdAt: '2026-11-21T20:30:22.500Z',
};

const PAYOUT_ENTRY = {
  ...PAYIN_ENTRY,
  number: 42,
  kind: 'PAYOUT_CREATED',
  amount: -5_000,
  balance: 152_300,
  inFlight: 5_000,
  payinId: null,
  payoutId: CREATED.id,
  refundId: null,
  referenceId: 'withdrawal-1',
  createdAt: CREATED.createdAt,
};

export const PAYOUT_OPERATIONS = operations('Payouts', 'pair', {
  'post /payout': {
    operationId: 'createPayout',
    summary: 'Create a payout',
    description:
      'Sends available balance to a PIX key. The amount is debited at once and returned whole if the transfer fails.\n\n' +
      'A `referenceId` pays once, for ever: the same body gives the first payout again, another one 409. After a refusal there is no payout, but for `PROVIDER_REJECTED`.',
    parameters: [IDEMPOTENCY_KEY],
    body: request('PayoutRequest', 'To an e-mail key', PAYOUT_REQUEST),
    success: answer(201, 'The payout, new or made before by the same request.', 'PayoutCreated', {
      ...CREATED,
      bankReceipt: null,
    }),
    refusals: [
      'INSUFFICIENT_FUNDS',
      'INVALID_PIX_KEY',
      'BEYOND_LIMITS',
      'DUPLICATE_REFERENCE',
      'IN_PROGRESS',
      'IDEMPOTENCY_MISMATCH',
      { code: 'RATE_LIMITED', when: '30 keys that do not exist were asked for within 10 minutes.' },
      'TEMPORARY_UNAVAILABLE',
      'PROVIDER_REJECTED',
    ],
  },
  'get /payout': {
    operationId: 'listPayouts',
    summary: 'List payouts',
    description:
      'Newest first. An operator may have lists read of a replica of the database; the answer then says by how many seconds its rows may be behind, in `X-Data-Max-Age`.',
    without: ['COMPANY_BLOCKED'],
    parameters: queryParameters(QUERY),
    success: answer(200, 'A page of payouts.', 'PayoutList', {
      data: [COMPLETED],
      meta: { total: 1, page: 1, limit: 10, totalPages: 1 },
    }),
    refusals: ['INVALID_DATA'],
  },
  'get /payout/{id}': {
    operationId: 'getPayout',
    summary: 'Fetch a payout',
    description: 'For when a webhook did not arrive. A blocked account may read.',
    without: ['COMPANY_BLOCKED'],
    parameters: [pathId('The `id` of the payout.', CREATED.id)],
    success: answer(200, 'The payout as it is now.', 'Payout', COMPLETED),
    refusals: [notFound('payout')],
  },
  'get /balance': {
    operationId: 'getBalance',
    summary: 'Fetch the balance',
    description: 'What the account has at this moment. A blocked account may read.',
    without: ['COMPANY_BLOCKED'],
    success: answer(200, 'The balance.', 'Balance', {
      currency: 'BRL',
      available: 152_300,
      waitingFunds: 30_626,
      waitingDays: [
        { date: '2026-12-21', amount: 15_313 },
        { date: '2027-01-20', amount: 15_313 },
      ],
      reserved: 8_000,
      inFlight: 5_000,
      debt: 0,
      recipients: [{ recipientId: 'seller-1', amount: 4_200 }],
    }),
  },
  'get /balance/statement': {
    operationId: 'getBalanceStatement',
    summary: 'Fetch the statement of the balance',
    description:
      'Every movement of the account, the latest first, with what was available after it. The pages are read by key: ask for the next one with `meta.nextCursor`, until that is null. An operator may have lists read of a replica of the database; the answer then says by how many seconds its rows may be behind, in `X-Data-Max-Age`. A blocked account may read.',
    without: ['COMPANY_BLOCKED'],
    parameters: queryParameters(STATEMENT_QUERY),
    success: answer(200, 'A page of the statement.', 'BalanceStatement', {
      data: [PAYOUT_ENTRY, PAYIN_ENTRY],
      meta: { limit: 2, nextCursor: '1795293022500-41' },
    }),
    refusals: ['INVALID_DATA'],
  },
});

export const PAYOUT_CONTROL_OPERATIONS = operations('Sandbox', 'pair', {
  'post /sandbox/payouts/{id}/{control}': {
    operationId: 'controlPayout',
    summary: 'Move a payout',
    description:
      '`approve`: from waiting for approval to the queue. `cancel`: ends it before processing. `settle`: the acquirer has processed it. `complete`: transferred. `fail` and `refuse`: the balance is returned. `refund`: the receiving institution sends it back.',
    parameters: [
      pathId('The `id` of the payout.', CREATED.id),
      {
        name: 'control',
        in: 'path',
        required: true,
        description: 'What happens to it.',
        schema: {
          type: 'string',
          enum: ['approve', 'cancel', 'settle', 'complete', 'fail', 'refuse', 'refund'],
        },
      },
    ],
    success: answer(200, 'The payout after it.', 'Payout', COMPLETED),
    refusals: [
      { code: 'NOT_FOUND', when: 'There is no such payout of this account, or no such move.' },
      'ILLEGAL_TRANSITION',
    ],
  },
});
