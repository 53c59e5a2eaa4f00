/** A request's place among those that are worked on at a time. */
export type WorkSlot = {
  /** Gives the place to others until as many `return`s; also once the request is over, and then for nothing. */
  leave(): void;
  /** Once more after `leave`, without waiting again. */
  return(): void;
  /** The request is over. What it began may still wait for somebody, and has no place any more. */
  end(): void;
};

/** Who asks an outside party. `slot`: none in the background. */
export type Asker = { slot?: WorkSlot | undefined };

/** The request's place is for others meanwhile: whoever is slow to send or to answer takes none. */
export async function withoutSlot<Result>(
  { slot }: Asker,
  wait: () => Promise<Result>,
): Promise<Result> {
  slot?.leave();
  try {
    return await wait();
  } finally {
    slot?.return();
  }
}
