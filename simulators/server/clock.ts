export type Clock = {
  now: () => number;
  after: (ms: number) => Promise<void>;
};

export type ManualClock = Clock & { advance: (ms: number) => void };

export function createManualClock(startAt: number): ManualClock {
  let time = startAt;
  let waiting: { at: number; resolve: () => void }[] = [];
  return {
    now: () => time,
    after: (ms) =>
      ms <= 0
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ at: time + ms, resolve })),
    advance: (ms) => {
      time += ms;
      const due = waiting.filter(({ at }) => at <= time);
      waiting = waiting.filter(({ at }) => at > time);
      for (const { resolve } of due.sort((one, other) => one.at - other.at)) resolve();
    },
  };
}

/** The clock of this machine, for parties that somebody tries out by hand. */
export function createMachineClock(): Clock {
  return {
    now: () => Date.now(),
    // What a party still waits for keeps no program alive.
    after: (ms) => new Promise((resolve) => void setTimeout(resolve, ms).unref()),
  };
}
