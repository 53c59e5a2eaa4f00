import type { ApiErrorCode } from '../../../contract/errors/api-error.ts';
import type { KeyScope } from '../../domain/accounts/key-scope.ts';
import type { Content, Examples, Headers, Method, Parameter, Tag } from './open-api.ts';
import { schemaRef } from './open-api.ts';

/** Who may call: the key pair; the pair or the public key alone; anybody. */
export type Access = 'pair' | 'any-key' | 'open';

/** What the pair of a call must be made for; by its address, so that no call is without. */
export function scopeOf({ method, path }: { method: string; path: string }): KeyScope {
  if (/^(get|head)$/i.test(method)) return 'read';
  if (/^\/(sandbox\/payins|payin)\/[^/]+\/refund$/.test(path)) return 'refund';
  return /^\/(sandbox\/payouts|payout)(\/|$)/.test(path) ? 'payout' : 'charge';
}

/** A refusal of one operation, where the words of its code alone would not be exact enough. */
export type Refusal = {
  code: ApiErrorCode;
  when?: string;
  /** The two 3-D Secure cases in which the specification asks for 422 instead of 400. */
  threeDSMissing?: true;
};

export type Operation = {
  method: Method;
  path: string;
  operationId: string;
  tag: Tag;
  summary: string;
  description?: string;
  access: Access;
  parameters?: readonly Parameter[];
  body?: { isOptional?: true; content: Content };
  success: {
    readonly [status: number]: { description: string; content?: Content; headers?: Headers };
  };
  /** Beside those that come with the access, with a body, and from the service being unwell. */
  refusals?: readonly (ApiErrorCode | Refusal)[];
  /** What callers of its access are refused by elsewhere, and not here. */
  without?: readonly ApiErrorCode[];
  /** False where no database and no account is asked: then no 500 and no 503. */
  isStatic?: true;
};

/** Operations of one tag and one access, each under its method and path: `post /payin`. */
export function operations(
  tag: Tag,
  access: Access,
  calls: {
    readonly [call in `${Method} /${string}`]: Omit<
      Operation,
      'method' | 'path' | 'tag' | 'access'
    >;
  },
): Operation[] {
  return Object.entries(calls).map(([call, operation]) => {
    const [method, path] = call.split(' ') as [Method, string];
    return { method, path, tag, access, ...operation };
  });
}

export function json(schema: string, examples?: Examples): Content {
  return {
    'application/json': {
      schema: schemaRef(schema),
      ...(examples === undefined ? {} : { examples }),
    },
  };
}

/** What an operation answers when all is well: JSON of a named schema, of which one is shown. */
export function answer(
  status: number,
  description: string,
  schema: string,
  shown: unknown,
): Operation['success'] {
  return { [status]: { description, content: json(schema, example(shown)) } };
}

export function request(schema: string, summary: string, shown: unknown) {
  return { content: json(schema, example(shown, summary)) };
}

/** A body that may be left out. */
export function optionalRequest(schema: string, summary: string, shown: unknown) {
  return { ...request(schema, summary, shown), isOptional: true as const };
}

export function notFound(thing: string): Refusal {
  return { code: 'NOT_FOUND', when: `There is no such ${thing}, or it is not of this account.` };
}

export function example(value: unknown, summary = 'An answer'): Examples {
  return { example: { summary, value } };
}

/** A part of an address; `name`: what it has between braces. */
export function pathParameter(name: string, description: string, sample: string): Parameter {
  return {
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', minLength: 1 },
    example: sample,
  };
}

export function pathId(description: string, sample: string): Parameter {
  return pathParameter('id', description, sample);
}

export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of yours that names this request. For 24 hours the same key and body get the first answer again; answers of 5xx are not kept.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  example: 'b0c6b1d2-8f0e-4a53-9c0a-5b1f6c2e7d90',
};
