import { unescapeHtml } from './parts/escape-html.ts';

export type SearchEntry = { address: string; page: string; heading: string; text: string };

const HEADING = /<h([23]) id="([^"]+)">(.*?)<\/h\1>/g;

/** The sections of one page. `title` and `html`: its heading and content; `address`: where it lies. */
export function searchEntries(title: string, address: string, html: string): SearchEntry[] {
  const page = textOf(title);
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

/** Tags that part no words; in a sample no tag does. */
const INLINE = /<\/?(?:a|code|em)\b[^>]*>/g;

/** The text a reader sees. Drawings are left out: the text beside them says the same. */
function textOf(html: string): string {
  const text = html
    .replace(/<svg[\s\S]*?<\/svg>/g, ' ')
    .replace(/(?<=<pre\b[^>]*>)[\s\S]*?(?=<\/pre>)/g, (sample) => sample.replace(/<[^>]*>/g, ''))
    .replace(INLINE, '')
    .replace(/<[^>]*>/g, ' ');
  return unescapeHtml(text).replace(/\s+/g, ' ').trim();
}
