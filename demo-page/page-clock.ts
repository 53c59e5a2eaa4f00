/** The time as a page needs it; tests have one of their own. Milliseconds. */
export type PageClock = {
  after(ms: number, act: () => void): void;
  /** Returns the function that ends it. */
  every(ms: number, act: () => void): () => void;
};

export const browserClock: PageClock = {
  after: (ms, act) => {
    setTimeout(act, ms);
  },
  every: (ms, act) => {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  },
};
