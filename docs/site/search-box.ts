import type { Entry, Hit } from './search.ts';
import { findEntries } from './search.ts';

const EXCERPT = 110;

/** Makes the search field of the page work: its index is fetched when the field is first used. */
export function startSearch(form: HTMLFormElement): void {
  const input = form.querySelector('input');
  const results = form.querySelector<HTMLElement>('.results');
  const status = form.querySelector<HTMLElement>('[role=status]');
  if (!input || !results || !status) return;
  let index: Promise<Entry[]> | null = null;

  async function load(): Promise<Entry[]> {
    index ??= fetch(form.dataset.index ?? '').then((response) => response.json());
    return index;
  }

  async function show(): Promise<void> {
    const query = input?.value ?? '';
    const hits = findEntries(await load(), query);
    // The reader has typed on: a later call shows what is found.
    if (!results || !status || query !== input?.value) return;
    const isAsked = query.trim() !== '';
    const list = document.createElement('ul');
    list.append(...hits.map(itemOf));
    const nothing = document.createElement('p');
    nothing.textContent = form.dataset.none ?? '';
    results.replaceChildren(hits.length > 0 ? list : nothing);
    results.hidden = !isAsked;
    status.textContent = isAsked ? `${hits.length} ${status.dataset.found}` : '';
  }

  function move(by: 1 | -1): void {
    const places: (HTMLElement | null)[] = [input, ...(results?.querySelectorAll('a') ?? [])];
    const { activeElement } = document;
    const at = activeElement instanceof HTMLElement ? places.indexOf(activeElement) : 0;
    places[Math.min(Math.max(at + by, 0), places.length - 1)]?.focus();
  }

  const hide = () => {
    results.hidden = true;
  };
  input.addEventListener('focus', () => void load().catch(() => undefined));
  input.addEventListener('input', () => void show().catch(hide));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    results.querySelector('a')?.click();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      hide();
      input.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    }
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) hide();
  });
  results.addEventListener('click', ({ target }) => {
    // A link to a section of this page loads no new page, so the list has to be closed.
    if (target instanceof Element && target.closest('a')) hide();
  });
}

function itemOf({ address, page, heading, text }: Hit): HTMLLIElement {
  const link = document.createElement('a');
  link.href = address;
  const title = document.createElement('strong');
  title.textContent = heading === '' ? page : `${page} › ${heading}`;
  const excerpt = document.createElement('span');
  excerpt.textContent = text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
  link.append(title, excerpt);
  const item = document.createElement('li');
  item.append(link);
  return item;
}
