import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchTyping } from './taken-focus.ts';

let form: HTMLFormElement;
let input: HTMLInputElement;
let taken: boolean[];
let listening: AbortController;

beforeEach(() => {
  document.body.innerHTML = '<form><input><input id="other"></form><button>Pay</button>';
  form = document.querySelector('form')!;
  input = document.querySelector('input')!;
  taken = [];
  listening = new AbortController();
  const typing = watchTyping(form, listening.signal);
  form.addEventListener('focusout', (event) => taken.push(typing.isTaken(event)));
  input.focus();
});
afterEach(() => listening.abort());

/** An event that happened at this time. */
function at<Made extends Event>(ms: number, event: Made): Made {
  Object.defineProperty(event, 'timeStamp', { value: ms });
  return event;
}
function key(ms: number, name: string, more: KeyboardEventInit = {}) {
  input.dispatchEvent(at(ms, new KeyboardEvent('keydown', { key: name, bubbles: true, ...more })));
}
function write(ms: number, inputType = 'insertText') {
  input.dispatchEvent(at(ms, new InputEvent('input', { inputType, bubbles: true })));
}
function leave(ms: number, relatedTarget: Element | null) {
  input.dispatchEvent(at(ms, new FocusEvent('focusout', { bubbles: true, relatedTarget })));
}
/** What takes the focus then is out of sight. */
function leaveFrame(ms: number) {
  leave(ms, null);
}

describe('the focus was taken', () => {
  test.each(['insertText', 'insertCompositionText', 'deleteContentBackward'])(
    'where it left the frame within a second of %s',
    (inputType) => {
      key(5_000, inputType.startsWith('insert') ? '4' : 'Backspace');
      write(5_000, inputType);
      leaveFrame(5_999);
      expect(taken).toEqual([true]);
    },
  );

  test('where a phone’s keyboard names no key', () => {
    key(5_000, 'Unidentified');
    write(5_000);
    leaveFrame(5_100);
    expect(taken).toEqual([true]);
  });
});

describe('the focus was not taken', () => {
  test('where nothing was typed', () => {
    leaveFrame(100);
    expect(taken).toEqual([false]);
  });

  test('where the buyer had stopped typing for a second', () => {
    write(5_000);
    leaveFrame(6_000);
    expect(taken).toEqual([false]);
  });

  test.each<[string, KeyboardEventInit]>([
    ['Tab', {}],
    ['Tab', { shiftKey: true }],
    ['Enter', {}],
    ['Escape', {}],
    ['Alt', { altKey: true }],
    ['Meta', { metaKey: true }],
    ['l', { ctrlKey: true }],
  ])('where %s came after the last digit', (name, more) => {
    write(5_000);
    key(5_050, name, more);
    leaveFrame(5_100);
    expect(taken).toEqual([false]);
  });

  test('where the buyer pointed at something in the form', () => {
    write(5_000);
    form.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    leaveFrame(5_100);
    expect(taken).toEqual([false]);
  });

  test('where it went to another field of the form', () => {
    write(5_000);
    leave(5_100, document.querySelector('#other'));
    expect(taken).toEqual([false]);
  });

  test('where the browser filled the field', () => {
    write(5_000, 'insertReplacementText');
    leaveFrame(5_100);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    leaveFrame(5_200);
    expect(taken).toEqual([false, false]);
  });

  test('where the buyer went to another tab', () => {
    write(5_000);
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    leaveFrame(5_100);
    Reflect.deleteProperty(document, 'visibilityState');
    expect(taken).toEqual([false]);
  });
});
