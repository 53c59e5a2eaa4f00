/** One section of a page as the search knows it. */
export type SearchEntry = { address: string; page: string; heading: string; text: string };

const HEADING = /<h([23]) id="([^"]+)">(.*?)<\/h\1>/g;

/** The sections of one page. `html`: its content; `address`: where it lies. */
export function searchEntries(page: string, address: string, html: string): SearchEntry[] {
  const marks = [...html.matchAll(HEADING)];
  const first = { address, page, heading: '', text: textOf(html.slice(0, marks[0]?.index)) };
  const sections = marks.map((mark, at) => ({
    address: `${address}#${mark[2]}`,
    page,
    heading: textOf(mark[3] ?? ''),
    text: textOf(html.slice(mark.index + mark[0].length, marks[at + 1]?.index)),
  }));
  return [first, ...sections];
}

const ENTITIES: { readonly [entity: string]: string } = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/** What a reader reads; drawings are told in the text beside them. */
function textOf(html: string): string {
  return html
    .replace(/<svg[\s\S]*?<\/svg>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}
