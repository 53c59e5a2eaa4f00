import type { ShownPlan } from '../../../contract/card/installment-plan.ts';
import { isPlanOffered, planInstallments } from '../../../contract/card/plan-installments.ts';
import type { InstallmentPlan } from '../../../contract/published-types.ts';
import { invalidField } from '../../base/shared/api-error.ts';
import type { Account } from './account.ts';

/** A plan that somebody asks for, and what the buyer was shown of it. */
export type AskedPlan = {
  amount: number;
  installments: number;
  installmentPlan?: ShownPlan | undefined;
};

/** 400 INVALID_DATA for more installments than the account has at all. */
export function requireInstallments(account: Account, installments: number, path: string): void {
  const { maxInstallments } = account.traits;
  if (installments > maxInstallments) {
    throw invalidField(path, 'too_large', { max: maxInstallments });
  }
}

/** The plan as the account's table has it now; null for one without interest. */
export function planOf(account: Account, asked: AskedPlan): InstallmentPlan | null {
  return planInstallments(account.traits.installmentTable ?? undefined, asked);
}

export function isOffered(account: Account, asked: AskedPlan): boolean {
  return isPlanOffered(account.traits.installmentTable ?? undefined, asked);
}

/**
 * The plan that the buyer was shown and the account offers; null for one without interest. 400
 * INVALID_DATA on `installments`: more than the account has, or each less than its least; on
 * `installmentPlan`: it is missing; on `installmentPlan.totalAmount`: it is another one. `at`: what stands before those names.
 *
 * Decision: nobody is charged interest that they were not shown, so a plan whose interest the buyer
 * pays is taken with its total alone.
 */
export function requirePlan(account: Account, asked: AskedPlan, at = ''): InstallmentPlan | null {
  requireInstallments(account, asked.installments, `${at}installments`);
  if (!isOffered(account, asked)) {
    throw invalidField(`${at}installments`, 'installment_too_small');
  }
  const plan = planOf(account, asked);
  const { installmentPlan: shown } = asked;
  if (shown === undefined && plan?.paidBy === 'buyer') {
    throw invalidField(`${at}installmentPlan`, 'required');
  }
  requireShown(asked, plan, at);
  return plan;
}

/** What the buyer was shown, where it is told, is what they would pay. */
export function requireShown(asked: AskedPlan, plan: InstallmentPlan | null, at = ''): void {
  const total = plan?.totalAmount ?? asked.amount;
  if (asked.installmentPlan !== undefined && asked.installmentPlan.totalAmount !== total) {
    throw invalidField(`${at}installmentPlan.totalAmount`, 'plan_changed');
  }
}
