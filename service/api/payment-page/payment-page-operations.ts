import { answer, notFound, operations, pathId, request } from '../reference/operation.ts';

const EXAMPLE = {
  id: 'pag_no3ds_5J1t0b9vQd2mYcX3rUe7Lw',
  url: 'https://pay.example.com/p/q2zX9bV0nT4kR7wE1yU5sA',
  status: 'OPEN',
  referenceId: 'order-1005',
  amount: 15_990,
  reusable: false,
  limit: null,
  payments: 0,
  payin: null,
  expiresAt: '2026-12-01T12:00:00.000Z',
  createdAt: '2026-11-24T12:00:00.000Z',
};

const pageId = pathId('The `id` of the page.', EXAMPLE.id);

export const PAYMENT_PAGE_OPERATIONS = operations('Payment pages', 'pair', {
  'post /payment-page': {
    operationId: 'createPaymentPage',
    summary: 'Make a page to be paid at',
    description:
      'For whoever has no checkout of their own: send `url` to the buyer, who pays there. The page ' +
      'asks for what `customer` does not say, and makes the payin itself.\n\n' +
      'A page is paid once, in however many windows it is open. The same order under the same ' +
      '`referenceId` gives its page again while that was not ended.\n\n' +
      'A `reusable` page is a link that many people pay: each visit is an order of its own, ' +
      'whose payin has the `referenceId` `<referenceId>-<n>`.',
    body: request('PaymentPageRequest', 'An order', {
      amount: EXAMPLE.amount,
      referenceId: EXAMPLE.referenceId,
      items: [{ title: 'Cafeteira italiana', quantity: 1, unitPrice: EXAMPLE.amount }],
      isPhysicalProduct: true,
      customer: { name: 'Marina Alves Souza', email: 'marina@example.com' },
      successUrl: 'https://shop.example.com/obrigado',
      webhookUrl: 'https://shop.example.com/webhooks',
    }),
    success: answer(201, 'The page, new or made before for this order.', 'PaymentPage', EXAMPLE),
    refusals: [
      {
        code: 'INVALID_DATA',
        when: 'A field is missing or wrong, or an address to go back to is of no registered origin.',
      },
      'METHOD_NOT_ENABLED',
      {
        code: 'DUPLICATE_REFERENCE',
        when: 'The `referenceId` has a page of another order, or was paid: `error.payin` is by what.',
      },
      'IN_PROGRESS',
      { code: 'NOT_FOUND', when: 'This service has no payment pages.' },
    ],
  },
  'get /payment-page/{id}': {
    operationId: 'getPaymentPage',
    summary: 'Fetch a payment page',
    description: 'For when a webhook did not arrive. A blocked account may read.',
    without: ['COMPANY_BLOCKED'],
    parameters: [pageId],
    success: answer(200, 'The page as it is now.', 'PaymentPage', EXAMPLE),
    refusals: [notFound('payment page')],
  },
  'post /payment-page/{id}/end': {
    operationId: 'endPaymentPage',
    summary: 'End a payment page',
    description:
      'Nobody can pay by it any more. What waits for the buyer of its one order, such as a PIX, is ' +
      'cancelled. One that was paid stays `PAID`; asked again, it answers the same.',
    parameters: [pageId],
    success: answer(200, 'The page as it is now.', 'PaymentPage', { ...EXAMPLE, status: 'ENDED' }),
    refusals: [
      notFound('payment page'),
      {
        code: 'ILLEGAL_TRANSITION',
        when: 'Its payin has just been decided in another way: `error.payin` is how.',
      },
      'IN_PROGRESS',
    ],
  },
});
