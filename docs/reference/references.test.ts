import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { openApiDocument } from '../../service/api/reference/document.ts';
import { createMarkdown } from '../parts/markdown.ts';
import { apiCalls, apiSchemas } from './api-reference.ts';
import { readDeclarations, sdkReference } from './sdk-reference.ts';

describe('the reference of the sdk', () => {
  const declarations = readDeclarations(join(import.meta.dirname, '../..'));
  const text = sdkReference(declarations);

  it('has every exported name once', () => {
    const names = declarations.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['init', 'buildPayinPayload', 'CardElement']));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(text.split(`## \`${name}\`\n`)).toHaveLength(2);
  });

  it('says what the sources say, with the example', () => {
    expect(text).toContain('Starts a client for one account.');
    expect(text).toContain('const client = init({');
  });

  it('names neither a file nor a document of ours', () => {
    expect(text).not.toMatch(/import\(|Source:|\(spec,|\.ts['"]/);
  });
});

const { version } = packageFile;
const document = openApiDocument({ baseUrl: 'http://api.test', mode: 'sandbox', version });
const offered = ['createPayin'];
const calls = await apiCalls(document, { language: 'en', offered });
const schemas = await apiSchemas(document);

describe('the reference of the API', () => {
  it('has every call and every schema', () => {
    for (const [path, item] of Object.entries({ ...document.paths, ...document.webhooks })) {
      for (const [method, { operationId }] of Object.entries(item)) {
        expect(calls).toContain(`<h3 id="${operationId}">`);
        expect(calls).toContain(`>${method.toUpperCase()}</span> <code>${path}</code>`);
      }
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(schemas).toContain(`<h3 id="schema-${name}">`);
    }
  });

  it('links only to types it has', () => {
    const ids = new Set([...schemas.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const page = 'href="/docs/en/api-schemas/#';
    expect(calls).not.toContain('href="#schema-');
    const links = [...calls.replaceAll(page, 'href="#').matchAll(/href="#(schema-[^"]+)"/g)];
    links.push(...schemas.matchAll(/href="#([^"]+)"/g));
    expect(links.length).toBeGreaterThan(100);
    expect(links.map(([, id = '']) => id).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('is one block of HTML, which Markdown leaves as it is', () => {
    const markdown = createMarkdown();
    for (const html of [calls, schemas]) expect(markdown.render(html)).toBe(html);
  });

  it('shows examples in colour, as they are', () => {
    expect(calls).toContain('<span class="hljs-string">&quot;PIX&quot;</span>');
    expect(calls).not.toContain('&amp;quot;');
  });
});
