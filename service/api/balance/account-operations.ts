import { schemaRef } from '../reference/open-api.ts';
import { operations } from '../reference/operation.ts';

const IDENTITY = {
  companyId: 'preorder',
  companyName: 'Livraria Páginas Abertas Ltda',
  kycStatus: 'approved',
  blocked: false,
  canTransact: true,
  reason: null,
  paymentMethods: ['pix', 'boleto', 'credit_card', 'open_finance'],
  capabilities: {
    tokenization: { enabled: true, mode: 'backend', cardOnFile: false, cvvRequired: false },
    threeDS: { enabled: true, flow: 'pre-order' },
    antifraud: { enabled: true },
  },
};

export const PUBLIC_ACCOUNT_EXAMPLE = { scope: 'public', ...IDENTITY };

export const ACCOUNT_OPERATIONS = operations('Account', 'any-key', {
  'get /whoami': {
    operationId: 'getAccount',
    summary: 'Who a credential is',
    description:
      'Answers any valid credential, also of an account that cannot transact: `canTransact` and `reason` tell. With the public key alone the scope is `public`, and a browser may ask. At most 30 calls a minute from one address.',
    success: {
      200: {
        description: 'The account.',
        content: {
          'application/json': {
            schema: { anyOf: [schemaRef('CompanyAccount'), schemaRef('PublicAccount')] },
            examples: {
              company: {
                summary: 'With the key pair',
                value: {
                  scope: 'company',
                  ...IDENTITY,
                  paymentTerms: {
                    pix: { requiredFields: [], expiresInSeconds: { min: 60, max: 86_400 } },
                    boleto: { requiredFields: [], daysUntilDue: { min: 0, max: 60 } },
                  },
                  tradeName: 'Páginas Abertas',
                  document: '63.***.***/****-10',
                },
              },
              public: { summary: 'With the public key alone', value: PUBLIC_ACCOUNT_EXAMPLE },
            },
          },
        },
      },
    },
    refusals: [
      {
        code: 'INVALID_CREDENTIALS',
        when: 'No credential was sent, or it is malformed, or several were.',
      },
      { code: 'UNAUTHORIZED', when: 'The credential is wrong, revoked or inactive.' },
      { code: 'RATE_LIMITED', when: 'More than 30 calls within a minute from one address.' },
    ],
  },
});
