import { existsSync } from 'node:fs';
import { ensureInstalled, program, run } from './install.mjs';

// `npm run reconcile`: recomputes the ledger of DATA_DIR or DATABASE_URL; exit code 1 and the first
// row that disagrees where it does. Installs and builds where that was not done yet.

process.chdir(new URL('..', import.meta.url).pathname);
ensureInstalled();
const built = 'dist/reconcile/main.js';
if (!existsSync(built)) run(program('vite'), ['build', '--logLevel', 'warn']);
run('node', [built]);
