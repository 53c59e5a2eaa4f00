export type TokenAnswer =
  | { kind: 'given'; value: string; lifetimeMs: number }
  /** The party refused: asking again at once would not help, and some block who does. */
  | { kind: 'refused' }
  /** No answer that can be read. */
  | { kind: 'failed' };

/** Asks the party; has a deadline of its own, and outlives the call that needed it first. */
export type FetchToken = (scope: string) => Promise<TokenAnswer>;

const RENEW_AT = 0.9;
const FIRST_BACK_OFF_MS = 30_000;
const MAX_BACK_OFF_MS = 15 * 60_000;

type Kept = {
  token: { value: string; renewAt: number; endsAt: number } | null;
  fetching: Promise<void> | null;
  refusals: number;
  asksAgainAt: number;
};

/** By scope. One caller fetches, others wait; one that works is used while no successor is had. */
export function createTokens({ fetchToken, now }: { fetchToken: FetchToken; now: () => number }) {
  const byScope = new Map<string, Kept>();

  function keptOf(scope: string): Kept {
    const kept = byScope.get(scope);
    if (kept !== undefined) return kept;
    const fresh = { token: null, fetching: null, refusals: 0, asksAgainAt: 0 };
    byScope.set(scope, fresh);
    return fresh;
  }

  async function renew(scope: string, kept: Kept): Promise<void> {
    const askedAt = now();
    const answer = await fetchToken(scope);
    if (answer.kind === 'given') {
      const { value, lifetimeMs } = answer;
      const renewAt = askedAt + lifetimeMs * RENEW_AT;
      kept.token = { value, renewAt, endsAt: askedAt + lifetimeMs };
      kept.refusals = 0;
    } else if (answer.kind === 'refused') {
      backOff(kept);
    }
  }

  function backOff(kept: Kept): void {
    const waitMs = Math.min(FIRST_BACK_OFF_MS * 2 ** kept.refusals, MAX_BACK_OFF_MS);
    kept.refusals += 1;
    kept.asksAgainAt = now() + waitMs;
  }

  /** A clock that was set back makes no wait longer than the longest. */
  function isWaiting({ asksAgainAt }: Kept): boolean {
    return now() < asksAgainAt && asksAgainAt - now() <= MAX_BACK_OFF_MS;
  }

  function liveValue({ token }: Kept): string | null {
    return token !== null && now() < token.endsAt ? token.value : null;
  }

  return {
    /** A token for that scope; null where there is none to be had now. */
    async get(scope: string): Promise<string | null> {
      const kept = keptOf(scope);
      if (kept.token !== null && now() < kept.token.renewAt) return kept.token.value;
      if (kept.fetching === null && isWaiting(kept)) return liveValue(kept);
      kept.fetching ??= renew(scope, kept).finally(() => {
        kept.fetching = null;
      });
      await kept.fetching;
      return liveValue(kept);
    },

    /** The party took no call with that token; a successor that was fetched meanwhile stays. */
    drop(scope: string, value: string): void {
      const kept = keptOf(scope);
      if (kept.token?.value === value) kept.token = null;
    },

    /** A token fresh from the party was refused as well: it is dropped, and the next waits. */
    refuse(scope: string, value: string): void {
      const kept = keptOf(scope);
      if (kept.token?.value !== value) return;
      kept.token = null;
      backOff(kept);
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
