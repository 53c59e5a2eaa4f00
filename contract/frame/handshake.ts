import { isPlain, isRecord, own } from './plain-data.ts';

/** The two window messages of the channel; all else runs over the port that the second carries. */

/** Raised when sdk and frame could no longer understand each other. */
export const PROTOCOL_VERSION = 1;

/** Frame to page. `answer`: to what the page asked in the frame's address, where it asked. */
export type Hello = { checkout: 'hello'; version: number; nonce: string; answer?: unknown };

/** Page to frame, transferring one MessagePort. */
export type Connect = { checkout: 'connect'; version: number; nonce: string };

export function hello(nonce: string, answer?: unknown): Hello {
  return { checkout: 'hello', version: PROTOCOL_VERSION, nonce, ...(answer ? { answer } : {}) };
}

export function connect(nonce: string): Connect {
  return { checkout: 'connect', version: PROTOCOL_VERSION, nonce };
}

/** Null for anything else. Own properties alone: a polluted `Object.prototype` says nothing. */
export function readHandshake(
  data: unknown,
  expected: { kind: 'hello' | 'connect'; nonce: string },
): 'match' | 'version' | null {
  if (!isRecord(data)) return null;
  if (own(data, 'checkout') !== expected.kind || own(data, 'nonce') !== expected.nonce) return null;
  return own(data, 'version') === PROTOCOL_VERSION ? 'match' : 'version';
}

/** Undefined where it has none, or none that is plain. */
export function answerOf(greeting: object): unknown {
  const answer = own(greeting, 'answer');
  return isPlain(answer) ? answer : undefined;
}
