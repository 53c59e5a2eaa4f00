import { buildProgram } from '../../scripts/system/build-program.mjs';
import { pause } from '../../scripts/system/wait.mjs';
import { askAgain, lookUp } from '../checks/look-up.mjs';
import { settle } from '../checks/settle.mjs';
import { endWell, firstAnswer, tryEachEngine } from './trial.mjs';

const CONNECTIONS = 6;
const TRADED_MS = 2_500;
/** Ten minutes each, and right again in the end: forth, back, behind, and right. */
const JUMPS = { forth: 'SIGUSR2', back: 'SIGHUP' };
const TURN = ['forth', 'back', 'back', 'forth'];
/** One turn of jumps for so many kills of another part. */
const KILLS_A_TURN = 4;

/**
 * Ten minutes ahead and behind, with a kill while it is wrong; on PostgreSQL beside a right one.
 */
export async function clock({ root, rounds, seed }) {
  const program = [await buildProgram(root, 'service/testing/jumping-clock-service.ts')];
  const turns = Math.max(1, Math.round(rounds / KILLS_A_TURN));
  const title = `a clock that jumps by ten minutes, ${CONNECTIONS} connections`;
  return tryEachEngine({ part: 'clock', title, root, seed }, (made) => {
    Object.assign(made.begins, { jumps: turns * TURN.length, kills: turns });
    return jumpAgain({ ...made, program, turns });
  });
}

async function jumpAgain({ findings, place, receiver, merchant, moments, program, turns, engine }) {
  const backMs = [];
  const ports = await place.choosePorts();
  const beside = engine === 'embedded' ? null : place.start(await place.choosePorts());
  await beside?.ready();
  let service = place.start(ports, { program });
  await service.ready();
  const bases = () => [service, beside].flatMap((one) => one?.base ?? []);
  for (let turn = 1; turn <= turns; turn += 1) {
    const firstOfTurn = merchant.book.length;
    const killAfter = moments.between(0, TURN.length - 2);
    for (const [nth, jump] of TURN.entries()) {
      const toBase = (asked) => bases()[asked % bases().length];
      const trading = merchant.trade({ connections: CONNECTIONS, toBase });
      await pause(TRADED_MS / 2);
      service.child.kill(JUMPS[jump]);
      await pause(TRADED_MS / 2);
      if (nth === killAfter) await service.kill();
      await trading.stop();
      if (nth !== killAfter) continue;
      const killedAt = performance.now();
      service = place.start(ports, { program });
      backMs.push(await firstAnswer(merchant, service.base, killedAt));
      // Started with a clock that is right; it stands where it stood for the jumps that follow.
      for (const made of TURN.slice(0, nth + 1)) service.child.kill(JUMPS[made]);
    }
    await merchant.repeat(service.base, TRADED_MS);
    const orders = merchant.book.slice(firstOfTurn);
    await askAgain({ merchant, bases: bases(), orders, findings });
    console.log(`  ${engine}, turn ${turn}: ${orders.length} orders`);
  }
  await settle({ merchant, receiver, base: service.base, findings });
  await lookUp({ merchant, base: service.base, orders: merchant.book, findings });
  for (const one of [service, beside]) {
    if (one !== null) await endWell(one, findings);
  }
  return backMs;
}
