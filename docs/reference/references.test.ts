import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { openApiDocument } from '../../service/api-document/document.ts';
import type { JsonSchema } from '../../service/api-document/open-api.ts';
import { createMarkdown } from '../parts/markdown.ts';
import { apiCalls, apiSchemas } from './api-reference.ts';
import { readDeclarations } from './declarations.ts';
import { fieldsOf } from './schema-fields.ts';
import { sdkReference } from './sdk-reference.ts';

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

describe('the reference of the API', () => {
  const { version } = packageFile;
  const document = openApiDocument({ baseUrl: 'http://api.test', mode: 'sandbox', version });
  const calls = apiCalls(document, 'en');
  const schemas = apiSchemas(document);

  it('has every call and every schema', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const method of Object.keys(item)) {
        expect(calls).toContain(`### \`${method.toUpperCase()} ${path}\`\n`);
      }
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(schemas).toContain(`## ${name}\n`);
    }
  });

  it('links only to types it has', () => {
    const ids = new Set(
      [
        ...createMarkdown()
          .render(schemas)
          .matchAll(/ id="([^"]+)"/g),
      ].map(([, id]) => id),
    );
    const links = [...`${calls}${schemas}`.matchAll(/\]\((?:\/en\/api-schemas\/)?#([^)]+)\)/g)];
    expect(links.length).toBeGreaterThan(100);
    expect(links.map(([, id = '']) => id).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('opens objects that have no name, with their path', () => {
    const inner: JsonSchema = {
      type: 'object',
      properties: { b: { type: 'string' } },
      required: ['b'],
    };
    const fields = fieldsOf({
      type: 'object',
      properties: { a: inner, list: { type: 'array', items: inner } },
    });
    expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['a', false],
      ['a.b', true],
      ['list', false],
      ['list[].b', true],
    ]);
  });
});
