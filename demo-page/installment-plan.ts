import type { InstallmentPlan, InstallmentTable } from './checkout-sdk.ts';

// For fields of this page's own: the card element works it out by itself. The documentation has
// the calculation, in integers, so that it comes to what the payment service comes to.

const WHOLE = 10_000n;

/** The plan of so many installments; null where none has interest. */
export function planOf(
  table: InstallmentTable | undefined,
  { amount, installments }: { amount: number; installments: number },
): InstallmentPlan | null {
  const row = table?.rows.filter(({ from }) => from <= installments).at(-1);
  if (!row || row.ratePerMonth === 0 || row.paidBy === 'merchant') return null;
  const count = BigInt(installments);
  const rate = BigInt(row.ratePerMonth);
  const grown = (WHOLE + rate) ** count;
  const above = BigInt(amount) * rate * grown;
  const below = WHOLE * (grown - WHOLE ** count);
  // Half up.
  const rounded = Number((2n * above + below) / (2n * below));
  const installmentAmount = Math.max(rounded, Math.ceil(amount / installments));
  return {
    installmentAmount,
    totalAmount: installmentAmount * installments,
    paidBy: row.paidBy,
  };
}

/** Every plan that may be chosen, by how many installments it has: no part is below the least. */
export function plansOf(
  table: InstallmentTable | undefined,
  { amount, most }: { amount: number; most: number },
): { installments: number; installmentPlan: InstallmentPlan | undefined }[] {
  const least = Math.max(1, table?.minimumAmount ?? 1);
  return Array.from({ length: most }, (_, index) => {
    const installments = index + 1;
    const plan = planOf(table, { amount, installments });
    return { installments, installmentPlan: plan ?? undefined };
  }).filter(
    ({ installments, installmentPlan }) =>
      installments === 1 ||
      (installmentPlan?.installmentAmount ?? Math.floor(amount / installments)) >= least,
  );
}

/** What the buyer pays in all. */
export function totalOf(amount: number, plan: InstallmentPlan | null | undefined): number {
  return plan?.paidBy === 'buyer' ? plan.totalAmount : amount;
}
