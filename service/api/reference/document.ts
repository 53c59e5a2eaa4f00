import type { Health } from '../../../contract/health.ts';
import type { KeyScope } from '../../domain/accounts/key-scope.ts';
import { ACCOUNT_OPERATIONS } from '../balance/account-operations.ts';
import { CHECKOUT_OPERATIONS } from '../checkout/checkout-operations.ts';
import { PAYIN_OPERATIONS } from '../payin/payin-operations.ts';
import { PAYMENT_PAGE_OPERATIONS } from '../payment-page/payment-page-operations.ts';
import { PAYOUT_OPERATIONS } from '../payout/payout-operations.ts';
import { REFUND_OPERATIONS } from '../refund/refund-operations.ts';
import { SANDBOX_OPERATIONS } from '../sandbox/sandbox-operations.ts';
import { SAVED_CARD_OPERATIONS } from '../saved-card/saved-card-operations.ts';
import { SERVICE_OPERATIONS } from '../status/service-operations.ts';
import type { OpenApiDocument, OperationObject, SecurityScheme, Tag } from './open-api.ts';
import { TAGS } from './open-api.ts';
import type { Access, Operation } from './operation.ts';
import { scopeOf } from './operation.ts';
import { responsesOf } from './responses.ts';
import { namedSchemas, schemasUsedBy } from './schemas.ts';
import { WEBHOOKS } from './webhooks.ts';

const DESCRIPTION = [
  'Payments for merchants in Brazil: charges by PIX, boleto, card and open finance, payouts to PIX keys, and signed webhooks.',
  'Money is an integer in centavos of BRL: `15990` is R$ 159,90. Times are ISO 8601 in UTC. Bodies are JSON in UTF-8, at most 64 KiB, and 2.25 MiB of `POST /payin`, so that 500 items fit; unknown fields are ignored, and answers may get more fields; in the sandbox the header `X-Unknown-Fields` names those of a request that look like a slip for one of ours, such as `callback_url`. Of a body, an optional field that is `null` counts as absent, and so does one of text that is `""`.',
  'A refusal has a `code` from a closed list. Decide by it: the sentences may change. An address that does not exist answers 404 `NOT_FOUND`, a method it does not have 405 `METHOD_NOT_ALLOWED` with `Allow`.',
  'The outcome of a charge is what a webhook or `GET /payin/{id}` says, never what a browser saw.',
].join('\n\n');

const TAG_DESCRIPTIONS: Readonly<Record<Tag, string>> = {
  Account: 'Who a credential is, and what the account can do.',
  Payins: 'Charges that customers pay.',
  'Payment pages': 'Pages of ours that buyers pay at, for whoever has no checkout.',
  Payouts: 'Transfers of available balance to PIX keys.',
  Customers: 'Cards that buyers had saved, and their sessions.',
  Checkout:
    'What the sdk calls from a browser with the public key. The same calls are answered on the origin of the hosted frame.',
  Sandbox: 'What the outside world would do, as calls for your tests. In the sandbox alone.',
  Service: 'Health, the sdk, and this description. Without a key.',
};

const SECURITY_SCHEMES: Readonly<Record<string, SecurityScheme>> = {
  keyPair: {
    type: 'http',
    scheme: 'basic',
    description:
      'The public key as user name and the secret key as password. From a server alone: with `Origin` or `Referer` it is refused. A pair may be made for some of the scopes `charge`, `refund`, `payout` and `read` alone; each call names the one it wants.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The public key, together with `x-api-secret`: the same pair as headers.',
  },
  apiSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-secret',
    description: 'The secret key, together with `x-api-key`.',
  },
  publicKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-public-key',
    description: 'The public key alone, as a browser sends it.',
  },
};

function pairWith(scopes: readonly KeyScope[]): OperationObject['security'] {
  return [{ keyPair: scopes }, { apiKey: scopes, apiSecret: scopes }];
}

const SECURITY: Readonly<Record<Exclude<Access, 'pair'>, OperationObject['security']>> = {
  'any-key': [...pairWith([]), { publicKey: [] }],
  open: [],
};

/**
 * OpenAPI 3.1 from the schemas in `contract/` that requests and answers have. `baseUrl`: as
 * merchants see it. Without the sandbox's calls where `mode` is production.
 */
export function openApiDocument(service: {
  baseUrl: string;
  mode: Health['mode'];
  version: string;
}): OpenApiDocument {
  const { baseUrl, mode, version } = service;
  const tags = TAGS.filter((tag) => tag !== 'Sandbox' || mode === 'sandbox');
  const paths = toPaths(operationsOf(mode));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Payment service',
      version,
      summary: 'Charges, payouts and webhooks for merchants in Brazil.',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: `base_url of this service (${mode})` }],
    tags: tags.map((name) => ({ name, description: TAG_DESCRIPTIONS[name] })),
    paths,
    webhooks: { ...WEBHOOKS },
    components: {
      schemas: schemasUsedBy([paths, WEBHOOKS], namedSchemas()),
      securitySchemes: { ...SECURITY_SCHEMES },
    },
  };
}

function operationsOf(mode: Health['mode']): readonly Operation[] {
  return [
    ...ACCOUNT_OPERATIONS,
    ...PAYIN_OPERATIONS,
    ...REFUND_OPERATIONS,
    ...PAYMENT_PAGE_OPERATIONS,
    ...PAYOUT_OPERATIONS,
    ...SAVED_CARD_OPERATIONS,
    ...CHECKOUT_OPERATIONS,
    ...(mode === 'sandbox' ? SANDBOX_OPERATIONS : []),
    ...SERVICE_OPERATIONS,
  ];
}

function toPaths(operations: readonly Operation[]): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: toOperationObject(operation),
    };
  }
  return paths;
}

function toOperationObject(operation: Operation): OperationObject {
  const { operationId, tag, summary, description, access, parameters, body } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: access === 'pair' ? pairWith([scopeOf(operation)]) : SECURITY[access],
    ...(parameters === undefined ? {} : { parameters: [...parameters] }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: body.isOptional !== true, content: body.content } }),
    responses: responsesOf(operation),
  };
}
