import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import { TLSSocket } from 'node:tls';
import type { Authority } from '../certificates/authority.ts';

/** Who receives notices, answers 200 and notes whose certificate came. */
export async function startReceiver(authority: Authority) {
  const received: { url: URL; headers: IncomingHttpHeaders; body: string; isBank: boolean }[] = [];
  const { certificatePem: cert, keyPem: key } = authority.issueServer(['127.0.0.1']);
  const options = { cert, key, requestCert: true, rejectUnauthorized: false };
  const server = createServer(options, async (request, response) => {
    const { socket, headers } = request;
    const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
    const isBank = shown !== undefined && authority.judge(shown) === 'trusted';
    let body = '';
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? '', 'https://receiver.invalid');
    received.push({ url, headers, body, isBank });
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { received, origin: `https://127.0.0.1:${port}`, stop: () => void server.close() };
}
