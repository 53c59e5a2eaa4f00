import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manualTimers } from '../../sdk/card-flow/manual-timers.cases.ts';
import { passFocusOn } from './pass-focus-on.ts';

let stop: () => void;
let manual: ReturnType<typeof manualTimers>;

beforeEach(() => {
  document.body.innerHTML = '<button id="ours"></button><button id="bank"></button>';
  manual = manualTimers();
  stop = passFocusOn(window, manual.timers, () => part('bank'));
});
afterEach(() => stop());

function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`no ${id}`);
  return element;
}

describe('the focus that comes to a document of ours', () => {
  it("goes on to the bank's frame where nothing of ours has it", () => {
    window.dispatchEvent(new Event('focus'));
    manual.runOut(0);
    expect(document.activeElement).toBe(part('bank'));
  });

  it('stays with a button that gets it right after the window', () => {
    window.dispatchEvent(new Event('focus'));
    part('ours').focus();
    manual.runOut(0);
    expect(document.activeElement).toBe(part('ours'));
  });

  it('stays where it is once the challenge is over', () => {
    window.dispatchEvent(new Event('focus'));
    stop();
    expect(manual.delays()).toEqual([]);
  });
});
