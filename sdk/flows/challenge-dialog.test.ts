import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  countListeners,
  installFrameWindows,
  installLateClose,
} from '../frame/frame-side.cases.ts';
import type { ChallengeDialog } from './challenge-dialog.ts';
import { createChallengeDialog, pageTheme } from './challenge-dialog.ts';

const SIZE = { width: 500, height: 648 };

let onAsk: ReturnType<typeof vi.fn<() => void>>;
let content: HTMLIFrameElement;
let dialog: ChallengeDialog;
let frame: HTMLElement | null;
let onDocument: ReturnType<typeof countListeners>;
let onWindow: ReturnType<typeof countListeners>;

beforeEach(() => {
  document.body.innerHTML = '<button id="pay">Pagar</button>';
  installLateClose();
  installFrameWindows();
  onDocument = countListeners(document);
  onWindow = countListeners(window);
  onAsk = vi.fn();
  content = document.createElement('iframe');
  frame = content;
  dialog = createChallengeDialog(document, content, onAsk, () => frame);
  dialog.element.append(content);
});

afterEach(() => {
  dialog.remove();
  vi.restoreAllMocks();
  expect([onDocument.listening(), onWindow.listening()]).toEqual([0, 0]);
});

function payButton() {
  return document.querySelector<HTMLElement>('#pay')!;
}

function dispatch(target: EventTarget, event: Event): Event {
  target.dispatchEvent(event);
  return event;
}

/** Something of the page opens, as a `toggle` event tells it. */
function toggles(element: Element, newState: 'open' | 'closed'): void {
  dispatch(element, Object.assign(new Event('toggle', { bubbles: true }), { newState }));
}

function pressEscape() {
  return dispatch(
    document.body,
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  );
}
function leave() {
  return dispatch(window, new Event('beforeunload', { cancelable: true }));
}

describe('before a challenge', () => {
  it('the dialog is laid out, since a frame that is not gets one timer a second', () => {
    const { display, visibility, width, height } = dialog.element.style;
    expect({ display, visibility, width, height }).toEqual({
      display: 'block',
      visibility: 'hidden',
      width: '400px',
      height: '400px',
    });
  });

  it('it is a child of the body, out of reach of pointer, focus and readers', () => {
    expect(dialog.element.parentElement).toBe(document.body);
    expect(dialog.element.open).toBe(false);
    expect(dialog.element.inert).toBe(true);
    expect(dialog.element.ariaHidden).toBe('true');
    expect(dialog.element.style.pointerEvents).toBe('none');
  });

  it('nobody is listened to, and the page may be left', () => {
    expect([onDocument.listening(), onWindow.listening()]).toEqual([0, 0]);
    expect(pressEscape().defaultPrevented).toBe(false);
    expect(leave().defaultPrevented).toBe(false);
    expect(onAsk).not.toHaveBeenCalled();
  });

  it('hiding what is not shown takes no focus from the page', () => {
    payButton().focus();
    dialog.hide();
    expect(document.activeElement).toBe(payButton());
  });
});

describe('a challenge', () => {
  it('is shown as a modal of its size that only we close', () => {
    dialog.show(SIZE);
    expect(dialog.element.open).toBe(true);
    expect(dialog.element.inert).toBe(false);
    expect(dialog.element.ariaHidden).toBeNull();
    expect(dialog.element.getAttribute('closedby')).toBe('none');
    expect(dialog.element.style.visibility).not.toBe('hidden');
    expect(dialog.element.style.pointerEvents).not.toBe('none');
    expect([dialog.element.style.width, dialog.element.style.height]).toEqual(['500px', '648px']);
  });

  it('of 0 by 0 takes the whole screen', () => {
    dialog.show({ width: 0, height: 0 });
    expect(dialog.element.style.width).toBe('100vw');
  });

  it('shown again is only resized: its frame is neither reloaded nor listened to twice', () => {
    const showModal = vi.spyOn(dialog.element, 'showModal');
    dialog.show(SIZE);
    const listening = onDocument.listening();
    dialog.show({ width: 250, height: 448 });
    expect(showModal).toHaveBeenCalledTimes(1);
    expect(onDocument.listening()).toBe(listening);
    expect(dialog.element.style.width).toBe('250px');
  });

  it('takes the focus to its frame and gives it back to where it was', () => {
    payButton().focus();
    const focus = vi.spyOn(content, 'focus');
    dialog.show(SIZE);
    expect(focus).toHaveBeenCalledTimes(1);
    content.focus();
    dialog.hide();
    expect(document.activeElement).toBe(payButton());
  });

  it('keeps the focus itself while its frame is empty', () => {
    frame = null;
    payButton().focus();
    const focus = vi.spyOn(content, 'focus');
    dialog.show(SIZE);
    expect(focus).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(dialog.element);
    dialog.hide();
    expect(document.activeElement).toBe(payButton());
  });

  it('gives the focus back to nobody where the element has left the page', () => {
    payButton().focus();
    dialog.show(SIZE);
    const focus = vi.spyOn(payButton(), 'focus');
    payButton().remove();
    dialog.hide();
    expect(focus).not.toHaveBeenCalled();
  });

  it('asks before the page is left, and no longer once it is over', () => {
    dialog.show(SIZE);
    expect(leave().defaultPrevented).toBe(true);
    dialog.hide();
    expect(leave().defaultPrevented).toBe(false);
  });

  it('hidden is where it was before: laid out, inert, closed', () => {
    const before = dialog.element.style.cssText;
    dialog.show(SIZE);
    dialog.hide();
    expect(dialog.element.style.cssText).toBe(before);
    expect(dialog.element.open).toBe(false);
    expect(dialog.element.inert).toBe(true);
    expect(content.isConnected).toBe(true);
  });

  it('can be shown once more', () => {
    dialog.show(SIZE);
    dialog.hide();
    dialog.show(SIZE);
    expect(dialog.element.open).toBe(true);
    expect(leave().defaultPrevented).toBe(true);
  });

  it('removed leaves nothing, whether it was shown or not', () => {
    dialog.show(SIZE);
    dialog.remove();
    expect(document.querySelector('dialog, iframe')).toBeNull();
    expect([onDocument.listening(), onWindow.listening()]).toEqual([0, 0]);
  });
});

