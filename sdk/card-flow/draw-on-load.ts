import type { Timers } from '../../contract/frame/timers.ts';

/** Longer than the windows around a bank take to be shown; nobody has typed anything by then. */
const SHOWN_BY_MS = 400;

/**
 * Gives a frame a new box whenever a document comes into it, and once more when the windows around
 * it have been shown. Where a document comes while they are, Chromium (150, on a busy machine) now
 * and then lays nothing of it out: its frame has the right size and stays blank until it is boxed
 * anew. Nothing is painted between the two, and what is focused in it stays so.
 */
export function drawOnLoad(frame: HTMLIFrameElement | null, timers: Timers): void {
  if (frame === null) return;
  const draw = () => {
    const { display } = frame.style;
    frame.style.display = 'none';
    // Asking for a size makes the browser do it.
    void frame.offsetHeight;
    frame.style.display = display;
  };
  frame.addEventListener('load', () => {
    draw();
    timers.set(draw, SHOWN_BY_MS);
  });
}
