import { pause } from '../../scripts/system/wait.mjs';

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
