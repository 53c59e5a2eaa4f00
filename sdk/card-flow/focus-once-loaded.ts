/**
 * Gives a focused frame its focus again when its first document comes: where that lives in another
 * process, Chromium goes on calling the frame focused while the keys go to the page around it.
 */
export function focusOnceLoaded(frame: HTMLIFrameElement | null): void {
  frame?.addEventListener(
    'load',
    () => {
      if (frame.ownerDocument.activeElement !== frame) return;
      frame.blur();
      frame.focus();
    },
    { once: true },
  );
}
