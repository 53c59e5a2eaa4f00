import type { PayoutStatus } from '../../../../contract/payout.ts';
import { payoutStatusSchema } from '../../../../contract/payout.ts';
import { isReferenceId } from '../../../../contract/reference-id.ts';
import type { Payout, PayoutFilter } from '../../../domain/payouts/payout.ts';
import type { Lists } from '../../../domain/summaries/lists.ts';
import type { Period } from '../../framework/parts/period-filter.tsx';
import { readPeriod } from '../../framework/parts/period-filter.tsx';

/** What an address asks for; `reference` is an id of a payout as well, and empty where none is. */
export type PayoutSearch = { reference: string; status: PayoutStatus | null; period: Period };

export function readPayoutSearch(query: URLSearchParams): PayoutSearch {
  const typed = (query.get('search') ?? '').trim();
  return {
    reference: isReferenceId(typed) ? typed : '',
    status: payoutStatusSchema.safeParse(query.get('status')).data ?? null,
    period: readPeriod(query),
  };
}

/** By its id where that is what somebody looks for, otherwise by reference. */
export async function findPayouts(
  companyId: string,
  { search, after, limit }: { search: PayoutSearch } & Pick<PayoutFilter, 'after' | 'limit'>,
  { payouts }: Pick<Lists, 'payouts'>,
): Promise<Payout[]> {
  const { reference, status, period } = search;
  const byId = reference === '' ? null : await payouts.find(companyId, reference);
  if (byId !== null) return [byId];
  const { from, until } = period;
  const referenceId = reference === '' ? null : reference;
  return payouts.page(companyId, { status, referenceId, from, until, after, limit });
}

/** The same search in an address, with nothing that it does not know. */
export function searchOf(query: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of ['search', 'status', 'from', 'until']) {
    const value = query.get(name);
    if (value) kept.set(name, value);
  }
  return kept;
}
