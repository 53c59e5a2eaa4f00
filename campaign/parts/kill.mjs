import { startPostgres } from '../../scripts/system/start-postgres.mjs';
import { pause } from '../../scripts/system/wait.mjs';
import { lookUp, sendAgain } from '../checks/look-up.mjs';
import { settle } from '../checks/settle.mjs';
import { firstAnswer } from './first-answer.mjs';
import { printTrials, trial } from './trial.mjs';

export const CONNECTIONS = 6;
/** From the first request of a round to its kill. */
export const KILL_AFTER_MS = [30, 900];
/** What is still being worked on is asked for again in the next round. */
export const REPEAT_PATIENCE_MS = 2_000;

/** Kills the service under load again and again, on both engines. True where nothing is amiss. */
export async function kill({ root, rounds, seed }) {
  const postgres = await startPostgres();
  const engines = { embedded: undefined };
  if (postgres.reason === undefined) engines.postgres = postgres.database('killed');
  else console.error(`kill: no PostgreSQL: ${postgres.reason}`);
  const results = [];
  try {
    for (const [engine, databaseUrl] of Object.entries(engines)) {
      const harm = (made) => killAgain({ ...made, rounds, engine });
      const result = await trial({ root, databaseUrl, seed }, harm);
      results.push({ ...result, begins: { engine, kills: result.backMs.length } });
    }
  } finally {
    await postgres.stop?.();
  }
  printTrials(`kill -9 under load, ${CONNECTIONS} connections`, results);
  return results.every(({ findings }) => findings.isNothing()) && postgres.reason === undefined;
}

async function killAgain({ findings, place, receiver, merchant, moments, rounds, engine }) {
  const backMs = [];
  const ports = await place.choosePorts();
  let service = place.start(ports);
  await service.ready();
  for (let round = 1; round <= rounds; round += 1) {
    const firstOfRound = merchant.book.length;
    await killWhileTrading({ merchant, service, afterMs: moments.between(...KILL_AFTER_MS) });
    const killedAt = performance.now();
    service = place.start(ports);
    const back = await firstAnswer(merchant, service.base, killedAt);
    if (back === null) throw new Error(`nothing was answered after kill ${round}`);
    backMs.push(back);
    await merchant.repeat(service.base, REPEAT_PATIENCE_MS);
    const orders = merchant.book.slice(firstOfRound);
    await lookUp({ merchant, base: service.base, orders, findings });
    await sendAgain({ merchant, base: service.base, orders, findings });
    console.log(`  ${engine}, kill ${round}: back after ${Math.round(back)} ms`);
  }
  await settle({ merchant, receiver, base: service.base, findings });
  await lookUp({ merchant, base: service.base, orders: merchant.book, findings });
  const { code, said } = await service.stop();
  if (code !== 0) findings.wrong(`the last process ended with ${code}: ${said}`);
  return backMs;
}

/** The orders on their way when it dies are those that matter. */
export async function killWhileTrading({ merchant, service, afterMs }) {
  let isOver = false;
  const trading = merchant.trade({
    connections: CONNECTIONS,
    toBase: () => service.base,
    isOver: () => isOver,
  });
  await pause(afterMs);
  isOver = true;
  await service.kill();
  await trading;
}
