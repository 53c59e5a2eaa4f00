import { keepBusy, pour } from '../../scripts/system/crowd.mjs';
import { ACCOUNT } from '../../scripts/system/orders.mjs';
import { openPlace } from '../../scripts/system/payment-service.mjs';
import { printTable } from '../../scripts/system/table.mjs';
import { askRefusedAgain, compareAskedAgain, compareRefused } from '../checks/compare-refused.mjs';
import { createFindings } from '../checks/findings.mjs';
import { readRows, reconcile } from '../checks/rows.mjs';
import { endWell, onEachEngine } from './trial.mjs';

const ORDINARY = { connections: 16, forMs: 5_000 };
const TIMES = 5;
const WARM_UP_MS = 2_000;
const AS_IN_PRODUCTION = { INCOMING_CONNECTIONS: '2000', REQUEST_WAIT_MS: '1000' };
/** So that some are refused on every machine. */
const ONE_AT_A_TIME = { REQUESTS_AT_ONCE: '1', REQUEST_WAIT_MS: '1' };
const REFUSING_MS = 1_000;

/**
 * Offers five times what it holds, then has it refuse most. A payin that was acknowledged and is
 * not there is a difference; so is one refused that is there, or cannot be had by asking again.
 */
export function overload({ root }) {
  return onEachEngine('overload', async (engine, databaseUrl) => {
    const findings = await overloadOn({ root, databaseUrl, engine });
    return findings.isNothing();
  });
}

async function overloadOn({ root, databaseUrl, engine }) {
  const findings = createFindings();
  const place = openPlace(root, { databaseUrl });
  try {
    const ports = await place.choosePorts();
    const phases = await underOverload(place.start(ports, { limits: AS_IN_PRODUCTION }), findings);
    const one = place.start(ports, { limits: ONE_AT_A_TIME });
    phases['one at a time'] = await whileRunning(one, findings, (base) =>
      keepBusy(base, { ...ORDINARY, forMs: REFUSING_MS }),
    );
    print(engine, phases);
    const all = Object.values(phases);
    await compareCrowd(place, all, findings);
    const busy = all.flatMap((phase) => phase.busy);
    await compareRefused(place, busy, findings);
    const again = await whileRunning(place.start(ports), findings, (base) =>
      askRefusedAgain(base, busy, findings),
    );
    await compareAskedAgain(place, again, findings);
    tell(again.length, 'of those refused were asked for again', findings);
    await reconcile(place, findings);
  } finally {
    await place.remove();
  }
  return findings;
}

function underOverload(service, findings) {
  return whileRunning(service, findings, async (base) => {
    const { connections, forMs } = ORDINARY;
    const phases = { 'warming up': await keepBusy(base, { connections, forMs: WARM_UP_MS }) };
    phases.ordinary = await keepBusy(base, ORDINARY);
    const crowd = { connections: connections * TIMES, forMs };
    phases[`${TIMES} times the callers`] = await keepBusy(base, crowd);
    const flood = { perSecond: phases.ordinary.answeredPerSecond * TIMES, forMs };
    phases[`${TIMES} times the rate`] = await pour(base, flood);
    phases['ordinary again'] = await keepBusy(base, ORDINARY);
    return phases;
  });
}

async function whileRunning(service, findings, work) {
  await service.ready();
  const result = await work(service.base);
  await endWell(service, findings);
  return result;
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
  tell(acknowledged.length, 'acknowledged', findings);
}

function tell(count, what, findings) {
  const [lost, doubled, wrong] = findings.counts();
  console.log(`${count} ${what}: ${lost} lost, ${doubled} doubled, ${wrong} wrong`);
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
