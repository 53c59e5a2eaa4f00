import type { Authority } from '../certificates/authority.ts';
import { createAuthority } from '../certificates/authority.ts';
import type { Clock, ManualClock } from './clock.ts';
import { createManualClock } from './clock.ts';
import type { Random } from './random.ts';
import { createRandom } from './random.ts';

export type Harness = { clock: Clock; random: Random; authority: Authority };

/** For a test: a clock that stands still, and the same ids every time. */
export function createTestHarness(): Harness & { clock: ManualClock } {
  return createHarness(createManualClock(Date.UTC(2026, 10, 23, 12)), 'parties');
}

export function createHarness<Time extends Clock>(clock: Time, seed: string) {
  const random = createRandom(seed);
  const name = 'Authority of the simulated parties';
  const authority = createAuthority({ name, now: clock.now, randomBytes: random.bytes });
  return { clock, random, authority };
}
