import type { Context } from 'hono';
import { ApiError } from '../api-error.ts';
import type { AppEnv } from './app-env.ts';
import { checkJsonStructure, malformed } from './json-structure.ts';

export const MAX_BODY_BYTES = 64 * 1024;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Reads a body as a JSON object, strictly: content type, encoding, size while reading, syntax and
 * structure. Whether the fields are right is for the schema of the endpoint.
 */
export async function readJson(c: Context<AppEnv>): Promise<Record<string, unknown>> {
  if (!JSON_TYPE.test(c.req.header('content-type') ?? '')) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The content type must be application/json.');
  }
  if ((c.req.header('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed.');
  }
  return parseObject(decode(await readBytes(c)));
}

async function readBytes(c: Context<AppEnv>): Promise<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = c.req.raw.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  for (;;) {
    // A caller that goes away in the middle is no failure of ours.
    const { done, value } = await reader.read().catch(() => {
      throw malformed('must arrive whole');
    });
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) {
      // Not awaited: a peer that keeps sending must not keep the answer back.
      reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks, size);
}

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed('must be UTF-8');
  }
  if (text.startsWith(BYTE_ORDER_MARK)) throw malformed('must not start with a byte order mark');
  return text;
}

function parseObject(text: string): Record<string, unknown> {
  checkJsonStructure(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, so it goes nowhere.
    throw malformed('must be well-formed JSON');
  }
  if (!isObject(value)) throw malformed('must be a JSON object');
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tooLarge(): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', `The body must be at most ${MAX_BODY_BYTES} bytes.`);
}
