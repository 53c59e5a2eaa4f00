import { NO_CREDENTIAL, PAST_BUDGET, TRANSACTING } from '../checkout/checkout-refusals.ts';
import { answer, notFound, operations, request } from '../reference/operation.ts';

export const CARD_TOKEN_EXAMPLE = 'tok_qwb0jfUBIFIF3CRPgVIKBP1od8aZhy4kz3r432c0_ew';

export const CARD_TOKEN_OPERATIONS = operations('Checkout', 'any-key', {
  'post /checkout/tokens': {
    operationId: 'createCardToken',
    summary: 'Turn a card into a token',
    description:
      'The token is good for one charge within 15 minutes, of this account, amount, number of installments and order. Where the account authenticates before the order, only after that.',
    body: request('CardTokenRequest', 'A card of the sandbox', {
      amount: 15_990,
      installments: 1,
      referenceId: 'order-1003',
      card: {
        holderName: 'ANA SOUZA',
        number: '4000000000002503',
        expirationMonth: '12',
        expirationYear: '2032',
        cvv: '123',
      },
    }),
    success: answer(201, 'The token.', 'CardToken', {
      token: CARD_TOKEN_EXAMPLE,
      brand: 'visa',
      last4: '2503',
      expiresAt: '2026-11-21T20:45:25.376Z',
    }),
    refusals: [
      NO_CREDENTIAL,
      ...TRANSACTING,
      'METHOD_NOT_ENABLED',
      {
        code: 'PROVIDER_ERROR',
        when: 'The vault of the provider did not take the card; try again.',
      },
      PAST_BUDGET,
    ],
  },
  'post /checkout/tokens/cvv': {
    operationId: 'recollectCvv',
    summary: 'Keep the CVV of a saved card for its next charge',
    description:
      'The next `POST /payin` with the token uses the CVV up, and needs no `card.cvv`. The answer is the same for any token, so that a public key learns nothing of it.',
    body: request('CvvRecollectionRequest', 'A CVV', { token: CARD_TOKEN_EXAMPLE, cvv: '123' }),
    success: answer(
      200,
      'The CVV is kept, where the token is that of a saved card.',
      'CvvRecollection',
      { expiresAt: '2026-11-21T20:45:25.376Z' },
    ),
    refusals: [
      NO_CREDENTIAL,
      ...TRANSACTING,
      { code: 'METHOD_NOT_ENABLED', when: 'The account takes no cards, or does not save them.' },
      PAST_BUDGET,
    ],
  },
  'post /checkout/tokens/revoke': {
    operationId: 'revokeCardToken',
    summary: 'End a token',
    description:
      'For a card that will not be charged, and for a saved one that its holder takes back: no payin can be made with it from then on. One that is over already is no error. A charge that was under way goes on.',
    body: request('CardTokenRevocation', 'A token', { token: CARD_TOKEN_EXAMPLE }),
    success: { 204: { description: 'The token can no longer be charged.' } },
    refusals: [NO_CREDENTIAL, ...TRANSACTING, notFound('token')],
  },
});
