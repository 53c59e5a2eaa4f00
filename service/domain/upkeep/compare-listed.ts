import { addDays, endOfDay, startOfDay } from '../../base/shared/sao-paulo-days.ts';
import { attemptKeyOf } from '../../providers/attempt-key.ts';
import type { ListedPayment, ListPeriod, PaymentList } from '../../providers/provider.ts';
import type { Finding } from '../ledger/import-statement.ts';
import { beginningOf, createFindings, randomIn } from '../ledger/import-statement.ts';
import type {
  Amounts,
  FindingKind,
  SettledPayment,
  SettlementStore,
} from '../ledger/settlement.ts';
import { WAS_APPROVED } from '../ledger/settlement.ts';
import type { Payin } from '../payins/payin.ts';
import { chargedAmount } from '../payins/payin.ts';
import type { PayinListStore } from '../payins/payin-list.ts';

/** `alike`: what both have. `other`: what no attempt of ours, or none of those companies, asked for. */
export type Compared = {
  counts: { alike: number; other: number };
  findings: Finding[];
  unnamed: number;
};

export type CompareServices = {
  settlements: Pick<SettlementStore, 'find'>;
  payinLists: Pick<PayinListStore, 'page'>;
  now: () => Date;
};

/**
 * Days that are listed before and after those that are asked for: what we made on the last of these is
 * paid there until two days later, and clocks differ.
 */
const [BEFORE, AFTER] = [1, 2];
export const PAGE = 1000;
const UNLISTED = { kind: 'not_listed', line: null, installment: null, theirs: null } as const;

/**
 * What a provider lists of the days `from` to `until`, in São Paulo, beside the payins of companies
 * that were made within them. Changes nothing. Throws what reading the list throws.
 */
export async function compareListed(
  list: PaymentList,
  days: { provider: string; companyIds: readonly string[]; from: string; until: string },
  { settlements, payinLists, now }: CompareServices,
): Promise<Compared> {
  const { provider, companyIds } = days;
  const counts = { alike: 0, other: 0 };
  const { find, told } = createFindings();
  const seen = new Set<string>();
  const isOurs = new Set(companyIds);

  async function take(page: readonly ListedPayment[], isAsked: boolean): Promise<void> {
    const random = page.map(({ key }) => (key === null ? '' : randomIn(key)));
    const wanted = new Set(random.filter((one) => one !== '').map(beginningOf));
    const found = wanted.size === 0 ? [] : await settlements.find(provider, [...wanted]);
    const payments = new Map(found.map((one) => [one.payinId.slice(-22), one]));
    for (const [at, listed] of page.entries()) {
      const isAgain = listed.key !== null && seen.has(listed.key);
      if (listed.key !== null) seen.add(listed.key);
      const payment = payments.get(random[at] ?? '') ?? null;
      const isOthers = payment !== null && !isOurs.has(payment.companyId);
      if (!isAsked) continue;
      if (listed.key === null || isOthers) counts.other += 1;
      else {
        const kind = payment === null ? 'only_there' : judge(listed, payment, isAgain);
        if (kind === null) counts.alike += 1;
        else find(toFinding(kind, listed, payment));
      }
    }
  }

  for await (const { page, isAsked } of readDays(list.read, days, now)) await take(page, isAsked);

  const period = { from: startOfDay(days.from), until: endOfDay(days.until) };
  for (const companyId of companyIds) {
    let after: Payin | null = null;
    do {
      const filter = { status: null, method: null, key: null, ...period, after, limit: PAGE };
      const page: Payin[] = await payinLists.page(companyId, filter);
      for (const payin of page) {
        const isListed = payin.provider === provider && list.methods.includes(payin.paymentMethod);
        if (!isListed || !WAS_APPROVED.includes(payin.status)) continue;
        if (seen.has(attemptKeyOf(payin.id))) continue;
        const { id: payinId, externalId, refundedAmount } = payin;
        const ours = amountsOf(chargedAmount(payin), refundedAmount);
        find({ ...UNLISTED, payinId, externalId, ours });
      }
      after = page.length < PAGE ? null : (page.at(-1) ?? null);
    } while (after !== null);
  }
  return { counts, ...told() };
}

/** Day by day; `isAsked`: not of those that are read beside what was asked for. */
export async function* readDays<Listed>(
  read: (period: ListPeriod, signal: AbortSignal) => AsyncIterable<Listed[]>,
  days: { from: string; until: string },
  now: () => Date,
): AsyncGenerator<{ page: Listed[]; isAsked: boolean }> {
  const { signal } = new AbortController();
  for (let day = addDays(days.from, -BEFORE); ; day = addDays(day, 1)) {
    const from = startOfDay(day);
    if (day > addDays(days.until, AFTER) || from > now()) return;
    const end = startOfDay(addDays(day, 1)).getTime() - 1;
    const until = new Date(Math.min(end, now().getTime()));
    const isAsked = day >= days.from && day <= days.until;
    for await (const page of read({ from, until }, signal)) yield { page, isAsked };
  }
}

/** Null where both have the same. What was paid again counts as ours once all of it went back. */
function judge(
  { amount, returned }: ListedPayment,
  { status, amount: ours, charged, refundedAmount }: SettledPayment,
  isAgain: boolean,
): FindingKind | null {
  if (amount === returned && (isAgain || !WAS_APPROVED.includes(status))) return null;
  if (!WAS_APPROVED.includes(status)) return 'not_paid_here';
  if (isAgain) return 'twice';
  const isGone = refundedAmount === ours;
  const left = isGone ? 0 : charged - refundedAmount;
  if (returned === null) return amount === charged ? null : 'other_amount';
  if (amount - returned === left) return null;
  if (amount !== charged) return 'other_amount';
  return amount - returned < left ? 'not_returned' : 'only_returned_here';
}

function toFinding(
  kind: FindingKind,
  { externalId, amount, returned }: ListedPayment,
  payment: SettledPayment | null,
): Finding {
  const { payinId = null, charged = 0, refundedAmount = 0 } = payment ?? {};
  const theirs = amountsOf(amount, returned ?? 0);
  const ours = payment && amountsOf(charged, refundedAmount);
  return { kind, line: null, payinId, externalId, installment: null, theirs, ours };
}

export function amountsOf(amount: number, returned: number): Amounts {
  return { amount, fee: 0, net: amount - returned };
}
