import type { IncomingHttpHeaders } from 'node:http';

export type RecordedRequest = {
  at: number;
  host: string;
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  rawBody: string;
  /** Of the answer; null while there is none, and for good where the connection was cut. */
  status: number | null;
};

/**
 * A violation is what a party's documents do not allow, or what no caller should do. A refusal
 * alone is none, a token may end at any time; sending what is refused by its form is one.
 */
export type PartyRecord = {
  requests: RecordedRequest[];
  violate: (sentence: string) => void;
  /** Gives the violations so far and forgets them: a test takes those that it meant to cause. */
  takeViolations: () => string[];
};

export function createRecord(): PartyRecord {
  let violations: string[] = [];
  return {
    requests: [],
    violate: (sentence) => void violations.push(sentence),
    takeViolations: () => {
      const taken = violations;
      violations = [];
      return taken;
    },
  };
}
