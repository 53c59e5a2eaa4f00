import type { PayinEventBody, PayoutEventBody } from './events.ts';

export type * from './events.ts';

/** How far the signing time may be from now, either way. Source: spec, "Limits". */
const TOLERANCE_SECONDS = 300;

/** Further apart than any two clocks: seconds held against milliseconds are 50,000 years apart. */
const MILLISECONDS = 100_000_000_000;

/** Longer than any header a server takes, so that no header costs more than a moment. */
const MAX_HEADER_LENGTH = 128 * 1024;

/** An event that was signed for you; `kind` is read from the signed body, not from a header. */
export type WebhookEvent =
  | ({ kind: 'payin' } & PayinEventBody)
  | ({ kind: 'payout' } & PayoutEventBody);

/**
 * Why an event is not taken: the body was parsed before it came here, or is in base64; the time of
 * now, or the signature's, is in milliseconds; it was signed more than 300 seconds from now; no
 * signature is of this body and secret; what was signed is no event.
 */
export type WebhookProblem =
  | 'parsed_body'
  | 'base64_body'
  | 'no_secret'
  | 'no_header'
  | 'malformed_header'
  | 'milliseconds'
  | 'too_old'
  | 'too_new'
  | 'no_match'
  | 'not_an_event';

/** What `constructEvent` rejects with. `message` is for your log, and names no secret. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly reason: WebhookProblem;

  constructor(reason: WebhookProblem) {
    super(PROBLEMS[reason]);
    this.reason = reason;
  }
}

const PROBLEMS: { readonly [reason in WebhookProblem]: string } = {
  parsed_body:
    'the body is not the text or bytes that arrived: read it before a JSON parser does (in Express: express.raw)',
  base64_body:
    'the body is in base64: decode it first (in AWS Lambda: where isBase64Encoded is true)',
  no_secret: 'the signing secret is empty; its prefix is part of it',
  no_header: 'there is no X-Webhook-Signature: signing is off, or the header was not passed on',
  malformed_header: 'X-Webhook-Signature is not t=<unix seconds>,v1=<64 hex digits>',
  milliseconds: 'a time is in milliseconds: both must be Unix seconds, as Date.now() / 1000 is',
  too_old: 'it was signed more than 300 seconds ago: it is a replay, or the clock here is fast',
  too_new: 'it was signed more than 300 seconds ahead: the clock here is slow',
  no_match:
    'no signature is of this body and secret: the secret is of another account, or the body was changed on its way',
  not_an_event: 'it was signed, and is no event of a payin or payout',
};

/**
 * The event that was sent, once its signature fits the body and was made no more than 300 seconds
 * ago (or ahead); rejects with a `WebhookError` whose `reason` tells why it is not taken. For a
 * merchant's back end; needs nothing but Web Crypto.
 *
 * `rawBody`: the body as it arrived, before any parsing. `header`: `X-Webhook-Signature`. `secret`:
 * the whole text, its prefix included. `nowSeconds`: Unix time in seconds. The same event may
 * arrive again, told by its `X-Webhook-Id`. Source: spec, "Signature" 1-5.
 *
 * @example
 * const event = await constructEvent(rawBody, request.headers.get('x-webhook-signature'), secret);
 * if (event.kind === 'payin' && event.status === 'APPROVED') await ship(event.referenceId);
 */
export async function constructEvent(
  rawBody: string | ArrayBuffer | ArrayBufferView,
  header: string | null | undefined,
  secret: string,
  nowSeconds: number = Date.now() / 1000,
): Promise<WebhookEvent> {
  const problem = await findProblem(rawBody, header, secret, nowSeconds);
  if (problem !== null) throw new WebhookError(problem);
  const event = toEvent(rawBody);
  if (event === null) throw new WebhookError('not_an_event');
  return event;
}

/**
 * Whether an event was sent by the payment service: `constructEvent` without the event and without
 * a reason. Never throws: whatever cannot be verified is false. True does not mean that the event
 * is new. Arguments as there, the time always given. Source: spec, "Signature" 1-5.
 *
 * @example
 * const isOurs = await verifyWebhook(rawBody, request.headers.get('x-webhook-signature'), secret,
 *   Date.now() / 1000);
 * if (!isOurs) return new Response(null, { status: 400 });
 */
export async function verifyWebhook(
  rawBody: string | ArrayBuffer | ArrayBufferView,
  header: string | null,
  secret: string,
  nowSeconds: number,
): Promise<boolean> {
  try {
    return (await findProblem(rawBody, header, secret, nowSeconds)) === null;
  } catch {
    return false;
  }
}

async function findProblem(
  rawBody: unknown,
  header: string | null | undefined,
  secret: string,
  nowSeconds: number,
): Promise<WebhookProblem | null> {
  const body = toBytes(rawBody);
  if (body === null) return 'parsed_body';
  if (typeof secret !== 'string' || secret === '') return 'no_secret';
  if (typeof header !== 'string') return 'no_header';
  const signature = parseHeader(header);
  if (signature === null) return 'malformed_header';
  const age = nowSeconds - Number(signature.time);
  if (Math.abs(age) > MILLISECONDS) return 'milliseconds';
  if (age > TOLERANCE_SECONDS) return 'too_old';
  // Written so that a time that is no number is refused as well.
  if (!(age >= -TOLERANCE_SECONDS)) return 'too_new';
  const expected = await hmacHex(secret, signature.time, body);
  let isValid = false;
  // No early end: what the right one is must not be told by how long this takes.
  for (const mark of signature.marks) isValid = isSame(mark, expected) || isValid;
  if (isValid) return null;
  const isBase64 = /^[\w+/-][\w+/\s-]*=*\s*$/.test(new TextDecoder().decode(body));
  return isBase64 ? 'base64_body' : 'no_match';
}

/** Bytes of another realm too, as tests and sandboxes have them; null for all else. */
function toBytes(body: unknown): Uint8Array | null {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  const isBuffer = Object.prototype.toString.call(body) === '[object ArrayBuffer]';
  return isBuffer ? new Uint8Array(body as ArrayBuffer) : null;
}

/** Statuses of a later service come through as they are. */
function toEvent(rawBody: unknown): WebhookEvent | null {
  const body = parseJson(new TextDecoder().decode(toBytes(rawBody) ?? undefined));
  if (typeof body !== 'object' || body === null) return null;
  const { id, referenceId, status } = body as { [member: string]: unknown };
  if ([id, referenceId, status].some((member) => typeof member !== 'string')) return null;
  const kind = 'paymentMethod' in body ? 'payin' : 'payout';
  return { ...body, kind } as WebhookEvent;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * `t=<seconds>,v1=<hex>`, `v1` any number of times, other schemes passed over; null if malformed.
 */
function parseHeader(header: string): { time: string; marks: string[] } | null {
  if (header.length > MAX_HEADER_LENGTH) return null;
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
const SECONDS = /^\d{1,13}$/;

async function hmacHex(secret: string, time: string, body: Uint8Array): Promise<string> {
  const encoder = new TextEncoder();
  const start = encoder.encode(`${time}.`);
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
