import { startPostgres } from '../../bench/load/postgres.mjs';
import { printTable } from '../../bench/report/table.mjs';
import { reconcile } from '../checks/compare-place.mjs';
import { createFindings } from '../checks/findings.mjs';
import { readRows } from '../checks/rows.mjs';
import { keepBusy, pour } from '../merchant/crowd.mjs';
import { ACCOUNT } from '../merchant/order-kinds.mjs';
import { openPlace } from '../system/place.mjs';

const ORDINARY = { connections: 16, forMs: 5_000 };
const TIMES = 5;
const WARM_UP_MS = 2_000;

/**
 * Measures what the service holds, offers it five times as much, and measures again. A figure,
 * however bad, is no difference; a payin that was acknowledged and is not there is one.
 */
export async function overload({ root }) {
  const postgres = await startPostgres();
  const engines = { embedded: undefined };
  if (postgres.reason === undefined) engines.postgres = postgres.database('overloaded');
  else console.error(`overload: no PostgreSQL: ${postgres.reason}`);
  let isRight = postgres.reason === undefined;
  try {
    for (const [engine, databaseUrl] of Object.entries(engines)) {
      const findings = await overloadOn({ root, databaseUrl, engine });
      isRight = isRight && findings.isNothing();
    }
  } finally {
    await postgres.stop?.();
  }
  return isRight;
}

async function overloadOn({ root, databaseUrl, engine }) {
  const findings = createFindings();
  const place = openPlace(root, { databaseUrl });
  const service = place.start(await place.choosePorts());
  try {
    await service.ready();
    const { base } = service;
    const { connections, forMs } = ORDINARY;
    const phases = { 'warming up': await keepBusy(base, { connections, forMs: WARM_UP_MS }) };
    phases.ordinary = await keepBusy(base, ORDINARY);
    const crowd = { connections: connections * TIMES, forMs };
    phases[`${TIMES} times the callers`] = await keepBusy(base, crowd);
    const flood = { perSecond: phases.ordinary.answeredPerSecond * TIMES, forMs };
    phases[`${TIMES} times the rate`] = await pour(base, flood);
    phases['ordinary again'] = await keepBusy(base, ORDINARY);
    const { code, said } = await service.stop();
    if (code !== 0) findings.wrong(`the process ended with ${code}: ${said}`);
    print(engine, phases);
    await compareCrowd(place, Object.values(phases), findings);
  } finally {
    await place.remove();
  }
  return findings;
}

async function compareCrowd(place, phases, findings) {
  const { payins } = await readRows(place, ACCOUNT);
  const approved = new Set(
    payins.filter(({ status }) => status === 'APPROVED').map(({ id }) => id),
  );
  const acknowledged = phases.flatMap(({ ids }) => ids);
  for (const id of acknowledged) {
    if (!approved.has(id)) findings.lost(`payin ${id} was acknowledged and is not approved`);
  }
  const [lost, doubled, wrong] = findings.counts();
  console.log(
    `${acknowledged.length} acknowledged: ${lost} lost, ${doubled} doubled, ${wrong} wrong`,
  );
  await reconcile(place, findings);
}

function print(engine, phases) {
  printTable(
    `card payins, ${engine}`,
    ['', 'offered a second', 'answered 201 a second', 'p99 ms of those', 'others'],
    Object.entries(phases).map(([name, phase]) => [
      name,
      Math.round(phase.offeredPerSecond),
      Math.round(phase.answeredPerSecond),
      phase.p99 === null ? null : Math.round(phase.p99),
      Object.entries(phase.refusals)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ') || 'none',
    ]),
  );
}
