import { parseArgs } from 'node:util';
import { openTests } from './open-tests.ts';
import { reportOf } from './report.ts';
import { seededRandom } from './sample.ts';
import { tryMutants } from './try-mutants.ts';

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
