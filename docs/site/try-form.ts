import { addCopyButtons } from './copy-button.ts';
import type { CallList, CallParameter, DocumentedCall, TriedCall } from './documented-call.ts';
import { curlOf, pathOf } from './documented-call.ts';
import { inputFor, labelled, make, selectOf } from './form-field.ts';
import type { TryWords } from './try-words.ts';

/** What was made on this page, by the beginning of its id: the next call is about that. */
const made = new Map<string, string>();
let lastAccount: string | null = null;

/** The form of one call: account, names in the path, query, body; below it what came back. */
export function createTryForm(
  call: DocumentedCall,
  list: CallList,
  words: TryWords,
): HTMLFormElement {
  const form = make('form', { className: 'try-form' });
  const route = make('code');
  const account = selectOf(list.accounts.map(({ name, publicKey }) => [name, publicKey]));
  account.value = lastAccount ?? account.value;
  const fields = new Map(call.parameters.map((one) => [one.name, inputFor(one, words.any)]));
  const [example, body] = bodyFields(call);
  const problem = make('p', { className: 'problem', id: `try-${call.id}-problem` });
  const send = make('button', { type: 'submit', className: 'send', textContent: words.send });
  const news = make('p', { className: 'news' });
  news.setAttribute('aria-live', 'polite');
  const answer = make('div');

  const path = () =>
    pathOf(call, new Map([...fields].map(([name, field]) => [name, field.value.trim()])));
  const follow = () => {
    route.textContent = `${call.method} ${path()}`;
  };
  form.append(make('p', { className: 'target' }, route), labelled(words.account, account));
  for (const parameter of call.parameters) {
    const field = fields.get(parameter.name);
    if (field) form.append(labelled(parameter.name, field, hintOf(parameter, words)));
  }
  if (example && call.examples.length > 1) form.append(labelled(words.example, example));
  if (body) {
    body.setAttribute('aria-describedby', problem.id);
    form.append(labelled(words.body, body), problem);
  }
  form.append(send, news, answer);

  form.addEventListener('input', follow);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  document.addEventListener(MADE, fillIds);
  fillIds();

  /** A field for an id takes the last one of its kind, until its reader has typed another. */
  function fillIds(): void {
    for (const { name, example: like } of call.parameters) {
      const field = fields.get(name);
      const id = made.get(kindOf(like));
      if (!field || !id || (field.value !== '' && field.value !== field.dataset.filled)) continue;
      field.value = id;
      field.dataset.filled = id;
      account.value = lastAccount ?? account.value;
    }
    follow();
  }

  async function submit(): Promise<void> {
    const typed = body === null ? undefined : readObject(body.value);
    problem.textContent = typed === null ? words.notJson : '';
    body?.setAttribute('aria-invalid', String(typed === null));
    if (typed === null) {
      body?.focus();
      return;
    }
    const tried: TriedCall = { account: account.value, method: call.method, path: path() };
    if (typed !== undefined) tried.body = typed;
    send.disabled = true;
    news.textContent = words.sending;
    answer.replaceChildren();
    const result = await sendCall(tried);
    send.disabled = false;
    news.textContent = result === null ? words.notThere : `${words.status}: ${result.status}`;
    if (result === null) return;
    answer.replaceChildren(...describeAnswer(result, { tried, list, words }));
    const kind = kindOf(result.id ?? '');
    if (result.id !== null && kind !== '') {
      made.set(kind, result.id);
      lastAccount = tried.account;
      document.dispatchEvent(new Event(MADE));
    }
  }

  return form;
}

const MADE = 'sandbox-made';

/** `pay_` of `pay_no3ds_…`; what no id looks like is of no kind. */
function kindOf(id: string): string {
  return /^[a-z]+_/.exec(id)?.[0] ?? '';
}

function hintOf({ example, in: place }: CallParameter, words: TryWords): string {
  if (place === 'path' && kindOf(example) !== '') return words.ownId;
  return example;
}

/** The list of examples and the text of the body; an example chosen takes the text's place. */
function bodyFields(call: DocumentedCall): [HTMLSelectElement | null, HTMLTextAreaElement | null] {
  if (call.examples.length === 0) return [null, null];
  const choice = selectOf(call.examples.map(({ summary }, at) => [String(at), summary]));
  const text = make('textarea', { spellcheck: false, required: true });
  const show = () => {
    const example = call.examples[Number(choice.value)];
    text.value = JSON.stringify(withOwnReference(example?.body ?? {}), null, 2);
    text.rows = Math.min(text.value.split('\n').length, 24);
  };
  choice.addEventListener('change', show);
  show();
  return [choice, text];
}

/** An order of another reader's has the example's number: each begins with one of its own. */
function withOwnReference(body: object): object {
  if (!('referenceId' in body)) return body;
  return { ...body, referenceId: `docs-${crypto.randomUUID().slice(0, 8)}` };
}

function readObject(text: string): object | null {
  const value = readJson(text);
  return Array.isArray(value) ? null : value;
}

/** What the sandbox answered. `id`: of what it made or found; null where it names none. */
type TriedAnswer = {
  status: number;
  headers: readonly (readonly [string, string])[];
  text: string;
  id: string | null;
};

/** Sends a call by way of the server that shows these pages; null where nobody answered. */
async function sendCall(call: TriedCall): Promise<TriedAnswer | null> {
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

function describeAnswer(
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
