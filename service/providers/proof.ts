import * as z from 'zod/mini';
import type { ProviderEnvironment, RoutedMethod, Verified } from './definition.ts';
import { ROUTED_METHODS } from './definition.ts';

/** What was proved at an account's party by `npm run prove`. `on`: the day, `YYYY-MM-DD`. */
export type Proof = {
  by: Exclude<Verified, 'offline-contract'>;
  on: string;
  methods: RoutedMethod[];
};

/** Of what `npm run prove` writes, what a proof is made of. */
export const transcriptSchema = z.object({
  provider: z.string(),
  environment: z.enum(['sandbox', 'production']) satisfies z.ZodMiniType<ProviderEnvironment>,
  on: z.iso.date(),
  steps: z.array(
    z.object({
      step: z.string(),
      method: z.nullable(z.enum(ROUTED_METHODS)),
      ended: z.enum(['done', 'failed', 'not tried']),
    }),
  ),
});

/** Longer than any zone is ahead of another: a walk's day is that of its own machine. */
const LATEST_ZONE_MS = 24 * 60 * 60_000;

/** Nothing is proved on a day that has not come anywhere. */
export function isOfThePast({ on }: { on: string }, now: Date): boolean {
  return new Date(on).getTime() <= now.getTime() + LATEST_ZONE_MS;
}

/**
 * Decision: a method is proved where each of its steps was done; one that nobody tried, such as a
 * PIX that nobody paid, leaves it unproved. Null where none of those that
 * its provider serves is.
 */
export function proofOf(
  { environment, on, steps }: z.output<typeof transcriptSchema>,
  served: readonly RoutedMethod[],
): Proof | null {
  const methods = ROUTED_METHODS.filter((method) => {
    if (!served.includes(method)) return false;
    const own = steps.filter((one) => one.method === method);
    return own.length > 0 && own.every(({ ended }) => ended === 'done');
  });
  return methods.length === 0 ? null : { by: environment, on, methods };
}
