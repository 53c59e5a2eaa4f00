import { existsSync } from 'node:fs';
import { enterProject, program, run } from './install.mjs';

// `npm run operator -- help` lists the commands. Installs and builds where that was not done yet.

// npm says where it was called; a path in an option is relative to that folder.
process.env.INIT_CWD ??= process.cwd();
enterProject();
const built = 'dist/operator/main.js';
if (!existsSync(built)) run(program('vite'), ['build', '--logLevel', 'warn']);
run('node', [built, ...process.argv.slice(2)]);
