/** `next`: the place that the next rows follow; null where none do. */
export type RowPage<Row, Place> = { rows: readonly Row[]; next: Place | null };

/** The first `limit` of rows; where there is one more of them, another page follows. */
export function firstRows<Row>(found: readonly Row[], limit: number): RowPage<Row, Row> {
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1) ?? null) : null };
}

type Place = { at: Date; id: string };

export function writePlace({ at, id }: Place, separator: '.' | '-' = '.'): string {
  return `${at.getTime()}${separator}${id}`;
}

/** Null for what is no place of ours: the list begins at its start then. */
export function readPlace(text: string | null): Place | null {
  const [, at, id] = /^(\d{1,15})[.-]([\w-]{1,100})$/.exec(text ?? '') ?? [];
  return at === undefined || id === undefined ? null : { at: new Date(Number(at)), id };
}

export function listAddress(
  path: string,
  query: URLSearchParams,
  { keep, after = null }: { keep: readonly string[]; after?: string | null },
): string {
  const kept = new URLSearchParams();
  for (const name of keep) {
    const value = query.get(name);
    if (value) kept.set(name, value);
  }
  if (after !== null) kept.set('after', after);
  return kept.size === 0 ? path : `${path}?${kept}`;
}
