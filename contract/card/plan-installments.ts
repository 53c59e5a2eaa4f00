import type { Centavos } from '../money.ts';
import type { InstallmentPlan, InstallmentTable } from '../published-types.ts';

// Exact fractions of integers, so that service and browser come to the same centavo. Nothing is
// imported but types: a chunk of the card frame is made of this file.

type Asked = { amount: Centavos; installments: number };

/** 100 %, in the hundredths of a percent that a rate is told in. */
const WHOLE = 10_000n;
const MONTHS_A_YEAR = 12n;

/** French system (Tabela Price: compound monthly, first after a month); null without interest. */
export function planInstallments(
  table: InstallmentTable | undefined,
  { amount, installments }: Asked,
): InstallmentPlan | null {
  const row = table?.rows.filter(({ from }) => from <= installments).at(-1);
  if (row === undefined || row.ratePerMonth === 0) return null;
  const { ratePerMonth, paidBy } = row;
  const isBuyers = paidBy === 'buyer';
  const installmentAmount = isBuyers
    ? priceInstallment({ amount, installments, ratePerMonth })
    : Math.floor(amount / installments);
  const totalAmount = isBuyers ? installmentAmount * installments : amount;
  return { installments, installmentAmount, totalAmount, ratePerMonth, paidBy };
}

/** No part is nothing, or less than the least. */
export function isPlanOffered(table: InstallmentTable | undefined, asked: Asked): boolean {
  const { amount, installments } = asked;
  if (installments === 1) return true;
  const part =
    planInstallments(table, asked)?.installmentAmount ?? Math.floor(amount / installments);
  return part >= Math.max(1, table?.minimumAmount ?? 1);
}

/** The merchant's charge for a plan whose interest is theirs: what a buyer would have paid. */
export function merchantInterest(plan: InstallmentPlan | null): Centavos {
  if (plan?.paidBy !== 'merchant') return 0;
  const { totalAmount: amount, installments, ratePerMonth } = plan;
  return priceInstallment({ amount, installments, ratePerMonth }) * installments - amount;
}

/**
 * The effective rate a year, in hundredths of a percent. Decision: it is the total effective cost
 * (CET) as well, since a buyer is charged nothing but the interest.
 */
export function ratePerYear(ratePerMonth: number): number {
  const grown = (WHOLE + BigInt(ratePerMonth)) ** MONTHS_A_YEAR;
  const whole = WHOLE ** MONTHS_A_YEAR;
  return Number(rounded((grown - whole) * WHOLE, whole));
}

/**
 * Decision: the installment is rounded half up to the centavo, as calculators of the market do, and
 * the total is that many times the installment, so that all of them are alike. Where next to no
 * interest is rounded away, the parts still make up the amount.
 */
function priceInstallment(plan: Asked & { ratePerMonth: number }): Centavos {
  const count = BigInt(plan.installments);
  const rate = BigInt(plan.ratePerMonth);
  const grown = (WHOLE + rate) ** count;
  const interest = BigInt(plan.amount) * rate * grown;
  const installment = rounded(interest, WHOLE * (grown - WHOLE ** count));
  return Math.max(Number(installment), Math.ceil(plan.amount / plan.installments));
}

/** A fraction of positive integers, half up. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}
