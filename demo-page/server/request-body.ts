import type { IncomingMessage } from 'node:http';
import { ShopError } from './shop-error.ts';

const LIMIT_BYTES = 16 * 1024;

/** Reads a JSON body. Errors: 415, 413, 400. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new ShopError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Envie application/json.');
  }
  const body = await readBody(request);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ShopError(400, 'INVALID_ORDER', 'O corpo da requisição não é JSON.');
  }
}

/** Reads a body as it is, counting bytes while they come. Errors: 413. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > LIMIT_BYTES) {
      throw new ShopError(413, 'PAYLOAD_TOO_LARGE', 'O corpo da requisição é grande demais.');
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
