import type { Timers } from '../../contract/frame/timers.ts';

/**
 * Focuses a frame when its first document comes, where the focus still waits for it. Never before
 * and never twice: where that document lives in another process, Chromium goes on calling an empty
 * frame focused while the keys go to the page around it, and one focused anew under the buyer's
 * keys gets none any more. `timers`: for a frame of the page itself, which then keeps its focus.
 * Returns what tells the frame once it may be focused.
 */
export function focusOnceLoaded(
  frame: HTMLIFrameElement | null,
  isAwaited: () => boolean,
  timers: Timers | null,
): () => HTMLIFrameElement | null {
  let loaded: HTMLIFrameElement | null = null;
  frame?.addEventListener(
    'load',
    () => {
      loaded = frame;
      if (!isAwaited()) return;
      frame.focus();
      if (timers) keepFocus(frame, timers);
    },
    { once: true },
  );
  return () => loaded;
}

/**
 * A process that is told late that its page has the focus takes that for its top document's: where
 * this crosses the frame's own focus, Chromium gives the keys back to the page around while it
 * calls the frame focused. The page's window hears of it, and of nothing else while a frame has the
 * focus; then the frame is let go and focused anew.
 */
function keepFocus(frame: HTMLIFrameElement, timers: Timers): void {
  const { ownerDocument } = frame;
  const view = ownerDocument.defaultView;
  const heard = () => {
    if (!frame.isConnected) view?.removeEventListener('focus', heard);
    // Within the event itself Chromium gives a frame no focus.
    else timers.set(() => ownerDocument.activeElement === frame && focusAnew(frame), 0);
  };
  view?.addEventListener('focus', heard);
}

function focusAnew(frame: HTMLIFrameElement): void {
  frame.blur();
  frame.focus();
}
