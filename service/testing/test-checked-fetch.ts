import { openApiDocument } from '../api/reference/document.ts';
import type { AnswerCheck, CheckedAnswer, CheckedRequest } from './test-answer-check.ts';
import { createAnswerCheck } from './test-answer-check.ts';

type Mode = Parameters<typeof openApiDocument>[0]['mode'];

const checks = new Map<string, AnswerCheck>();
const checksByMode = new Map<Mode, AnswerCheck>();

/**
 * From now on, answers of this service are held to the document of its mode, until the function is
 * called that it returns: a port that is free again may become that of any other server.
 */
export function checkAnswersOf(service: {
  baseUrl: string;
  checkoutUrl: string;
  mode: Mode;
}): () => void {
  const { baseUrl, checkoutUrl, mode } = service;
  const check =
    checksByMode.get(mode) ??
    createAnswerCheck(openApiDocument({ baseUrl: 'https://api.example', mode, version: '0.0.0' }));
  checksByMode.set(mode, check);
  checks.set(new URL(baseUrl).origin, check);
  checks.set(new URL(checkoutUrl).origin, (request, answer) => {
    // That origin serves the frame's documents, too, and its own calls, which are no part of the API.
    if (/^\/checkout\/(?!saved-cards)/.test(new URL(request.url).pathname)) check(request, answer);
  });
  return () => {
    for (const url of [baseUrl, checkoutUrl]) checks.delete(new URL(url).origin);
  };
}

/** Throws where a service that is checked answered what its document does not say. */
export function checkAnswer(request: CheckedRequest, answer: CheckedAnswer): void {
  checks.get(new URL(request.url).origin)?.(request, answer);
}

/** `fetch` whose answer is checked before the test sees it. */
export async function checkedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  const { method = 'GET', body } = init;
  checkAnswer(
    { method, url, body: typeof body === 'string' ? body : undefined },
    { status: response.status, headers: response.headers, text: await response.clone().text() },
  );
  return response;
}
