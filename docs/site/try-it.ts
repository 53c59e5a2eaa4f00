import type { CallList } from './documented-call.ts';
import { createTryForm } from './try-form.ts';
import { TRY_WORDS } from './try-words.ts';

// The API's page beside the sandbox: below each call a form that sends it. Elsewhere the
// documentation is placed without this script.

const LIST = '/docs/assets/calls.json';
const words = document.documentElement.lang.startsWith('pt') ? TRY_WORDS.pt : TRY_WORDS.en;
let list: Promise<CallList> | null = null;

for (const details of document.querySelectorAll<HTMLDetailsElement>('details[data-call]')) {
  const summary = document.createElement('summary');
  summary.textContent = words.tryIt;
  details.append(summary);
  details.hidden = false;
  details.addEventListener('toggle', () => void fill(details), { once: true });
}

/** The form is made when it is opened first: there are many, and few are used. */
async function fill(details: HTMLDetailsElement): Promise<void> {
  try {
    list ??= fetch(LIST).then((response) => response.json());
    const given = await list;
    const call = given.calls.find(({ id }) => id === details.dataset.call);
    if (call) details.append(createTryForm(call, given, words));
  } catch {
    list = null;
    const problem = document.createElement('p');
    problem.textContent = words.notThere;
    details.append(problem);
  }
}
