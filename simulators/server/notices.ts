import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import type { Identity } from '../certificates/authority.ts';

export type NoticeSender = ReturnType<typeof createNoticeSender>;

/** `identity` is the client certificate; `trusted` adds to the authorities everybody trusts. */
export function createNoticeSender(trusted: readonly string[] | undefined, identity?: Identity) {
  /** Resolves once the receiver has answered or failed to; never rejects. */
  return function send(
    url: string,
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number } | { failed: string }> {
    const length = Buffer.byteLength(body);
    const options = {
      method: 'POST',
      // Each on a connection of its own, so that nothing outlasts a test.
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
      ...(identity ? { cert: identity.certificatePem, key: identity.keyPem } : {}),
      ...(trusted ? { ca: [...trusted] } : {}),
    };
    const open = url.startsWith('https:') ? request : plainRequest;
    return new Promise((resolve) => {
      const outgoing = open(url, options, (response) => {
        response.resume();
        response.once('error', (error) => resolve({ failed: error.message }));
        response.once('end', () => resolve({ status: response.statusCode ?? 0 }));
      });
      outgoing.once('error', (error) => resolve({ failed: error.message }));
      outgoing.end(body);
    });
  };
}
