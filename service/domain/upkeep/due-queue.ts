import { withDeadline } from '../../base/shared/deadline.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import type { PollEach, PollFailure } from '../../base/shared/poll-each.ts';
import { PollsFailed } from '../../base/shared/poll-each.ts';

/**
 * Looks under way at a time, each with one outside call at most: in all, of a company, at a party
 * (a kind of look at a provider), of a company at a party. `perMinute`: begun at a provider in any
 * minute; those that come after all else leave half to others.
 */
export type PollPlaces = {
  inAll: number;
  perCompany: number;
  perParty: number;
  perBoth: number;
  perMinute: (provider: string) => number;
};

export type DueQueue = {
  /** Takes on what it has not in hand yet, and returns at once; failures are told to `onError`. */
  pollEach: PollEach;
  /** Resolves once nothing waits, and nothing keeps a place. */
  idle(): Promise<void>;
  /** Begins nothing more, and resolves once all that was begun has ended or had its time. */
  stop(): Promise<void>;
};

export class PollOverdue extends Error {
  override readonly name = 'PollOverdue';
}

type Turn = () => Promise<void>;
type Share = { running: number };
type Budget = { left: number; kept: number };
type PolledAs = Parameters<PollEach>[2];

/** A second more than a minute, since a provider counts when it hears them. */
export const BUDGET_MS = 61_000;

/** What one company has at one party. `first`: those that nobody has looked at yet. */
type Lane = Share & {
  company: Share;
  party: Share;
  budget: Budget;
  isLast: boolean;
  first: Turn[];
  again: Turn[];
  servedAt: number;
};

/**
 * Whose turn it is to be looked at, for all companies, kinds and providers. A place that is free goes
 * to the company that has the fewest; of these to the party that has the fewest, then to what nobody
 * has looked at yet, and then by turns; what is to come last gets what all these leave. So what
 * waits for a party that says nothing waits for itself, and leaves places to every other company
 * and every other party; so does what waits for its provider's budget.
 *
 * `timeMs`: for how long one look keeps its place. One that takes longer is told, left to end by
 * itself, and not taken on again before it has.
 *
 * Decision: what is due stands in the tables of payins, payouts, refunds and authentications and in
 * `look_ups`, whose rows are due times, back-off and lease at once; this orders what was read there. A
 * table of its own would cost every payin a row. A process that dies loses nothing by it.
 */
export function createDueQueue(options: {
  places: PollPlaces;
  timeMs: number;
  timers: Timers;
  onError: (error: unknown, companyId: string) => void;
}): DueQueue {
  const { places, timeMs, timers, onError } = options;
  const companies = new Map<string, Share>();
  const parties = new Map<string, Share>();
  const lanes = new Map<string, Lane>();
  const waiting = new Set<Lane>();
  const budgets = createBudgets(places.perMinute, { timers, onReturn: () => fill() });
  const inHand = new Set<string>();
  const whenIdle: (() => void)[] = [];
  const state = { running: 0, turns: 0, isStopped: false };

  const laneOf = ({ companyId, kind, isLast = false }: PolledAs, provider: string): Lane =>
    entryOf(lanes, `${companyId} ${kind} ${provider}`, () => ({
      running: 0,
      isLast,
      company: entryOf(companies, companyId, () => ({ running: 0 })),
      party: entryOf(parties, `${kind} ${provider}`, () => ({ running: 0 })),
      budget: budgets.of(provider),
      first: [],
      again: [],
      servedAt: 0,
    }));

  const fill = () => {
    while (state.running < places.inAll) {
      let next: Lane | null = null;
      for (const lane of waiting) {
        if (isFree(lane, places) && (next === null || compare(lane, next) < 0)) next = lane;
      }
      if (next === null) break;
      begin(next);
    }
    if (state.running > 0 || waiting.size > 0) return;
    for (const tell of whenIdle.splice(0)) tell();
  };

  const begin = (lane: Lane) => {
    const turn = lane.first.shift() ?? lane.again.shift();
    if (lane.first.length + lane.again.length === 0) waiting.delete(lane);
    if (turn === undefined) return;
    state.turns += 1;
    lane.servedAt = state.turns;
    const shares = [state, lane, lane.company, lane.party];
    for (const share of shares) share.running += 1;
    budgets.spend(lane.budget);
    void turn().then(() => {
      for (const share of shares) share.running -= 1;
      fill();
    });
  };

  return {
    async pollEach(subjects, look, of) {
      if (state.isStopped) return;
      const { companyId, kind } = of;
      const failures: PollFailure[] = [];
      let left = 0;
      for (const subject of subjects) {
        const { id, provider, looks = 0 } = subject;
        const key = `${companyId} ${kind} ${id}`;
        if (inHand.has(key)) continue;
        inHand.add(key);
        left += 1;
        const lane = laneOf(of, provider);
        const turn = async () => {
          const work = () => look(subject).finally(() => inHand.delete(key));
          const outcome = await withDeadline(work, { deadlineMs: timeMs, timers });
          if (outcome.kind === 'failed') failures.push({ id, error: outcome.error });
          if (outcome.kind === 'timeout') failures.push({ id, error: new PollOverdue() });
          left -= 1;
          if (left === 0 && failures.length > 0) onError(new PollsFailed(failures), companyId);
        };
        (looks === 0 ? lane.first : lane.again).push(turn);
        waiting.add(lane);
      }
      fill();
    },

    idle() {
      return new Promise((resolve) => {
        whenIdle.push(resolve);
        fill();
      });
    },

    async stop() {
      state.isStopped = true;
      waiting.clear();
      budgets.stop();
      await this.idle();
    },
  };
}

/** What a provider may still be asked for; what is spent comes back a minute later. */
function createBudgets(
  perMinute: PollPlaces['perMinute'],
  { timers, onReturn }: { timers: Timers; onReturn: () => void },
) {
  const budgets = new Map<string, Budget>();
  const spent = new Set<() => void>();
  return {
    of: (provider: string) =>
      entryOf(budgets, provider, () => {
        const left = perMinute(provider);
        return { left, kept: left === Number.POSITIVE_INFINITY ? 0 : left / 2 };
      }),
    spend(budget: Budget) {
      if (budget.left === Number.POSITIVE_INFINITY) return;
      budget.left -= 1;
      const cancel = timers.after(BUDGET_MS, () => {
        spent.delete(cancel);
        budget.left += 1;
        onReturn();
      });
      spent.add(cancel);
    },
    stop() {
      for (const cancel of spent) cancel();
    },
  };
}

function isFree({ company, party, budget, running, isLast }: Lane, places: PollPlaces): boolean {
  return (
    budget.left > (isLast ? budget.kept : 0) &&
    company.running < places.perCompany &&
    party.running < places.perParty &&
    running < places.perBoth
  );
}

function entryOf<Entry>(entries: Map<string, Entry>, key: string, make: () => Entry): Entry {
  const entry = entries.get(key) ?? make();
  entries.set(key, entry);
  return entry;
}

function compare(one: Lane, other: Lane): number {
  return (
    Number(one.isLast) - Number(other.isLast) ||
    one.company.running - other.company.running ||
    one.party.running - other.party.running ||
    Number(one.first.length === 0) - Number(other.first.length === 0) ||
    one.servedAt - other.servedAt
  );
}
