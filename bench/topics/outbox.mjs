import { buildProgram } from '../../scripts/system/build-program.mjs';
import { withPostgres } from '../../scripts/system/start-postgres.mjs';
import { median } from '../../scripts/system/statistics.mjs';
import { printTable } from '../../scripts/system/table.mjs';
import { startChild } from '../service/child.mjs';

/** Events a second that the service's own claim takes out of a long queue, on PostgreSQL. */
export async function measureOutbox({ root }, { rounds, waiting }) {
  const program = await buildProgram(root, 'bench/load/claim-events.mjs');
  const rates = [];
  await withPostgres(async (postgres) => {
    for (let round = 0; round < rounds; round += 1) {
      const database = postgres.database(`outbox_${round}`);
      const { told, stop } = await startChild(program, [database, String(waiting)]);
      await stop();
      rates.push(told.perSecond);
    }
  });
  const perSecond = median(rates);
  printTable(
    `Claimed of ${waiting} events that wait, of 10 companies with 4 receivers each, PostgreSQL`,
    ['a second', 'least', 'rounds'],
    [[perSecond, Math.min(...rates), rounds]],
  );
  return { perSecond };
}
