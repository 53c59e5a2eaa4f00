import { isPlain, isRecord, own } from './plain-data.ts';

/**
 * The two window messages of the channel; everything after them runs over the port that the second
 * one carries. They hold a kind, the protocol version and the nonce of this load, and the first of
 * them, where the page asked for it, one answer.
 */

/** Raised when sdk and frame could no longer understand each other. */
export const PROTOCOL_VERSION = 1;

/**
 * Frame to page: "I am loaded." `answer`: to what the page asked in the frame's own address, as the
 * channel would answer it. Only where it asked.
 */
export type Hello = { checkout: 'hello'; version: number; nonce: string; answer?: unknown };

/** Page to frame, transferring one MessagePort. */
export type Connect = { checkout: 'connect'; version: number; nonce: string };

export function hello(nonce: string, answer?: unknown): Hello {
  return { checkout: 'hello', version: PROTOCOL_VERSION, nonce, ...(answer ? { answer } : {}) };
}

export function connect(nonce: string): Connect {
  return { checkout: 'connect', version: PROTOCOL_VERSION, nonce };
}

/**
 * What a window message is to someone who waits for `kind` with `nonce`: `match`, a `version`
 * mismatch, or null for anything else. Own properties alone count, so that a page that polluted
 * `Object.prototype` says nothing.
 */
export function readHandshake(
  data: unknown,
  expected: { kind: 'hello' | 'connect'; nonce: string },
): 'match' | 'version' | null {
  if (!isRecord(data)) return null;
  if (own(data, 'checkout') !== expected.kind || own(data, 'nonce') !== expected.nonce) return null;
  return own(data, 'version') === PROTOCOL_VERSION ? 'match' : 'version';
}

/** What a hello that matched answers; undefined where that is nothing, or nothing plain. */
export function answerOf(greeting: object): unknown {
  const answer = own(greeting, 'answer');
  return isPlain(answer) ? answer : undefined;
}
