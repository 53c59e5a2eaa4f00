import { addCopyButtons } from './copy-button.ts';
import type { CallList, TriedCall } from './documented-call.ts';
import { curlOf } from './documented-call.ts';
import { make } from './form-field.ts';
import type { TryWords } from './try-words.ts';

/** What the sandbox answered. `id`: of what it made or found; null where it names none. */
export type TriedAnswer = {
  status: number;
  headers: readonly (readonly [string, string])[];
  text: string;
  id: string | null;
};

/** Sends a call by way of the server that shows these pages; null where nobody answered. */
export async function sendCall(call: TriedCall): Promise<TriedAnswer | null> {
  try {
    const response = await fetch('/api/tried-calls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
    const answer = await response.json();
    // What the server itself refuses has the form of an answer of the API.
    if (!response.ok) return toAnswer(response.status, {}, JSON.stringify(answer));
    return toAnswer(answer.status, answer.headers, answer.body);
  } catch {
    return null;
  }
}

function toAnswer(status: number, headers: { [name: string]: string }, body: string): TriedAnswer {
  const value = readJson(body);
  return {
    status,
    headers: Object.entries(headers),
    text: value === null ? body : JSON.stringify(value, null, 2),
    id: value !== null && 'id' in value && typeof value.id === 'string' ? value.id : null,
  };
}

function readJson(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

export function describeAnswer(
  { headers, text }: TriedAnswer,
  { tried, list, words }: { tried: TriedCall; list: CallList; words: TryWords },
): HTMLElement[] {
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const parts = [
    ...(lines === '' ? [] : [sample('HTTP', lines)]),
    sample(words.answer, text === '' ? words.noBody : text),
    sample(words.curl, curlOf(tried, list)),
  ];
  for (const part of parts) addCopyButtons(part);
  return parts;
}

function sample(name: string, text: string): HTMLElement {
  const code = make('pre', { tabIndex: 0 }, make('code', {}, text));
  const figure = make('figure', { className: 'sample' }, make('figcaption', {}, name), code);
  return make('div', {}, figure);
}
