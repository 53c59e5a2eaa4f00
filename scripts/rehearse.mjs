import { createServer } from 'vite';
import { installedBrowser } from './browser.mjs';
import { ensureBuilt } from './build/built.mjs';
import { enterProject } from './install.mjs';

// `npm run rehearse`: the service as in production against the outside parties as they are played.
// Stays up afterwards for a person to try, unless `-- --once`: exit code 0 when all went right.

enterProject();
const options = process.argv.slice(2);
const stray = options.find((option) => option !== '--once');
if (stray !== undefined) {
  console.error(`There is no option ${stray}; there is --once.`);
  process.exit(2);
}
// What browsers load comes from the build; the service itself runs from its source.
ensureBuilt();
// Open until the end: the service loads some of itself only when it is asked for it.
const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'warn',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
const module = await vite.ssrLoadModule('/scripts/rehearse/rehearse.ts');
const browserPath = installedBrowser() ?? null;
if (browserPath === null) console.log('No Chromium is installed, so nothing is paid in a browser.');
await module.rehearse({ isOnce: options.includes('--once'), browserPath });
await vite.close();
