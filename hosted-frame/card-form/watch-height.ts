/**
 * `onHeight`, in CSS pixels, hears of each one that `measure` has not returned, once that was
 * called: a page that hears of an older one after its answer would cut the form.
 */
export function watchHeight(
  form: HTMLElement,
  { signal, onHeight }: { signal: AbortSignal; onHeight: (height: number) => void },
) {
  let last: number | null = null;
  const read = () => Math.ceil(form.getBoundingClientRect().height);

  function onResize() {
    // The page reserved what the form will be; its skeleton is lower, by the row of installments.
    if (last === null || form.hasAttribute('inert')) return;
    const height = read();
    // Nothing is laid out while the frame is hidden.
    if (height === 0 || height === last) return;
    last = height;
    onHeight(height);
  }

  if (typeof ResizeObserver === 'function') {
    const observer = new ResizeObserver(onResize);
    observer.observe(form);
    signal.addEventListener('abort', () => observer.disconnect());
  }
  return {
    measure() {
      last = read();
      return last;
    },
  };
}
