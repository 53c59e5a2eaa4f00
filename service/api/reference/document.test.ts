import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { isCheckoutErrorCode } from '../../../contract/errors/checkout-error-code.ts';
import { openApiDocument } from './document.ts';
import { FIELD_NOTES } from './field-notes.ts';
import type { JsonSchema } from './open-api.ts';
import { SCHEMA_NOTES } from './schema-notes.ts';
import { namedSchemas } from './schemas.ts';

/**
 * The recommended rule and the places it is wrong about: operations that refuse nobody. What an
 * address always answers to a wrong method is told once, for all.
 */
const WITHOUT_REFUSAL = ['/health', '/live', '/status', '/openapi.json', '/docs'].map((path) => ({
  ruleId: 'operation-4xx-response',
  pointer: `#/paths/${path.replaceAll('/', '~1')}/get/responses`,
}));

describe.each(['sandbox', 'production'] as const)('the document of the %s', (mode) => {
  const document = openApiDocument({ baseUrl: 'https://api.loja.com.br', mode, version: '1.2.3' });

  it('is found right by a linter, warnings included', async () => {
    const problems = await lintFromString({
      source: JSON.stringify(document),
      config: await createConfig({ extends: ['recommended'] }),
    });
    const told = problems.map(({ ruleId, message, location }) => ({
      ruleId,
      message,
      pointer: location[0]?.pointer,
    }));
    expect(told).toEqual(
      WITHOUT_REFUSAL.map((place) => ({ ...place, message: expect.any(String) })),
    );
  });
});

describe('what a call of the browser may be refused with', () => {
  const { paths } = openApiDocument({
    baseUrl: 'https://api.loja.com.br',
    mode: 'sandbox',
    version: '1.2.3',
  });
  // The sdk sends JSON and nothing else.
  const NEVER_MET = 'UNSUPPORTED_MEDIA_TYPE';

  const refusals = Object.entries(paths)
    .filter(([path]) => path.startsWith('/checkout/') && !path.startsWith('/checkout/sdk/'))
    .flatMap(([path, operations]) =>
      Object.values(operations).flatMap(({ responses }) =>
        Object.entries(responses)
          .filter(([status]) => Number(status) >= 400)
          .flatMap(([, { content }]) => Object.keys(content?.['application/json']?.examples ?? {}))
          .map((code) => ({ path, code })),
      ),
    );

  it('has a code that the sdk knows', () => {
    expect(refusals.length).toBeGreaterThan(40);
    expect(refusals.map(({ code }) => code)).toContain(NEVER_MET);
    const unknown = refusals.filter(({ code }) => !isCheckoutErrorCode(code));
    expect(unknown.filter(({ code }) => code !== NEVER_MET)).toEqual([]);
  });
});

describe('the schemas of the document', () => {
  const schemas = namedSchemas();

  it('each say what they are, and nothing is said of others', () => {
    expect(Object.keys(SCHEMA_NOTES).sort()).toEqual(Object.keys(schemas).sort());
  });

  it('say of each field what it is', () => {
    const silent = Object.entries(schemas).flatMap(([name, schema]) =>
      fieldsOf(schema, name).filter(({ field }) => field.description === undefined),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it('are spoken of by no note that is left over', () => {
    const paths = Object.entries(schemas).flatMap(([name, schema]) => fieldsOf(schema, name));
    const known = new Set(paths.flatMap(({ path }) => [path, path.split('.').at(-1)]));
    expect(Object.keys(FIELD_NOTES).filter((note) => !known.has(note))).toEqual([]);
  });

  it("are left out of production where they are the sandbox's", () => {
    const names = (mode: 'sandbox' | 'production') =>
      Object.keys(openApiDocument({ baseUrl: '', mode, version: '' }).components.schemas);
    expect(names('sandbox')).toEqual(Object.keys(schemas));
    expect(names('production')).not.toContain('ClockMove');
  });
});

/** Every field at any depth, with its path from the schema's name down. */
function fieldsOf(schema: JsonSchema, path: string): { path: string; field: JsonSchema }[] {
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema;
  const within = [...anyOf, ...[items, additionalProperties].flat()];
  return [
    ...Object.entries(properties).flatMap(([name, field]) =>
      typeof field === 'boolean'
        ? []
        : [{ path: `${path}.${name}`, field }, ...fieldsOf(field, `${path}.${name}`)],
    ),
    ...within.flatMap((part) => (typeof part === 'object' ? fieldsOf(part, path) : [])),
  ];
}
