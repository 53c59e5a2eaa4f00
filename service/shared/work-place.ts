import { AsyncLocalStorage } from 'node:async_hooks';

/** One of the places that a request takes which is worked on. */
export type WorkPlace = {
  leave(): void;
  /** Once more after `leave`, without waiting again. */
  return(): void;
};

const underWay = new AsyncLocalStorage<WorkPlace>();

/** Work of a request that has a place. */
export function inPlace<Result>(place: WorkPlace, work: () => Result): Result {
  return underWay.run(place, work);
}

/**
 * What `wait` gives, while the place of the request it belongs to is for others: whoever is slow to send or
 * to answer us takes no processor and no connection of the database.
 */
export async function withoutPlace<Result>(wait: () => Promise<Result>): Promise<Result> {
  const place = underWay.getStore();
  place?.leave();
  try {
    return await wait();
  } finally {
    place?.return();
  }
}
