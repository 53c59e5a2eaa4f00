import * as z from 'zod/mini';
import type { Centavos } from '../money.ts';

/** The most installments any account may offer. Decision: twelve, as shops in Brazil do. */
export const MAX_INSTALLMENTS = 12;

export const installmentsSchema = /* @__PURE__ */ z
  .int()
  .check(z.minimum(1), z.maximum(MAX_INSTALLMENTS));

export function isInstallments(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_INSTALLMENTS;
}

/** All equal, the remainder in the first, so that they sum to the amount; integers in centavos. */
export function splitIntoInstallments(plan: { amount: Centavos; count: number }): Centavos[] {
  const part = Math.floor(plan.amount / plan.count);
  const first = plan.amount - part * (plan.count - 1);
  return [first, ...Array.from({ length: plan.count - 1 }, () => part)];
}
