import { spawnSync } from 'node:child_process';
import { installedBrowser } from './browser.mjs';
import { ensureBuilt } from './build/built.mjs';
import { buildRehearsal } from './build/rehearsal.mjs';
import { enterProject } from './install.mjs';

// `npm run prove`: the steps of a provider at an account's own party, and at its simulator.
// `npm run rehearse`: the service as in production against the outside parties as they are played.
// Stays up afterwards for a person to try, unless `-- --once`: exit code 0 when all went right.

// npm says where it was called; a path in an option is relative to that folder.
process.env.INIT_CWD ??= process.cwd();
enterProject();
ensureBuilt();
await buildRehearsal();
const browser = installedBrowser();
const env = browser === undefined ? process.env : { ...process.env, REHEARSAL_BROWSER: browser };
const args = ['dist/rehearse/main.js', ...process.argv.slice(2)];
// It hears of Ctrl+C itself, and ends in its own time.
process.on('SIGINT', () => undefined);
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
