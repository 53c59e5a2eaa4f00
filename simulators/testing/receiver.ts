import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { Authority } from '../certificates/authority.ts';

/** Somebody who receives notices and answers 200 to all of them. */
export async function startReceiver(authority: Authority) {
  const received: { url: URL; headers: IncomingHttpHeaders; body: string }[] = [];
  const { certificatePem: cert, keyPem: key } = authority.issueServer(['127.0.0.1']);
  const server = createServer({ cert, key }, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? '', 'https://receiver.invalid');
    received.push({ url, headers: request.headers, body });
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    received,
    origin: `https://127.0.0.1:${port}`,
    stop: () => void server.close(),
  };
}
