/**
 * @module-tag rare
 * @module-tag minutes
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CARD_FIELDS, OPTIONAL_CARD_FIELDS } from '../../contract/card/card-field.ts';
import { API_ERRORS } from '../../contract/errors/api-error.ts';
import { CHECKOUT_ERROR_GUIDES } from '../../contract/errors/error-guide.ts';
import { RULES } from '../../contract/errors/refusal-rule.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['contract', 'sdk', 'hosted-frame', 'service', 'demo-page', 'docs', 'e2e'];

/** Every file that is written by hand, by its path from the top, tests included. */
const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    join(folder, file),
  ),
).filter((file) => /\.(ts|html|json)$/.test(file) && file !== 'docs/openapi.json');
const sources = files.filter((file) => !/\.(test|cases|spec)\.ts$/.test(file));

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** Those that name all of these: a new one of the kind belongs into each of them. */
function filesThatName(names: readonly string[], among: readonly string[]): string[] {
  const patterns = names.map((name) => new RegExp(`\\b${name}\\b`));
  return among.filter((file) => {
    const text = read(file);
    return patterns.every((pattern) => pattern.test(text));
  });
}

/** The files that CONTRIBUTING.md lists under this heading. */
function filesOfRecipe(heading: string): string[] {
  const [, recipe = ''] = read('CONTRIBUTING.md').split(`\n### ${heading}\n`);
  const [own = ''] = recipe.split(/\n##/);
  return [...own.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
}

it('names each rule of a refused field where something breaks it', () => {
  const lists = filesOfRecipe('A rule of a refused field');
  const text = sources
    .filter((file) => !lists.includes(file) && file !== 'service/dashboard/words/say-refusal.ts')
    .map(read)
    .join('\n');
  expect(RULES.filter((rule) => !text.includes(`'${rule}'`))).toEqual([]);
});

describe('the recipe in CONTRIBUTING.md names every file to change for', () => {
  it.each([
    ['An error code of the SDK', Object.keys(CHECKOUT_ERROR_GUIDES)],
    ['An error code of the API', Object.keys(API_ERRORS)],
    ['A rule of a refused field', RULES],
  ])('%s', (heading, codes) => {
    expect(codes.length).toBeGreaterThan(3);
    expect(filesOfRecipe(heading).sort()).toEqual(filesThatName(codes, files).sort());
  });

  it('A field of a payin', () => {
    const named = filesThatName(['isPhysicalProduct', 'refundedAmount', 'replacedBy'], sources);
    const migrations = 'service/store/migrations/migrations.ts';
    expect(filesOfRecipe('A field of a payin').sort()).toEqual([...named, migrations].sort());
  });

  it('A provider', () => {
    const providers = join(ROOT, 'service/providers');
    const defined = readdirSync(providers).filter((folder) =>
      existsSync(join(providers, folder, 'definition.ts')),
    );
    expect(defined.length).toBeGreaterThan(3);
    const namesAll = files.filter((file) => {
      const text = read(file);
      return defined.every((folder) => new RegExp(`(?:\\./|providers/)${folder}\\b`).test(text));
    });
    const [own, ...others] = filesOfRecipe('A provider');
    expect(others.sort()).toEqual(namesAll.sort());
    expect(defined.map((folder) => `service/providers/${folder}/definition.ts`)).toContain(own);
  });

  it('A card field', () => {
    const isOurs = (file: string) => /^(contract|hosted-frame|sdk)\//.test(file);
    const ours = filesThatName(DEFAULT_CARD_FIELDS, sources).filter(isOurs);
    expect(filesOfRecipe('A card field').sort()).toEqual(ours.sort());
  });

  it.each(OPTIONAL_CARD_FIELDS)('An optional card field, such as %s', (field) => {
    // Which adapters forward a field is up to the party.
    const isOurs = (file: string) => !file.startsWith('service/providers/');
    expect(filesOfRecipe('An optional card field').sort()).toEqual(
      filesThatName([field], sources).filter(isOurs).sort(),
    );
  });
});
