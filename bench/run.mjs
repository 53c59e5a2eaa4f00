import { fileURLToPath } from 'node:url';
import { ensureInstalled, program, run } from '../scripts/install.mjs';

// `npm run bench`: installs when needed, builds into dist, measures. See README.md beside this file.
// --quick: few rounds.  --only=size,wire: these topics.  --no-build: what lies in dist already.
// --rows=1000000: up to so many payins in the topic dashboard.

const root = fileURLToPath(new URL('..', import.meta.url));
const options = process.argv.slice(2);
const only = given('--only=');
const rows = given('--rows=');

process.chdir(root);
ensureInstalled();
const { bench, TOPIC_NAMES } = await import('./bench.mjs');
const topics = only?.split(',') ?? TOPIC_NAMES;
const unknown = topics.filter((name) => !TOPIC_NAMES.includes(name));
if (unknown.length > 0) {
  console.error(`No topic ${unknown.join(', ')}; there are ${TOPIC_NAMES.join(', ')}.`);
  process.exit(1);
}

if (!options.includes('--no-build')) run(program('vite'), ['build', '--logLevel', 'warn']);
const isComplete = await bench({
  root,
  topics,
  isQuick: options.includes('--quick'),
  rows: rows === undefined ? undefined : Number(rows),
});
if (!isComplete) process.exitCode = 1;

function given(prefix) {
  return options.find((option) => option.startsWith(prefix))?.slice(prefix.length);
}
