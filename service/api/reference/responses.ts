import type { ApiErrorRow, ErrorBody } from '../../../contract/errors/api-error.ts';
import { API_ERRORS } from '../../../contract/errors/api-error.ts';
import { API_ERROR_GUIDES } from '../../../contract/errors/error-guide.ts';
import { statusOf } from '../../base/shared/api-error.ts';
import { toDetail } from '../../base/shared/error-detail.ts';
import type { Examples, Headers, ResponseObject } from './open-api.ts';
import { schemaRef } from './open-api.ts';
import type { Access, Operation, Refusal } from './operation.ts';

const REQUEST_ID = '4f0e2c0a-6f5b-4c1e-9d8e-2f7a1b3c4d5e';

const REQUEST_ID_HEADER: Headers = {
  'X-Request-Id': {
    required: true,
    description: 'Our id of the request; name it when you ask us about one.',
    schema: { type: 'string', format: 'uuid' },
  },
};

const RETRY_AFTER_HEADER = {
  description: 'Seconds after which the call may be tried again.',
  schema: { type: 'integer', minimum: 1 },
} as const;

/** Of servers alone: it would make a browser ask the buyer for a password. */
const AUTHENTICATE_HEADER = {
  required: false,
  description: '`Basic realm="checkout"`, unless `X-Public-Key` or `Origin` was sent.',
  schema: { type: 'string' },
} as const;

const REFUSALS_OF_ACCESS: Readonly<Record<Access, readonly Refusal[]>> = {
  pair: [
    { code: 'INVALID_CREDENTIALS' },
    { code: 'UNAUTHORIZED' },
    { code: 'FORBIDDEN' },
    { code: 'INSUFFICIENT_SCOPE' },
    { code: 'KYC_NOT_APPROVED' },
    { code: 'COMPANY_BLOCKED' },
  ],
  'any-key': [{ code: 'INVALID_CREDENTIALS' }, { code: 'UNAUTHORIZED' }, { code: 'FORBIDDEN' }],
  open: [],
};

/** Every answer of an operation: successes first, then refusals by status, each with its codes. */
export function responsesOf(operation: Operation): { [status: string]: ResponseObject } {
  const responses: { [status: string]: ResponseObject } = {};
  for (const [status, { headers, ...rest }] of Object.entries(operation.success)) {
    responses[status] = { ...rest, headers: { ...REQUEST_ID_HEADER, ...headers } };
  }
  const refusals = refusalsOf(operation);
  for (const status of [...new Set(refusals.map(statusOfRefusal))].sort()) {
    const ofStatus = refusals.filter((refusal) => statusOfRefusal(refusal) === status);
    const isOfServer = status === 401 && !operation.path.startsWith('/checkout/');
    responses[String(status)] = toErrorResponse(ofStatus, isOfServer);
  }
  return responses;
}

/** Each refusal once a status, the operation's own words before the general ones. */
function refusalsOf(operation: Operation): Refusal[] {
  const { access, body, refusals = [], without = [], isStatic } = operation;
  const own = refusals.map((refusal) =>
    typeof refusal === 'string' ? { code: refusal } : refusal,
  );
  const all: Refusal[] = [
    ...own,
    ...REFUSALS_OF_ACCESS[access].filter(({ code }) => !without.includes(code)),
    ...(body === undefined
      ? []
      : ([
          { code: 'INVALID_DATA' },
          { code: 'PAYLOAD_TOO_LARGE' },
          { code: 'UNSUPPORTED_MEDIA_TYPE' },
        ] as const)),
    ...(isStatic ? [] : ([{ code: 'INTERNAL' }, { code: 'UNAVAILABLE' }] as const)),
  ];
  const keys = all.map((refusal) => `${statusOfRefusal(refusal)} ${refusal.code}`);
  return all.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

function statusOfRefusal({ code, threeDSMissing }: Refusal): number {
  return statusOf({ code, threeDSMissing: threeDSMissing === true });
}

function toErrorResponse(refusals: readonly Refusal[], isOfServer: boolean): ResponseObject {
  const codes = refusals.map(({ code }) => code);
  const retrying = codes.filter((code) => 'retryAfter' in API_ERRORS[code]);
  return {
    description: `Refused: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: {
      ...REQUEST_ID_HEADER,
      ...(isOfServer ? { 'WWW-Authenticate': AUTHENTICATE_HEADER } : {}),
      ...(retrying.length === 0
        ? {}
        : { 'Retry-After': { ...RETRY_AFTER_HEADER, required: retrying.length === codes.length } }),
    },
    content: {
      'application/json': {
        schema: {
          allOf: [
            schemaRef('Error'),
            {
              type: 'object',
              properties: {
                error: { ...schemaRef('Refusal'), properties: { code: { enum: codes } } },
              },
            },
          ],
        },
        examples: Object.fromEntries(refusals.map(toExample)),
      },
    },
  };
}

function toExample({ code, when }: Refusal): [string, Examples[string]] {
  const { message, details = [] }: ApiErrorRow = API_ERRORS[code];
  const { cause, action } = API_ERROR_GUIDES[code];
  const value: ErrorBody = {
    error: { code, message, details: details.map(({ path, ...fault }) => toDetail(path, fault)) },
    requestId: REQUEST_ID,
  };
  // What an operation says itself is exact; the general advice might not fit it.
  return [
    code,
    when ? { summary: when, value } : { summary: cause.en, description: action.en, value },
  ];
}
