/**
 * Focuses a frame when its first document comes, where the focus still waits for it. Never before
 * and never twice: where that document lives in another process, Chromium goes on calling an empty
 * frame focused while the keys go to the page around it, and one focused anew under the buyer's
 * keys gets none any more. Returns what tells the frame once it may be focused.
 */
export function focusOnceLoaded(
  frame: HTMLIFrameElement | null,
  isAwaited: () => boolean,
): () => HTMLIFrameElement | null {
  let loaded: HTMLIFrameElement | null = null;
  frame?.addEventListener(
    'load',
    () => {
      loaded = frame;
      if (isAwaited()) frame.focus();
    },
    { once: true },
  );
  return () => loaded;
}
