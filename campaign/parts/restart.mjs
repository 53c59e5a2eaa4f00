import { withPostgres } from '../../scripts/system/start-postgres.mjs';
import { pause } from '../../scripts/system/wait.mjs';
import { askAgain, lookUp } from '../checks/look-up.mjs';
import { settle } from '../checks/settle.mjs';
import { endWell, firstAnswer, printTrials, trial } from './trial.mjs';

const CONNECTIONS = 8;
/** One restart for so many kills of the other part: each takes seconds. */
const KILLS_A_RESTART = 4;
const TRADED_BEFORE_MS = [300, 1_500];
const AWAY_MS = [0, 2_000];

/** Below two processes under load, several times; they must answer again by themselves. */
export async function restart({ root, rounds, seed }) {
  return withPostgres(async (postgres) => {
    const restarts = Math.max(1, Math.round(rounds / KILLS_A_RESTART));
    const databaseUrl = postgres.database('restarted');
    const harm = (made) => restartBelow({ ...made, postgres, restarts });
    const result = await trial({ root, databaseUrl, seed }, harm);
    const title = `PostgreSQL restarted below two processes, ${CONNECTIONS} connections`;
    printTrials(title, [{ ...result, begins: { restarts } }]);
    return result.findings.isNothing();
  });
}

async function restartBelow(made) {
  const { findings, place, receiver, merchant, moments, postgres, restarts } = made;
  const backMs = [];
  const services = [];
  for (let count = 0; count < 2; count += 1) {
    const service = place.start(await place.choosePorts());
    await service.ready();
    services.push(service);
  }
  const bases = services.map(({ base }) => base);
  for (let round = 1; round <= restarts; round += 1) {
    const firstOfRound = merchant.book.length;
    backMs.push(...(await restartWhileTrading({ merchant, postgres, bases, moments, round })));
    await merchant.repeat(bases[round % 2], 5_000);
    const orders = merchant.book.slice(firstOfRound);
    await askAgain({ merchant, bases, orders, findings });
  }
  await settle({ merchant, receiver, base: bases[0], findings });
  await lookUp({ merchant, base: bases[1], orders: merchant.book, findings });
  for (const [index, service] of services.entries()) {
    const { exitCode } = service.child;
    if (exitCode !== null) findings.wrong(`process ${index + 1} has ended with ${exitCode}`);
    await endWell(service, findings, `process ${index + 1}`);
  }
  return backMs;
}

async function restartWhileTrading({ merchant, postgres, bases, moments, round }) {
  const trading = merchant.trade({
    connections: CONNECTIONS,
    toBase: (nth) => bases[nth % bases.length],
    isStubborn: true,
  });
  try {
    await pause(moments.between(...TRADED_BEFORE_MS));
    const awayMs = moments.between(...AWAY_MS);
    await postgres.restart(awayMs);
    const upAt = performance.now();
    const back = await Promise.all(bases.map((base) => firstAnswer(merchant, base, upAt)));
    if (back.includes(null)) throw new Error(`a process did not come back after restart ${round}`);
    const told = back.map(Math.round).join(' and ');
    console.log(`  restart ${round}, away for ${awayMs} ms: both back after ${told} ms`);
    return back;
  } finally {
    await trading.stop();
  }
}
