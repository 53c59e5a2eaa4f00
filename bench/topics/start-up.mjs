import { evaluate, openVisitor } from '../browser/visitor.mjs';
import { printComparison } from '../report/compare.mjs';
import { alternate, measureOf } from './rounds.mjs';

const EARLY_MS = 300;
// Chromium's own "Slow 4G": 562.5 ms to the first byte, 1.44 Mbit/s down, 0.675 Mbit/s up.
const SLOW_4G = { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

/** Milliseconds from navigation and from `mount()` until the buyer can type. */
export async function measureStartUp(lab, { rounds, slowRounds }) {
  const first = await alternate(rounds, (name) => visit(lab, name));
  const early = await alternate(rounds, (name) => visit(lab, name, { pauseMs: EARLY_MS }));
  const again = await alternate(rounds, (name) => secondVisit(lab, name));
  const phone = await alternate(slowRounds, (name) =>
    visit(lab, name, {}, { slow: 4, network: SLOW_4G }),
  );
  return printComparison('Start-up (ms)', [
    measureOf(first, 'navigation to ready', (seen) => seen.readyMs),
    measureOf(first, 'mount to ready', (seen) => seen.mountToReadyMs),
    measureOf(early, `mount to ready, init ${EARLY_MS} ms earlier`, (seen) => seen.mountToReadyMs),
    measureOf(again, 'second visit, navigation to ready', (seen) => seen.readyMs),
    measureOf(phone, '4x slower CPU, Slow 4G: navigation to ready', (seen) => seen.readyMs),
    measureOf(first, 'inputs parsed after ready (never above 0)', (seen) => seen.inputLagMs),
  ]);
}

async function visit({ chromium, pageOf }, name, query = {}, speed = {}) {
  const visitor = await openVisitor(chromium, speed);
  const seen = await visitor.load(pageOf(name, query));
  const inputLagMs = speed.slow === undefined ? await inputLag(visitor, seen.readyMs) : null;
  await visitor.close();
  return { ...seen, inputLagMs };
}

async function secondVisit({ chromium, pageOf }, name) {
  const visitor = await openVisitor(chromium);
  await visitor.load(pageOf(name));
  await visitor.leave();
  const seen = await visitor.load(pageOf(name));
  await visitor.close();
  return seen;
}

/** How long after `ready` the frame's document, and with it the last input, was parsed. */
async function inputLag(visitor, readyMs) {
  const frame = await visitor.frame();
  const parsedAt = await evaluate(
    frame,
    `performance.timeOrigin + performance.getEntriesByType('navigation')[0].domInteractive`,
  );
  const canType = await evaluate(
    frame,
    `[...document.querySelectorAll('input')].every((input) =>
      !input.disabled && !input.readOnly && input.closest('[inert]') === null)`,
  );
  if (!canType) throw new Error('ready was announced before every input could be typed into');
  return parsedAt - ((await evaluate(visitor.page, 'performance.timeOrigin')) + readyMs);
}
