import { startEventReceiver } from '../../scripts/system/event-receiver.mjs';
import { openPlace } from '../../scripts/system/payment-service.mjs';
import { withPostgres } from '../../scripts/system/start-postgres.mjs';
import { median } from '../../scripts/system/statistics.mjs';
import { printTable } from '../../scripts/system/table.mjs';
import { pause } from '../../scripts/system/wait.mjs';
import { createChance } from '../chance.mjs';
import { createFindings } from '../checks/findings.mjs';
import { comparePlace } from '../checks/rows.mjs';
import { createMerchant } from '../merchant/merchant.mjs';

export async function onEachEngine(part, work) {
  const isRight = await work('embedded', undefined);
  return (await withPostgres((server) => work('postgres', server.database(part)))) && isRight;
}

/** A row of a table each. `doHarm` may add to what the row `begins` with. */
export async function tryEachEngine({ part, title, ...options }, doHarm) {
  const trials = [];
  try {
    return await onEachEngine(part, async (engine, databaseUrl) => {
      const begins = { engine };
      const harm = (made) => doHarm({ ...made, engine, begins });
      const result = await trial({ ...options, databaseUrl }, harm);
      trials.push({ ...result, begins });
      return result.findings.isNothing();
    });
  } finally {
    printTrials(title, trials);
  }
}

export async function endWell(service, findings, name = 'the process') {
  const { code, said } = await service.stop();
  if (code !== 0) findings.wrong(`${name} ended with ${code}: ${said}`);
}

/**
 * `doHarm` gives how long the service was away each time, in milliseconds, and leaves nothing
 * running; then all is compared, and removed. `weights`: what the merchant orders.
 */
export async function trial({ root, databaseUrl, seed, weights }, doHarm) {
  const findings = createFindings();
  const place = openPlace(root, { databaseUrl });
  const receiver = await startEventReceiver({ refusedOneIn: 10 });
  const merchant = createMerchant({
    chance: createChance(seed),
    webhookUrl: receiver.url,
    report: findings.wrong,
    weights,
  });
  const moments = createChance(seed + 1);
  try {
    const backMs = await doHarm({ findings, place, receiver, merchant, moments });
    await comparePlace({ place, merchant, receiver, findings });
    return { findings, merchant, receiver, backMs };
  } finally {
    await place.remove();
    await receiver.stop();
  }
}

export function printTrials(title, trials) {
  const own = Object.keys(trials[0]?.begins ?? {});
  printTable(
    title,
    [
      ...own,
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
    trials.map(({ begins, findings, merchant, receiver, backMs }) => [
      ...Object.values(begins),
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

const WITHIN_MS = 60_000;

/** Asks until a payin is answered; gives the milliseconds since `sinceMs`, null where none is. */
export async function firstAnswer(merchant, base, sinceMs) {
  const order = merchant.newOrder('approvedCard');
  while (performance.now() - sinceMs < WITHIN_MS) {
    await merchant.advance(order, base, { patienceMs: 5_000 });
    if (order.told !== null) return performance.now() - sinceMs;
    await pause(10);
  }
  return null;
}
