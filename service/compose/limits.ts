import { createCardTestingWatch } from '../limits/card-testing.ts';
import { countRefusals } from '../metrics/count-changes.ts';
import type { Settings } from '../settings.ts';
import { createDeclineStore } from '../store/decline.ts';
import { createMemoryRateLimiter } from '../store/memory-rate-limit.ts';
import { createRefusedTryStore } from '../store/refused-try.ts';
import { createSharedRateLimiter } from '../store/shared-rate-limit.ts';
import type { Dependencies } from './dependencies.ts';

/** What says no to somebody who asks too often. */
export function createLimits(
  { checkoutLimits, declinesBeforeSlowdown }: Settings,
  { db, metrics }: Pick<Dependencies, 'db' | 'metrics'>,
) {
  const limiter =
    db.engine === 'embedded' ? createMemoryRateLimiter() : createSharedRateLimiter(db);
  return {
    rateLimiter: countRefusals(limiter, metrics),
    checkoutLimits,
    cardTesting: createCardTestingWatch(declinesBeforeSlowdown),
    declines: createDeclineStore(db),
    refusedTries: createRefusedTryStore(db),
  };
}
