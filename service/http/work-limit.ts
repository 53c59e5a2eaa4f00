import type { Timers } from '../shared/periodic.ts';
import type { WorkPlace } from '../shared/work-place.ts';

export type WorkLimit = {
  /** How many requests are worked on at a time. */
  atOnce: number;
  /** How long one more may wait for its turn. */
  waitMs: number;
  timers: Timers;
};

export type WorkPlaces = {
  /** Null where the wait would have been too long. */
  take(): WorkPlace | Promise<WorkPlace | null>;
};

/**
 * Works on at most so many requests of a listener at a time. More wait for a turn, the first who came
 * first, but not for long: then they are refused, before anything of them was read. Without it all
 * would wait, until those who asked have gone and the work is done for nobody.
 */
export function createWorkPlaces({ atOnce, waitMs, timers }: WorkLimit): WorkPlaces {
  /** In the order in which they came. */
  const waiting = new Set<() => void>();
  let taken = 0;

  const place: WorkPlace = {
    leave() {
      taken -= 1;
      beginMore();
    },
    return() {
      taken += 1;
    },
  };
  const beginMore = () => {
    for (const begin of waiting) {
      if (taken >= atOnce) return;
      waiting.delete(begin);
      begin();
    }
  };

  return {
    take() {
      if (taken < atOnce && waiting.size === 0) {
        taken += 1;
        return place;
      }
      return new Promise((resolve) => {
        const cancel = timers.after(waitMs, () => {
          waiting.delete(begin);
          resolve(null);
        });
        const begin = () => {
          cancel();
          taken += 1;
          resolve(place);
        };
        waiting.add(begin);
      });
    },
  };
}
