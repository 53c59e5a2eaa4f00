import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Language } from './language.ts';
import { LANGUAGES } from './language.ts';
import { PAGES } from './navigation.ts';

const FOLDER = join(import.meta.dirname, 'pages');
const SAMPLES = join(import.meta.dirname, 'samples');

function filesOf(language: Language) {
  return readdirSync(join(FOLDER, language)).map((file) => file.replace(/\.md$/, ''));
}
function read(language: Language, slug: string) {
  return readFileSync(join(FOLDER, language, `${slug}.md`), 'utf8');
}
function found(text: string, pattern: RegExp) {
  return [...text.matchAll(pattern)].map(([one]) => one);
}

/** How much of each kind a page has, so that a translation that lost something is noticed. */
function shapeOf(text: string) {
  return {
    headings: found(text, /^#+ /gm),
    shortcodes: found(text, /\{%.*?%\}/g),
    rows: found(text, /^\|/gm).length,
    items: found(text, /^(- |\d+\. )/gm).length,
    fences: found(text, /^```\w*/gm),
    notes: found(text, /^> /gm).length,
    links: found(text, /\]\(\/\w+\/[\w-]*\//g).map((link) => link.replace(/^\]\(\/\w+/, '')),
  };
}

describe.each(LANGUAGES)('the pages in %s', (language) => {
  it('are those of the navigation, and the first one', () => {
    expect(filesOf(language).sort()).toEqual(['index', ...PAGES.map(({ slug }) => slug)].sort());
  });

  it('link to pages of their own language', () => {
    const other = LANGUAGES.filter((one) => one !== language).join('|');
    for (const slug of filesOf(language)) {
      expect(found(read(language, slug), new RegExp(`\\]\\(/(${other})/`, 'g')), slug).toEqual([]);
    }
  });
});

describe.each(['index', ...PAGES.map(({ slug }) => slug)])('%s', (slug) => {
  it('says the same in both languages, piece by piece', () => {
    expect(shapeOf(read('pt', slug))).toEqual(shapeOf(read('en', slug)));
  });
});

describe('the samples', () => {
  const text = LANGUAGES.flatMap((language) =>
    filesOf(language).map((slug) => read(language, slug)),
  ).join('\n');
  const used = [...text.matchAll(/\{% sample "([^"]+)"/g)].map(([, file = '']) => file);

  it('a page shows are there', () => {
    expect([...new Set(used)].filter((file) => !existsSync(join(SAMPLES, file)))).toEqual([]);
  });

  it('that are there are shown', () => {
    const files = readdirSync(SAMPLES, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(SAMPLES.length + 1));
    expect(files.filter((file) => !used.includes(file))).toEqual([]);
  });
});
