import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { SiteConfig } from '@11ty/eleventy';
import { Eleventy } from '@11ty/eleventy';
import packageFile from '../package.json' with { type: 'json' };
import { openApiDocument } from '../service/api/reference/document.ts';
import type { OpenApiDocument } from '../service/api/reference/open-api.ts';
import { writeAssets } from './assets.ts';
import { COMMENTS_IN_PORTUGUESE } from './content/comments.ts';
import type { Language, Text } from './language.ts';
import { isLanguage, LANGUAGE_TAGS, LANGUAGES } from './language.ts';
import { NAVIGATION, PAGES } from './navigation.ts';
import { checkoutErrors, ruleList, serviceErrors } from './parts/error-list.ts';
import { gallery } from './parts/gallery.ts';
import { createMarkdown, outlineOf, PREFIX } from './parts/markdown.ts';
import {
  providerCommand,
  providerFacts,
  providerList,
  providerSettings,
  providerSteps,
} from './parts/provider-tables.ts';
import { rehearsalTable } from './parts/rehearsal-table.ts';
import { sample } from './parts/sample.ts';
import { SANDBOX_TABLES } from './parts/sandbox-tables.ts';
import { DIAGRAMS, sequenceDiagram } from './parts/sequence-diagram.ts';
import { answerOf, apiCalls, apiSchemas } from './reference/api-reference.ts';
import { documentedCalls } from './reference/documented-calls.ts';
import { readDeclarations, sdkReference } from './reference/sdk-reference.ts';
import type { CallList } from './site/documented-call.ts';
import type { SearchEntry } from './site-lists.ts';
import { llmsText, searchEntries, sitemap } from './site-lists.ts';

const HERE = import.meta.dirname;
const SAMPLES = join(HERE, 'samples');

/** The addresses the pages are written with; the server that shows them puts its own in their place. */
const BASE_URL = 'http://127.0.0.1:4010';
const SITE_URL = 'http://127.0.0.1:4020';

/** Nothing in it comes from another host. */
export async function buildDocs({ outDir }: { outDir: string }): Promise<void> {
  const target = resolve(outDir);
  const api = openApiDocument({ baseUrl: BASE_URL, mode: 'sandbox', version: packageFile.version });
  const calls = documentedCalls(api, BASE_URL);
  const assets = join(target, 'assets');
  await Promise.all([writePages(target, api, calls), writeAssets(assets)]);
  writeFileSync(join(assets, 'calls.json'), JSON.stringify(calls));
}

async function writePages(target: string, api: OpenApiDocument, { calls }: CallList) {
  const declarations = readDeclarations(join(HERE, '..'));
  const offered = calls.map(({ id }) => id);
  // Eleventy makes addresses of the path below `pages` only where it is given as a relative one.
  const site = new Eleventy(relative('', join(HERE, 'pages')), relative('', target), {
    quietMode: true,
    source: 'script',
    runMode: 'build',
    config: (config) => {
      configure(config, target, {
        sdkReference: () => sdkReference(declarations),
        apiCalls: (language) => apiCalls(api, { language, offered }),
        apiSchemas: () => apiSchemas(api),
      });
      config.addShortcode('answer', function (call = '', example) {
        const language = languageOf(this.page);
        return answerOf(api, { call, language, ...(example === undefined ? {} : { example }) });
      });
    },
  });
  const [, pages] = await site.write();
  // Whichever was ready first comes first; what is made of them is the same each time.
  const written = pages.toSorted((one, other) => (one.url < other.url ? -1 : 1));
  writeFileSync(join(target, 'llms.txt'), llmsText(SITE_URL, written));
  writeFileSync(join(target, 'sitemap.xml'), sitemap(SITE_URL, written));
  for (const language of LANGUAGES) {
    const entries = written
      .filter(({ url }) => url.startsWith(`/${language}/`))
      .flatMap(({ url, content }) =>
        searchEntries(titleOf(content), PREFIX + url, articleOf(content)),
      );
    writeIndex(join(target, language), entries);
  }
}

