import { beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { SANDBOX_ACCOUNTS } from '../../sandbox/sandbox-accounts.ts';
import { createAccountStore } from '../../store/tables/accounts/account.ts';
import { createLedgerAudit } from '../../store/tables/ledger/ledger-audit.ts';
import { openedForEach } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { startTestService, validPayin, validPayout } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { checkLedger } from './check-ledger.ts';

describe.each(testDatabases())('the check of the ledger on $engine', (database) => {
  let db: Db;
  let payinId: string;
  let payoutId: string;

  const service = openedForEach(() =>
    startTestService({ database, timers: manualTimers().timers }),
  );
  beforeEach(async () => {
    db = service.db;
    const payout = (pixKey: string) =>
      service.post('no3ds', '/payout', validPayout({ amount: 500, pixKey }));
    const paid = await service.post('no3ds', '/payin', validPayin());
    payinId = paid.body.id;
    payoutId = (await payout('slow@sandbox.test')).body.id;
    await payout('rejected@sandbox.test');
    await payout('missing@sandbox.test');
  });

  const check = () =>
    checkLedger({ accounts: createAccountStore(db), ledgerAudit: createLedgerAudit(db) });

  it('finds nothing where every row agrees', async () => {
    expect(await check()).toEqual({ companies: SANDBOX_ACCOUNTS.length, disagreement: null });
  });

  it('finds nothing after refunds, disputes and their reversals', async () => {
    const act = (name: string, body?: unknown) =>
      service.post('no3ds', `/sandbox/payins/${payinId}/${name}`, body);
    for (const name of ['chargeback', 'chargeback-reversal', 'refund', 'med', 'med-reversal']) {
      const answer = await act(name, name === 'refund' ? { amount: 1_234 } : undefined);
      expect([name, answer.status]).toEqual([name, 200]);
      expect((await check()).disagreement).toBeNull();
    }
  });

  it.each<[string, () => string, RegExp]>([
    [
      'an entry that was changed',
      () => `UPDATE ledger_entries SET amount = amount + 1 WHERE source_id = '${payinId}'
        AND account = 'available'`,
      /ledger_transactions: pay_.* sums to 1 over/,
    ],
    [
      'an entry that was lost',
      () => `DELETE FROM ledger_entries WHERE source_id = '${payinId}' AND account = 'fees'`,
      /ledger_transactions: pay_.* sums to -438/,
    ],
    [
      'a transaction that was lost',
      () => `DELETE FROM ledger_transactions WHERE source_id = '${payinId}'`,
      /number 2 is missing/,
    ],
    [
      'a balance that was changed',
      () => `UPDATE ledger_balances SET balance = balance + 1 WHERE company_id = 'no3ds'
        AND account = 'available'`,
      /ledger_balances: available is \d+, its entries sum to \d+/,
    ],
    [
      'a payin that was approved past the ledger',
      () => `UPDATE payins SET amount = amount + 1 WHERE id = '${payinId}'`,
      /payins: pay_.* is APPROVED over 10001, the ledger has 10000/,
    ],
    [
      'a payin whose status was changed',
      () => `UPDATE payins SET status = 'REFUSED' WHERE id = '${payinId}'`,
      /payins: pay_.* is REFUSED/,
    ],
    [
      'a payout whose status was changed',
      () => `UPDATE payouts SET status = 'FAILED' WHERE id = '${payoutId}'`,
      /payouts: out_.* is FAILED over 500, the ledger has 500 in flight/,
    ],
    [
      'a payout that was lost',
      () => `DELETE FROM payouts WHERE id = '${payoutId}'`,
      /out_.* is neither payin, payout nor refund/,
    ],
  ])('names %s', async (_name, corruption, sentence) => {
    await db.query({ name: '', text: corruption(), values: [] });
    const { disagreement } = await check();
    expect(disagreement).toMatch(/^company no3ds, /);
    expect(disagreement).toMatch(sentence);
  });
});
