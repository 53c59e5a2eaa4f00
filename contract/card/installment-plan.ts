import * as z from 'zod/mini';
import { must } from '../errors/broken-rule.ts';
import { centavosSchema } from '../money.ts';
import { MAX_INSTALLMENTS } from './installment.ts';

/** Decision: 20 % a month at most; more is a mistake in typing, not a price. */
export const MAX_RATE_PER_MONTH = 2_000;

export const INTEREST_PAYERS = ['buyer', 'merchant'] as const;

const rateSchema = z.int().check(z.minimum(0), z.maximum(MAX_RATE_PER_MONTH));

/** @internal */
export const installmentRowSchema = z.object({
  from: z.int().check(z.minimum(2), z.maximum(MAX_INSTALLMENTS)),
  ratePerMonth: rateSchema,
  paidBy: z.enum(INTEREST_PAYERS),
});

/** @internal */
export const installmentTableSchema = z.object({
  minimumAmount: z.int().check(z.minimum(0), z.maximum(10_000_000)),
  rows: z
    .array(installmentRowSchema)
    .check(
      must(
        (rows) => rows.every(({ from }, index) => from > (rows[index - 1]?.from ?? 0)),
        'ascending',
      ),
    ),
});

/** @internal */
export const installmentPlanSchema = z.object({
  installments: z.number(),
  installmentAmount: z.number(),
  totalAmount: z.number(),
  ratePerMonth: z.number(),
  paidBy: z.enum(INTEREST_PAYERS),
});

/** @internal */
export const shownPlanSchema = z.object({ totalAmount: centavosSchema });

/**
 * The plan the buyer was shown, as a caller tells it back: the total is what counts, and what else
 * the plan has may be sent with it. Source of the need to show it: Brazil's consumer code, art. 52.
 */
export type ShownPlan = { totalAmount: number };