function configure(
  config: SiteConfig,
  target: string,
  generated: { [name: string]: (language: Language) => string | Promise<string> },
): void {
  const markdown = createMarkdown();
  config.setLibrary('md', {
    render(text: string, data: Rendering) {
      writeMarkdown(target, data, text);
      return markdown.render(text);
    },
  });
  config.setUseGitIgnore(false);
  config.setIncludesDirectory('../layouts');
  config.addGlobalData('prefix', PREFIX);
  config.addGlobalData('languages', LANGUAGES);
  config.addGlobalData('navigation', NAVIGATION);
  config.addGlobalData('words', WORDS);
  config.addGlobalData('layout', 'page.njk');
  config.addGlobalData('eleventyComputed', {
    lang: ({ page }: Computing) => page.filePathStem.split('/')[1],
    slug: ({ page }: Computing) => page.filePathStem.split('/')[2] ?? '',
    permalink: ({ page }: Computing) =>
      /\/(?:index|404)$/.test(page.filePathStem)
        ? `${page.filePathStem}.html`
        : `${page.filePathStem}/index.html`,
  });
  config.addFilter('languageTag', (language: Language) => LANGUAGE_TAGS[language]);
  config.addFilter('inLanguage', (url: string, language: Language) =>
    url.replace(/^\/\w+\//, `/${language}/`),
  );
  config.addFilter('outline', outlineOf);
  config.addFilter('neighbours', (slug: string) => {
    const at = PAGES.findIndex((page) => page.slug === slug);
    return at < 0 ? {} : { before: PAGES[at - 1], after: PAGES[at + 1] };
  });
  config.addShortcode('sample', function (file, part) {
    const isPortuguese = languageOf(this.page) === 'pt';
    const comments = (comment: string) => COMMENTS_IN_PORTUGUESE[comment];
    return sample(SAMPLES, file ?? '', { part, ...(isPortuguese ? { comments } : {}) });
  });
  config.addShortcode('diagram', function (name = '') {
    const drawing = DIAGRAMS[name];
    if (!drawing) throw new Error(`there is no diagram named ${name}`);
    return sequenceDiagram(drawing, name, languageOf(this.page));
  });
  const texts = {
    ...generated,
    ...SANDBOX_TABLES,
    providerSteps,
    providerList,
    rehearsalTable,
    gallery,
    checkoutErrors,
    serviceErrors,
    apiRules: (language: Language) => ruleList('api', language),
    operatorRules: (language: Language) => ruleList('operator', language),
  };
  for (const [name, text] of Object.entries(texts)) {
    config.addShortcode(name, function () {
      return text(languageOf(this.page));
    });
  }
  for (const [name, text] of Object.entries({ providerFacts, providerSettings, providerCommand })) {
    config.addShortcode(name, function (provider = '') {
      return text(provider, languageOf(this.page));
    });
  }
}

type Computing = { page: { filePathStem: string } };

function languageOf({ url }: { url: string }): Language {
  const language = url.split('/')[1];
  if (isLanguage(language)) return language;
  throw new Error(`the page ${url} is of no language`);
}

type Rendering = { title: string; description: string; page: { filePathStem: string } };

/** Each page as it was written, with its samples and tables in it: for programs that read it. */
function writeMarkdown(target: string, { title, description, page }: Rendering, text: string) {
  // The entrance and the page that is not there are of no language, and tell nothing.
  if (!/^\/\w+\//.test(page.filePathStem)) return;
  const file = join(target, `${page.filePathStem}.md`);
  mkdirSync(dirname(file), { recursive: true });
  const linked = text.trim().replaceAll('](/', `](${PREFIX}/`);
  writeFileSync(file, `# ${title}\n\n> ${description}\n\n${linked}\n`);
}

function writeIndex(folder: string, entries: readonly SearchEntry[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'search.json'), JSON.stringify(entries));
}

function titleOf(html: string): string {
  return /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '';
}

function articleOf(html: string): string {
  return /<article>([\s\S]*)<\/article>/.exec(html)?.[1] ?? '';
}

/** The site's own words, around the text of its pages. */
const WORDS: { readonly [name: string]: Text } = {
  skip: { en: 'Skip to content', pt: 'Ir para o conteúdo' },
  search: { en: 'Search the documentation', pt: 'Buscar na documentação' },
  found: { en: 'results', pt: 'resultados' },
  nothingFound: { en: 'Nothing found', pt: 'Nada encontrado' },
  pages: { en: 'Pages', pt: 'Páginas' },
  onThisPage: { en: 'On this page', pt: 'Nesta página' },
  near: { en: 'Previous and next page', pt: 'Página anterior e próxima' },
  before: { en: 'Previous', pt: 'Anterior' },
  after: { en: 'Next', pt: 'Próxima' },
  tryIt: { en: 'Try it', pt: 'Experimente' },
  shop: { en: 'Demo shop', pt: 'Loja de demonstração' },
  language: { en: 'English', pt: 'Português' },
  light: { en: 'Light theme', pt: 'Tema claro' },
  dark: { en: 'Dark theme', pt: 'Tema escuro' },
};
