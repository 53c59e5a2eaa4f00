import { isValidCnpj, isValidCpf, withoutPunctuation } from '../../../contract/document-number.ts';
import type { PayinPlace } from '../../../contract/payments/payin-list.ts';
import { isLineOfText } from '../../../contract/text.ts';
import { readReais } from '../../base/shared/reais.ts';
import type { Payin } from './payin.ts';
import type { PayinFilter, PayinKey, PayinListStore, PayinsFound } from './payin-list.ts';

export type PayinSearch = Omit<PayinFilter, 'key'> & { text: string };

/** Less begins too many orders. */
const SHORTEST_PART = 3;

/** As long as the longest thing a payin is found by, an e-mail address. */
const MAX_TEXT = 254;

/**
 * `1234` is an order, the end of a card and R$ 1.234,00. Null for a blank text, which asks for
 * nothing. Decision: whoever may not read customers finds nothing by who pays.
 */
export function readPayinKeys(
  text: string,
  { mayReadCustomers }: { mayReadCustomers: boolean },
): readonly PayinKey[] | null {
  const typed = text.trim();
  if (typed === '') return null;
  if (!isLineOfText(typed, MAX_TEXT)) return [];
  const keys: PayinKey[] = [
    // References are kept composed.
    { by: 'reference', value: typed.normalize() },
    { by: 'externalId', value: typed },
  ];
  if (typed.startsWith('pay_')) keys.push({ by: 'id', value: typed });
  if (/^\d{4}$/.test(typed)) keys.push({ by: 'cardLast4', value: typed });
  if (typed.length >= SHORTEST_PART) {
    keys.push({ by: mayReadCustomers ? 'part' : 'start', value: typed.normalize() });
  }
  const amount = readReais(typed) ?? readReais(`${typed},00`);
  if (amount !== null) keys.push({ by: 'amount', value: String(amount) });
  if (!mayReadCustomers) return keys;
  const document = readDocument(typed);
  if (document !== null) keys.push({ by: 'document', value: document });
  if (/^\S+@\S+$/.test(typed)) keys.push({ by: 'email', value: typed });
  return keys;
}

function readDocument(typed: string): string | null {
  const document = withoutPunctuation(typed);
  return isValidCpf(document) || isValidCnpj(document) ? document : null;
}

/**
 * It may have fewer than asked for and still go on: see `PayinListStore.look`. Decision: by a part of
 * it is looked only where nothing is found by the whole, so that an order is found alone beside those
 * whose references begin with its own.
 */
export async function searchPayins(
  companyId: string,
  { text, ...asked }: PayinSearch,
  { payinLists, mayReadCustomers }: { payinLists: PayinListStore; mayReadCustomers: boolean },
): Promise<PayinsFound> {
  const keys = readPayinKeys(text, { mayReadCustomers });
  if (keys === null) return payinLists.look(companyId, { ...asked, key: null });
  const isPart = ({ by }: PayinKey) => by === 'part' || by === 'start';
  const look = async (filter: typeof asked, by: readonly PayinKey[]) => {
    const found = by.map((key) => payinLists.look(companyId, { ...filter, key }));
    return mergeFound(await Promise.all(found), filter.limit);
  };
  const whole = keys.filter((key) => !isPart(key));
  const found = await look(asked, whole);
  const isSome = ({ payins, goesOnAfter }: PayinsFound) =>
    payins.length > 0 || goesOnAfter !== null;
  if (isSome(found)) return found;
  const isLastPage = asked.after !== null && isSome(await look({ ...asked, after: null }, whole));
  return isLastPage ? found : look(asked, keys.filter(isPart));
}

function mergeFound(found: readonly PayinsFound[], limit: number): PayinsFound {
  const ends = found.flatMap(({ goesOnAfter }) => goesOnAfter ?? []);
  const highest = ends.sort(newestFirst)[0] ?? null;
  const byId = new Map<string, Payin>();
  for (const payin of found.flatMap(({ payins }) => payins)) {
    if (highest === null || newestFirst(payin, highest) <= 0) byId.set(payin.id, payin);
  }
  const all = [...byId.values()].sort(newestFirst);
  const payins = all.slice(0, limit);
  const last = payins.at(-1);
  const isCut = all.length > limit && last !== undefined;
  const goesOnAfter = isCut ? { createdAt: last.createdAt, id: last.id } : highest;
  return { payins, goesOnAfter };
}

function newestFirst(one: PayinPlace, other: PayinPlace): number {
  const distance = other.createdAt.getTime() - one.createdAt.getTime();
  if (distance !== 0) return distance;
  return one.id < other.id ? 1 : one.id > other.id ? -1 : 0;
}
