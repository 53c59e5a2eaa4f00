import * as z from 'zod/mini';
import { must } from '../errors/broken-rule.ts';
import { centavosSchema } from '../money.ts';
import { lineOfText } from '../text.ts';

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
        .number()
        .check(
          z.minimum(0.01),
          z.maximum(100),
          must(hasTwoDecimals, 'format', { example: '12.34' }),
        ),
    ),
    amount: z.optional(centavosSchema),
  })
  .check(must(isEither, 'exactly_one', { of: 'percent, amount' }));

export const splitSchema = z.array(splitRuleSchema).check(z.minLength(1), z.maxLength(100));

export type SplitRule = z.infer<typeof splitRuleSchema>;

function hasTwoDecimals(percent: number): boolean {
  return Math.abs(Math.round(percent * 100) - percent * 100) < 1e-6;
}

function isEither({ percent, amount }: { percent?: unknown; amount?: unknown }): boolean {
  return (percent === undefined) !== (amount === undefined);
}
