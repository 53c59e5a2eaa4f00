import { ensureInstalled, program, run } from './install.mjs';
import { findCitus } from './system/citus.mjs';

// `npm run test:cluster [-- what vitest run takes]`: tests of the service on a coordinator and two
// workers of Citus, which are started for it and removed again. No part of `npm test`: Citus has to be
// there, in the PostgreSQL of this machine or in the one whose programs lie in CITUS_BIN. Without it
// one sentence says so, and the exit code is 1, since nothing was tested.

process.chdir(new URL('..', import.meta.url).pathname);
ensureInstalled();
const citus = findCitus();
if ('reason' in citus) {
  console.error(citus.reason);
  process.exit(1);
}
run(program('vitest'), [
  ...['run', '--config', 'service/testing/cluster/vitest.config.ts'],
  ...process.argv.slice(2),
]);
