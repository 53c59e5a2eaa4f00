/** The height the form wants, in CSS pixels. */
export function measureHeight(form: HTMLElement): number {
  return Math.ceil(form.getBoundingClientRect().height);
}

/** Tells each new height of the form until `signal` aborts. */
export function watchHeight(
  form: HTMLElement,
  { signal, onHeight }: { signal: AbortSignal; onHeight: (height: number) => void },
): void {
  if (typeof ResizeObserver !== 'function') return;
  const observer = new ResizeObserver(() => onHeight(measureHeight(form)));
  observer.observe(form);
  signal.addEventListener('abort', () => observer.disconnect());
}
