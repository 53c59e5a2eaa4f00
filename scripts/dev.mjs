import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { enterProject, program } from './install.mjs';
import { printAddresses, startSystem } from './system/system.mjs';

// `npm run dev`: as `npm start`, and builds and restarts on every change of a source.

enterProject();

const SOURCES = ['contract', 'sdk', 'hosted-frame', 'service', 'demo-page'];
let system = null;
let working = false;
let changed = true;
let timer = null;

for (const folder of SOURCES) {
  watch(folder, { recursive: true }, (_event, file) => {
    if (file?.includes('.test.')) return;
    changed = true;
    clearTimeout(timer);
    timer = setTimeout(work, 200);
  });
}
process.on('SIGINT', end);
process.on('SIGTERM', end);
await work();

/** Builds and restarts until what was last saved runs; after a failed build the old one goes on. */
async function work() {
  if (working) return;
  working = true;
  while (changed) {
    changed = false;
    if (!(await build())) continue;
    await system?.stop();
    system = await startSystem(() => {
      system = null;
    });
    printAddresses();
  }
  working = false;
}

function build() {
  return new Promise((resolve) => {
    const child = spawn(program('vite'), ['build', '--logLevel', 'warn'], { stdio: 'inherit' });
    child.on('exit', (code) => resolve(code === 0));
  });
}

async function end() {
  await system?.stop();
  process.exit(0);
}
