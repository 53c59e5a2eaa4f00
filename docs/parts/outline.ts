export type OutlineEntry = { level: number; id: string; title: string };

const HEADING = /<h([23]) id="([^"]+)">(.*?)<\/h\1>/g;

/** The second- and third-level headings of a page, in order; their text may hold markup. */
export function outlineOf(html: string): OutlineEntry[] {
  return [...html.matchAll(HEADING)].map(([, level, id = '', title = '']) => ({
    level: Number(level),
    id,
    title: title.replace(/<\/?a\b[^>]*>/g, ''),
  }));
}
