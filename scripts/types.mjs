import { existsSync } from 'node:fs';
import { ensureInstalled, program, run } from './install.mjs';

// Checks every folder under its own compiler settings: DOM code in the service or Node code in the
// sdk fails here. The last one is everything together, tests included.

const FOLDERS = [
  'contract',
  'contract/frame',
  'sdk',
  'hosted-frame',
  'service',
  'service/sandbox/three-d-secure/browser',
  'service/dashboard/browser',
  'service/api/payment-page/browser',
  'simulators',
  'demo-page',
  'demo-page/server',
  'docs',
  'docs/site',
  '.',
];

// Types of a package that was added meanwhile are missing otherwise.
ensureInstalled();
for (const folder of FOLDERS) {
  if (!existsSync(`${folder}/tsconfig.json`)) throw new Error(`${folder} has no tsconfig.json`);
  run(program('tsc'), ['-p', folder]);
}
console.log(`Types are right in ${FOLDERS.length} programs.`);
