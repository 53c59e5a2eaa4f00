import type { RandomBytes } from '../../base/crypto/envelope.ts';
import { withDeadline } from '../../base/shared/deadline.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import { runPeriodically } from '../../base/shared/periodic.ts';
import type { ClaimedEvent, FinishedAttempt, WebhookStore } from './webhook-outbox.ts';
import { toAnswerText } from './webhook-outbox.ts';
import type { WebhookSchedule } from './webhook-schedule.ts';
import { RETRIES_AFTER_MS } from './webhook-schedule.ts';
import { signWebhook, standardHeaders } from './webhook-signing.ts';

/** Not asked where it could not or must not be. `beginning`: the first bytes of what it said. */
export type WebhookAnswer =
  | { kind: 'answered'; status: number; beginning?: Uint8Array }
  | { kind: 'connection_failed' }
  | { kind: 'address_refused' };

/** Resolves with the answer, follows no redirect, and gives up when the signal says so. */
export type SendWebhook = (
  request: { url: string; headers: Readonly<Record<string, string>>; body: string },
  signal: AbortSignal,
) => Promise<WebhookAnswer>;

export type WebhookDeliveryServices = {
  webhooks: WebhookStore;
  sendWebhook: SendWebhook;
  secretsOf: (companyId: string) => Promise<readonly string[]>;
  scheduleOf: (companyId: string) => Promise<WebhookSchedule>;
  timers: Timers;
  randomBytes: RandomBytes;
  /** Real time. */
  now: () => Date;
  limits: DeliveryLimits;
};

export type DeliveryLimits = { perCompany: number; inAll: number };

export type WebhookDelivery = {
  wake(): void;
  /** Starts nothing more, lets running attempts end, and gives back what waits for a retry. */
  stop(): Promise<void>;
};

/** The receiver's time to answer. Source: spec, "Delivery policy". */
export const ANSWER_DEADLINE_MS = 5_000;
/** A longer wait is left to the outbox, and takes no place here. */
const LONGEST_WAIT_HERE_MS = 2_000;

/** An attempt and a margin; a killed process' event is taken over when it is over. */
const LEASE_MS = 7_000;
/** How many events of one receiver a process has in hand, waits for a retry included. */
const PER_RECEIVER = 50;

/**
 * An event belongs to whichever process leased it. It waits for the earlier ones of its
 * transaction, so that attempts start in the order of the states, and for nothing else: every
 * receiver has places of its own. One that we cannot send, such as by an unreadable secret, is told
 * to `onError` and put off.
 *
 * Decision: a queue beside the look-ups, since it has an order within each transaction and waits
 * that the specification sets, of seconds.
 */
export function startWebhookDelivery(
  services: WebhookDeliveryServices,
  onError: (error: unknown, companyId?: string, id?: string) => void,
): WebhookDelivery {
  const { webhooks, timers, now, limits } = services;
  const held = { ofReceiver: new Map<string, number>(), ofCompany: new Map<string, number>() };
  const running = new Set<Promise<void>>();
  const { pause, endAll } = createPauses(timers);
  const state = { isStopped: false, isClaiming: false, isWokenAgain: false };

  const start = (claimed: ClaimedEvent, leaseUntil: Date) => {
    const { receiver, companyId } = claimed;
    take(held.ofReceiver, receiver);
    take(held.ofCompany, companyId);
    const work = deliver(claimed, leaseUntil, { services, state, pause })
      .catch((error: unknown) => {
        onError(error, companyId, claimed.id);
        return webhooks.putOff(claimed, now());
      })
      .catch((error: unknown) => onError(error, companyId, claimed.id))
      .then(() => {
        running.delete(work);
        giveBack(held.ofReceiver, receiver);
        giveBack(held.ofCompany, companyId);
        // A place is free, and the next event of the transaction may go.
        wake();
      });
    running.add(work);
  };

  const claim = async (): Promise<void> => {
    if (state.isClaiming || state.isStopped) {
      state.isWokenAgain = true;
      return;
    }
    state.isClaiming = true;
    try {
      do {
        state.isWokenAgain = false;
        await claimOnce();
      } while (state.isWokenAgain && !state.isStopped);
    } finally {
      state.isClaiming = false;
    }
  };

  const claimOnce = async () => {
    const inAll = limits.inAll - running.size;
    // Whoever ends wakes the claim again.
    if (inAll <= 0) return;
    const time = now();
    const leaseUntil = new Date(time.getTime() + LEASE_MS);
    const claimed = await webhooks.claim({
      now: time,
      leaseUntil,
      owner: Buffer.from(services.randomBytes(12)).toString('base64url'),
      places: { perReceiver: PER_RECEIVER, perCompany: limits.perCompany, inAll },
      held,
    });
    for (const event of claimed) {
      if (state.isStopped) await webhooks.release(event, time);
      else start(event, leaseUntil);
    }
  };

  let claiming: Promise<void> = Promise.resolve();
  const wake = () => {
    if (state.isStopped) return;
    if (state.isClaiming) state.isWokenAgain = true;
    else claiming = claim().catch(onError);
  };

  const poll = runPeriodically(claim, { intervalMs: 250, timers, onError });
  wake();

  return {
    wake,
    async stop() {
      state.isStopped = true;
      await poll.stop();
      await claiming;
      endAll();
      await Promise.all(running);
    },
  };
}

