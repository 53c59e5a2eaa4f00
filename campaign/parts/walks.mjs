import { spawn } from 'node:child_process';
import process from 'node:process';

const RUNS = 5;
const ORDERS = 20;
const WALKS = ['service/domain/payins/random-money.test.ts', '-t', 'money at random'];
const YEARS = ['service/domain/ledger/waiting.property.test.ts'];

export function walks(options) {
  const toText = (runs) => `${runs * ORDERS} orders before each provider and in a shop`;
  return trySeeds(WALKS, options, toText);
}

export function years(options) {
  return trySeeds(YEARS, options, (runs) => `${runs} years before each acquirer`);
}

/** Ends at the first seed by which a ledger and a book differ; what it says lists the deeds. */
async function trySeeds(tests, { root, seed, rounds }, toText) {
  for (let round = 0; round < rounds; round += 1) {
    const first = seed + round * RUNS;
    const { code, said } = await run(root, { tests, first });
    if (code !== 0) {
      console.error(said);
      return false;
    }
    const seeds = `seeds ${seed} to ${first + RUNS - 1}`;
    console.log(`${seeds}: ${toText((round + 1) * RUNS)}, on each engine`);
  }
  return true;
}

function run(root, { tests, first }) {
  const command = ['run', '--maxWorkers=1', ...tests];
  const env = { RANDOM_SEED: `${first}`, RANDOM_RUNS: `${RUNS}`, RANDOM_ORDERS: `${ORDERS}` };
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...command], {
    ...{ cwd: root, env: { ...process.env, ...env } },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, said })));
}
