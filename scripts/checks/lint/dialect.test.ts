import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = new URL('../../..', import.meta.url).pathname;

describe('the linter', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lint-'));
    const settings = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
    writeFileSync(
      join(folder, 'biome.json'),
      JSON.stringify({ ...settings, $schema: undefined, vcs: { enabled: false } }),
    );
    mkdirSync(join(folder, 'scripts'));
    cpSync(join(ROOT, 'scripts/checks/lint'), join(folder, 'scripts/checks/lint'), {
      recursive: true,
      filter: (path) => !path.endsWith('.ts'),
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What it says to files of these texts, by their paths; nothing where it has no complaint. */
  async function lint(files: Record<string, string>): Promise<string> {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    try {
      const biome = join(ROOT, 'node_modules/.bin/biome');
      await promisify(execFile)(biome, ['lint', ...Object.keys(files)], { cwd: folder });
      return '';
    } catch (thrown) {
      return String(Reflect.get(Object(thrown), 'stderr'));
    } finally {
      for (const path of Object.keys(files)) rmSync(join(folder, path));
    }
  }

  it('refuses files that import each other', async () => {
    const said = await lint({
      'sdk/one.ts': "import { two } from './two.ts';\n\nexport const one = two;\n",
      'sdk/two.ts': "import { one } from './one.ts';\n\nexport const two = () => one;\n",
    });
    expect(said).toContain('noImportCycles');
  });

  it('refuses files that name types of each other', async () => {
    const said = await lint({
      'sdk/one.ts': "import type { Two } from './two.ts';\n\nexport type One = { two: Two };\n",
      'sdk/two.ts': "import type { One } from './one.ts';\n\nexport type Two = { one: One };\n",
    });
    expect(said).toContain('noImportCycles');
  });

  it.each([
    ['a type imported among values', "import { type A, b } from './a.ts';", 'useImportType'],
    ['a named function that is an arrow', 'const add = (n: number) => n + 1;', 'A named function'],
    ['a statement in lower case', "run('select id from payins');", 'SQL keywords'],
    ['a clause in lower case', "run('SELECT id from payins');", 'SQL keywords'],
    ['a template in lower case', 'run(`update payins set id = $' + '{id}`);', 'SQL keywords'],
  ])('refuses %s', async (_what, text, said) => {
    expect(await lint({ 'service/one.ts': `${text}\n` })).toContain(said);
  });

  it.each([
    ['a function inside another', 'export function f() {\n  const g = () => 1;\n  return g();\n}'],
    ['a function of a named type', 'export const f: Handler = () => 1;\n\ntype Handler = () => 1;'],
    ['a sentence that begins like a statement', "say('select a bank');"],
  ])('takes %s', async (_what, text) => {
    expect(await lint({ 'service/one.ts': `${text}\n` })).toBe('');
  });
});
