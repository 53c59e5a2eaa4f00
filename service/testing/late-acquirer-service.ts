import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import type { Timers } from '../base/shared/periodic.ts';
import type { Acquirer, ChargeOutcome, KnownCharge } from '../providers/acquirer.ts';
import { startService } from '../run/app.ts';
import { readSettings } from '../settings.ts';

/**
 * A service of the campaign whose acquirer is a process of its own and may book after we gave up.
 * Settings come from the environment, as in `main.ts`. Arguments: the address of that acquirer, and
 * how many seconds the clock is ahead of the real one, by which time passes between two processes.
 */
const [, , acquirerUrl = '', secondsAhead = '0'] = process.argv;

/** One lives for a second, so what is done every 15 seconds is done again at once. */
const ROUND_MS = 15_000;
const SHORT_ROUND_MS = 100;
const SETTLES_WITHIN_MS = 5 * 60_000;

const timers: Timers = {
  after(delayMs, work) {
    const timer = setTimeout(work, delayMs === ROUND_MS ? SHORT_ROUND_MS : delayMs);
    return () => clearTimeout(timer);
  },
};

/** Throws where no whole answer comes. */
function ask<Answer>(path: string, body: unknown, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request(new URL(path, acquirerUrl), { method: 'POST', signal }, (response) =>
      text(response).then((answer) => resolve(JSON.parse(answer)), reject),
    );
    sending.on('error', reject);
    sending.end(JSON.stringify(body));
  });
}

const acquirer: Acquirer = {
  settlesWithinMs: SETTLES_WITHIN_MS,
  storeCard: async () => ({ kind: 'unavailable' }),
  charge: ({ reference, orderReference, card, amount }, signal) => {
    const holder = card.kind === 'card' ? card.card.holderName : null;
    return ask<ChargeOutcome>('/charge', { reference, orderReference, holder, amount }, signal);
  },
  findCharge: ({ reference }, signal) => ask<KnownCharge>('/find', { reference }, signal),
  voidCharge: ({ reference, amount, reversalId }, signal) =>
    ask('/void', { reference, amount, reversalId }, signal),
};

const service = await startService(
  { ...readSettings(process.env), drainMs: 0 },
  {
    provider: { name: 'late', cards: acquirer },
    timers,
    now: () => new Date(Date.now() + Number(secondsAhead) * 1_000),
    log: pino({ level: 'silent' }),
    isWholeProcess: true,
  },
);
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
