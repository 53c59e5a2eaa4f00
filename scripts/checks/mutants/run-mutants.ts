import { parseArgs } from 'node:util';
import { openTests } from './open-tests.ts';
import type { Verdict } from './try-mutants.ts';
import { seededRandom, tryMutants } from './try-mutants.ts';

/** The command: what it is told on its line, what it prints. Its exit code is 2 for a wrong line. */
export async function runMutants(args: readonly string[]): Promise<void> {
  const { values, positionals: places } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      sample: { type: 'string', default: '40' },
      also: { type: 'string', multiple: true, default: [] },
      root: { type: 'string', default: process.cwd() },
    },
  });
  const { root, also } = values;
  const [seed, count] = [Number(values.seed), Number(values.sample)];
  if (places.length === 0 || !Number.isInteger(seed) || !Number.isInteger(count)) {
    console.error('npm run mutants -- FOLDER... [--sample 40] [--seed 7] [--also FILE.test.ts]');
    process.exitCode = 2;
    return;
  }
  const tests = await openTests(root);
  const verdicts = await tryMutants({
    ...{ root, places, count, also, tests, random: seededRandom(seed) },
    onVerdict: ({ fate, mutant: { file, line, was, is } }) =>
      console.error(`${fate}: ${file}:${line} ${was}  →  ${is}`),
  });
  await tests.close();
  console.log(`Seed ${seed}.\n\n${reportOf(verdicts)}`);
}

function reportOf(verdicts: readonly Verdict[]): string {
  const places = [...new Set(verdicts.map(({ place }) => place))];
  const rows = places.map((place) => rowOf(place, verdicts));
  const survivors = verdicts.filter(({ fate }) => fate === 'alive' || fate === 'not covered');
  return [
    '| folder | mutants | killed | alive | not covered |',
    '|---|---|---|---|---|',
    ...rows,
    ...survivors.flatMap(survivorLines),
  ].join('\n');
}

function rowOf(place: string, verdicts: readonly Verdict[]): string {
  const here = verdicts.filter((verdict) => verdict.place === place);
  const number = (...fates: Verdict['fate'][]) =>
    here.filter(({ fate }) => fates.includes(fate)).length;
  const [byTime, alive] = [number('killed by time'), number('alive')];
  const killed = `${number('killed') + byTime}${byTime > 0 ? ` (${byTime} by time)` : ''}`;
  return `| ${place} | ${here.length} | ${killed} | ${alive} | ${number('not covered')} |`;
}

function survivorLines({ mutant, fate, tests }: Verdict): string[] {
  return [
    '',
    `${mutant.file}:${mutant.line} ${fate}`,
    `  ${mutant.was}  →  ${mutant.is}`,
    `  ${tests.length === 0 ? 'no test beside it' : tests.join(' ')}`,
  ];
}
