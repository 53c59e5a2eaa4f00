import { buildProgram } from '../../scripts/system/build-program.mjs';
import { ACCOUNT } from '../../scripts/system/orders.mjs';
import { pause } from '../../scripts/system/wait.mjs';
import { createChance } from '../chance.mjs';
import { compareOrphans } from '../checks/compare-orphans.mjs';
import { eventsOf } from '../checks/expected.mjs';
import { askAgain } from '../checks/look-up.mjs';
import { readRows } from '../checks/rows.mjs';
import { LATE_WEIGHTS } from '../merchant/order-kinds.mjs';
import { startLateAcquirer } from '../system/late-acquirer.mjs';
import { CONNECTIONS, KILL_AFTER_MS, killWhileTrading, REPEAT_PATIENCE_MS } from './kill.mjs';
import { endWell, firstAnswer, tryEachEngine } from './trial.mjs';

/** How long the service stays away after a kill, by its clock and the acquirer's. */
const AWAY_SECONDS = [60, 150];
/** From the start of a process to the kill that hits it while it finds and gives back. */
const KILL_AGAIN_AFTER_MS = [50, 600];
/** So far each process of the end is ahead of the one before: until every watch is over. */
const LAST_STEPS_SECONDS = [...Array(6).fill(150), 1_200, 3_600, ...Array(12).fill(6 * 3_600)];
const LAST_LOOKS_MS = 2_000;
/** A reversal that took longer was begun by one process and done by another. */
const CUT_OFF_MS = AWAY_SECONDS[0] * 1_000;

/** Charges come that the service had given up, and are given back. True where nothing is amiss. */
export async function orphans({ root, rounds, seed }) {
  // The built service has no such acquirer and no other clock.
  const program = await buildProgram(root, 'service/testing/late-acquirer-service.ts');
  const title = `kill -9 while charges come late, ${CONNECTIONS} connections`;
  return tryEachEngine({ part: 'orphans', title, root, seed, weights: LATE_WEIGHTS }, (made) =>
    killAgain({ ...made, seed, program, rounds }),
  );
}

async function killAgain({ findings, place, receiver, merchant, moments, ...options }) {
  const { seed, program, rounds, engine, begins } = options;
  let secondsAhead = 0;
  const now = () => Date.now() + secondsAhead * 1_000;
  const acquirer = await startLateAcquirer({ chance: createChance(seed + 2), now });
  const ports = await place.choosePorts();
  const start = () => place.start(ports, { program: [program, acquirer.url, `${secondsAhead}`] });
  const backMs = [];
  let killsWhileFound = 0;
  try {
    let service = start();
    await service.ready();
    for (let round = 1; round <= rounds; round += 1) {
      const firstOfRound = merchant.book.length;
      await killWhileTrading({ merchant, service, afterMs: moments.between(...KILL_AFTER_MS) });
      let killedAt = performance.now();
      secondsAhead += moments.between(...AWAY_SECONDS);
      service = start();
      if (moments.between(0, 1) === 1) {
        await service.ready();
        await pause(moments.between(...KILL_AGAIN_AFTER_MS));
        await service.kill();
        killedAt = performance.now();
        service = start();
        killsWhileFound += 1;
      }
      const back = await firstAnswer(merchant, service.base, killedAt);
      if (back === null) throw new Error(`nothing was answered after kill ${round}`);
      backMs.push(back);
      await merchant.repeat(service.base, REPEAT_PATIENCE_MS);
      await payFailed({ merchant, receiver, base: service.base, moments });
      const orders = merchant.book.slice(firstOfRound);
      await askAgain({ merchant, bases: [service.base], orders, findings });
      console.log(`  ${engine}, kill ${round}: back after ${Math.round(back)} ms`);
    }
    for (const step of LAST_STEPS_SECONDS) {
      await merchant.repeat(service.base, REPEAT_PATIENCE_MS);
      await pause(LAST_LOOKS_MS);
      await endWell(service, findings, 'a process of the end');
      const rows = await readRows(place, ACCOUNT);
      if (isOver(merchant, rows)) {
        renameByCharge(merchant, acquirer);
        begins.kills = rounds + killsWhileFound;
        await compareEnd({ acquirer, receiver, merchant, rows, findings, begins });
        return backMs;
      }
      secondsAhead += step;
      service = start();
      await service.ready();
    }
    throw new Error('what was watched did not come to an end');
  } finally {
    await acquirer.stop();
  }
}

/** A merchant who was told of the failure has the buyer pay again, so that one booking must go. */
async function payFailed({ merchant, receiver, base, moments }) {
  const tried = new Set(
    merchant.book.filter(({ name }) => name === 'approvedCard').map(({ body }) => body.referenceId),
  );
  const failed = new Set(
    receiver.events
      .filter(({ event }) => event === 'payin.failed')
      .map(({ referenceId }) => referenceId),
  );
  const again = merchant.book.filter(
    ({ name, body: { referenceId } }) =>
      name === 'lateCard' && failed.has(referenceId) && !tried.has(referenceId),
  );
  // Of one order in two, and at most a few at a time, so that no round is long.
  for (const order of again.filter(() => moments.between(0, 1) === 1).slice(0, 5)) {
    await merchant.advance(merchant.tryAgain(order, 'approvedCard'), base);
  }
}

/**
 * Only the acquirer can tell whether a card that was tried again ever reached it, and whether it was
 * the first charge of its order there: one that a kill kept from leaving leaves the next to be late.
 */
function renameByCharge({ book }, { charges }) {
  for (const order of book.filter(({ name }) => name === 'approvedCard')) {
    const charge = charges.get(order.told.body.id);
    if (charge === undefined) order.name = 'unsentCard';
    else if (charge.isLate) order.name = 'lateCard';
  }
}

function isOver(merchant, { lookUps }) {
  return merchant.unfinished().length === 0 && lookUps.length === 0;
}

async function compareEnd({ acquirer, receiver, merchant, rows, findings, begins }) {
  const told = new Set(receiver.events.map(({ referenceId, event }) => `${referenceId} ${event}`));
  for (const order of merchant.book) {
    for (const event of eventsOf(order).map((name) => `${order.body.referenceId} ${name}`)) {
      if (!told.has(event)) findings.lost(`event of ${event} has not come`);
    }
  }
  const { events } = receiver;
  const { charges } = acquirer;
  const { stay, paid, ...counts } = compareOrphans({ charges, events, rows, findings });
  const isCutOff = ({ begun_at: begunAt, done_at: doneAt }) =>
    doneAt !== null && doneAt.getTime() - begunAt.getTime() > CUT_OFF_MS;
  Object.assign(begins, {
    ...counts,
    'cut off while reversed': rows.reversals.filter(isCutOff).length,
    'bookings that stay': stay,
    'payins with money': paid,
  });
}
