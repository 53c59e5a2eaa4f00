import * as z from 'zod/mini';
import { centavosSchema } from './money.ts';
import { lineOfText } from './text.ts';

/**
 * One part of a split: who gets it, and either `percent` of the payin (0.01 to 100, two decimals at
 * most) or an `amount` in centavos. Decision: the specification does not show these fields; the
 * merchant's own share is a part like any other, under its company id.
 */
export const splitRuleSchema = z
  .object({
    recipientId: lineOfText(100),
    percent: z.optional(
      z
        .number('must be a number')
        .check(
          z.minimum(0.01, 'must be at least 0.01'),
          z.maximum(100, 'must be at most 100'),
          z.refine(hasTwoDecimals, 'must have at most two decimals'),
        ),
    ),
    amount: z.optional(centavosSchema),
  })
  .check(z.refine(isEither, 'must have either percent or amount'));

export const splitSchema = z
  .array(splitRuleSchema, 'must be a list of parts')
  .check(
    z.minLength(1, 'must have at least one part'),
    z.maxLength(100, 'must have at most 100 parts'),
  );

export type SplitRule = z.infer<typeof splitRuleSchema>;

function hasTwoDecimals(percent: number): boolean {
  return Math.abs(Math.round(percent * 100) - percent * 100) < 1e-6;
}

function isEither({ percent, amount }: { percent?: unknown; amount?: unknown }): boolean {
  return (percent === undefined) !== (amount === undefined);
}
