import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { isNode } from './mutants/operators.ts';

export type Measure = { name: string; value: number; cap: number };

const SOURCE = /\.(ts|tsx|mjs|js|vue|css|html|svelte|mts|cts)$/;
const TEST = /\.(test|spec|cases|test-d)\.|^e2e\/|^(service|simulators)\/(.+\/)?testing\//;
const PARSED = /(?<!\.d)\.(ts|tsx|mjs|js|mts)$/;
const LONGEST_LINE = 120;
const LONGEST_FUNCTION = 100;

/**
 * Counts the files that git tracks below `root`; null where there is no git, as in a release. Who adds
 * where a number is full takes away as well. The caps go down as the sources do: to 108,000 lines of
 * production code, 97,000 of tests, 200 long lines and no long function.
 */
export function measure(root: string): Measure[] | null {
  if (!existsSync(join(root, '.git'))) return null;
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  const files = tracked.filter((file) => SOURCE.test(file) && existsSync(join(root, file)));
  let [production, tests, longLines, longOnes] = [0, 0, 0, 0];
  const inFolder = new Map<string, number>();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const lines = text.split('\n');
    longLines += lines.filter(({ length }) => length > LONGEST_LINE).length;
    if (TEST.test(file)) {
      tests += lines.length - 1;
      continue;
    }
    production += lines.length - 1;
    if (!PARSED.test(file)) continue;
    longOnes += longFunctions(file, text);
    inFolder.set(dirname(file), (inFolder.get(dirname(file)) ?? 0) + 1);
  }
  return [
    { name: 'lines of production code', value: production, cap: 119_173 },
    { name: 'lines of tests', value: tests, cap: 102_750 },
    { name: `lines over ${LONGEST_LINE} characters`, value: longLines, cap: 167 },
    { name: `functions over ${LONGEST_FUNCTION} lines`, value: longOnes, cap: 11 },
    { name: 'sources in one folder', value: Math.max(0, ...inFolder.values()), cap: 39 },
  ];
}

export function longFunctions(file: string, text: string): number {
  let found = 0;
  const visit = (value: unknown) => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value)) return;
    if (/Function/.test(value.type)) {
      const lines = text.slice(value.start, value.end).split('\n').length;
      if (lines > LONGEST_FUNCTION) found += 1;
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit(parseSync(file, text).program);
  return found;
}
