import { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { ApiError, invalidField } from '../base/shared/api-error.ts';
import { isRecord } from '../base/shared/parse-json.ts';
import { withoutSlot } from '../base/shared/work-slot.ts';
import type { AppEnv } from './app-env.ts';
import { checkJsonStructure, malformed } from './json-structure.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** With whatever parameters: JSON has no charset but UTF-8, and so another one is refused. */
const JSON_TYPE = /^application\/json\s*(?:;(?!.*charset\s*=(?!\s*"?utf-?8\b)).*)?$/i;
const BYTE_ORDER_MARK = '\uFEFF';

/** Strictly: content type, encoding, size while reading, syntax and structure, not its fields. */
export async function readJson(
  c: Context<AppEnv>,
  maxBytes = MAX_BODY_BYTES,
): Promise<Record<string, unknown>> {
  if (!JSON_TYPE.test(c.req.header('content-type') ?? '')) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The content type must be application/json.');
  }
  if ((c.req.header('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed.');
  }
  return parseObject(decode(await readBytes(c, maxBytes)));
}

export async function readOptionalJson(c: Context<AppEnv>): Promise<Record<string, unknown>> {
  const isEmpty = c.req.raw.body === null || c.req.header('content-length') === '0';
  return isEmpty ? {} : readJson(c);
}

export async function readBytes(
  c: Context<AppEnv>,
  maxBytes = MAX_BODY_BYTES,
): Promise<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const incoming = c.env?.incoming;
  // What Node gives is read as it comes; a stream of the web around it costs more than the body.
  return withoutSlot(c.env ?? {}, () =>
    incoming instanceof IncomingMessage
      ? readIncoming(incoming, maxBytes)
      : readStream(c.req.raw.body, maxBytes),
  );
}

function readIncoming(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const breakOff = () => reject(brokenOff());
    // One that went away before is closed already, and says so no more.
    if (incoming.destroyed) return breakOff();
    const take = (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= maxBytes) return void chunks.push(chunk);
      // What still comes is for the server to let pass, or to end.
      incoming.off('data', take);
      reject(tooLarge(maxBytes));
    };
    incoming.on('data', take);
    incoming.once('end', () => {
      incoming.off('close', breakOff);
      resolve(Buffer.concat(chunks));
    });
    // Stays until the end: an error that nobody hears would end the process.
    incoming.on('error', breakOff);
    incoming.once('close', breakOff);
  });
}

async function readStream(body: ReadableStream<Uint8Array> | null, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  if (reader === undefined) return new Uint8Array();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw brokenOff();
    });
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      // Not awaited: a peer that keeps sending must not keep the answer back.
      reader.cancel().catch(() => undefined);
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks, size);
}

/** A caller that goes away in the middle has failed; we have not. */
function brokenOff(): ApiError {
  return malformed('malformed');
}

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed('malformed');
  }
  if (text.startsWith(BYTE_ORDER_MARK)) throw malformed('malformed');
  return text;
}

function parseObject(text: string): Record<string, unknown> {
  checkJsonStructure(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, so it goes nowhere.
    throw malformed('malformed');
  }
  if (!isRecord(value)) throw malformed('malformed');
  return value;
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', `The body must be at most ${maxBytes} bytes.`);
}

/** A parameter that comes twice has no one meaning. */
export function readQuery(c: Context<AppEnv>): Record<string, string> {
  const read = Object.entries(c.req.queries()).map(([name, values]) => {
    if (values.length === 1) return [name, values[0] ?? ''];
    throw invalidField(name, 'repeated');
  });
  return Object.fromEntries(read);
}
