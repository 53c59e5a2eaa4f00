import { keepBusy, pour } from '../../scripts/system/crowd.mjs';
import { withPaymentService } from '../../scripts/system/payment-service.mjs';
import { withPostgres } from '../../scripts/system/start-postgres.mjs';
import { printTable, rowsOf } from '../../scripts/system/table.mjs';

const CALLERS = 16;
const TIMES = 5;
const AS_IN_PRODUCTION = { INCOMING_CONNECTIONS: '2000', REQUEST_WAIT_MS: '1000' };

/** Five times as many are offered as the service can take: how many are answered, and how late. */
export async function measureOverload({ root }, { roundMs }) {
  return withPostgres((postgres) => {
    const settings = { DATABASE_URL: postgres.database('over'), ...AS_IN_PRODUCTION };
    return withPaymentService(root, settings, async ({ base }) => {
      const busy = (connections) => keepBusy(base, { connections, forMs: roundMs });
      await busy(CALLERS);
      const phases = { ordinary: await busy(CALLERS), 'more callers': await busy(CALLERS * TIMES) };
      const best = Math.max(...Object.values(phases).map((phase) => phase.answeredPerSecond));
      phases.flood = await pour(base, { perSecond: best * TIMES, forMs: roundMs });
      phases['ordinary again'] = await busy(CALLERS);
      print(phases);
      return { goodput: phases.flood.answeredPerSecond / best, p99Ms: phases.flood.p99 };
    });
  });
}

function print(phases) {
  printTable(
    `Card payins while ${TIMES} times the best rate is offered, PostgreSQL`,
    ['', 'offered a second', 'answered 201 a second', 'p99 ms of those'],
    rowsOf(phases, ['offeredPerSecond', 'answeredPerSecond', 'p99']),
  );
}
