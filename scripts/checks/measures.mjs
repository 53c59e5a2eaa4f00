import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { printTable } from '../system/table.mjs';

// `npm run measures`: what the sources come to, beside what they may; `npm test` holds them to it.

const file = fileURLToPath(new URL('measures.ts', import.meta.url));
const { module } = await runnerImport(file, { logLevel: 'warn' });
const measures = module.measure(fileURLToPath(new URL('../..', import.meta.url)));
if (measures === null) console.log('There is no git here, so nothing is counted.');
else {
  const rows = measures.map(({ name, value, cap }) => [name, value, cap]);
  printTable('Measures of the sources', ['', 'today', 'at most'], rows);
}
