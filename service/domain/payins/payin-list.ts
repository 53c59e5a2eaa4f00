import type { PayinStatus } from '../../../contract/payments/payin.ts';
import type {
  PayinList,
  PayinListQuery,
  PayinPlace,
} from '../../../contract/payments/payin-list.ts';
import { toPayinCursor } from '../../../contract/payments/payin-list.ts';
import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';
import type { LedgerStore } from '../ledger/ledger.ts';
import type { Payin } from './payin.ts';
import { toPayinRecord } from './payin.ts';
import { payinMoneyOfEach } from './payin-ledger.ts';

export type ListedPayin = Pick<
  Payin,
  'id' | 'referenceId' | 'status' | 'paymentMethod' | 'amount' | 'refundedAmount' | 'createdAt'
>;

/**
 * `amount`: centavos in digits, without interest. By a part of it: `start`, what the order's reference
 * begins with; `part`, that or some of the name or e-mail of who pays.
 */
export type PayinKey = {
  by: 'id' | 'reference' | 'externalId' | 'document' | 'email' | 'cardLast4' | 'amount' | Part;
  value: string;
};

type Part = 'start' | 'part';

/** A filter that is null is not asked for. `from` and `until` are inclusive, `after` is not. */
export type PayinFilter = {
  status: PayinStatus | null;
  method: PaymentMethod | null;
  key: PayinKey | null;
  from: Date | null;
  until: Date | null;
  after: PayinPlace | null;
  limit: number;
  /** Instead of those that somebody was told of, those that nobody was. */
  isReserved?: true;
};

export type PayinsFound = { payins: Payin[]; goesOnAfter: PayinPlace | null };

/** Newest first. */
export interface PayinListStore {
  page(companyId: string, filter: PayinFilter): Promise<Payin[]>;
  /** Looks through so many payins at most, so that a page costs no more where few fit. */
  look(companyId: string, filter: PayinFilter): Promise<PayinsFound>;
  list(companyId: string, filter: PayinFilter): Promise<ListedPayin[]>;
  /** Those whose dispute is open, by the day of its answer, those without one last. */
  listDisputed(companyId: string, limit: number): Promise<Payin[]>;
}

/** Decision: as payins are kept, since ending one whose time is over asks the acquirer. */
export async function listPayins(
  companyId: string,
  query: PayinListQuery,
  services: { payinLists: PayinListStore; ledger: LedgerStore; baseUrl: string },
): Promise<PayinList> {
  const { limit } = query;
  const { payinLists, ledger, baseUrl } = services;
  // One more than is told: whether there is a page after this.
  const found = await payinLists.page(companyId, {
    status: query.status ?? null,
    method: query.paymentMethod ?? null,
    key: query.referenceId === undefined ? null : { by: 'reference', value: query.referenceId },
    from: query.startDate ?? null,
    until: query.endDate ?? null,
    after: query.cursor ?? null,
    limit: limit + 1,
  });
  const payins = found.slice(0, limit);
  const moneyOf = await payinMoneyOfEach(companyId, payins, ledger);
  const last = found.length > limit ? payins.at(-1) : undefined;
  return {
    data: payins.map((payin) => toPayinRecord(payin, moneyOf(payin), baseUrl)),
    meta: { limit, nextCursor: last === undefined ? null : toPayinCursor(last) },
  };
}
