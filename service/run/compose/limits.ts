import { createCardTestingWatch } from '../../domain/limits/card-testing.ts';
import { countRefusals } from '../../domain/metrics/count-changes.ts';
import type { Settings } from '../../settings.ts';
import { createMemoryRateLimiter } from '../../store/tables/limits/memory-rate-limit.ts';
import { createRefusedTryStore } from '../../store/tables/limits/refused-try.ts';
import { createSharedRateLimiter } from '../../store/tables/limits/shared-rate-limit.ts';
import { createDeclineStore } from '../../store/tables/payins/decline.ts';
import type { Dependencies } from './dependencies.ts';

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
