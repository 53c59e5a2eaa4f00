import { isPlanOffered, planInstallments } from '../../contract/card/plan-installments.ts';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import { isCentavos } from '../../contract/money.ts';
import type { CheckoutConfig, InstallmentPlan } from '../../contract/published-types.ts';

/** Every plan that this account's card form would offer for an amount, shortest first. */
export function installmentPlans(
  { paymentMethods, maxInstallments, installmentTable: table }: CheckoutConfig,
  amount: number,
): InstallmentPlan[] {
  if (!isCentavos(amount)) {
    const message = 'installmentPlans: amount must be a positive integer in centavos';
    throw new CheckoutError(errorData('INVALID_ARGUMENT', message, { field: 'amount' }));
  }
  if (!paymentMethods.includes('credit_card')) return [];
  const counts = Array.from({ length: maxInstallments }, (_, index) => index + 1);
  return counts
    .filter((installments) => isPlanOffered(table, { amount, installments }))
    .map(
      (installments) =>
        planInstallments(table, { amount, installments }) ?? {
          installments,
          installmentAmount: Math.floor(amount / installments),
          totalAmount: amount,
          ratePerMonth: 0,
          paidBy: 'merchant',
        },
    );
}
