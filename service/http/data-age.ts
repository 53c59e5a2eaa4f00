/**
 * The header of an answer whose rows may be a little old: by how many seconds at most. `maxAgeMs`
 * null: nothing in it is old, and there is no header.
 */
export function dataAge(maxAgeMs: number | null): Record<string, string> {
  return maxAgeMs === null ? {} : { 'X-Data-Max-Age': String(Math.ceil(maxAgeMs / 1_000)) };
}
