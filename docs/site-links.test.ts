import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './language.ts';
import { PAGES } from './navigation.ts';

const ROOT = join(import.meta.dirname, '..');
/** Where the built site is; `DIST_DIR` names another build than the one in `dist`. */
const SITE = resolve(ROOT, process.env.DIST_DIR ?? 'dist', 'docs');

/** The sandbox the pages load from; the server that shows them puts its own in its place. */
const API = 'http://127.0.0.1:4010';

const files = existsSync(SITE) ? readdirSync(SITE, { recursive: true, encoding: 'utf8' }) : [];
const pages = files.filter((file) => file.endsWith('.html'));
function read(file: string) {
  return readFileSync(join(SITE, file), 'utf8');
}
function all(text: string, pattern: RegExp) {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

/** The ids that a link may end in, by the address a browser asks for. */
const ids = new Map(
  files.map((file) => [
    `/docs/${file}`.replace(/index\.html$/, ''),
    new Set(file.endsWith('.html') ? all(read(file), /\sid="([^"]+)"/g) : []),
  ]),
);

/** Pages of the shop beside the documentation. */
const OF_THE_SHOP = new Set(['/', '/playground']);

const ADDRESS = /\s(?:href|src|data-index)="([^"]*)"/g;

/** Why a link leads nowhere; null where it leads somewhere. */
function faultOf(link: string, page: string): string | null {
  const [path = '', id] = link.split('#');
  const target = path === '' ? `/docs/${page}`.replace(/index\.html$/, '') : path;
  if (OF_THE_SHOP.has(target)) return null;
  const known = ids.get(target);
  if (known === undefined) return `${link} in ${page} leads to no file`;
  if (id !== undefined && !known.has(id)) return `${link} in ${page} leads to no heading`;
  return null;
}

describe('the built site', () => {
  it('is there', () => {
    const told = `No documentation is built in ${SITE}: run \`npm run docs\` first.`;
    expect(files, told).toContain('index.html');
  });

  it('has every page in every language', () => {
    const wanted = LANGUAGES.flatMap((language) =>
      PAGES.map(({ slug }) => `${language}/${slug}/index.html`),
    );
    expect(wanted.filter((page) => !pages.includes(page))).toEqual([]);
  });

  it.each(pages)('%s has links that lead to a page and a heading', (page) => {
    const links = all(read(page), ADDRESS).filter((link) => !/^https?:/.test(link));
    expect(links.length).toBeGreaterThan(1);
    expect(links.map((link) => faultOf(link, page)).filter((fault) => fault !== null)).toEqual([]);
  });

  it.each(pages)('%s loads nothing from another host', (page) => {
    const text = read(page);
    const loaded = all(text, /<(?:script|link|img|iframe)[^>]*\s(?:src|href)="(https?:[^"]*)"/g);
    expect(loaded.filter((address) => !address.startsWith(`${API}/`))).toEqual([]);
  });

  it.each(pages)('%s has each id once, and nothing inline that its policy would refuse', (page) => {
    const text = read(page);
    const named = all(text, /\sid="([^"]+)"/g);
    expect(named.filter((id, at) => named.indexOf(id) !== at)).toEqual([]);
    const tags = text.match(/<[a-z][^>]*>/g) ?? [];
    expect(tags.filter((tag) => /\s(style|on[a-z]+)=/.test(tag))).toEqual([]);
    expect(tags.filter((tag) => /^<script(?![^>]*\ssrc=)/.test(tag))).toEqual([]);
  });

  it.each(LANGUAGES)('has a search in %s whose entries lead somewhere', (language) => {
    const entries: { address: string }[] = JSON.parse(read(`${language}/search.json`));
    expect(entries.length).toBeGreaterThan(PAGES.length);
    const faults = entries.map(({ address }) => faultOf(address, 'search.json'));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });

  it.each(LANGUAGES)('has a search in %s of what a reader sees, without entities', (language) => {
    const entries: object[] = JSON.parse(read(`${language}/search.json`));
    const shown = entries.flatMap((entry) => Object.values(entry).map(String));
    expect(shown.flatMap((text) => text.match(/&(#\w+|[a-z]+);/gi) ?? [])).toEqual([]);
    expect(shown.some((text) => text.includes("client.mountCardElement('#card'"))).toBe(true);
  });

  it.each(pages)('%s has an icon for its tab', (page) => {
    const [icon] = all(read(page), /<link rel="icon" href="([^"]*)"/g);
    expect(icon).toBeDefined();
    expect(faultOf(String(icon), page)).toBeNull();
  });

  it.each(LANGUAGES)('leads from every page in %s to the shop and the playground', (language) => {
    for (const page of pages.filter((file) => file.startsWith(`${language}/`))) {
      const links = all(read(page), /<a [^>]*href="([^"]*)"/g);
      expect(links, page).toEqual(expect.arrayContaining(['/', '/playground']));
    }
  });

  it('would notice a link that leads nowhere', () => {
    expect(faultOf('/docs/en/nothing/', 'en/index.html')).toContain('no file');
    expect(faultOf('/docs/en/errors/#NOTHING', 'en/index.html')).toContain('no heading');
    expect(faultOf('#nothing', 'en/errors/index.html')).toContain('no heading');
    expect(faultOf('/docs/en/errors/#THREEDS_EXPIRED', 'en/index.html')).toBeNull();
  });

  it('has a list for programs and one for search engines, whose addresses are pages', () => {
    for (const list of ['llms.txt', 'sitemap.xml']) {
      const addresses = all(read(list), /http:\/\/127\.0\.0\.1:4020([^)"<]*)/g);
      expect(addresses.length).toBeGreaterThan(PAGES.length);
      expect(addresses.filter((address) => !ids.has(address))).toEqual([]);
    }
    expect(read('llms.txt')).toMatch(/^- \[Webhooks\]\(\S+\/en\/webhooks\.md\): \S+/m);
  });

  it('has each page as Markdown, with its samples', () => {
    expect(read('en/refunds.md')).toMatch(/^# Refunds\n\n> [\s\S]*\n````bash[\s\S]*curl -sS/);
    expect(read('pt/index.md')).toContain('](/docs/pt/');
    for (const page of pages.filter((file) => /^\w+\//.test(file))) {
      const markdown = page.replace(/(?<=\w\/.+)\/index\.html$|\.html$/, '.md');
      expect(read(page)).toContain(`type="text/markdown" href="/docs/${markdown}"`);
      expect(read(markdown).length, markdown).toBeGreaterThan(200);
    }
  });
});
