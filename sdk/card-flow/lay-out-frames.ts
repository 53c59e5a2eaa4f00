/**
 * Has every frame that is put into `containers` laid out within that task. A hidden document, as
 * the stage is until its challenge, is laid out by the browser only once it is shown. Until then a
 * new frame counts as `display: none`, and where it is shown just as it goes from its first page to
 * the next, Chromium (150) leaves the next one without any box, blank, for good. Returns the function
 * that ends it.
 */
export function layOutFrames(containers: readonly HTMLElement[]): () => void {
  const observer = new MutationObserver(() => {
    // A call, not the reading of a property: a minifier takes that for doing nothing.
    for (const container of containers) container.getBoundingClientRect();
  });
  for (const container of containers) {
    observer.observe(container, { childList: true, subtree: true });
  }
  return () => observer.disconnect();
}
