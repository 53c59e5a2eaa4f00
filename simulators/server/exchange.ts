import type { X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export type PartyRequest = {
  /** Which of the party's hosts it came to, by the name the party gives it. */
  host: string;
  method: string;
  path: string;
  /** What stood in the place of `:name` in the route's path. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  rawBody: string;
  clientCertificate: X509Certificate | null;
};

export type PartyAnswer = {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
};

/** `handle` does what is asked and answers in one go: whatever cuts in does so before or after. */
export type Route = {
  method: string;
  /** As `/v2/cob/:txid`. */
  path: string;
  handle: (request: PartyRequest) => PartyAnswer;
};

export function jsonAnswer(
  status: number,
  value: unknown,
  contentType = 'application/json',
): PartyAnswer {
  return { status, headers: { 'content-type': contentType }, body: JSON.stringify(value) };
}

export function htmlAnswer(status: number, title: string): PartyAnswer {
  const body = `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, headers: { 'content-type': 'text/html' }, body };
}

export function matchPath(template: string, path: string): Record<string, string> | null {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return params;
}

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
  violate: (sentence: string, by?: { method: string; path: string }) => void;
  /** Gives the violations so far and forgets them: a test takes those that it meant to cause. */
  takeViolations: () => string[];
};

export function createRecord(): PartyRecord {
  let violations: string[] = [];
  return {
    requests: [],
    violate: (sentence, by) =>
      void violations.push(by ? `${by.method} ${by.path}: ${sentence}` : sentence),
    takeViolations: () => {
      const taken = violations;
      violations = [];
      return taken;
    },
  };
}

export function bankPage(status: number, content: string): PartyAnswer {
  // A browser would ask for an icon that no bank of ours has.
  const head = '<title>Bank</title><link rel="icon" href="data:,">';
  const body = `<!doctype html><html lang="en">${head}<h1>Bank</h1>${content}</html>`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

export function answerForm(action: string, { name, value }: { name: string; value: string }) {
  const text = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const buttons =
    '<button name="answer" value="confirm">Confirm</button>' +
    '<button name="answer" value="refuse">Refuse</button>';
  const field = `<input type="hidden" name="${name}" value="${text}">`;
  return `<form method="post" action="${action}">${field}${buttons}</form>`;
}

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
        record.violate('the idempotency key was used before, for something else', request);
        return refusal;
      }
      const answer = handle(request);
      if (answer.status < 300) given.set(key, { request: same, answer });
      return answer;
    };
}

/** For a script of any page. */
export function withCors(answer: PartyAnswer): PartyAnswer {
  const headers = {
    ...answer.headers,
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization, content-type',
  };
  return { ...answer, headers };
}
