import { NO_CREDENTIAL, TRANSACTING } from '../checkout/checkout-refusals.ts';
import { PIX_CODE_EXAMPLE, PIX_VIEW_TOKEN_EXAMPLE } from '../payin/payin-examples.ts';
import type { Operation } from '../reference/operation.ts';
import { answer, request } from '../reference/operation.ts';

export const PIX_VIEW_OPERATION: Operation = {
  method: 'post',
  path: '/checkout/pix-view',
  operationId: 'viewPix',
  tag: 'Checkout',
  summary: 'How one payin by PIX stands',
  description:
    'With the view token of its answer, as `mountPixElement` asks it. Tells nothing of the customer. The token is good until a day after the payin has ended; pause for `Retry-After` where it is answered.',
  access: 'any-key',
  body: request('PixViewRequest', 'A token', { viewToken: PIX_VIEW_TOKEN_EXAMPLE }),
  success: answer(200, 'The payin as its buyer may see it.', 'PixView', {
    status: 'PENDING',
    amount: 15_990,
    merchantName: 'Tres Marias',
    qrcode: PIX_CODE_EXAMPLE,
    qr: null,
    expiresAt: '2026-11-21T21:00:22.500Z',
    remainingMs: 1_712_000,
  }),
  refusals: [
    NO_CREDENTIAL,
    ...TRANSACTING,
    { code: 'NOT_FOUND', when: 'The token is none of ours, of another account, or over.' },
    { code: 'RATE_LIMITED', when: 'More than 60 within a minute for one payin.' },
  ],
};

export const PAYMENT_VIEW_OPERATION: Operation = {
  ...PIX_VIEW_OPERATION,
  path: '/checkout/payment-view',
  operationId: 'viewPayment',
  summary: 'How a payin that waits for its buyer stands',
  description:
    'With the view token of its answer or of `GET /payin/{id}`, for a page that shows a PIX, a boleto or a consent again. Tells nothing of the customer. The token is good until a day after the payin has ended; pause for `Retry-After` where it is answered.',
  success: answer(200, 'The payin as its buyer may see it.', 'PaymentView', {
    status: 'PENDING',
    amount: 15_990,
    merchantName: 'Tres Marias',
    paymentMethod: 'PIX',
    qrcode: PIX_CODE_EXAMPLE,
    qr: null,
    barcode: null,
    dueDate: null,
    openFinanceRedirectUrl: null,
    expiresAt: '2026-11-21T21:00:22.500Z',
    remainingMs: 1_712_000,
  }),
};

export const CHECKOUT_BANKS_OPERATION: Operation = {
  method: 'get',
  path: '/checkout/banks',
  operationId: 'listCheckoutBanks',
  tag: 'Checkout',
  summary: 'The banks a buyer may choose',
  description: 'What `mountPaymentElement` offers where the buyer pays by open finance.',
  access: 'any-key',
  success: answer(200, 'The banks of the account.', 'BankList', {
    banks: [{ id: 'bank_itau', name: 'Itaú' }],
  }),
  refusals: [NO_CREDENTIAL, ...TRANSACTING],
};
