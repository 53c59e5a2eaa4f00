export const NO_CALLBACK = 'must be a function';

/** Whether a callback can be called; one that is null or undefined was left out. */
export function isCallback(given: unknown): boolean {
  return typeof (given ?? Object) === 'function';
}