type Round = {
  services: WebhookDeliveryServices;
  state: { readonly isStopped: boolean };
  pause(delayMs: number): Promise<boolean>;
};

/** All attempts of one round, so that a retry starts at its instant and waits for no place. */
async function deliver(
  claimed: ClaimedEvent,
  leasedUntil: Date,
  { services, state, pause }: Round,
): Promise<unknown> {
  const { webhooks, now } = services;
  let leaseEnd = leasedUntil;
  for (let { failures } = claimed; ; failures += 1) {
    // A process that slept must not send what another has taken over.
    if (now().getTime() > leaseEnd.getTime() - ANSWER_DEADLINE_MS) return;
    const attempt = await attemptOnce(claimed, services);
    if (/^HTTP_2\d\d$/.test(attempt.outcome)) return webhooks.delivered({ claimed, attempt });
    const schedule = await services.scheduleOf(claimed.companyId);
    const retryAfterMs = RETRIES_AFTER_MS[schedule][failures];
    if (retryAfterMs === undefined) return webhooks.undelivered({ claimed, attempt });
    const retryAt = new Date(now().getTime() + retryAfterMs);
    leaseEnd = new Date(retryAt.getTime() + LEASE_MS);
    if (state.isStopped || retryAfterMs > LONGEST_WAIT_HERE_MS) {
      await webhooks.failed({ claimed, attempt }, retryAt);
      return;
    }
    const waited = pause(retryAfterMs);
    if (!(await webhooks.failed({ claimed, attempt }, leaseEnd))) return;
    if (!(await waited)) return webhooks.release(claimed, retryAt);
  }
}

function createPauses(timers: Timers) {
  const pauses = new Set<() => void>();
  return {
    pause: (delayMs: number) =>
      new Promise<boolean>((resolve) => {
        const end = (isOver: boolean) => {
          pauses.delete(endEarly);
          resolve(isOver);
        };
        const cancelTimer = timers.after(delayMs, () => end(true));
        const endEarly = () => {
          cancelTimer();
          end(false);
        };
        pauses.add(endEarly);
      }),
    endAll(): void {
      for (const endEarly of [...pauses]) endEarly();
    },
  };
}

function take(places: Map<string, number>, key: string): void {
  places.set(key, (places.get(key) ?? 0) + 1);
}

function giveBack(places: Map<string, number>, key: string): void {
  const left = (places.get(key) ?? 1) - 1;
  if (left === 0) places.delete(key);
  else places.set(key, left);
}

async function attemptOnce(
  claimed: ClaimedEvent,
  { secretsOf, sendWebhook, timers, now }: WebhookDeliveryServices,
): Promise<FinishedAttempt['attempt']> {
  const { id, event, url, body, companyId } = claimed;
  const secrets = await secretsOf(companyId);
  const startedAt = now();
  const signedAtSeconds = Math.floor(startedAt.getTime() / 1000);
  const signature = signWebhook(body, { secrets, signedAtSeconds });
  const headers = {
    'Content-Type': 'application/json',
    'X-Webhook-Id': id,
    'X-Webhook-Event': event,
    ...(signature === null ? {} : { 'X-Webhook-Signature': signature }),
    ...standardHeaders(body, { id, secrets, signedAtSeconds }),
  };
  const answer = await withDeadline((signal) => sendWebhook({ url, headers, body }, signal), {
    deadlineMs: ANSWER_DEADLINE_MS,
    timers,
  });
  return {
    at: startedAt.toISOString(),
    outcome: toOutcome(answer),
    durationMs: Math.max(0, now().getTime() - startedAt.getTime()),
    signatures: secrets.length,
    answer: saidIn(answer),
  };
}

type InTime = Awaited<ReturnType<typeof withDeadline<WebhookAnswer>>>;

function saidIn(answer: InTime): string | null {
  if (answer.kind !== 'answered' || answer.value.kind !== 'answered') return null;
  return toAnswerText(answer.value.beginning ?? new Uint8Array());
}

function toOutcome(answer: InTime): string {
  if (answer.kind === 'timeout') return 'TIMEOUT';
  if (answer.kind === 'failed') return 'CONNECTION_FAILED';
  switch (answer.value.kind) {
    case 'answered':
      return `HTTP_${answer.value.status}`;
    case 'connection_failed':
      return 'CONNECTION_FAILED';
    case 'address_refused':
      return 'ADDRESS_REFUSED';
  }
}
