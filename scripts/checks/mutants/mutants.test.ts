import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../service/testing/temporary-folder.ts';
import { mutantsOf } from './mutants-of.ts';
import { testsBeside } from './tests-beside.ts';
import { sample, seededRandom } from './try-mutants.ts';

const TOP = join(import.meta.dirname, '../../..');

/** A tree of its own with these files. */
function treeWith(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder('mutants');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  symlinkSync(join(TOP, 'node_modules'), join(root, 'node_modules'));
  return root;
}

describe('a mutant', () => {
  it.each([
    ['a < b', ['a <= b']],
    ['a === b && c', ['a !== b', '||']],
    ['a ?? b', ['(a)']],
    ['a || b && c', ['(a) && (b && c)', '(b) || (c)']],
    ['a ? 1 : 2', ['!(a) ? 1 : 2', 'a ? 2 : 2', 'a ? 1 : 3']],
    ['a - 1', ['a + 1', 'a - 2']],
    ['`a` + b', []],
    ["a === 'paid'", ['!==', "a === ''"]],
    ["told('This is a sentence.')", []],
    ["({ 'name': a as 'paid' })", []],
    ["import('./other.ts')", []],
  ])('is made of `%s` in every way a person may get it wrong', (expression, expected) => {
    const made = mutantsOf('a.ts', `function told(a, b, c) { return ${expression}; }`);
    expect(made).toHaveLength(expected.length);
    for (const part of expected)
      expect(made.some(({ source }) => source.includes(part))).toBe(true);
  });

  it.each([
    ['if (a) return;', 'if (!(a)) return;'],
    ['await a.close();', ';'],
    ['void a();', ';'],
    ["throw new Error('It is over.');", ';'],
    ['a += b;', 'a -= b;'],
    ['a++;', 'a--;'],
  ])('is made of the statement `%s`', (was, is) => {
    const made = mutantsOf('a.ts', `async function act(a, b) { ${was} }`);
    expect(made.map(({ source }) => source)).toEqual([`async function act(a, b) { ${is} }`]);
  });

  it('is made of a default, and of nothing outside of functions', () => {
    const made = mutantsOf('a.ts', 'const limit = 5;\nfunction act(a = limit, b = 2) {}');
    expect(made.map(({ line, was, is }) => `${line} ${was} ${is}`)).toEqual([
      '2 limit undefined',
      '2 2 3',
    ]);
  });
});

it('takes the same sample for the same seed', () => {
  const letters = [...'abcdefgh'];
  expect(sample(letters, 3, seededRandom(7))).toEqual(sample(letters, 3, seededRandom(7)));
  expect(new Set(sample(letters, 8, seededRandom(1)))).toEqual(new Set(letters));
  const chosen = Array.from({ length: 9 }, (_, seed) => sample(letters, 3, seededRandom(seed)));
  expect(new Set(chosen.map(String)).size).toBeGreaterThan(1);
});

it('runs the test of the same name first, then those that import the file or one that does', () => {
  const root = treeWith({
    'lib/act.ts': '',
    'lib/wrap.ts': "import './act.ts';",
    'lib/far.ts': "import './wrap.ts';",
    'lib/act.test.ts': '',
    'lib/a-direct.test.ts': "import './act.ts';",
    'lib/through-one.test.ts': "import './wrap.ts';",
    'lib/through-two.test.ts': "import './far.ts';",
    'lib/type.test.ts': "import type { Act } from './act.ts';",
    'other.test.ts': "import './lib/act.ts';",
  });
  expect(testsBeside(root, 'lib/act.ts')).toEqual([
    'lib/act.test.ts',
    'lib/a-direct.test.ts',
    'lib/through-one.test.ts',
  ]);
});

it('tells what was killed, what hung and what lived, and leaves every file as it is', {
  tags: ['rare', 'minutes'],
}, async () => {
  const source = [
    'export function sum(to: number) {',
    '  let found = 0;',
    '  for (let at = 1; at <= to; at++) found += at;',
    '  return found;',
    '}',
    "export function name(given = 'nobody') { return given; }",
    '',
  ].join('\n');
  const root = treeWith({
    'vite.config.ts':
      "export default { test: { projects: [{ test: { include: ['lib/*.test.ts'] } }] } };",
    'lib/sum.ts': source,
    'lib/alone.ts': 'export function alone() { return true; }',
    'lib/sum.test.ts': [
      "import { expect, it } from 'vitest';",
      "import { name, sum } from './sum.ts';",
      "it('sums', () => expect(sum(3)).toBe(6));",
      "it('names', () => expect(name('me')).toBe('me'));",
    ].join('\n'),
  });
  const command = join(TOP, 'scripts/checks/mutants.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[command, 'lib', '--root', root, '--seed', '1'],
  ]);
  expect(stdout).toContain('| lib | 7 | 5 (1 by time) | 1 | 1 |');
  expect(stdout).toContain("lib/sum.ts:6 alive\n  'nobody'  →  ''\n  lib/sum.test.ts\n");
  expect(stdout).toContain('lib/alone.ts:1 not covered\n  true  →  false\n  no test beside it');
  expect(readFileSync(join(root, 'lib/sum.ts'), 'utf8')).toBe(source);
});