describe('giving up', () => {
  it('by Escape asks, and closes nothing', () => {
    dialog.show(SIZE);
    expect(pressEscape().defaultPrevented).toBe(true);
    expect(onAsk).toHaveBeenCalledTimes(1);
    expect(dialog.element.open).toBe(true);
  });

  it('by another key does nothing', () => {
    dialog.show(SIZE);
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    expect(dispatch(document.body, event).defaultPrevented).toBe(false);
    expect(onAsk).not.toHaveBeenCalled();
  });

  it.each([1, 2, 3])('where the browser cancels by itself, time %i, is prevented', (times) => {
    dialog.show(SIZE);
    for (let time = 0; time < times; time += 1) {
      const event = dispatch(dialog.element, new Event('cancel', { cancelable: true }));
      expect(event.defaultPrevented).toBe(true);
    }
    expect(onAsk).toHaveBeenCalledTimes(times);
    expect(dialog.element.open).toBe(true);
  });

  it('by a page that closes the dialog opens it again and asks', async () => {
    dialog.show(SIZE);
    dialog.element.close();
    await Promise.resolve();
    expect(dialog.element.open).toBe(true);
    expect(onAsk).toHaveBeenCalledTimes(1);
  });

  it('is not asked of a challenge that was hidden', async () => {
    dialog.show(SIZE);
    dialog.hide();
    await Promise.resolve();
    dispatch(dialog.element, new Event('cancel', { cancelable: true }));
    pressEscape();
    expect(onAsk).not.toHaveBeenCalled();
    expect(dialog.element.open).toBe(false);
  });
});

describe('something of the page that comes above', () => {
  it('goes below again', () => {
    dialog.show(SIZE);
    const showModal = vi.spyOn(dialog.element, 'showModal');
    toggles(payButton(), 'open');
    expect(showModal).toHaveBeenCalledTimes(1);
    expect(dialog.element.open).toBe(true);
  });

  it('is not asked about: the buyer gave nothing up', async () => {
    dialog.show(SIZE);
    toggles(payButton(), 'open');
    await Promise.resolve();
    expect(onAsk).not.toHaveBeenCalled();
  });

  it.each([
    ['that closes', () => toggles(payButton(), 'closed')],
    ['that is the dialog itself', () => toggles(dialog.element, 'open')],
  ])('%s moves nothing', (_what, happen) => {
    dialog.show(SIZE);
    const showModal = vi.spyOn(dialog.element, 'showModal');
    happen();
    expect(showModal).not.toHaveBeenCalled();
  });

  it('while no challenge is shown opens none', () => {
    toggles(payButton(), 'open');
    expect(dialog.element.open).toBe(false);
  });
});

/** A page that says this of colour schemes, on a system that is dark or light. */
function viewOf(colorScheme: string | undefined, isDarkSystem: boolean): Window {
  return {
    document,
    getComputedStyle: () => ({ colorScheme }),
    matchMedia: () => ({ matches: isDarkSystem }),
  } as unknown as Window;
}

it.each([
  ['normal', true, 'light'],
  ['light', true, 'light'],
  ['only light', true, 'light'],
  ['', true, 'light'],
  [undefined, true, 'light'],
  ['dark', false, 'dark'],
  ['light dark', true, 'dark'],
  ['light dark', false, 'light'],
  ['dark light', false, 'light'],
  ['midnight-darkish', true, 'light'],
] as const)('of a page with "%s" and a dark system: %s is %s', (scheme, isDark, theme) => {
  expect(pageTheme(viewOf(scheme, isDark))).toBe(theme);
});
