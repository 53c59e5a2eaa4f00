import type * as z from 'zod/mini';
import { parseJson } from '../../base/shared/parse-json.ts';

/**
 * What became of one call to an outside party; the kinds are all that a caller decides by.
 * - `not_sent`: no byte of it left. - `rejected`: the party read it and did nothing of it.
 * - `answered`: done. - `duplicate`: the party has its id from before: look up what is there.
 * - `unknown`: it may have been done, or may still be.
 */
export type OutgoingAnswer =
  | { kind: 'not_sent'; cause: 'no_connection' | 'resting' | 'given_up' }
  | { kind: 'rejected'; status: number; body: unknown }
  | { kind: 'answered'; status: number; body: unknown }
  | { kind: 'duplicate'; status: number; body: unknown }
  | { kind: 'unknown'; cause: UnknownCause };

export type UnknownCause = 'timeout' | 'given_up' | 'cut' | 'too_long' | 'failure' | 'unreadable';

export type RawAnswer = { status: number; text: string; retryAfter: string | null };

/** Refusals by a gateway, before the party has read what was asked: their words say nothing more. */
const REFUSED_AT_THE_DOOR: ReadonlySet<number> = new Set([401, 403, 429]);

/** What is not surely done or refused is unknown: a gateway's page may stand before a charge. */
export function classify({ status, text }: Pick<RawAnswer, 'status' | 'text'>): OutgoingAnswer {
  const body = readJson(text);
  if (REFUSED_AT_THE_DOOR.has(status)) return { kind: 'rejected', status, body };
  // 408: the party gave up waiting, and does not say how far it came.
  if (status >= 500 || status === 408) return { kind: 'unknown', cause: 'failure' };
  if (body === null) return { kind: 'unknown', cause: 'unreadable' };
  if (status === 409) return { kind: 'duplicate', status, body };
  if (status >= 200 && status < 300) return { kind: 'answered', status, body };
  // No redirect is followed: what was asked goes to the party's host and to no other.
  if (status < 400) return { kind: 'unknown', cause: 'unreadable' };
  return { kind: 'rejected', status, body };
}

/** Whether the party surely has nothing of it now, and may take it another time. */
export function isTurnedAway(answer: OutgoingAnswer): boolean {
  if (answer.kind === 'not_sent') return true;
  return answer.kind === 'rejected' && REFUSED_AT_THE_DOOR.has(answer.status);
}

/** What was answered, by its schema; throws with `otherwise` where it was not. */
export function readAnswered<Schema extends z.ZodMiniType>(
  answer: OutgoingAnswer,
  schema: Schema,
  otherwise: string,
): z.output<Schema> {
  if (answer.kind !== 'answered') throw new Error(otherwise);
  return schema.parse(answer.body);
}

/** An object or a list; null for everything else, which no party answers with. */
function readJson(text: string): unknown {
  const value = parseJson(text);
  return typeof value === 'object' ? value : null;
}
