import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import type { Identity } from '../certificates/authority.ts';

/** How a test calls a party: nothing but HTTPS, as anybody would. */
export type Call = {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a text as it is. */
  body?: unknown;
};

export type CallResult = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body read as JSON; null where it is none. */
  json: unknown;
};

/** Calls with this client certificate, trusting this authority; rejects where no answer came. */
export function createCaller({ trusted, identity }: { trusted: string; identity?: Identity }) {
  return function call(url: string, { method = 'GET', headers = {}, body }: Call = {}) {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const type = typeof body === 'string' ? {} : { 'content-type': 'application/json' };
    return new Promise<CallResult>((resolve, reject) => {
      const outgoing = request(
        url,
        {
          method,
          agent: false,
          ca: trusted,
          headers: { ...(body === undefined ? {} : type), ...headers },
          ...(identity ? { cert: identity.certificatePem, key: identity.keyPem } : {}),
        },
        (response) => {
          const { statusCode: status = 0, headers: received } = response;
          textOf(response).then((answer) => {
            resolve({ status, headers: received, text: answer, json: readJson(answer) });
          }, reject);
        },
      );
      outgoing.once('error', reject);
      outgoing.end(text);
    });
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
