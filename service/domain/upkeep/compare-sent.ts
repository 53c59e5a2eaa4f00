import type { PayoutStatus } from '../../../contract/payments/payout.ts';
import { addDays, endOfDay, startOfDay } from '../../base/shared/sao-paulo-days.ts';
import { attemptKeyOf, referenceOf } from '../../providers/attempt-key.ts';
import type { ListedTransfer, PayoutAcquirer } from '../../providers/payout-acquirer.ts';
import type { Finding } from '../ledger/import-statement.ts';
import { createFindings } from '../ledger/import-statement.ts';
import type { Amounts, FindingKind } from '../ledger/settlement.ts';
import type { Payout, PayoutStore } from '../payouts/payout.ts';
import type { Compared } from './compare-listed.ts';
import { amountsOf, PAGE, readDays } from './compare-listed.ts';

/** What a provider may tell of a payout that we have so. */
const ALIKE: Record<PayoutStatus, readonly ListedTransfer['state'][]> = {
  AWAITING_APPROVAL: [],
  PENDING: ['processing'],
  PROCESSING: ['processing'],
  APPROVED: ['processing'],
  COMPLETED: ['completed'],
  FAILED: ['refused'],
  CANCELED: [],
  REFUSED: ['refused'],
  REFUNDED: ['completed', 'refused'],
};
/** What a provider has taken in, and has to list. */
const TAKEN_IN: readonly PayoutStatus[] = ['PROCESSING', 'APPROVED', 'COMPLETED'];
/** Days before those asked for of which a payout may be that was sent within them. */
const MADE_BEFORE = 2;

type AskedDays = {
  provider: string;
  companyIds: readonly string[];
  from: string;
  until: string;
};

/**
 * What a provider lists as sent beside the payouts of companies, as `compareListed` does it with
 * payins. Decision: where they made none in these days the list is not asked for, since an account
 * that only receives has no leave to read it. Throws what reading it throws.
 */
export async function compareSent(
  list: NonNullable<PayoutAcquirer['list']>,
  days: AskedDays,
  { payouts, now }: { payouts: Pick<PayoutStore, 'find' | 'page'>; now: () => Date },
): Promise<Compared> {
  const counts = { alike: 0, other: 0 };
  const { find, told } = createFindings();
  const ours = await readOurs(days, payouts);
  if (ours.size === 0) return { counts, ...told() };
  const seen = new Set<string>();

  async function payoutOf(key: string): Promise<Payout | null> {
    const known = ours.get(key);
    if (known !== undefined) return known;
    for (const companyId of days.companyIds) {
      const id = referenceOf(key, { prefix: 'out', companyId });
      const payout = id === null ? null : await payouts.find(companyId, id);
      if (payout !== null) return payout;
    }
    return null;
  }

  async function take(listed: ListedTransfer): Promise<void> {
    const { key, externalId, amount } = listed;
    if (key === null) {
      counts.other += 1;
      return;
    }
    const payout = await payoutOf(key);
    const kind = judge(listed, payout);
    if (kind === null) counts.alike += 1;
    else find(toFinding(kind, payout, externalId, amountsOf(amount, 0)));
  }

  for await (const { page, isAsked } of readDays(list, days, now)) {
    for (const listed of page) {
      if (listed.key !== null) seen.add(listed.key);
      if (isAsked) await take(listed);
    }
  }
  const [first, last] = [startOfDay(days.from), endOfDay(days.until)];
  for (const [key, payout] of ours) {
    const sentAt = payout.decidedAt ?? payout.createdAt;
    const isAsked = sentAt >= first && sentAt <= last;
    if (seen.has(key) || !isAsked || !TAKEN_IN.includes(payout.status)) continue;
    find(toFinding('payout_not_listed', payout, payout.externalId, null));
  }
  return { counts, ...told() };
}

/** By their keys. */
async function readOurs(
  { provider, companyIds, from, until }: AskedDays,
  payouts: Pick<PayoutStore, 'page'>,
): Promise<Map<string, Payout>> {
  const ours = new Map<string, Payout>();
  const period = { from: startOfDay(addDays(from, -MADE_BEFORE)), until: endOfDay(until) };
  for (const companyId of companyIds) {
    let after: Payout | null = null;
    do {
      const filter = { status: null, referenceId: null, ...period, after, limit: PAGE };
      const page: Payout[] = await payouts.page(companyId, filter);
      for (const one of page) if (one.provider === provider) ours.set(attemptKeyOf(one.id), one);
      after = page.length < PAGE ? null : (page.at(-1) ?? null);
    } while (after !== null);
  }
  return ours;
}

/** Null where both have the same. What is sent is the amount without our fee. */
function judge({ amount, state }: ListedTransfer, payout: Payout | null): FindingKind | null {
  if (payout === null) return 'payout_only_there';
  if (amount !== payout.amount - payout.fee) return 'payout_other_amount';
  return ALIKE[payout.status].includes(state) ? null : 'payout_other_state';
}

function toFinding(
  kind: FindingKind,
  payout: Payout | null,
  externalId: string | null,
  theirs: Amounts | null,
): Finding {
  const ours = payout && amountsOf(payout.amount - payout.fee, 0);
  const payoutId = payout?.id ?? null;
  return { kind, line: null, payinId: null, payoutId, externalId, installment: null, theirs, ours };
}
