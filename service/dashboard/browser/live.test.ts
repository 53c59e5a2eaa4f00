import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from './live.ts';
import { watchLive } from './live.ts';

const SECOND = 1_000;

let answers: Answer[];
let asked: string[];
let enhanced: string[];
/** What somebody does between a request and its answer. */
let meanwhile: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  answers = [];
  asked = [];
  enhanced = [];
  meanwhile = () => undefined;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function live(inner: string, { seconds = '10', of = 'ana' } = {}): string {
  return `<div class="live" ${seconds === '' ? '' : `data-live="${seconds}"`} data-of="${of}"
    data-changed="News.">${inner}</div>`;
}

function answer(html: string, status = 200): Answer {
  return { status, page: new DOMParser().parseFromString(html, 'text/html') };
}

function watch(inner: string): void {
  document.body.innerHTML = `<input id="outside">${live(inner)}`;
  watchLive(
    document,
    (part) => enhanced.push(part.textContent),
    async (address) => {
      asked.push(address);
      meanwhile();
      return answers.shift() ?? { status: 0, page: null };
    },
  );
}

async function passed(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * SECOND);
}

function shown(): string | undefined {
  return document.querySelector('.live')?.textContent;
}

function told(): string | undefined {
  return document.querySelector('[aria-live]')?.textContent;
}

function hide(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('the part of a page that changes', () => {
  it('is asked for as often as the page says, and put in its place', async () => {
    watch('one');
    answers = [answer(live('two')), answer(live('three'))];
    await passed(9);
    expect(asked).toEqual([]);
    await passed(1);
    expect(asked).toEqual([document.location.href]);
    expect(shown()).toBe('two');
    await passed(10);
    expect(shown()).toBe('three');
    expect(enhanced).toEqual(['two', 'three']);
  });

  it('stays as it is where only what nobody reads is another', async () => {
    watch('<input type="hidden" value="a">one');
    const before = document.querySelector('.live');
    answers = [answer(live('<input type="hidden" value="b">one'))];
    await passed(10);
    expect(asked).toHaveLength(1);
    expect(document.querySelector('.live')).toBe(before);
    expect(told()).toBe('');
  });

  it('is told of politely, once', async () => {
    watch('one');
    const status = document.querySelector('[aria-live="polite"]');
    const changes = vi.fn();
    new MutationObserver(changes).observe(status ?? document, { childList: true });
    answers = [answer(live('two')), answer(live('three'))];
    await passed(10);
    expect(told()).toBe('News.');
    expect(changes).toHaveBeenCalledTimes(1);
    await passed(10);
    expect(shown()).toBe('three');
    expect(changes).toHaveBeenCalledTimes(1);
  });

  it('is asked for no more once it says so', async () => {
    watch('waiting');
    answers = [answer(live('decided', { seconds: '' })), answer(live('never'))];
    await passed(600);
    expect(shown()).toBe('decided');
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['the session is over', answer('', 401)],
    ['it is not there any more', answer('<p>Nothing</p>', 404)],
    ['another page comes, such as that of a sign-in', answer('<p>Sign in</p>')],
    ['somebody else is signed in now', answer(live('theirs', { of: 'bia' }))],
  ])('is asked for no more where %s', async (_what, last) => {
    watch('mine');
    answers = [last, answer(live('never'))];
    await passed(600);
    hide(true);
    hide(false);
    await passed(600);
    expect(shown()).toBe('mine');
    expect(asked).toHaveLength(1);
  });

  it.each([0, 429, 500, 503])('is asked for more seldom while it fails with %s', async (status) => {
    watch('one');
    const failure = { status, page: null };
    answers = [failure, failure, failure, answer(live('two')), answer(live('three'))];
    const calls: number[] = [];
    for (const seconds of [10, 20, 40, 80]) {
      await passed(seconds - 1);
      calls.push(asked.length);
      await passed(1);
    }
    expect(calls).toEqual([0, 1, 2, 3]);
    expect(shown()).toBe('two');
    await passed(10);
    expect(shown()).toBe('three');
  });

  it('is asked for within five minutes however often it failed', async () => {
    watch('one');
    await passed(10 + 20 + 40 + 80 + 160 + 300 + 300);
    expect(asked).toHaveLength(7);
  });

  it('is not asked for while nobody sees the page, and at once when somebody does', async () => {
    watch('one');
    answers = [answer(live('two'))];
    hide(true);
    await passed(600);
    expect(asked).toEqual([]);
    hide(false);
    await passed(0);
    expect(shown()).toBe('two');
  });

  it('is asked for once, however often a page is turned to', async () => {
    watch('one');
    for (const hidden of [true, false, true, false]) hide(hidden);
    await passed(9);
    expect(asked).toEqual([]);
    await passed(1);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['has the focus', '<a href="/x">one</a>', () => document.querySelector('a')?.focus()],
    ['was typed into', '<input id="in">', () => typeInto('in')],
    ['has a box that was ticked', '<input type="checkbox" id="in">', () => tick('in')],
    ['has a part unfolded', '<details open><summary>a</summary>b</details>', () => undefined],
    ['is being exported', '<a aria-busy="true">one</a>', () => undefined],
    ['lies behind a dialog', 'one', () => openDialog()],
  ])('is not touched while it %s', async (_what, inner, use) => {
    watch(inner);
    use();
    const before = document.querySelector('.live');
    answers = [answer(live('two'))];
    await passed(60);
    expect(asked).toEqual([]);
    expect(document.querySelector('.live')).toBe(before);
  });

  it('is not touched where somebody begins while it comes, and comes with the next', async () => {
    watch('<a href="/x">one</a>');
    const link = document.querySelector('a');
    meanwhile = () => link?.focus();
    answers = [answer(live('two'))];
    await passed(10);
    expect(asked).toHaveLength(1);
    expect(shown()).toBe('one');
    expect(document.activeElement).toBe(link);
    link?.blur();
    meanwhile = () => undefined;
    answers = [answer(live('three'))];
    await passed(10);
    expect(shown()).toBe('three');
  });

  it('comes while somebody types elsewhere, who keeps their place', async () => {
    watch('one');
    const field = document.querySelector<HTMLInputElement>('#outside');
    field?.focus();
    typeInto('outside');
    answers = [answer(live('two'))];
    await passed(10);
    expect(shown()).toBe('two');
    expect(document.activeElement).toBe(field);
    expect(field?.value).toBe('typed');
  });

  it('is never asked for where a page has none', async () => {
    document.body.innerHTML = '<div class="live">one</div>';
    watchLive(
      document,
      () => undefined,
      () => Promise.reject(new Error('was asked')),
    );
    await passed(600);
    expect(document.querySelector('[aria-live]')).toBeNull();
  });
});

function typeInto(id: string): void {
  const field = document.getElementById(id) as HTMLInputElement;
  field.value = 'typed';
}

function tick(id: string): void {
  (document.getElementById(id) as HTMLInputElement).checked = true;
}

function openDialog(): void {
  document.body.append(document.createElement('dialog'));
  document.querySelector('dialog')?.setAttribute('open', '');
}
