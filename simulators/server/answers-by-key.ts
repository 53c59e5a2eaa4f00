import type { PartyAnswer, Route } from './exchange.ts';
import type { PartyRecord } from './record.ts';

/** The same request under a used key is done once; another is a violation and gets `refusal`. */
export function createAnswersByKey(record: PartyRecord, refusal: PartyAnswer) {
  const given = new Map<string, { request: string; answer: PartyAnswer }>();

  return (handle: Route['handle']): Route['handle'] =>
    (request) => {
      const { method, path, headers, rawBody } = request;
      const key = headers['x-idempotency-key'];
      if (typeof key !== 'string') return handle(request);
      const before = given.get(key);
      const same = `${method} ${path} ${rawBody}`;
      if (before?.request === same) return before.answer;
      if (before !== undefined) {
        record.violate(
          `${method} ${path}: the idempotency key was used before, for something else`,
        );
        return refusal;
      }
      const answer = handle(request);
      if (answer.status < 300) given.set(key, { request: same, answer });
      return answer;
    };
}
