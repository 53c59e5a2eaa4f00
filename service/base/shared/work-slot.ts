import { AsyncLocalStorage } from 'node:async_hooks';

export type WorkSlot = {
  /** Gives the place to others until as many `return`s; also once the request is over, and then for nothing. */
  leave(): void;
  /** Once more after `leave`, without waiting again. */
  return(): void;
  /** The request is over. What it began may still wait for somebody, and has no place any more. */
  end(): void;
};

const underWay = new AsyncLocalStorage<WorkSlot>();

export function inSlot<Result>(place: WorkSlot, work: () => Result): Result {
  return underWay.run(place, work);
}

/** The request's place is for others meanwhile: whoever is slow to send or to answer takes none. */
export async function withoutSlot<Result>(wait: () => Promise<Result>): Promise<Result> {
  const place = underWay.getStore();
  place?.leave();
  try {
    return await wait();
  } finally {
    place?.return();
  }
}
