import {
  answer,
  operations,
  optionalRequest,
  pathId,
  pathParameter,
} from '../reference/operation.ts';

const CARD_ID = 'card_cardonfile_7hX2mQ0cTz9rWb4dKfLs1A';

const customerId = pathParameter(
  'customerId',
  'Your own id of the buyer, as in `customer.id` of their payins.',
  'buyer-27',
);

export const SAVED_CARD_OPERATIONS = operations('Customers', 'pair', {
  'post /customers/{customerId}/session': {
    operationId: 'openCustomerSession',
    summary: 'Open the session of a customer',
    description:
      'The token is for your page, as `customerToken` of the payment element: for 15 ' +
      'minutes the frame lists the cards that this customer saved, charges one and deletes ' +
      'one at their wish. A customer that was never seen has a session too. Open one for ' +
      'whoever is signed in to your shop, never for an id that the browser names.',
    parameters: [customerId],
    body: optionalRequest('CustomerSessionRequest', 'For one page', {
      origin: 'https://shop.example',
    }),
    success: answer(201, 'The session.', 'CustomerSession', {
      token:
        'cst_buyer-27.1795293925.aHR0cHM6Ly9zaG9wLmV4YW1wbGU.qwb0jfUBIFIF3CRPgVIKBP1od8aZhy4kz3r432c0_ew',
      expiresAt: '2026-11-21T20:45:25.000Z',
    }),
  },
  'get /customers/{customerId}/cards': {
    operationId: 'listSavedCards',
    summary: 'List the cards a customer saved',
    description: 'The newest first. No id of this list charges anything.',
    without: ['COMPANY_BLOCKED'],
    parameters: [customerId],
    success: answer(200, 'The cards that are on file.', 'SavedCardList', {
      data: [
        {
          id: CARD_ID,
          brand: 'visa',
          last4: '1111',
          expirationMonth: '12',
          expirationYear: '2032',
          savedAt: '2026-11-21T20:30:25.376Z',
        },
      ],
    }),
  },
  'delete /customers/{customerId}/cards/{id}': {
    operationId: 'deleteSavedCard',
    summary: 'Delete a saved card',
    description:
      'Ends the card on every process at once: its token and what was made of it charge ' +
      'nothing any more. A charge that was under way goes on.',
    without: ['COMPANY_BLOCKED'],
    parameters: [customerId, pathId('The `id` of the card.', CARD_ID)],
    success: { 204: { description: 'The card is no longer on file.' } },
    refusals: [{ code: 'NOT_FOUND', when: 'There is no such card of this customer.' }],
  },
});
