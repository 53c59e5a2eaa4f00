import { createServer } from 'vite';

// `npm run mutants -- FOLDER...`: what README.md beside this file says.

const root = new URL('../..', import.meta.url).pathname;
process.chdir(root);
// The tests as `npm test` runs them: they are what every change is held to.
process.env.TEST_EVERYDAY = '1';
// Who ends it ends the database server of the tests as well, which goes with an orderly exit.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'warn',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
const { runMutants } = await vite.ssrLoadModule('/scripts/checks/mutants/run-mutants.ts');
await runMutants(process.argv.slice(2));
await vite.close();
// Vitest remembers that tests failed, which is what they were run for.
process.exit(process.exitCode === 2 ? 2 : 0);
