import type { ShownPlan } from '../../../contract/card/installment-plan.ts';
import { isPlanOffered, planInstallments } from '../../../contract/card/plan-installments.ts';
import type { InstallmentPlan } from '../../../contract/published-types.ts';
import { invalidField } from '../../base/shared/api-error.ts';
import type { Account } from './account.ts';

export type AskedPlan = {
  amount: number;
  installments: number;
  installmentPlan?: ShownPlan | undefined;
};

/** 400 INVALID_DATA for more than the account has. */
export function requireInstallments(account: Account, installments: number, path: string): void {
  const { maxInstallments } = account.traits;
  if (installments > maxInstallments) {
    throw invalidField(path, 'too_large', { max: maxInstallments });
  }
}

export function planOf(account: Account, asked: AskedPlan): InstallmentPlan | null {
  return planInstallments(account.traits.installmentTable ?? undefined, asked);
}

export function isOffered(account: Account, asked: AskedPlan): boolean {
  return isPlanOffered(account.traits.installmentTable ?? undefined, asked);
}

/**
 * The plan that the buyer was shown and the account offers; null without interest. 400 INVALID_DATA
 * on `installments` (too many, or each too small), `installmentPlan` (missing) or
 * `installmentPlan.totalAmount` (another). `at`: what stands before those names. Decision: nobody
 * is charged interest they were not shown, so such a plan is taken with its total alone.
 */
export function requirePlan(account: Account, asked: AskedPlan, at = ''): InstallmentPlan | null {
  requireInstallments(account, asked.installments, `${at}installments`);
  if (!isOffered(account, asked)) throw invalidField(`${at}installments`, 'installment_too_small');
  const plan = planOf(account, asked);
  const { installmentPlan: shown } = asked;
  if (shown === undefined && plan?.paidBy === 'buyer') {
    throw invalidField(`${at}installmentPlan`, 'required');
  }
  requireShown(asked, plan, at);
  return plan;
}

export function requireShown(asked: AskedPlan, plan: InstallmentPlan | null, at = ''): void {
  const total = plan?.totalAmount ?? asked.amount;
  if (asked.installmentPlan !== undefined && asked.installmentPlan.totalAmount !== total) {
    throw invalidField(`${at}installmentPlan.totalAmount`, 'plan_changed');
  }
}
