import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type {
  JsonSchema,
  Method,
  OpenApiDocument,
  OperationObject,
} from '../api/reference/open-api.ts';

/** A call as a test made it; `body` as text. */
export type CheckedRequest = { method: string; url: string; body?: string | undefined };
export type CheckedAnswer = { status: number; headers: Headers; text: string };

/** Throws, naming operation, status and path, where an answer is not as the document has it. */
export type AnswerCheck = (request: CheckedRequest, answer: CheckedAnswer) => void;

/**
 * Holds answers to the document: the status is one it names, the headers it demands are there, the
 * body is of a type it names and has no field it does not. What the service took (2xx) must be a
 * body the document allows. An address or method it does not have is 404, or 405 with `Allow`.
 */
export function createAnswerCheck(document: OpenApiDocument): AnswerCheck {
  const { schemas } = document.components;
  // The document leaves answers open, for fields to come; here none may come unnoticed.
  const faultOfAnswer = createValidator(document, mapValues(schemas, closed));
  const faultOfRequest = createValidator(document, schemas);

  /** What is wrong with an answer, or null. `at`: where the document has it. */
  const faultOf = (at: string, response: Response | undefined, answer: CheckedAnswer) => {
    if (response === undefined) return 'the document does not name this status';
    for (const [name, { required, schema }] of Object.entries(response.headers ?? {})) {
      const text = answer.headers.get(name);
      const value = schema.type === 'integer' ? Number(text) : text;
      const fault =
        text === null ? null : faultOfAnswer(`${at}/headers/${pointer(name)}/schema`, value);
      if (text === null && required) return `the header ${name} is missing`;
      if (fault !== null) return `the header ${name}: ${fault}`;
    }
    return null;
  };

  /** The same of its body. */
  const faultOfBody = (at: string, { content = {} }: Response, answer: CheckedAnswer) => {
    if (Object.keys(content).length === 0) {
      return answer.text === '' ? null : 'the document names no body';
    }
    const type = answer.headers.get('content-type')?.split(';')[0] ?? 'none';
    if (content[type] === undefined) return `the document does not name the type ${type}`;
    if (type !== JSON_TYPE) return null;
    return faultOfAnswer(`${at}/content/${pointer(type)}/schema`, JSON.parse(answer.text));
  };

  return ({ method, url, body }, answer) => {
    if (method === 'OPTIONS') return;
    const { pathname } = new URL(url);
    const path = findPath(document.paths, pathname);
    const verb = isMethod(method) ? METHODS[method] : null;
    const operation = verb === null ? undefined : document.paths[path ?? '']?.[verb];
    const fail = (fault: string) => {
      const name = operation?.operationId ?? 'no operation';
      throw new Error(`${name} (${method} ${pathname}) answered ${answer.status}: ${fault}`);
    };
    if (operation === undefined) {
      const fault = unlistedFault(path === null ? 404 : 405, answer, faultOfAnswer);
      if (fault !== null) fail(fault);
      return;
    }
    const at = `/paths/${pointer(path ?? '')}/${verb}`;
    const response = operation.responses[String(answer.status)];
    const inAnswer = `${at}/responses/${answer.status}`;
    const fault = faultOf(inAnswer, response, answer);
    if (fault !== null || response === undefined) return fail(fault ?? '');
    const bodyFault = method === 'HEAD' ? null : faultOfBody(inAnswer, response, answer);
    if (bodyFault !== null) fail(bodyFault);
    if (answer.status >= 300 || operation.requestBody === undefined || !body) return;
    const taken = faultOfRequest(
      `${at}/requestBody/content/${pointer(JSON_TYPE)}/schema`,
      JSON.parse(body, withoutAbsent),
    );
    if (taken !== null) fail(`yet the document does not allow the request: ${taken}`);
  };
}

/** What the introduction of the document says of members that count as absent. */
function withoutAbsent(_member: string, value: unknown): unknown {
  return value === null || value === '' ? undefined : value;
}

type Response = OperationObject['responses'][string];
/** Null where the value keeps to the schema at this place of the document. */
type FaultAt = (at: string, value: unknown) => string | null;

const JSON_TYPE = 'application/json';
const METHODS = {
  GET: 'get',
  HEAD: 'get',
  POST: 'post',
  DELETE: 'delete',
} as const satisfies Record<string, Method>;

function isMethod(method: string): method is keyof typeof METHODS {
  return Object.hasOwn(METHODS, method);
}

/** What the introduction of the document says of addresses and methods that do not exist. */
function unlistedFault(status: 404 | 405, answer: CheckedAnswer, faultAt: FaultAt): string | null {
  if (answer.status !== status) return `the document does not have it, so ${status} was due`;
  if (status === 405 && !answer.headers.has('allow')) return 'the header Allow is missing';
  return answer.text === '' ? null : faultAt('/components/schemas/Error', JSON.parse(answer.text));
}

/** A written-out address goes before one with parameters. */
function findPath(paths: OpenApiDocument['paths'], pathname: string): string | null {
  const matching = Object.keys(paths).filter((template) => patternOf(template).test(pathname));
  const parameters = (template: string) => template.split('{').length;
  return matching.sort((one, other) => parameters(one) - parameters(other))[0] ?? null;
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

const ROOT = 'https://document.invalid/openapi.json';

/** The document as a schema, so that any place in it can be named. */
function createValidator(
  document: OpenApiDocument,
  schemas: OpenApiDocument['components']['schemas'],
): FaultAt {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema({ $id: ROOT, paths: document.paths, components: { schemas } });
  return (at, value) => {
    const validate = ajv.getSchema(`${ROOT}#${encodeURI(at)}`);
    if (validate === undefined) throw new Error(`the document has no ${at}`);
    return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'it' });
  };
}

/** A name as a part of a JSON pointer. */
function pointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** No field beyond those that are named, at any depth. */
function closed(schema: JsonSchema): JsonSchema {
  const within = <Part>(part: Part | JsonSchema) => (isSchema(part) ? closed(part) : part);
  const { properties, items, anyOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(closed) }),
    ...(items === undefined || Array.isArray(items) ? {} : { items: within(items) }),
    ...(additionalProperties === undefined
      ? {}
      : { additionalProperties: within(additionalProperties) }),
    ...(properties === undefined
      ? {}
      : { properties: mapValues(properties, within), additionalProperties: false }),
  };
}

function isSchema(part: unknown): part is JsonSchema {
  return typeof part === 'object' && part !== null;
}

function mapValues<From, To>(record: { [name: string]: From }, map: (value: From) => To) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
