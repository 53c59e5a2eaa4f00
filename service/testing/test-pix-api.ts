import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as z from 'zod';
import type { RecordedRequest } from '../../simulators/server/exchange.ts';

/** A request as it came to a bank. */
export type PixCall = Pick<RecordedRequest, 'method' | 'path' | 'query' | 'headers' | 'rawBody'>;

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  schema: z.record(z.string(), z.unknown()),
});
const operationSchema = z.object({
  parameters: z.optional(z.array(parameterSchema)),
  requestBody: z.optional(z.object({ $ref: z.string() })),
});
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.object({
      parameters: z.array(parameterSchema),
      get: z.optional(operationSchema),
      put: z.optional(operationSchema),
      patch: z.optional(operationSchema),
    }),
  ),
  components: z.object({
    requestBodies: z.record(
      z.string(),
      z.object({
        content: z.object({
          'application/json': z.object({ schema: z.object({ $ref: z.string() }) }),
        }),
      }),
    ),
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
  }),
});

/** What every call of HTTP has, and the token. */
const USUAL_HEADERS = [
  'accept',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
];

/**
 * The central bank's document of its PIX API as a judge of requests. `faultsOf` gives every field,
 * parameter or address that it does not allow, `headersOf` the headers that it does not name.
 *
 * Two things of it are mended in memory. Some patterns stand between slashes, so that nothing would
 * match them; and none but a few are held to both ends, though the text beside them counts the
 * characters. A body's field that the document does not name is a fault, since banks refuse those.
 */
export function createPixApiJudge() {
  const file = new URL('../providers/pix-bacen/central-bank/openapi-2.9.0.json', import.meta.url);
  const document = documentSchema.parse(JSON.parse(readFileSync(file, 'utf8'), mendPattern));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', components: document.components });

  function check(schema: object, value: unknown): string[] {
    const validate = ajv.compile(schema);
    validate(value);
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`.trim());
  }

  function faultsOfBody(name: string, rawBody: string): string[] {
    const $ref = document.components.requestBodies[name]?.content['application/json'].schema.$ref;
    return check({ $ref: `api${$ref}`, unevaluatedProperties: false }, JSON.parse(rawBody));
  }

  /** `base`: what the bank has before the paths of the document. */
  function faultsOf({ method, path, query, headers, rawBody }: PixCall, base: string): string[] {
    const found = path.startsWith(base) ? findPath(path.slice(base.length)) : null;
    const operation = found?.item[toVerb(method)];
    if (found === null || operation === undefined) return ['there is no such call'];
    const parameters = [...found.item.parameters, ...(operation.parameters ?? [])];
    const given = new Map([...found.values, ...new URLSearchParams(query)]);
    const known = parameters.map(({ name }) => name);
    const body = operation.requestBody?.$ref.split('/').at(-1);
    const isJson = headers['content-type']?.startsWith('application/json') === true;
    return [
      ...[...given.keys()]
        .filter((name) => !known.includes(name))
        .map((name) => `${name} is unknown`),
      ...parameters.flatMap(({ name, schema }) =>
        given.has(name)
          ? check(rooted(schema), asWritten(schema, given.get(name))).map((one) => `${name} ${one}`)
          : [],
      ),
      ...(body === undefined && rawBody !== '' ? ['there is a body'] : []),
      ...(body !== undefined && !isJson ? ['the body is not announced as JSON'] : []),
      ...(body === undefined ? [] : faultsOfBody(body, rawBody)),
    ];
  }

  function findPath(path: string) {
    for (const [template, item] of Object.entries(document.paths)) {
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const match = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
      if (match === null) continue;
      const values = names.map(
        (name, at) => [name, decodeURIComponent(match[at + 1] ?? '')] as const,
      );
      return { item, values };
    }
    return null;
  }

  function headersOf({ headers }: PixCall): string[] {
    return Object.keys(headers).filter((name) => !USUAL_HEADERS.includes(name));
  }

  return { faultsOf, faultsOfBody, headersOf };
}

function toVerb(method: string): 'get' | 'put' | 'patch' {
  if (method === 'GET') return 'get';
  return method === 'PATCH' ? 'patch' : 'put';
}

/** A number of an address is written in it as a text. */
function asWritten({ type }: Record<string, unknown>, text: string | undefined): unknown {
  return type === 'integer' && /^\d+$/.test(text ?? '') ? Number(text) : text;
}

function rooted({ $ref, ...schema }: Record<string, unknown>): object {
  return typeof $ref === 'string' ? { ...schema, $ref: `api${$ref}` } : schema;
}

function mendPattern(key: string, value: unknown): unknown {
  if (key !== 'pattern' || typeof value !== 'string') return value;
  const bare = value.replace(/^\/(.*)\/$/, '$1');
  return bare.startsWith('^') ? bare : `^(?:${bare})$`;
}
