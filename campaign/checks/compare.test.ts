import { describe, expect, it } from 'vitest';
import { compareRows } from './compare.mjs';

const PAYIN = { id: 'pay_1', reference_id: 'order-1', status: 'APPROVED', amount: 10_000 };
const PAYOUT = { id: 'out_1', reference_id: 'order-2', status: 'COMPLETED', amount: 250 };
const REFUND = { id: 'ref_1', payin_id: 'pay_1', status: 'DONE', amount: 10_000 };
const NO_REFUNDS: (typeof REFUND)[] = [];
const APPROVED = { id: 'evt_1', transaction_id: 'pay_1', event: 'payin.approved' };

/** Two orders, both acknowledged, and all that has to be there of them. */
function agreed() {
  return {
    book: [
      orderOf('approvedCard', '/payin', PAYIN, { paymentMethod: 'CREDIT_CARD' }),
      orderOf('payout', '/payout', PAYOUT, {}),
    ],
    told: [{ id: 'evt_1', event: 'payin.approved', transactionId: 'pay_1' }],
    rows: {
      payins: [PAYIN],
      payouts: [PAYOUT],
      refunds: NO_REFUNDS,
      declines: [],
      events: [APPROVED],
      // A million to begin with; 3,99 % and 39 centavos are kept of the payin.
      balances: [{ account: 'available', balance: 1_000_000 + 10_000 - 438 - 250 }],
      takenIn: ['charge|pay_1', 'transfer|out_1'],
    },
  };
}

function orderOf(
  name: string,
  path: string,
  row: typeof PAYIN,
  more: object,
  act: string | null = null,
) {
  const body = { referenceId: row.reference_id, amount: row.amount, ...more };
  const told = { status: 201, body: { id: row.id } };
  return { name, path, body, act, isDone: false, told };
}

function findingsOf(compared: ReturnType<typeof agreed>) {
  const found: string[] = [];
  const note = (kind: string) => (sentence: string) => void found.push(`${kind}: ${sentence}`);
  const findings = { lost: note('lost'), doubled: note('doubled'), wrong: note('wrong') };
  compareRows({ ...compared, findings });
  return found;
}

describe('the comparison of what was acknowledged with what is there', () => {
  it('finds nothing where all agrees', () => expect(findingsOf(agreed())).toEqual([]));

  type Rows = ReturnType<typeof agreed>['rows'];
  it.each<[string, Partial<Rows>, string]>([
    ['an acknowledged payin that is not there', { payins: [] }, 'lost: approvedCard pay_1'],
    ['a payout that was given up', { payouts: [{ ...PAYOUT, status: 'FAILED' }] }, 'lost: payout'],
    [
      'another amount than was acknowledged',
      { payins: [{ ...PAYIN, amount: 9_999 }] },
      'lost: approvedCard pay_1',
    ],
    [
      'a second approved payin of one reference',
      { payins: [PAYIN, { ...PAYIN, id: 'pay_2' }] },
      'doubled: order-1 has 2 approved payins',
    ],
    [
      'a second payout of one reference',
      { payouts: [PAYOUT, { ...PAYOUT, id: 'out_2' }] },
      'doubled: order-2 has 2 payouts',
    ],
    [
      'a second id of one event',
      { events: [APPROVED, { ...APPROVED, id: 'evt_2' }] },
      'doubled: event of pay_1 payin.approved has two ids',
    ],
    ['an event that came under another id', { events: [] }, 'doubled: payin.approved of pay_1'],
    [
      'a charge that no payin knows of',
      { takenIn: ['charge|pay_1', 'transfer|out_1', 'charge|pay_3'] },
      'doubled: the acquirer has charge|pay_3',
    ],
    [
      'a payin that nobody ordered',
      { payins: [PAYIN, { ...PAYIN, id: 'pay_4', reference_id: 'order-4' }] },
      'wrong: nobody ordered payin pay_4',
    ],
    [
      'a centavo too much',
      { balances: [{ account: 'available', balance: 1_009_313 }] },
      'wrong: the account has 1009313 centavos, by the answers 1009312',
    ],
  ])('finds %s', (_name, change, sentence) => {
    const { rows, ...rest } = agreed();
    const found = findingsOf({ ...rest, rows: { ...rows, ...change } });
    expect(found.filter((one) => one.startsWith(sentence))).toHaveLength(1);
  });

  it('finds an event that told of a payin that is not there', () => {
    const compared = agreed();
    compared.told = [{ id: 'evt_9', event: 'payin.approved', transactionId: 'pay_9' }];
    expect(findingsOf(compared)).toEqual([
      'wrong: payin.approved told of pay_9, which is not there',
    ]);
  });

  describe('of a refund', () => {
    const REFUNDED = { id: 'evt_2', transaction_id: 'pay_1', event: 'payin.refunded' };
    const givenBack = (refunds: (typeof REFUND)[]) => {
      const compared = agreed();
      const more = { paymentMethod: 'CREDIT_CARD' };
      const order = orderOf('returnedCard', '/payin', PAYIN, more, 'giveBack');
      compared.book[0] = { ...order, isDone: true };
      return {
        ...compared,
        rows: {
          ...compared.rows,
          payins: [{ ...PAYIN, status: 'REFUNDED' }],
          refunds,
          events: [APPROVED, REFUNDED],
          balances: [{ account: 'available', balance: 1_000_000 - 438 - 250 }],
          takenIn: ['charge|pay_1', 'transfer|out_1', 'refund|ref_1'],
        },
      };
    };

    it('finds nothing where it was given back once', () => {
      expect(findingsOf(givenBack([REFUND]))).toEqual([]);
    });

    it.each([
      ['that is not there', [], 'lost: the refund of pay_1 was acknowledged and is not there'],
      [
        'that has failed',
        [{ ...REFUND, status: 'FAILED' }],
        'lost: refund ref_1 of pay_1 is FAILED',
      ],
      ['twice', [REFUND, { ...REFUND, id: 'ref_2' }], 'doubled: pay_1 has 2 refunds'],
      ['of less', [{ ...REFUND, amount: 1 }], 'wrong: refund ref_1 is of another amount'],
    ])('finds one %s', (_name, refunds, sentence) => {
      expect(findingsOf(givenBack(refunds))).toContain(sentence);
    });

    it('finds one that nobody asked for', () => {
      const compared = agreed();
      const rows = { ...compared.rows, refunds: [REFUND] };
      const found = findingsOf({ ...compared, rows });
      expect(found).toEqual(['wrong: nobody asked for a refund of pay_1']);
    });
  });

  it('finds money that moved for an order that was declined', () => {
    const compared = agreed();
    compared.book[0] = orderOf('declinedCard', '/payin', PAYIN, { paymentMethod: 'CREDIT_CARD' });
    expect(findingsOf(compared)).toContain('wrong: order-1 was not to be approved');
  });
});
