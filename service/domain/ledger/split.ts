import type { SplitRule } from '../../../contract/payments/split.ts';
import { invalidField } from '../../base/shared/api-error.ts';
import type { Account } from '../accounts/account.ts';

export type SplitPart = { recipientId: string; amount: number };

const WHOLE_BASIS_POINTS = 10_000;

/**
 * 400 INVALID_DATA where a recipient is named twice or the parts do not add up to the whole.
 * Decision: a percentage is rounded down to the centavo; what that leaves over is the merchant's.
 */
export function splitParts(
  { companyId }: Pick<Account, 'companyId'>,
  amount: number,
  rules: readonly SplitRule[],
): SplitPart[] {
  const recipients = new Set<string>();
  for (const [index, { recipientId }] of rules.entries()) {
    if (recipients.has(recipientId)) throw invalidField(`split.${index}.recipientId`, 'repeated');
    recipients.add(recipientId);
  }
  requireWhole(amount, rules);
  const parts = rules
    .map((rule) => ({ recipientId: rule.recipientId, amount: centavosOf(rule, amount) }))
    .filter((part) => part.amount > 0);
  const left = parts.reduce((rest, part) => rest - part.amount, amount);
  if (left === 0) return parts;
  const own = parts.find((part) => part.recipientId === companyId);
  const others = parts.filter((part) => part !== own);
  return [...others, { recipientId: companyId, amount: (own?.amount ?? 0) + left }];
}

/** Exactly: in hundredths of a percent of a centavo, which no double can hold for large amounts. */
function requireWhole(amount: number, rules: readonly SplitRule[]): void {
  const whole = BigInt(amount) * BigInt(WHOLE_BASIS_POINTS);
  const sum = rules.reduce((total, rule) => {
    const basisPoints = BigInt(basisPointsOf(rule)) * BigInt(amount);
    return total + basisPoints + BigInt(rule.amount ?? 0) * BigInt(WHOLE_BASIS_POINTS);
  }, 0n);
  if (sum !== whole) throw invalidField('split', 'wrong_sum');
}

function centavosOf(rule: SplitRule, amount: number): number {
  if (rule.amount !== undefined) return rule.amount;
  return Number((BigInt(basisPointsOf(rule)) * BigInt(amount)) / BigInt(WHOLE_BASIS_POINTS));
}

function basisPointsOf({ percent = 0 }: SplitRule): number {
  return Math.round(percent * 100);
}
