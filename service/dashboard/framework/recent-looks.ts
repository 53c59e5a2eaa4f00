import { LRUCache } from 'lru-cache';
import type { RecentLooks } from '../../acts/act.ts';
import type { AuditEntry } from '../../domain/audit/audit-log.ts';

/**
 * Decision: whoever looks at a company or at the service leaves a trace, and not one for each page
 * they load: the same look of the same person from the same address is written again after a
 * quarter of an hour. Acts and refusals are all written. What was written is known to one process
 * alone and for so many looks; where it is forgotten, there is one entry more and never one less.
 */
const QUIET_MS = 15 * 60_000;
const MAX_POLLS = 1_000;

export function createRecentLooks(max = MAX_POLLS): RecentLooks {
  const writtenAt = new LRUCache<string, number>({ max });
  return {
    isWritten(look) {
      const ago = look.at.getTime() - (writtenAt.get(keyOf(look)) ?? Number.NEGATIVE_INFINITY);
      // A clock that was set back hides nobody's look.
      return ago >= 0 && ago < QUIET_MS;
    },
    written(look) {
      writtenAt.set(keyOf(look), look.at.getTime());
    },
  };
}

function keyOf({ companyId, actor, action, subjects }: AuditEntry): string {
  return JSON.stringify([companyId, actor, action, subjects]);
}
