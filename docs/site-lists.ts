import type { Language, Text } from './language.ts';
import { LANGUAGE_TAGS, LANGUAGES } from './language.ts';
import { NAVIGATION } from './navigation.ts';
import { escapeHtml, unescapeHtml } from './parts/escape-html.ts';
import { PREFIX } from './parts/markdown.ts';

/** A page as written: its path below the site, and its document. */
export type SitePage = { url: string; content: string };

const NAMES: Text = { en: 'English', pt: 'Português' };

/** For programs that read it for somebody. Source: llmstxt.org (a heading, a summary, links). */
export function llmsText(site: string, pages: readonly SitePage[]): string {
  const about = new Map(pages.map(({ url, content }) => [url, descriptionOf(content)]));
  const lines = LANGUAGES.flatMap((language) =>
    NAVIGATION.flatMap(({ title, pages: listed }) => [
      '',
      `## ${NAMES[language]}: ${title[language]}`,
      '',
      ...listed.map((page) => {
        const address = `${site}${PREFIX}/${language}/${page.slug || 'index'}.md`;
        const url = page.slug === '' ? `/${language}/` : `/${language}/${page.slug}/`;
        return `- [${page.title[language]}](${address}): ${about.get(url) ?? ''}`;
      }),
    ]),
  );
  return ['# Checkout', '', `> ${about.get('/en/') ?? ''}`, ...lines, ''].join('\n');
}

/** `sitemap.xml`: every page, with its other languages. Source: sitemaps.org, protocol 0.9. */
export function sitemap(site: string, pages: readonly SitePage[]): string {
  const address = (url: string) => escapeHtml(site + PREFIX + url);
  const inLanguage = (url: string, language: Language) => url.replace(/^\/\w+\//, `/${language}/`);
  const entries = pages
    .map(({ url }) => url)
    .filter((url) => LANGUAGES.some((language) => url.startsWith(`/${language}/`)))
    .sort()
    .map((url) => {
      const links = LANGUAGES.map(
        (language) =>
          `<xhtml:link rel="alternate" hreflang="${LANGUAGE_TAGS[language]}" href="${address(inLanguage(url, language))}"/>`,
      );
      return `<url><loc>${address(url)}</loc>${links.join('')}</url>`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}

function descriptionOf(html: string): string {
  return unescapeHtml(/<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '');
}

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
