import type { PayinPlace } from '../../../../contract/payments/payin-list.ts';
import { payinListQuerySchema, toPayinCursor } from '../../../../contract/payments/payin-list.ts';
import type { PayinSearch } from '../../../domain/payins/payin-search.ts';

const NAMES = ['q', 'status', 'method', 'startDate', 'endDate', 'cursor'] as const;
type Name = (typeof NAMES)[number];

/** In the words of `GET /payin` but for `method`. With a name in `wrong`, nothing is looked for. */
export type PaymentFilter = {
  typed: Readonly<Partial<Record<Name, string>>>;
  wrong: readonly Name[];
  search: Omit<PayinSearch, 'limit'>;
};

export function readPaymentFilter(query: URLSearchParams): PaymentFilter {
  // A form sends its empty fields too.
  const typed: PaymentFilter['typed'] = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = query.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
  const { q = '', method, ...rest } = typed;
  const read = payinListQuerySchema.safeParse({ ...rest, paymentMethod: method });
  const wrong = read.success ? [] : NAMES.filter((name) => namesOf(read.error).includes(name));
  const { status, paymentMethod, startDate, endDate, cursor } = read.success ? read.data : {};
  return {
    typed,
    wrong,
    search: {
      text: q,
      status: status ?? null,
      method: paymentMethod ?? null,
      from: startDate ?? null,
      until: endDate ?? null,
      after: cursor ?? null,
    },
  };
}

function namesOf({ issues }: { issues: readonly { path: readonly PropertyKey[] }[] }): unknown[] {
  return issues.map(({ path }) => (path[0] === 'paymentMethod' ? 'method' : path[0]));
}

export function toQuery({ typed }: PaymentFilter, after: PayinPlace | null): string {
  const { cursor: _place, ...kept } = typed;
  const query = new URLSearchParams(kept);
  if (after !== null) query.set('cursor', toPayinCursor(after));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
