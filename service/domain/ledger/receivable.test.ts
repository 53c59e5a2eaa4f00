import { describe, expect, it } from 'vitest';
import type { SettlementTerms } from '../../providers/acquirer.ts';
import { createReceivableStore } from '../../store/tables/ledger/receivable.ts';
import { opened } from '../../testing/opened.ts';
import { statementDatabases } from '../../testing/test-db.ts';
import type { Receivable } from './receivable.ts';
import { inParts, netOf, receivablesOf, withReturned, withWaiting } from './receivable.ts';

const DUE = ['2027-01-04', '2027-02-03', '2027-03-05'];

function receivables(change: Partial<Receivable> = {}, payinId = 'p'): Receivable[] {
  return DUE.map((dueOn, index) => ({
    ...{ companyId: 'c', payinId, installment: index + 1, provider: 'cielo', dueOn },
    ...{ amount: 1_000, fee: 30, returned: 0, waiting: 900, paidOn: null, paidAmount: null },
    ...change,
  }));
}

/** `1 33, 2 33`: the instalment, and what went back of it. */
function returnedOf(rows: readonly Receivable[]): string {
  return rows.map(({ installment, returned }) => `${installment} ${returned}`).join(', ');
}

describe('the calendar of a sale by card', () => {
  const TERMS = {
    firstDays: 30,
    intervalDays: 30,
    fees: [],
    fixedFee: 1,
  };
  const of = (installments: number, at: string, terms: SettlementTerms = TERMS) => {
    const sale = { companyId: 'c', payinId: 'p', provider: 'cielo', amount: 10_000, installments };
    return receivablesOf(terms, sale, new Date(at));
  };
  const daysOf = (rows: readonly Receivable[]) => rows.map(({ dueOn }) => dueOn);

  it('has each instalment on a day of banks, counted in São Paulo', () => {
    // Still the 27th there; 30 days later is the Saturday after Christmas.
    expect(daysOf(of(1, '2026-11-27T02:59:59Z'))).toEqual(['2026-12-28']);
    // Saturday, and Christmas, which is a Friday; both before a weekend.
    expect(daysOf(of(1, '2026-11-25T12:00:00Z'))).toEqual(['2026-12-28']);
    // Monday and Tuesday of carnival, and New Year's Day.
    expect(daysOf(of(2, '2027-01-09T12:00:00Z'))).toEqual(['2027-02-10', '2027-03-10']);
    expect(daysOf(of(1, '2026-12-02T12:00:00Z'))).toEqual(['2027-01-04']);
  });

  it('counts each of twelve from the approval, not from the one before', () => {
    expect(daysOf(of(12, '2026-12-01T12:00:00Z'))).toEqual([
      ...['2026-12-31', '2027-02-01', '2027-03-01', '2027-03-31', '2027-04-30', '2027-05-31'],
      ...['2027-06-29', '2027-07-29', '2027-08-30', '2027-09-27', '2027-10-27', '2027-11-26'],
    ]);
    const atOnce = daysOf(of(3, '2026-12-01T12:00:00Z', { ...TERMS, intervalDays: 0 }));
    expect(atOnce).toEqual(['2026-12-31', '2026-12-31', '2026-12-31']);
  });
});

describe('what goes back of a sale by card', () => {
  it('is borne by what is not due yet, the last with what rounding leaves', () => {
    expect(returnedOf(withReturned(receivables(), 100, '2027-01-03'))).toEqual('1 33, 2 33, 3 34');
    expect(returnedOf(withReturned(receivables(), 101, '2027-01-04'))).toEqual('2 50, 3 51');
  });

  it('leaves alone what was paid before its day', () => {
    const [first, ...others] = receivables();
    if (first === undefined) throw new Error('there is one');
    const rows = [{ ...first, paidOn: '2027-01-02', paidAmount: 970 }, ...others];
    expect(returnedOf(withReturned(rows, 100, '2027-01-02'))).toEqual('2 50, 3 50');
  });

  it('never takes more of one than is left of it, and the rest on the next day of banks', () => {
    // A Friday: Monday and Tuesday are those of carnival, on Wednesday banks work.
    const changed = withReturned(receivables(), 3_000, '2027-02-05');
    expect(returnedOf(changed)).toEqual('3 970, 4 2030');
    expect(changed[1]).toMatchObject({ dueOn: '2027-02-10', amount: 0, fee: 0, waiting: null });
    expect(changed.map(netOf)).toEqual([0, -2_030]);
  });

  it('comes back to those that bore it, and what they did not bear on the next day', () => {
    const taken = receivables().map((one) => ({ ...one, returned: 100 }));
    expect(returnedOf(withReturned(taken, -50, '2027-01-04'))).toEqual('2 75, 3 75');
    expect(returnedOf(withReturned(taken, -300, '2027-01-04'))).toEqual('2 0, 3 0, 4 -100');
  });

  it('is shared anew by those that the merchant waits for', () => {
    const rows = receivables();
    const waitingOf = (amount: number, of: readonly Receivable[]) =>
      withWaiting(of, amount)
        .map(({ installment, waiting }) => `${installment} ${waiting}`)
        .join(', ');
    expect(waitingOf(-1_000, rows)).toEqual('1 566, 2 567, 3 567');
    const [first, ...others] = rows;
    if (first === undefined) throw new Error('there is one');
    expect(waitingOf(1, [{ ...first, waiting: null }, ...others])).toEqual('2 900, 3 901');
    expect(waitingOf(7, receivables({ waiting: null }))).toEqual('3 7');
  });

  it.each([
    [100, 12, [8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9]],
    [2, 3, [0, 1, 1]],
    [0, 2, [0, 0]],
    [7, 1, [7]],
  ])('%i in %i parts are as even as can be', (total, count, parts) => {
    expect(inParts(total, count)).toEqual(parts);
  });
});

describe.each(statementDatabases())('receivables on $engine', (database) => {
  const db = opened(database.openMigrated);
  const store = () => createReceivableStore(db);

  it('are kept, changed and marked as paid once, of one company alone', async () => {
    const all = [...receivables(), ...receivables({}, 'q')];
    const other = receivables({ companyId: 'd' });
    const put = (rows: readonly Receivable[]) => db.transaction((tx) => store().put(tx, rows));
    await put(all);
    await put(other);
    await put([]);
    expect(await store().listOf('c', ['p', 'q', 'unknown'])).toEqual(all);
    expect(await db.transaction((tx) => store().lock(tx, 'c', 'q'))).toEqual(all.slice(3));
    const [first] = all;
    if (first === undefined) throw new Error('there is one');
    await put([{ ...first, returned: 5, waiting: null }]);
    const paid = [
      { payinId: 'p', installment: 1, paidOn: '2027-01-04', paidAmount: 965 },
      { payinId: 'p', installment: 9, paidOn: '2027-01-04', paidAmount: 1 },
    ];
    const mark = () => db.transaction((tx) => store().markPaid(tx, 'c', paid));
    await mark();
    await mark();
    const [changed] = await store().listOf('c', ['p']);
    const marked = { paidOn: '2027-01-04', paidAmount: 965 };
    expect(changed).toEqual({ ...first, returned: 5, waiting: null, ...marked });
    expect(await store().listOf('d', ['p'])).toEqual(other);
  });
});
