/** By how many seconds rows may be old; null: nothing is, and there is no header. */
export function dataAge(maxAgeMs: number | null): Record<string, string> {
  return maxAgeMs === null ? {} : { 'X-Data-Max-Age': String(Math.ceil(maxAgeMs / 1_000)) };
}
