/** How far the signing time may be from now, either way. Source: spec, "Limits". */
const TOLERANCE_SECONDS = 300;

/** Longer than any header a server takes, so that no header costs more than a moment. */
const MAX_HEADER_LENGTH = 128 * 1024;

/**
 * Whether an event was sent by the payment service: its signature fits the body and was made no
 * more than 300 seconds ago (or ahead). For a merchant's back end; needs nothing but Web Crypto.
 *
 * `rawBody`: the body as it arrived, before any parsing. `header`: `X-Webhook-Signature`, null where
 * it is missing. `secret`: the whole text, its prefix included. `nowSeconds`: Unix time in seconds. Never
 * throws: whatever cannot be verified is false. True does not mean that the event is new: the same
 * one may arrive again, told by its `X-Webhook-Id`. Source: spec, "Signature" 1-5.
 *
 * @example
 * const isOurs = await verifyWebhook(rawBody, request.headers.get('x-webhook-signature'), secret,
 *   Date.now() / 1000);
 * if (!isOurs) return new Response(null, { status: 400 });
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  header: string | null,
  secret: string,
  nowSeconds: number,
): Promise<boolean> {
  try {
    const signature = parseHeader(header);
    if (signature === null || secret === '') return false;
    // Written so that a time that is no number is refused as well.
    if (!(Math.abs(nowSeconds - Number(signature.time)) <= TOLERANCE_SECONDS)) return false;
    const expected = await hmacHex(secret, signature.time, rawBody);
    let isValid = false;
    // No early end: what the right one is must not be told by how long this takes.
    for (const mark of signature.marks) isValid = isSame(mark, expected) || isValid;
    return isValid;
  } catch {
    return false;
  }
}

/** `t=<seconds>,v1=<hex>`, `v1` any number of times, other schemes passed over; null if malformed. */
function parseHeader(header: string | null): { time: string; marks: string[] } | null {
  if (header === null || header.length > MAX_HEADER_LENGTH) return null;
  const times: string[] = [];
  const marks: string[] = [];
  for (const part of header.split(',')) {
    const text = part.trim();
    if (text.startsWith('t=')) times.push(text.slice(2));
    else if (text.startsWith('v1=') && MARK.test(text.slice(3))) marks.push(text.slice(3));
  }
  const [time] = times;
  if (time === undefined || times.length > 1 || !SECONDS.test(time)) return null;
  return { time, marks };
}

const MARK = /^[0-9a-f]{64}$/;
const SECONDS = /^\d{1,12}$/;

async function hmacHex(
  secret: string,
  time: string,
  rawBody: string | Uint8Array,
): Promise<string> {
  const encoder = new TextEncoder();
  const start = encoder.encode(`${time}.`);
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody;
  const message = new Uint8Array(start.length + body.length);
  message.set(start);
  message.set(body, start.length);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = new Uint8Array(encoder.encode(secret));
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const mark = new Uint8Array(await crypto.subtle.sign('HMAC', key, message));
  return Array.from(mark, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** In constant time; both have 64 characters. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < other.length; at += 1) {
    difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  }
  return difference === 0;
}
