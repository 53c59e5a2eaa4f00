import { isRecord, own } from './plain-data.ts';

/**
 * The two window messages of the channel; everything after them runs over the port that the second
 * one carries. Both hold nothing but a kind, the protocol version and the nonce of this load.
 */

/** Raised when sdk and frame could no longer understand each other. */
export const PROTOCOL_VERSION = 1;

/** Frame to page: "I am loaded." */
export type Hello = { checkout: 'hello'; version: number; nonce: string };

/** Page to frame, transferring one MessagePort. */
export type Connect = { checkout: 'connect'; version: number; nonce: string };

export function hello(nonce: string): Hello {
  return { checkout: 'hello', version: PROTOCOL_VERSION, nonce };
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
