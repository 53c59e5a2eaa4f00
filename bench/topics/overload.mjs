import { keepBusy, pour } from '../../scripts/system/crowd.mjs';
import { startPaymentService } from '../../scripts/system/payment-service.mjs';
import { startPostgres } from '../../scripts/system/start-postgres.mjs';
import { printTable } from '../../scripts/system/table.mjs';

const CALLERS = 16;
const TIMES = 5;
const AS_IN_PRODUCTION = { INCOMING_CONNECTIONS: '2000', REQUEST_WAIT_MS: '1000' };

/**
 * Card payins on PostgreSQL while five times as many are offered as the service can take at best:
 * how many are answered, beside that best, and how long those wait.
 */
export async function measureOverload({ root }, { roundMs }) {
  const postgres = await startPostgres();
  if (postgres.reason !== undefined) throw new Error(`no PostgreSQL: ${postgres.reason}`);
  try {
    const service = await startPaymentService(root, {
      DATABASE_URL: postgres.database('over'),
      ...AS_IN_PRODUCTION,
    });
    try {
      const busy = (connections) => keepBusy(service.base, { connections, forMs: roundMs });
      await busy(CALLERS);
      const phases = { ordinary: await busy(CALLERS), 'more callers': await busy(CALLERS * TIMES) };
      const best = Math.max(...Object.values(phases).map((phase) => phase.answeredPerSecond));
      const flood = { perSecond: best * TIMES, forMs: roundMs };
      phases.flood = await pour(service.base, flood);
      phases['ordinary again'] = await busy(CALLERS);
      print(phases);
      return { goodput: phases.flood.answeredPerSecond / best, p99Ms: phases.flood.p99 };
    } finally {
      await service.stop();
    }
  } finally {
    await postgres.stop();
  }
}

function print(phases) {
  printTable(
    `Card payins while ${TIMES} times the best rate is offered, PostgreSQL`,
    ['', 'offered a second', 'answered 201 a second', 'p99 ms of those'],
    Object.entries(phases).map(([name, phase]) => [
      name,
      phase.offeredPerSecond,
      phase.answeredPerSecond,
      phase.p99,
    ]),
  );
}
