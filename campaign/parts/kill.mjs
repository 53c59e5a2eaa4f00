import { startPostgres } from '../../bench/load/postgres.mjs';
import { median } from '../../bench/report/statistics.mjs';
import { printTable } from '../../bench/report/table.mjs';
import { createChance } from '../chance.mjs';
import { comparePlace } from '../checks/compare-place.mjs';
import { createFindings } from '../checks/findings.mjs';
import { lookUp, sendAgain } from '../checks/look-up.mjs';
import { settle } from '../checks/settle.mjs';
import { startEventReceiver } from '../merchant/event-receiver.mjs';
import { createMerchant } from '../merchant/merchant.mjs';
import { openPlace } from '../system/place.mjs';
import { pause } from '../wait.mjs';
import { firstAnswer } from './first-answer.mjs';

const CONNECTIONS = 6;
/** From the first request of a round to its kill. */
const KILL_AFTER_MS = [30, 900];
/** What is still being worked on is asked for again in the next round. */
const REPEAT_PATIENCE_MS = 2_000;

/** Kills the service under load again and again, on both engines. True where nothing is amiss. */
export async function kill({ root, rounds, seed }) {
  const postgres = await startPostgres();
  const engines = { embedded: undefined };
  if (postgres.reason === undefined) engines.postgres = postgres.database('killed');
  else console.error(`kill: no PostgreSQL: ${postgres.reason}`);
  const results = [];
  try {
    for (const [engine, databaseUrl] of Object.entries(engines)) {
      results.push({ engine, ...(await killOn({ root, databaseUrl, rounds, seed, engine })) });
    }
  } finally {
    await postgres.stop?.();
  }
  print(results);
  return results.every(({ findings }) => findings.isNothing()) && postgres.reason === undefined;
}

async function killOn({ root, databaseUrl, rounds, seed, engine }) {
  const findings = createFindings();
  const place = openPlace(root, { databaseUrl });
  const receiver = await startEventReceiver();
  const merchant = createMerchant({
    chance: createChance(seed),
    webhookUrl: receiver.url,
    report: findings.wrong,
  });
  const moments = createChance(seed + 1);
  const backMs = [];
  const ports = await place.choosePorts();
  let service = place.start(ports);
  try {
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
    await comparePlace({ place, merchant, receiver, findings });
  } finally {
    await place.remove();
    await receiver.stop();
  }
  return { findings, merchant, receiver, backMs };
}

/** The orders on their way when it dies are those that matter. */
async function killWhileTrading({ merchant, service, afterMs }) {
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

function print(results) {
  printTable(
    `kill -9 under load, ${CONNECTIONS} connections`,
    [
      'engine',
      'kills',
      'orders',
      'acknowledged',
      'asked again',
      'events',
      'answers 500',
      'lost',
      'doubled',
      'wrong',
      'back ms, median',
      'max',
    ],
    results.map(({ engine, findings, merchant, receiver, backMs }) => [
      engine,
      backMs.length,
      merchant.book.length,
      merchant.acknowledged().length,
      merchant.book.filter(({ asked }) => asked > 1).length,
      receiver.events.length,
      merchant.failures.count,
      ...findings.counts(),
      Math.round(median(backMs)),
      Math.round(Math.max(...backMs)),
    ]),
  );
}
