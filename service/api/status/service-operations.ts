import type { Content, Headers, Parameter } from '../reference/open-api.ts';
import { schemaRef } from '../reference/open-api.ts';
import type { Operation } from '../reference/operation.ts';
import { example, json, operations, pathParameter } from '../reference/operation.ts';

const HEALTH = {
  status: 'ok',
  mode: 'sandbox',
  engine: 'embedded',
  durability: 'power-loss',
  unreadableRecords: 0,
  providersToCheck: 0,
  companiesServed: 1,
};

const SINCE = '2026-11-24T09:30:00.000Z';
const STATUS = {
  status: 'ok',
  since: SINCE,
  methods: [
    { method: 'PIX', status: 'working', since: SINCE },
    { method: 'BOLETO', status: 'unseen', since: SINCE },
    { method: 'CREDIT_CARD', status: 'failing', since: '2026-11-24T14:02:11.000Z' },
    { method: 'OPEN_FINANCE', status: 'unseen', since: SINCE },
    { method: 'PAYOUT', status: 'working', since: SINCE },
  ],
};

const ETAG: Headers = {
  ETag: {
    required: true,
    description: 'Names these bytes; send it as `If-None-Match`.',
    schema: { type: 'string' },
  },
};

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of what the caller has already.',
  schema: { type: 'string' },
};

function cached(description: string, content: Content): Operation['success'] {
  return {
    200: { description, headers: ETAG, content },
    304: { description: 'The caller has it already.', headers: ETAG },
  };
}

const TEXT: Content = { 'text/plain': { schema: { type: 'string' } } };

const SCRIPT: Content = {
  'text/javascript': { schema: { type: 'string' } },
  'application/json': { schema: { anyOf: [schemaRef('SdkIntegrity'), schemaRef('SdkInventory')] } },
};

const SCRIPT_FILE = pathParameter(
  'file',
  '`checkout-sdk.js`; `sri.json`; `inventory.json`: purpose, hash and date of each script.',
  'checkout-sdk.js',
);

/** What needs no key: health, the sdk's scripts, a boleto, a contact, the description of the API. */
export const SERVICE_OPERATIONS = operations('Service', 'open', {
  'get /health': {
    operationId: 'getHealth',
    summary: 'Whether a payment can be taken',
    isStatic: true,
    success: {
      200: {
        description: 'A payment can be taken, of some companies at least.',
        content: json('Health', example(HEALTH)),
      },
      503: {
        description: 'No payment can be taken now.',
        content: json('Health', example({ ...HEALTH, status: 'unavailable', companiesServed: 0 })),
      },
    },
  },
  'get /live': {
    operationId: 'getLive',
    summary: 'Whether the process runs',
    description:
      'For whoever starts it anew where it does not answer. It says nothing of payments.',
    isStatic: true,
    success: { 200: { description: 'It runs.', content: TEXT } },
  },
  'get /status': {
    operationId: 'getServiceStatus',
    summary: 'How payments go, by method and since when',
    description:
      'A page for people where a browser asks for one, in Portuguese or English. Of all companies together, as the process that answers has seen it since its start.',
    isStatic: true,
    success: {
      200: {
        description: 'The status.',
        content: {
          ...json('ServiceStatus', example(STATUS)),
          'text/html': { schema: { type: 'string' } },
        },
      },
    },
  },
  'get /openapi.json': {
    operationId: 'getApiDocument',
    summary: 'This document',
    isStatic: true,
    parameters: [IF_NONE_MATCH],
    success: cached('OpenAPI 3.1.', { 'application/json': { schema: { type: 'object' } } }),
  },
  'get /docs': {
    operationId: 'getReference',
    summary: 'This document as a page',
    description: 'One page without script, which may be saved and read offline.',
    isStatic: true,
    parameters: [IF_NONE_MATCH],
    success: cached('The page.', { 'text/html': { schema: { type: 'string' } } }),
  },
  'get /.well-known/security.txt': {
    operationId: 'getSecurityContact',
    summary: 'Whom to tell of a weakness',
    isStatic: true,
    success: { 200: { description: 'RFC 9116.', content: TEXT } },
    refusals: [{ code: 'NOT_FOUND', when: 'Nobody is named here.' }],
  },
  'get /boletos/{file}': {
    operationId: 'getBoletoPdf',
    summary: 'The PDF of a boleto',
    description: 'Public, since a buyer opens it, at the address `boleto.url` of the payin.',
    parameters: [
      pathParameter('file', 'As the address has it.', 'bol_no3ds_8LF0lEDzmzn_OVhnVMh1YQ.pdf'),
    ],
    success: {
      200: {
        description: 'The PDF.',
        content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
      },
    },
    refusals: [
      { code: 'NOT_FOUND', when: 'There is no such boleto.' },
      { code: 'RATE_LIMITED', when: 'More than 60 calls within a minute from one address.' },
    ],
  },
  'get /checkout/sdk/{file}': {
    operationId: 'getSdkScript',
    summary: 'The sdk for browsers',
    description:
      'The newest release, cached for five minutes. `sri.json` names its immutable address.',
    isStatic: true,
    parameters: [SCRIPT_FILE, IF_NONE_MATCH],
    success: cached('The file.', SCRIPT),
    refusals: [{ code: 'NOT_FOUND', when: 'There is no such file.' }],
  },
  'get /checkout/sdk/{version}/{file}': {
    operationId: 'getSdkScriptOfVersion',
    summary: 'The sdk of one version',
    description:
      'The same bytes for ever, for use with `integrity`: the version that runs, and those before it that this service keeps. `v0` is the newest of major version 0, cached for five minutes.',
    isStatic: true,
    parameters: [
      pathParameter('version', 'As `sri.json` names it, or `v0`.', '0.2.0-b74e7636'),
      SCRIPT_FILE,
      IF_NONE_MATCH,
    ],
    success: cached('The file.', SCRIPT),
    refusals: [{ code: 'NOT_FOUND', when: 'There is no such file, or no such version is kept.' }],
  },
});
