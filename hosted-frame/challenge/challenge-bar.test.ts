import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Timers } from '../../contract/frame/timers.ts';
import type { Locale } from '../../contract/locale.ts';
import { LOCALES } from '../../contract/locale.ts';
import { CHALLENGE_MESSAGES } from '../../sdk/card-flow/challenge-messages.ts';
import type { ChallengeBar } from './challenge-bar.ts';
import { BAR_HEIGHT, createChallengeBar } from './challenge-bar.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../hosted.html'), 'utf8');
const STYLES = readFileSync(join(import.meta.dirname, '../hosted.css'), 'utf8');
const MARKUP = /<body>([\s\S]*?)<script/.exec(PAGE)?.[1] ?? '';
const MINUTES_15 = 15 * 60 * 1000;

let bar: ChallengeBar;
let time: number;
let timer: { callback: () => void; delayMs: number } | null;
let focusBank: ReturnType<typeof vi.fn<() => void>>;
let onCancel: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  time = Date.parse('2026-11-20T12:00:00Z');
  timer = null;
  focusBank = vi.fn();
  onCancel = vi.fn();
});

// The document outlives a test, and with it the bar's ear for Escape.
afterEach(() => bar.hide());

const timers: Timers = {
  set: (callback, delayMs) => {
    timer = { callback, delayMs };
    return timer;
  },
  clear: (cleared) => {
    if (timer === cleared) timer = null;
  },
};

/** Lets the clock go on by so much at once, and the timer that is set run out. */
function pass(ms: number) {
  time += ms;
  const due = timer;
  timer = null;
  due?.callback();
}

function part(id: string) {
  return document.getElementById(id)!;
}
function press(key: string) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event;
}
function isAsking() {
  return !part('question').hidden && !part('asked').hidden;
}

function create(locale: Locale = 'pt-BR'): ChallengeBar {
  document.replaceChildren(document.createElement('html'));
  document.documentElement.append(document.createElement('head'), document.createElement('body'));
  document.body.innerHTML = MARKUP;
  bar = createChallengeBar({ document, locale, now: () => new Date(time), timers, focusBank });
  return bar;
}

function show(remainingMs = MINUTES_15, locale: Locale = 'pt-BR') {
  create(locale).show({ remainingMs, onCancel });
  return bar;
}

describe('the bar', () => {
  it('is not there before a challenge and after it', () => {
    create();
    expect(part('bar').hidden).toBe(true);
    bar.show({ remainingMs: MINUTES_15, onCancel });
    expect(part('bar').hidden).toBe(false);
    bar.hide();
    expect(part('bar').hidden).toBe(true);
    expect(timer).toBeNull();
  });

  it.each(LOCALES)('speaks %s in every word and name', (locale) => {
    show(MINUTES_15, locale);
    const messages = CHALLENGE_MESSAGES[locale];
    expect(document.documentElement.lang).toBe(locale);
    expect(part('title').textContent).toBe(messages.title);
    expect(part('clock').ariaLabel).toBe(messages.timeLeft);
    expect(part('close').ariaLabel).toBe(messages.close);
    expect(part('asked').textContent).toBe(messages.question);
    expect(part('stay').textContent).toBe(messages.stay);
    expect(part('leave').textContent).toBe(messages.leave);
  });

  it('is as high as the page is told', () => {
    expect(STYLES).toContain(`min-height: ${BAR_HEIGHT}px`);
  });
});

describe('the clock of the bar', () => {
  it.each([
    [MINUTES_15, '15:00'],
    [61_000, '01:01'],
    [-5_000, '00:00'],
  ])('shows %i ms as %s', (remainingMs, text) => {
    show(remainingMs);
    expect(part('clock').textContent).toBe(text);
  });

  it.each([
    [300_000, '5 minutos'],
    [60_000, '1 minuto'],
    [30_000, '30 segundos'],
  ])('says aloud that %i ms are left', (leftMs, words) => {
    show();
    pass(MINUTES_15 - leftMs - 1_000);
    const before = part('announcer').textContent;
    pass(1_000);
    expect(part('announcer').textContent).toContain(words);
    expect(part('announcer').textContent).not.toBe(before);
  });
});

describe('giving up', () => {
  it.each([
    ['the close button', () => part('close').click()],
    ['Escape', () => press('Escape')],
    ['the page', (shown: ChallengeBar) => shown.ask()],
  ])('is asked for first by %s, with the harmless answer focused', (_name, ask) => {
    ask(show());
    expect(isAsking()).toBe(true);
    expect(part('title').hidden && part('close').hidden).toBe(true);
    expect(document.activeElement).toBe(part('stay'));
    expect(onCancel).not.toHaveBeenCalled();
  });

  it.each([
    ['the other answer', () => part('stay').click()],
    ['Escape once more', () => press('Escape')],
  ])('is taken back by %s, and the bank has the focus', (_name, goOn) => {
    show().ask();
    goOn();
    expect(isAsking()).toBe(false);
    expect(part('title').hidden || part('close').hidden).toBe(false);
    // Once the event of the key or the click is over.
    expect(focusBank).not.toHaveBeenCalled();
    pass(0);
    expect(focusBank).toHaveBeenCalledOnce();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it.each([
    ['the challenge is over', () => bar.hide()],
    ['the buyer asks again', () => bar.ask()],
  ])('gives the bank no focus that comes after %s', (_what, next) => {
    show().ask();
    part('stay').click();
    const due = timer;
    next();
    due?.callback();
    expect(focusBank).not.toHaveBeenCalled();
  });

  it('counts when it was said twice', () => {
    show().ask();
    part('leave').click();
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('leaves the clock running while it asks', () => {
    show().ask();
    pass(1_000);
    expect(part('clock').textContent).toBe('14:59');
    expect(part('clock').hidden).toBe(false);
  });

  it('keeps asking where the page asks twice', () => {
    show();
    bar.ask();
    bar.ask();
    expect(isAsking()).toBe(true);
  });

  it('is nothing to ask for without a challenge', () => {
    create();
    bar.ask();
    expect(isAsking()).toBe(false);
    expect(press('Escape').defaultPrevented).toBe(false);
  });

  it('of one challenge says nothing to the next', () => {
    show();
    bar.ask();
    bar.hide();
    const next = vi.fn();
    bar.show({ remainingMs: MINUTES_15, onCancel: next });
    expect(isAsking()).toBe(false);
    part('close').click();
    part('leave').click();
    expect(next).toHaveBeenCalledOnce();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('minds no other key', () => {
    show();
    expect(press('Enter').defaultPrevented).toBe(false);
    expect(isAsking()).toBe(false);
  });
});
