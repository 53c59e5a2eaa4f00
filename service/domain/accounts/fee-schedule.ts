import * as z from 'zod/mini';
import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';

const BASIS_POINTS = 10_000;

/** A share of the amount in hundredths of a percent, and centavos that are always the same. */
export const feeRateSchema = z.object({
  basisPoints: atMost(BASIS_POINTS),
  fixed: atMost(1_000_000),
});

/** Decision: common prices of the market, as the specification has none; an account may differ. */
export const feeScheduleSchema = z.object({
  CREDIT_CARD: z._default(feeRateSchema, { basisPoints: 399, fixed: 39 }),
  PIX: z._default(feeRateSchema, { basisPoints: 99, fixed: 0 }),
  BOLETO: z._default(feeRateSchema, { basisPoints: 0, fixed: 250 }),
  OPEN_FINANCE: z._default(feeRateSchema, { basisPoints: 99, fixed: 0 }),
  payout: z._default(feeRateSchema, { basisPoints: 0, fixed: 100 }),
});
export type FeeSchedule = z.infer<typeof feeScheduleSchema>;

export const reserveRateSchema = atMost(BASIS_POINTS);

/** Decision: 30 days after the approval, by which most card payments that are disputed were. */
export const reserveDaysSchema = atMost(3_650);

/** Centavos, rounded half up. A fee never exceeds the payin it is of. */
export function payinFee(fees: FeeSchedule, method: PaymentMethod, amount: number): number {
  return Math.min(rateOf(fees[method], amount), amount);
}

/** Centavos. Decision: a payout's fee leaves at least one centavo to transfer. */
export function payoutFee(fees: FeeSchedule, amount: number): number {
  return Math.min(rateOf(fees.payout, amount), amount - 1);
}

export function shareOf(amount: number, basisPoints: number): number {
  return Math.floor((amount * basisPoints + BASIS_POINTS / 2) / BASIS_POINTS);
}

function rateOf({ basisPoints, fixed }: z.infer<typeof feeRateSchema>, amount: number): number {
  return shareOf(amount, basisPoints) + fixed;
}

function atMost(most: number) {
  return z.int().check(z.minimum(0), z.maximum(most));
}
