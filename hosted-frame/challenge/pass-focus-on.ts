import type { Timers } from '../../contract/frame/timers.ts';

/**
 * A document of ours that gets the focus, with nothing of its own focused, hands it to the frame
 * inside it: the buyer wants the bank's page. Returns the function that stops it.
 */
export function passFocusOn(view: Window, timers: Timers, frameOf: () => HTMLElement | null) {
  let timer: unknown = null;
  const onFocus = () => {
    // Inside the event itself Chromium marks the frame as focused and gives it no focus; Firefox
    // tells of the window's focus before that of the button which brought it.
    timer = timers.set(() => {
      const { activeElement, body } = view.document;
      if (activeElement === body) frameOf()?.focus();
    }, 0);
  };
  view.addEventListener('focus', onFocus);
  return () => {
    view.removeEventListener('focus', onFocus);
    timers.clear(timer);
  };
}
