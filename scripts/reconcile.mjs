import { existsSync } from 'node:fs';
import { enterProject, program, run } from './install.mjs';

// `npm run reconcile`: recomputes the ledger of DATA_DIR or DATABASE_URL; exit code 1 and the first
// row that disagrees where it does. Installs and builds where that was not done yet.

enterProject();
const built = 'dist/reconcile/main.js';
if (!existsSync(built)) run(program('vite'), ['build', '--logLevel', 'warn']);
run('node', [built]);
