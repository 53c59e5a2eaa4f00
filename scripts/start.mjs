import { spawn } from 'node:child_process';
import { DOCS, ensureBuilt, isBuilt } from './build/built.mjs';
import { enterProject } from './install.mjs';
import { findTryLink, printAddresses, startSystem } from './system/system.mjs';

// `npm start`: the whole system on this machine. Installs and builds where that is needed, runs,
// and ends cleanly on SIGINT and SIGTERM.

enterProject();
ensureBuilt();

let docs = null;
let system = null;
let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  docs?.kill();
  await system?.stop();
  process.exit(0);
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

const starting = startSystem((code) => process.exit(code));
system = { stop: () => starting.then(({ stop: stopSystem }) => stopSystem()) };
// Built while the system starts: the shop serves the documentation once it is there.
if (!isBuilt(DOCS)) {
  docs = spawn(process.execPath, ['scripts/docs.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
system = await starting;
// Without a page to try the system runs as well.
if (!stopping) printAddresses(await findTryLink().catch(() => null));
