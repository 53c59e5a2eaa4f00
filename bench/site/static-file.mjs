import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';

export function staticFile(text, { type, cache }) {
  const identity = Buffer.from(text, 'utf8');
  const brotli = brotliCompressSync(identity, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return function serve(request, response) {
    const takesBrotli = String(request.headers['accept-encoding']).includes('br');
    const headers = { 'cache-control': cache, etag, vary: 'accept-encoding' };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const body = takesBrotli ? brotli : identity;
    response.writeHead(200, {
      ...headers,
      'content-type': `${type}; charset=utf-8`,
      'content-length': body.length,
      ...(takesBrotli ? { 'content-encoding': 'br' } : {}),
    });
    response.end(body);
  };
}
