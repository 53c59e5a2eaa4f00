import { enterProject, program, run } from './install.mjs';
import { findCitus } from './system/citus.mjs';

// `npm run test:cluster [-- what vitest run takes]`: tests of the service on a coordinator and two
// workers, started for it and removed again. Without Citus, in the PostgreSQL of this machine or in
// CITUS_BIN, one sentence says so, and the exit code is 1, since nothing was tested.

enterProject();
const citus = findCitus();
if ('reason' in citus) {
  console.error(citus.reason);
  process.exit(1);
}
run(program('vitest'), [
  ...['run', '--config', 'service/testing/cluster/vitest.config.ts'],
  ...process.argv.slice(2),
]);
