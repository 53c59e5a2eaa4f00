import { describe, expect, it } from 'vitest';
import { plainDeclarations } from './plain-declarations.ts';

function plain(...lines: string[]) {
  return plainDeclarations('thing.d.ts', `${lines.join('\n')}\n`);
}
function inferred(schema: string) {
  return plain(
    "import * as z from 'zod/mini';",
    `export declare const thingSchema: ${schema};`,
    'export type Thing = z.infer<typeof thingSchema>;',
  ).trim();
}

describe('a published declaration', () => {
  it.each([
    ['z.ZodMiniString<string>', 'string'],
    ['z.ZodMiniNumberFormat', 'number'],
    ['z.ZodMiniBoolean<boolean>', 'boolean'],
    ['z.ZodMiniLiteral<true>', 'true'],
    ['z.ZodMiniCustom<"a" | "b", "a" | "b">', '"a" | "b"'],
    ['z.ZodMiniNullable<z.ZodMiniString<string>>', 'string | null'],
    ['z.ZodMiniArray<z.ZodMiniEnum<{ a: "a"; "b-c": "b-c" }>>', '("a" | "b-c")[]'],
    ['z.ZodMiniObject<{ a: z.ZodMiniNumber<number> }, z.core.$strip>', '{ a: number; }'],
    [
      'z.ZodMiniObject<{ "a-b": z.ZodMiniOptional<z.ZodMiniString<string>> }, z.core.$strip>',
      '{ "a-b"?: string | undefined; }',
    ],
    [
      'z.ZodMiniUnion<readonly [z.ZodMiniObject<{ on: z.ZodMiniLiteral<true> }, z.core.$strip>, z.ZodMiniString<string>]>',
      '{ on: true; } | string',
    ],
    ['z.ZodMiniObject<{}, z.core.$strip>', 'Record<string, never>'],
    [
      'z.core.$ZodObject<{ a: z.core.$ZodOptional<z.core.$ZodCustom<"x", "x">> }, z.core.$strip>',
      '{ a?: "x" | undefined; }',
    ],
  ])('writes %s out', (schema, type) => {
    expect(inferred(schema)).toBe(`export type Thing = ${type};`);
  });

  it('keeps what was said of a schema for the type that follows it', () => {
    expect(
      plain(
        '/** A thing. */',
        'export declare const thingSchema: z.ZodMiniString<string>;',
        'export type Thing = z.infer<typeof thingSchema>;',
        '/** For nobody. */',
        'export declare const otherSchema: z.ZodMiniString<string>;',
        '/** Stays. */',
        'export declare const LIMIT = 1;',
      ),
    ).toBe(
      '/** A thing. */\nexport type Thing = string;\n/** Stays. */\nexport declare const LIMIT = 1;\n',
    );
  });

  it('names files as they are published', () => {
    expect(
      plain(
        "import type { A } from './a.ts';",
        "export * from '../b.ts';",
        'export declare const c: typeof import("./c.ts");',
        "export declare const text: './d.ts';",
        "import type { E } from 'e';",
      ),
    ).toBe(
      [
        "import type { A } from './a.js';",
        "export * from '../b.js';",
        "export declare const c: typeof import('./c.js');",
        "export declare const text: './d.ts';",
        "import type { E } from 'e';",
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['a kind nobody has met', 'z.ZodMiniDate<Date>'],
    ['a kind without its parameter', 'z.ZodMiniArray'],
    ['a list with an open end', 'z.ZodMiniUnion<readonly [...z.ZodMiniString<string>[]]>'],
  ])('is not made of %s', (_what, schema) => {
    expect(() => inferred(schema)).toThrow('thing.d.ts');
  });

  it('is not made where the schema is in another file', () => {
    expect(() => plain('export type A = z.infer<typeof elsewhereSchema>;')).toThrow('elsewhere');
  });
});
