import { describe, expect, it } from 'vitest';
import type { Payin } from './payin.ts';
import type { PayinFilter, PayinKey, PayinListStore } from './payin-list.ts';
import { readPayinKeys, searchPayins } from './payin-search.ts';

function meaningsOf(text: string, mayReadCustomers = true): string[] {
  const keys = readPayinKeys(text, { mayReadCustomers }) ?? [];
  return keys.map(({ by, value }) => `${by} ${value}`).sort();
}

describe('what is typed to find a payin', () => {
  it.each<[string, string]>([
    ['159,90', 'amount 15990'],
    ['R$ 159,90', 'amount 15990'],
    ['R$ 1.234,56', 'amount 123456'],
    ['r$1.234', 'amount 123400'],
    ['159', 'amount 15900'],
    ['159.90', 'amount 15990'],
    ['1234', 'cardLast4 1234'],
    ['390.533.447-05', 'document 39053344705'],
    ['39053344705', 'document 39053344705'],
    ['11.222.333/0001-81', 'document 11222333000181'],
    ['Ana@Example.com', 'email Ana@Example.com'],
    [' pedido-17 ', 'reference pedido-17'],
    ['ac\u0327a\u0303o', 'reference ação'],
    ['pay_no3ds_AAAAAAAAAAAAAAAAAAAAAA', 'id pay_no3ds_AAAAAAAAAAAAAAAAAAAAAA'],
    ['E2E-99', 'externalId E2E-99'],
  ])('%s may mean %s', (text, meaning) => {
    expect(meaningsOf(text)).toContain(meaning);
  });

  it.each<[string, string]>([
    ['1.23,45', 'amount'],
    ['0', 'amount'],
    ['-5', 'amount'],
    ['12345', 'cardLast4'],
    ['39053344706', 'document'],
    ['ana at example.com', 'email'],
  ])('%s is no %s', (text, by) => {
    expect(meaningsOf(text).filter((meaning) => meaning.startsWith(`${by} `))).toEqual([]);
  });

  it('may be all of what it could be', () => {
    expect(meaningsOf('1234')).toEqual([
      'amount 123400',
      'cardLast4 1234',
      'externalId 1234',
      'part 1234',
      'reference 1234',
    ]);
    expect(meaningsOf('12')).toEqual(['amount 1200', 'externalId 12', 'reference 12']);
  });

  it.each(['', '   '])('asks for nothing where it is blank: "%s"', (text) => {
    expect(readPayinKeys(text, { mayReadCustomers: true })).toBeNull();
  });

  it.each([
    ['with a zero byte', 'a\u0000b'],
    ['with half a character', 'a\ud800'],
    ['of ten thousand characters', '9'.repeat(10_000)],
  ])('means nothing %s', (_name, text) => {
    expect(meaningsOf(text)).toEqual([]);
  });

  it.each(['390.533.447-05', 'ana@example.com'])(
    'is not taken for who pays by whom may not read customers: %s',
    (text) => {
      const kinds = meaningsOf(text, false).map((meaning) => meaning.split(' ')[0]);
      expect(kinds).toEqual(['externalId', 'reference', 'start']);
    },
  );
});

describe('a search of payins', () => {
  const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 0, minute));
  const payin = (minute: number) => ({ id: `pay_${minute}`, createdAt: at(minute) }) as Payin;
  const filter = { status: null, method: null, from: null, until: null, after: null, limit: 3 };

  function lists(of: Partial<Record<PayinKey['by'], [minutes: number[], end: number | null]>>) {
    const look = async (_company: string, { key }: PayinFilter) => {
      const [minutes, end] = of[key?.by ?? 'id'] ?? [[], null];
      const goesOnAfter = end === null ? null : { createdAt: at(end), id: `pay_${end}` };
      return { payins: minutes.map(payin), goesOnAfter };
    };
    return { look } as PayinListStore;
  }
  const search = async (payinLists: PayinListStore) => {
    const found = await searchPayins(
      'one',
      { ...filter, text: '1234' },
      { payinLists, mayReadCustomers: true },
    );
    return [found.payins.map(({ id }) => id), found.goesOnAfter?.id ?? null];
  };

  it('gives what was found by several meanings once, newest first', async () => {
    const found = await search(lists({ amount: [[9, 5], null], cardLast4: [[9, 7], null] }));
    expect(found).toEqual([['pay_9', 'pay_7', 'pay_5'], null]);
  });

  it('goes on after the last it gives, where there are more', async () => {
    const found = await search(lists({ amount: [[9, 5], null], cardLast4: [[8, 7], null] }));
    expect(found).toEqual([['pay_9', 'pay_8', 'pay_7'], 'pay_7']);
  });

  it('leaves to the next page what lies below where one meaning was cut short', async () => {
    const found = await search(lists({ amount: [[9, 5], 5], cardLast4: [[8, 3], null] }));
    expect(found).toEqual([['pay_9', 'pay_8', 'pay_5'], 'pay_5']);
    const empty = await search(lists({ amount: [[], 6], cardLast4: [[8, 3], null] }));
    expect(empty).toEqual([['pay_8'], 'pay_6']);
  });

  it('goes by a part only where nothing is found by the whole, on no page', async () => {
    const part: [number[], null] = [[6, 2], null];
    expect(await search(lists({ part }))).toEqual([['pay_6', 'pay_2'], null]);
    expect(await search(lists({ part, reference: [[9], null] }))).toEqual([['pay_9'], null]);
    expect(await search(lists({ part, amount: [[], 6] }))).toEqual([[], 'pay_6']);
    const asked = { ...filter, text: '1234', after: { createdAt: at(9), id: 'pay_9' } };
    const later = async (onFirst: number[]) => {
      const look: PayinListStore['look'] = async (company, { key, after }) => {
        const reference = after === null ? onFirst : [];
        return lists({ part, reference: [reference, null] }).look(company, { ...asked, key });
      };
      const payinLists = { look } as PayinListStore;
      return (await searchPayins('one', asked, { payinLists, mayReadCustomers: true })).payins;
    };
    expect(await later([9])).toEqual([]);
    expect(await later([])).toHaveLength(2);
  });
});
