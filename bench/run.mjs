import { fileURLToPath } from 'node:url';
import { ensureInstalled, program, run } from '../scripts/install.mjs';

// `npm run bench`: installs when needed, builds into dist, measures. See README.md beside this file.
// --quick: few rounds.  --only=size,wire: these topics.  --no-build: what lies in dist already.

const root = fileURLToPath(new URL('..', import.meta.url));
const options = process.argv.slice(2);
const only = options.find((option) => option.startsWith('--only='))?.slice('--only='.length);

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
const isComplete = await bench({ root, topics, isQuick: options.includes('--quick') });
if (!isComplete) process.exitCode = 1;
