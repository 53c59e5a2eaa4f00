import type { EventEmitter } from 'node:events';
import type { Timers } from '../base/shared/periodic.ts';
import type { WorkSlot } from '../base/shared/work-slot.ts';

export type WorkLimit = { atOnce: number; waitMs: number; timers: Timers };

export type WorkSlots = {
  /** Null where the wait is too long, or `answer` closes: nobody waits for it any more. */
  take(address: string, answer: EventEmitter | undefined): WorkSlot | Promise<WorkSlot | null>;
};

/**
 * More wait for a turn, but not for long: they are refused before anything was read. Without it all
 * would wait until those who asked have gone.
 *
 * Decision: turns go round the addresses that wait, and at each to who came first: whoever sends a
 * thousand requests at once waits for them himself.
 */
export function createWorkSlots({ atOnce, waitMs, timers }: WorkLimit): WorkSlots {
  /** By address, the one whose turn is next first. No set is empty. */
  const waiting = new Map<string, Set<() => void>>();
  let taken = 0;

  const beginMore = () => {
    for (const [address, ofAddress] of waiting) {
      const [begin] = ofAddress;
      if (taken >= atOnce || begin === undefined) return;
      ofAddress.delete(begin);
      waiting.delete(address);
      if (ofAddress.size > 0) waiting.set(address, ofAddress);
      begin();
    }
  };
  const openPlace = (): WorkSlot => {
    taken += 1;
    // Several may be waited for at a time, and one of them beyond the request's own end.
    let left = 0;
    let isOver = false;
    const free = () => {
      taken -= 1;
      beginMore();
    };
    return {
      leave() {
        left += 1;
        if (left === 1 && !isOver) free();
      },
      return() {
        left -= 1;
        if (left === 0 && !isOver) taken += 1;
      },
      end() {
        isOver = true;
        if (left === 0) free();
      },
    };
  };

  return {
    take(address, answer) {
      if (taken < atOnce && waiting.size === 0) return openPlace();
      return new Promise((resolve) => {
        const ofAddress = waiting.get(address) ?? new Set();
        const settle = (slot: WorkSlot | null) => {
          cancel();
          answer?.off('close', giveUp);
          resolve(slot);
        };
        const giveUp = () => {
          ofAddress.delete(begin);
          if (ofAddress.size === 0 && waiting.get(address) === ofAddress) waiting.delete(address);
          settle(null);
        };
        const begin = () => settle(openPlace());
        const cancel = timers.after(waitMs, giveUp);
        ofAddress.add(begin);
        waiting.set(address, ofAddress);
        answer?.once('close', giveUp);
      });
    },
  };
}
