import { NO_CREDENTIAL, TRANSACTING } from '../checkout/checkout-refusals.ts';
import { PIX_CODE_EXAMPLE, PIX_VIEW_TOKEN_EXAMPLE } from '../payin/payin-examples.ts';
import { answer, operations, request } from '../reference/operation.ts';

const VIEW = {
  status: 'PENDING',
  amount: 15_990,
  merchantName: 'Tres Marias',
  qrcode: PIX_CODE_EXAMPLE,
  qr: null,
  expiresAt: '2026-11-21T21:00:22.500Z',
  remainingMs: 1_712_000,
};

const ASKED = {
  body: request('PixViewRequest', 'A token', { viewToken: PIX_VIEW_TOKEN_EXAMPLE }),
  refusals: [
    NO_CREDENTIAL,
    ...TRANSACTING,
    { code: 'NOT_FOUND', when: 'The token is none of ours, of another account, or over.' },
    { code: 'RATE_LIMITED', when: 'More than 60 within a minute for one payin.' },
  ],
} as const;

export const VIEW_OPERATIONS = operations('Checkout', 'any-key', {
  'post /checkout/pix-view': {
    operationId: 'viewPix',
    summary: 'How one payin by PIX stands',
    description:
      'With the view token of its answer, as `mountPixElement` asks it. Tells nothing of the customer. The token is good until a day after the payin has ended; pause for `Retry-After` where it is answered.',
    ...ASKED,
    success: answer(200, 'The payin as its buyer may see it.', 'PixView', VIEW),
  },
  'post /checkout/payment-view': {
    operationId: 'viewPayment',
    summary: 'How a payin that waits for its buyer stands',
    description:
      'With the view token of its answer or of `GET /payin/{id}`, for a page that shows a PIX, a boleto or a consent again. Tells nothing of the customer. The token is good until a day after the payin has ended; pause for `Retry-After` where it is answered.',
    ...ASKED,
    success: answer(200, 'The payin as its buyer may see it.', 'PaymentView', {
      ...VIEW,
      paymentMethod: 'PIX',
      barcode: null,
      dueDate: null,
      openFinanceRedirectUrl: null,
    }),
  },
  'get /checkout/banks': {
    operationId: 'listCheckoutBanks',
    summary: 'The banks a buyer may choose',
    description: 'What `mountPaymentElement` offers where the buyer pays by open finance.',
    success: answer(200, 'The banks of the account.', 'BankList', {
      banks: [{ id: 'bank_itau', name: 'Itaú' }],
    }),
    refusals: [NO_CREDENTIAL, ...TRANSACTING],
  },
});
