import { runnerImport } from 'vite';
import { ensureInstalled } from './install.mjs';

// `npm run rehearse`: the service as in production against the outside parties as they are played.
// Stays up afterwards for a person to try, unless `-- --once`: exit code 0 when all went right.

process.chdir(new URL('..', import.meta.url).pathname);
ensureInstalled();
const options = process.argv.slice(2);
const stray = options.find((option) => option !== '--once');
if (stray !== undefined) {
  console.error(`There is no option ${stray}; there is --once.`);
  process.exit(2);
}
const { module } = await runnerImport('./scripts/rehearse/rehearse.ts', { logLevel: 'warn' });
await module.rehearse({ isOnce: options.includes('--once') });
