import { pause } from '../../scripts/system/wait.mjs';
import { askAgain, lookUp } from '../checks/look-up.mjs';
import { settle } from '../checks/settle.mjs';
import { endWell, firstAnswer, tryEachEngine } from './trial.mjs';

export const CONNECTIONS = 6;
export const KILL_AFTER_MS = [30, 900];
/** What is still being worked on is asked for again in the next round. */
export const REPEAT_PATIENCE_MS = 2_000;

export async function kill({ root, rounds, seed }) {
  const title = `kill -9 under load, ${CONNECTIONS} connections`;
  return tryEachEngine({ part: 'kill', title, root, seed }, (made) =>
    killAgain({ ...made, rounds }),
  );
}

async function killAgain({ findings, place, receiver, merchant, moments, rounds, ...row }) {
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
    await askAgain({ merchant, bases: [service.base], orders, findings });
    console.log(`  ${row.engine}, kill ${round}: back after ${Math.round(back)} ms`);
  }
  await settle({ merchant, receiver, base: service.base, findings });
  await lookUp({ merchant, base: service.base, orders: merchant.book, findings });
  await endWell(service, findings, 'the last process');
  row.begins.kills = rounds;
  return backMs;
}

/** The orders on their way when it dies are those that matter. */
export async function killWhileTrading({ merchant, service, afterMs }) {
  const trading = merchant.trade({ connections: CONNECTIONS, toBase: () => service.base });
  await pause(afterMs);
  const stopped = trading.stop();
  await service.kill();
  await stopped;
}
