import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutants-of.ts';
import { mutantsOf } from './mutants-of.ts';
import type { OpenTests } from './open-tests.ts';
import { sourcesBelow, testsBeside } from './tests-beside.ts';

export type Verdict = {
  place: string;
  mutant: Mutant;
  fate: 'killed' | 'killed by time' | 'alive' | 'not covered';
  tests: readonly string[];
};

type Options = {
  root: string;
  /** A folder, a file, or a line of one as `file.ts:12`. */
  places: readonly string[];
  count: number;
  random: () => number;
  /** Tests that what is left alive by those beside its file has to survive as well. */
  also: readonly string[];
  tests: Pick<OpenTests, 'run'>;
  onVerdict?: (verdict: Verdict) => void;
};

export async function tryMutants(options: Options): Promise<Verdict[]> {
  const { root, places, count, random, onVerdict } = options;
  const limits = new Map<string, number>();
  const verdicts: Verdict[] = [];
  for (const place of places) {
    for (const mutant of sample(mutantsIn(root, place), count, random)) {
      const verdict = { place, mutant, ...(await tryOne(mutant, options, limits)) };
      verdicts.push(verdict);
      onVerdict?.(verdict);
    }
  }
  return verdicts;
}

function mutantsIn(root: string, place: string): Mutant[] {
  const [path = '', line] = place.split(':');
  if (!existsSync(join(root, path))) throw new Error(`There is no ${path}.`);
  const files = /\.tsx?$/.test(path) ? [path] : sourcesBelow(root, path);
  return files
    .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')))
    .filter((mutant) => line === undefined || mutant.line === Number(line));
}

async function tryOne(
  mutant: Mutant,
  { root, also, tests }: Options,
  limits: Map<string, number>,
): Promise<Pick<Verdict, 'fate' | 'tests'>> {
  const beside = testsBeside(root, mutant.file);
  const rounds = [beside, also].filter((files) => files.length > 0);
  for (const files of rounds) {
    const key = files.join(' ');
    const limit = limits.get(key) ?? (await limitOf(files, tests));
    limits.set(key, limit);
    const outcome = await tests.run(files, limit, mutant);
    if (outcome === 'failed') return { fate: 'killed', tests: files };
    if (outcome === 'out of time') return { fate: 'killed by time', tests: files };
  }
  return { fate: rounds.length === 0 ? 'not covered' : 'alive', tests: rounds.flat() };
}

/** The time that tests may take with a mutant, by what they take without one. */
async function limitOf(files: readonly string[], tests: Options['tests']): Promise<number> {
  const began = performance.now();
  const outcome = await tests.run(files, PATIENCE_MS);
  if (outcome !== 'passed') throw new Error(`Without a mutant: ${outcome}: ${files.join(', ')}`);
  return 5_000 + 5 * (performance.now() - began);
}

const PATIENCE_MS = 600_000;

/** So many of them, any as likely as any other; all in the order given where there are no more. */
export function sample<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const left = items.map((_, index) => index);
  const chosen: number[] = [];
  while (chosen.length < count && left.length > 0) {
    chosen.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return chosen.sort((one, other) => one - other).flatMap((index) => items[index] ?? []);
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
