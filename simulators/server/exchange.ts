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
