/**
 * Has every frame that is put into `containers` laid out within that task, and boxed anew once a
 * document has come into it. A hidden document, as the stage is until its challenge, is laid out by
 * the browser only once it is shown. Until then a new frame counts as `display: none`, and where it
 * is shown just as it goes from one page to the next, Chromium (150 and 156, on a busy machine)
 * leaves the next one without any box, blank, for good: the bank's page has its size and its state,
 * and nothing to see. A frame that is not displayed and displayed again is laid out by any browser;
 * nothing is painted between the two. Returns the function that ends it.
 */
export function layOutFrames(containers: readonly HTMLElement[]): () => void {
  const observer = new MutationObserver(() => {
    // A call, not the reading of a property: a minifier takes that for doing nothing.
    for (const container of containers) container.getBoundingClientRect();
  });
  for (const container of containers) {
    observer.observe(container, { childList: true, subtree: true });
    // Captured, so that whoever focuses a frame as it loads does it after this.
    container.addEventListener('load', boxAnew, { capture: true });
  }
  return () => {
    observer.disconnect();
    for (const container of containers) {
      container.removeEventListener('load', boxAnew, { capture: true });
    }
  };
}

function boxAnew({ target: frame }: Event): void {
  if (!(frame instanceof HTMLIFrameElement)) return;
  const { display } = frame.style;
  frame.style.display = 'none';
  frame.getBoundingClientRect();
  frame.style.display = display;
  frame.getBoundingClientRect();
}
