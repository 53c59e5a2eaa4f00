import { TEST_ACCOUNTS } from '../../sdk/testing/test-accounts.ts';
import type { OpenApiDocument, OperationObject } from '../../service/api/reference/open-api.ts';
import type { CallList, DocumentedCall } from '../site/documented-call.ts';

/**
 * Decision: not offered are the calls that take a card's number or CVV, which go to the API alone
 * and never through a merchant's server; those that answer a webhook secret or turn signing off,
 * since the shop beside the documentation listens on the same accounts; and those without a key,
 * which are addresses that a browser opens.
 */
const NOT_OFFERED = new Set([
  'createCardToken',
  'recollectCvv',
  'enableWebhookSigning',
  'rotateWebhookSecret',
  'disableWebhookSigning',
]);

/** What the API's page lets its reader try, from the API's own document. */
export function documentedCalls(document: OpenApiDocument, baseUrl: string): CallList {
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { operationId, security }]) => isOffered(operationId, security))
      .map(([method, operation]) => toCall(method, path, operation)),
  );
  const accounts = TEST_ACCOUNTS.map(({ publicKey }) => {
    const name = publicKey.replace('pk_test_', '');
    return { name, publicKey, secretKey: `sk_test_${name}` };
  });
  return { baseUrl, accounts, calls };
}

function isOffered(operationId: string, security: OperationObject['security']): boolean {
  return security.length > 0 && !NOT_OFFERED.has(operationId);
}

function toCall(method: string, path: string, operation: OperationObject): DocumentedCall {
  const { operationId, parameters = [], requestBody } = operation;
  const examples = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return {
    id: operationId,
    method: method === 'get' ? 'GET' : 'POST',
    path,
    parameters: parameters.flatMap(({ name, in: place, example, schema }) =>
      place === 'header'
        ? []
        : [{ name, in: place, example: String(example ?? ''), values: valuesOf(schema.enum) }],
    ),
    examples: examples.flatMap(({ summary, value }) =>
      isObject(value) && !hasCardNumber(value) ? [{ summary, body: value }] : [],
    ),
  };
}

function valuesOf(values: readonly unknown[] = []): string[] {
  return values.map(String);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function hasCardNumber(body: object): boolean {
  return 'card' in body && isObject(body.card) && 'number' in body.card;
}
