import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../scripts/build/built.mjs';
import { ensureInstalled } from '../scripts/install.mjs';

// `npm run campaign`: starts the built service, does harm to it, and compares what it acknowledged
// with what is there. See README.md beside this file. Exit code 1 where anything differs.
// --rounds=20: kills on each engine.  --only=kill,faults: these parts.  --seed=1: the same chances.
// --from=COMMIT: the build a roll-out begins with, or an archive.  --rows=1000000: payins before it.

const DEFAULT_ROUNDS = 20;
const MAX_ROUNDS = 1_000;
const MAX_ROWS = 100_000_000;

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
ensureInstalled();
const { PARTS } = await import('./parts/parts.mjs');

// What was started ends with this process, also where somebody stops it.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const given = readOptions(process.argv.slice(2));
const rounds = wholeNumber('rounds', given.rounds ?? DEFAULT_ROUNDS, {
  least: 1,
  most: MAX_ROUNDS,
});
const seed = wholeNumber('seed', given.seed ?? Date.now() % 2 ** 31, { least: 0, most: 2 ** 31 });
const rows = wholeNumber('rows', given.rows ?? 0, { least: 0, most: MAX_ROWS });
const { from } = given;
const names = given.only?.split(',') ?? Object.keys(PARTS);
const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  misused(`No part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.`);
}

ensureBuilt();
console.log(`Seed ${seed}: --seed=${seed} makes the same choices again.`);
let isRight = true;
for (const name of names) {
  console.log(`\n── ${name}`);
  try {
    if (!(await PARTS[name]({ root, rounds, seed, from, rows }))) isRight = false;
  } catch (error) {
    console.error(`${name} did not run to its end: ${error.stack}`);
    isRight = false;
  }
}
console.log(isRight ? '\nNothing differs.' : '\nSomething differs; see above.');
process.exitCode = isRight ? 0 : 1;

function readOptions(args) {
  const options = {};
  for (const argument of args) {
    const [, name, value] = /^--(rounds|seed|only|from|rows)=(.+)$/.exec(argument) ?? [];
    if (name === undefined) misused(`There is no option ${argument}.`);
    options[name] = value;
  }
  return options;
}

function wholeNumber(name, text, { least, most }) {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  return misused(`--${name} must be a whole number from ${least} to ${most}.`);
}

function misused(sentence) {
  console.error(sentence);
  process.exit(1);
}
