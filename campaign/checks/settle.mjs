import { pause } from '../../scripts/system/wait.mjs';
import { eventsOf } from './expected.mjs';

const SETTLED_WITHIN_MS = 150_000;
/** A reservation that is older than this is left over from a process that died. */
const RESERVED_FOR_MS = 16_000;
/** What the silent acquirer takes, and a second. */
const SILENCE_SECONDS = 61;
const PATIENCE_MS = 8_000;

/** Until all is answered and told, moving the account's time on. What is missing then is lost. */
export async function settle({ merchant, receiver, base, findings }) {
  const startedAt = performance.now();
  let movedAt = startedAt;
  for (;;) {
    await merchant.repeat(base, PATIENCE_MS);
    const missing = missingEvents(merchant.book, receiver.events);
    const open = merchant.unfinished();
    if (open.length === 0 && missing.length === 0) return;
    const now = performance.now();
    if (now - startedAt > SETTLED_WITHIN_MS) {
      for (const { name, body } of open)
        findings.wrong(`${name} ${body.referenceId} has no answer`);
      for (const sentence of missing) findings.lost(sentence);
      return;
    }
    if (now - movedAt > RESERVED_FOR_MS) {
      await merchant.passTime(base, SILENCE_SECONDS);
      movedAt = performance.now();
    }
    await pause(250);
  }
}

function missingEvents(book, events) {
  const told = new Set(events.map(({ referenceId, event }) => `${referenceId} ${event}`));
  return book.flatMap((order) =>
    eventsOf(order)
      .map((event) => `${order.body.referenceId} ${event}`)
      .filter((expected) => !told.has(expected))
      .map((expected) => `event of ${expected} has not come`),
  );
}
