import type { PayoutStatus } from '../../../../contract/payments/payout.ts';
import { payoutStatusSchema } from '../../../../contract/payments/payout.ts';
import { isReferenceId } from '../../../../contract/payments/reference-id.ts';
import type { Payout, PayoutFilter, PayoutPlace } from '../../../domain/payouts/payout.ts';
import type { Lists } from '../../../domain/summaries/lists.ts';
import type { Period } from '../../framework/parts/period-filter.ts';
import { readPeriod } from '../../framework/parts/period-filter.ts';
import type { RowPage } from '../../framework/row-page.ts';
import { firstRows } from '../../framework/row-page.ts';

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
): Promise<RowPage<Payout, PayoutPlace>> {
  const { reference, status, period } = search;
  const byId = reference === '' ? null : await payouts.find(companyId, reference);
  if (byId !== null) return { rows: [byId], next: null };
  const { from, until } = period;
  const referenceId = reference === '' ? null : reference;
  const filter = { status, referenceId, from, until, after };
  return firstRows(await payouts.page(companyId, { ...filter, limit: limit + 1 }), limit);
}

/** What an address may narrow the list by. */
export const PAYOUT_FILTERS = ['search', 'status', 'from', 'until'];
