/**
 * Gives a frame a new box whenever a document comes into it. Where the windows around it have only
 * just been shown, Chromium now and then (measured: once in 100 challenges of version 150 on a busy
 * machine) lays nothing of a new document out: its frame has the right size and stays blank until
 * it is boxed anew. Nothing is painted between the two, and what is focused in it stays so.
 */
export function drawOnLoad(frame: HTMLIFrameElement | null): void {
  frame?.addEventListener('load', () => {
    const { display } = frame.style;
    frame.style.display = 'none';
    // Asking for a size makes the browser do it.
    void frame.offsetHeight;
    frame.style.display = display;
  });
}
