import { request as plainRequest } from 'node:http';
import type { RequestOptions } from 'node:https';
import { request } from 'node:https';
import type { Identity } from '../certificates/authority.ts';

export type SentNotice = {
  url: string;
  body: string;
  outcome: { status: number } | { failed: string };
};

/** `identity` is the client certificate; `trusted` adds to the authorities everybody trusts. */
export function createNoticeSender({
  identity,
  trusted,
}: {
  identity?: Identity;
  trusted?: readonly string[];
}) {
  const sent: SentNotice[] = [];

  /** Resolves once the receiver has answered or failed to; never rejects. */
  async function send(
    url: string,
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SentNotice> {
    const outcome = await post(url, body, headers);
    const notice = { url, body, outcome };
    sent.push(notice);
    return notice;
  }

  function post(
    url: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<SentNotice['outcome']> {
    const options: RequestOptions = {
      method: 'POST',
      // Each on a connection of its own, so that nothing outlasts a test.
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
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
  }

  return { send, sent };
}

export type NoticeSender = ReturnType<typeof createNoticeSender>;
