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

export type Entry = { address: string; page: string; heading: string; text: string };
type Hit = Entry & { score: number };

const MOST_HITS = 12;

/** Letters without their accents, so that `autenticacao` finds `autenticação`. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}

/**
 * The sections that hold every word of the query, best first: a word in a heading says more than
 * one in a page's title, and that more than one in the text. A page is headed by its own title.
 */
export function findEntries(entries: readonly Entry[], query: string): Hit[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ ...entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_HITS);
}

function scoreOf({ page, heading, text }: Entry, words: readonly string[]): number {
  const isOpening = heading === '';
  const title = fold(page);
  const head = isOpening ? title : fold(heading);
  const body = fold(text);
  let score = 0;
  for (const word of words) {
    const begins = stemPattern(word);
    const best =
      Math.max(weigh(head, word, 8), begins.test(head) ? 4 : 0) +
      Math.max(weigh(title, word, 4), begins.test(title) ? 2 : 0) +
      Math.max(body.includes(word) ? 1 : 0, begins.test(body) ? 0.5 : 0);
    if (best === 0) return 0;
    score += best;
  }
  // A page's own opening goes before its sections where both say the same.
  return isOpening ? score + 0.5 : score;
}

/**
 * What number, gender and verb forms of a Portuguese or an English word have in common, nearly: its
 * longest ending of these is dropped where four letters are left. Too much rather than too little,
 * since a form that was typed itself counts more.
 */
const ENDINGS =
  'amentos amento imentos imento mente acoes acao coes cao oes ao ados adas ado ada idos idas ' +
  'ando endo indo ing ings ied ies ed es os as is ar er ir am em a e o y s';

function stemOf(word: string): string {
  const ending = ENDINGS.split(' ')
    .filter((one) => word.endsWith(one) && word.length - one.length >= 4)
    .sort((one, other) => other.length - one.length)[0];
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** A word that begins with the stem of this one. */
function stemPattern(word: string): RegExp {
  return new RegExp(`(?:^|[^a-z0-9])${stemOf(word).replace(/[^a-z0-9]/g, '\\$&')}`);
}

/** The start of a word counts double: who types `tok` means `token`. */
function weigh(text: string, word: string, weight: number): number {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  return at === 0 || /[^a-z0-9]/.test(text[at - 1] ?? ' ') ? weight * 2 : weight;
}
