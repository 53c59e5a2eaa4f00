import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Token } from 'markdown-it';
import MarkdownIt from 'markdown-it';
import type { Language, Text } from '../language.ts';
import { escapeHtml } from './escape-html.ts';
import { highlight } from './highlight.ts';

/** Where the site lies on the shop's server; every address in a page starts with it. */
export const PREFIX = '/docs';

const PICTURES = join(import.meta.dirname, '..', 'pictures');

/** Headings get an address, code colours and a name, wide tables scroll, links get our prefix. */
export function createMarkdown(): MarkdownIt {
  const markdown = new MarkdownIt({ html: true });
  const { rules } = markdown.renderer;

  markdown.core.ruler.push('heading-address', ({ tokens }) => {
    const slug = createSlugs();
    tokens.forEach((token, index) => {
      if (token.type === 'heading_open') token.attrSet('id', slug(textOf(tokens[index + 1])));
    });
  });

  markdown.core.ruler.push('checklist', ({ tokens }) => tokens.forEach(toCheckbox));

  rules.heading_open = (tokens, index, options, _environment, self) => {
    const open = self.renderToken(tokens, index, options);
    const token = tokens[index];
    if (!token || token.tag === 'h1') return open;
    return `${open}<a class="heading-link" href="#${token.attrGet('id')}">`;
  };
  rules.heading_close = (tokens, index, options, _environment, self) => {
    const close = self.renderToken(tokens, index, options);
    return tokens[index]?.tag === 'h1' ? close : `</a>${close}`;
  };

  rules.link_open = (tokens, index, options, _environment, self) => {
    const token = tokens[index];
    const href = token?.attrGet('href') ?? '';
    if (href.startsWith('/')) token?.attrSet('href', PREFIX + href);
    return self.renderToken(tokens, index, options);
  };

  rules.image = (tokens, index) => {
    const token = tokens[index];
    return picture(token?.attrGet('src') ?? '', token?.content ?? '');
  };

  rules.fence = (tokens, index) => {
    const token = tokens[index];
    const [language = 'text', ...name] = (token?.info ?? '').trim().split(/\s+/);
    return codeBlock(token?.content ?? '', language, name.join(' '));
  };

  markdown.core.ruler.push('table-labels', ({ tokens }) => labelCells(tokens));

  // A table wider than the page scrolls in a region of its own, which the keyboard reaches.
  rules.table_open = () => '<div class="wide" tabindex="0"><table role="table">';
  rules.table_close = () => '</table></div>';
  return markdown;
}

/** A picture at its own size, so that nothing moves when it comes, and asked for once it is near. */
function picture(source: string, description: string): string {
  const { width, height } = pngSize(readFileSync(join(PICTURES, source)));
  const attributes = [
    `src="${PREFIX}/assets/${source}"`,
    `width="${width}" height="${height}"`,
    `alt="${escapeHtml(description)}"`,
  ];
  return `<img loading="lazy" ${attributes.join(' ')}>`;
}

/** Of the header that a PNG begins with, after eight bytes of its own and eight of the chunk's. */
function pngSize(file: Buffer): { width: number; height: number } {
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** Above it stands `name` or its language, so that the copy button lies over none of its words. */
function codeBlock(code: string, language: string, name: string): string {
  const title = name === '' ? (LANGUAGE_NAMES[language] ?? language) : name;
  const caption = `<figcaption>${escapeHtml(title)}</figcaption>`;
  const body = `<code class="language-${language}">${highlight(code.trimEnd(), language)}</code>`;
  return `<figure class="sample">${caption}<pre tabindex="0">${body}</pre></figure>\n`;
}

const LANGUAGE_NAMES: { readonly [language: string]: string } = {
  bash: 'Shell',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  php: 'PHP',
  python: 'Python',
  ts: 'TypeScript',
  typescript: 'TypeScript',
};

/** `[ ] text` becomes a box that can be ticked, with the text as its name. */
function toCheckbox(token: Token): void {
  const [first] = token.children ?? [];
  if (token.type !== 'inline' || first?.type !== 'text' || !first.content.startsWith('[ ] '))
    return;
  first.content = first.content.slice(4);
  const tag = (html: string): Token => ({ ...first, type: 'html_inline', content: html });
  token.children = [
    tag('<label><input type="checkbox"> <span>'),
    ...(token.children ?? []),
    tag('</span></label>'),
  ];
}

/**
 * On a phone a row becomes a list, and each cell names its column. The roles say what the elements
 * are, since browsers forget it where a style shows them as something else.
 */
function labelCells(tokens: Token[]): void {
  let labels: string[] = [];
  let column = 0;
  tokens.forEach((token, index) => {
    const role = ROLES[token.type];
    if (role !== undefined) token.attrSet('role', role);
    if (token.type === 'thead_open') labels = [];
    if (token.type === 'th_open') labels.push(textOf(tokens[index + 1]));
    if (token.type === 'tr_open') column = 0;
    if (token.type !== 'td_open') return;
    const label = labels[column];
    if (column > 0 && label) token.attrSet('data-label', label);
    column += 1;
  });
}

const ROLES: { readonly [token: string]: string } = {
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  th_open: 'columnheader',
  td_open: 'cell',
};

function textOf(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');
}

/** An error's code is its own address, so that a link can be made from `error.code` alone. */
export function slugOf(heading: string): string {
  const text = heading.trim();
  if (/^[A-Z][A-Z_]+$/.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Makes the slugs of one page; one that is taken gets a number. */
function createSlugs(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const slug = slugOf(heading);
    const count = (seen.get(slug) ?? 0) + 1;
    seen.set(slug, count);
    return count === 1 ? slug : `${slug}-${count}`;
  };
}

type OutlineEntry = { level: number; id: string; title: string };

const HEADING = /<h([23]) id="([^"]+)">(.*?)<\/h\1>/g;

/** The second- and third-level headings of a page, in order; their text may hold markup. */
export function outlineOf(html: string): OutlineEntry[] {
  return [...html.matchAll(HEADING)].map(([, level, id = '', title = '']) => ({
    level: Number(level),
    id,
    title: title.replace(/<\/?a\b[^>]*>/g, ''),
  }));
}

export function table(
  head: readonly Text[],
  rows: readonly string[][],
  language: Language,
): string {
  const words = head.map((text) => text[language]);
  return [words, words.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
