import { createHash } from 'node:crypto';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { cnab240Of } from '../../providers/pix-bacen/statement.ts';
import type { StatementLine } from '../../providers/statement.ts';
import { createReceivableStore } from '../../store/tables/ledger/receivable.ts';
import { createSettlementStore } from '../../store/tables/ledger/settlement.ts';
import { openedForEach } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { statementDatabases } from '../../testing/test-db.ts';
import { importStatement } from './import-statement.ts';
import { readStatement } from './read-statement.ts';
import { settle } from './settlement.ts';

const DAY = '2026-11-27';
const HEAD = 'key,installment,paid_on,amount,fee,net,currency\n';

/** The key of the payment with a number, as `fill` has the database make it. */
function keyOf(n: number): string {
  return createHash('md5').update(`${n}`).digest('hex');
}

function idOf(n: number, company = 'one'): string {
  return `pay_${company}_${Buffer.from(keyOf(n), 'hex').toString('base64url')}`;
}

/** Approved sales of 100 reais by card, with 3 of a fee, due on one day. */
async function fill(db: Db, count: number, company = 'one', from = 1) {
  const random = `rtrim(translate(encode(decode(md5(n::text), 'hex'), 'base64'), '+/', '-_'), '=')`;
  const range = `generate_series(${from}, ${from + count - 1}) n`;
  const id = `'pay_${company}_' || ${random}`;
  const run = (text: string) =>
    db.session((session) => session.query({ name: '', text, values: [] }), { deadlineMs: 300_000 });
  await run(`INSERT INTO payins (company_id, id, reference_id, holds_reference, status,
      charge_state, payment_method, amount, installments, body_fingerprint, customer, items,
      is_physical_product, payer_ip, provider, external_id, reserved_at, created_at, updated_at)
    SELECT '${company}', ${id}, 'order-' || n, true, 'APPROVED', 'decided', 'CREDIT_CARD', 10000, 1,
      ''::bytea, '{}'::jsonb, '[]'::jsonb, false, '', 'cielo', 'ext-' || n, now(), now(), now()
    FROM ${range}`);
  await run(`INSERT INTO receivables (company_id, payin_id, installment, provider, due_on, amount,
      fee, returned) SELECT '${company}', ${id}, 1, 'cielo', '${DAY}', 10000, 300, 0 FROM ${range}`);
  for (const table of ['payins', 'receivables']) await run(`ANALYZE ${table}`);
}

function lineOf(
  n: number,
  { key = keyOf(n), amount = '100.00', fee = '3.00', net = '97.00', paidOn = DAY } = {},
): string {
  return `${key},1,${paidOn},${amount},${fee},${net},BRL\n`;
}

describe.each(statementDatabases())('a statement that is imported on $engine', (database) => {
  const db = openedForEach(database.openMigrated);
  const folder = temporaryFolder('statements');
  const path = join(folder, 'statement.csv');
  const run = (companies = ['one', 'two'], receivables = createReceivableStore(db)) =>
    importStatement({ path, provider: 'cielo', reader: undefined }, companies, {
      db,
      settlements: createSettlementStore(db),
      receivables,
    });
  const paid = async () => {
    const [row] = await sql<{ count: number }>(db)`SELECT count(*) AS count FROM receivables
      WHERE paid_on = ${DAY} AND paid_amount = 9700`;
    return row?.count;
  };

  /** Some lines are spoiled, at even distances and each in its way; gives what has to be found. */
  async function write(count: number, spoiled: number) {
    const expected: string[] = [];
    const out = createWriteStream(path);
    out.write(HEAD);
    const every = Math.floor(count / spoiled);
    for (let n = 1; n <= count; n += 1) {
      const kind = n % every === 0 && n / every <= spoiled ? (n / every) % 6 : null;
      const spoil = (text: string, ...found: string[]) => {
        out.write(text);
        expected.push(...found.map((one) => `${one} ${one === 'only_there' ? null : idOf(n)}`));
      };
      if (kind === null) out.write(lineOf(n));
      else if (kind === 0) spoil('', 'only_here');
      else if (kind === 1)
        spoil(
          lineOf(n, { key: 'f'.repeat(32 - 8) + keyOf(n).slice(0, 8) }),
          'only_there',
          'only_here',
        );
      else if (kind === 2) spoil(lineOf(n, { amount: '100.01', net: '97.01' }), 'other_amount');
      else if (kind === 3) spoil(lineOf(n, { fee: '3.01', net: '96.99' }), 'other_amount');
      else if (kind === 4) spoil(lineOf(n, { net: '96.99' }), 'other_amount');
      else spoil(lineOf(n) + lineOf(n), 'twice');
    }
    out.end();
    await finished(out);
    return expected.sort();
  }

  async function planted(count: number, spoiled: number) {
    await fill(db, count);
    const expected = await write(count, spoiled);
    const { findings, counts, unnamed } = await run();
    expect(findings.map(({ kind, payinId }) => `${kind} ${payinId}`).sort()).toEqual(expected);
    const agreeing = count - spoiled + expected.filter((one) => one.startsWith('twice')).length;
    expect([counts.paid, unnamed, await paid()]).toEqual([agreeing, 0, agreeing]);
    const again = await run();
    expect(again.counts).toMatchObject({ paid: 0, again: agreeing });
    expect(again.findings).toEqual(findings);
  }

  it('names each planted difference and no other, and changes nothing when it comes again', () =>
    planted(2_500, 60));

  it('names a thousand of them in a large one', { tags: ['rare'] }, () => planted(60_000, 1_000));

  it('goes on where it was killed, and says of what is not alike what it is', async () => {
    await fill(db, 2_500);
    await fill(db, 2, 'two', 3_001);
    const change = (n: number, set: string) =>
      sql(db)`UPDATE payins SET status = ${set} WHERE id = ${idOf(n)}`;
    // One that nothing is owed of by days, one that is not approved here, and one that came back.
    await sql(db)`DELETE FROM receivables WHERE payin_id IN (${idOf(1)}, ${idOf(2)})`;
    await change(2, 'EXPIRED');
    const back = { companyId: 'one', payinId: idOf(3), installment: 2, provider: 'cielo' };
    const none = { amount: 0, fee: 0, waiting: null, paidOn: null, paidAmount: null };
    const rows = [{ ...back, ...none, dueOn: DAY, returned: 500 }];
    await db.transaction((tx) => createReceivableStore(db).put(tx, rows));
    const all = Array.from({ length: 2_500 }, (_, nth) => lineOf(nth + 1)).join('');
    writeFileSync(
      path,
      HEAD + all + lineOf(3_001) + lineOf(3_002, { key: keyOf(3_002).slice(0, 20) }),
    );
    const marking = createReceivableStore(db);
    const dying: typeof marking = {
      ...marking,
      markPaid: (tx, companyId, paid) =>
        paid.length < 1_000
          ? Promise.reject(new Error('killed'))
          : marking.markPaid(tx, companyId, paid),
    };
    await expect(run(['one', 'two'], dying)).rejects.toThrow('killed');
    expect(await paid()).toBe(1_998);
    const { counts, findings } = await run(['one', 'two']);
    expect(counts).toEqual({ paid: 502, again: 1_998, known: 1, other: 0 });
    expect(findings).toMatchObject([
      { kind: 'not_paid_here', line: 3, payinId: idOf(2) },
      { kind: 'only_here', payinId: idOf(3), installment: 2, ours: { net: -500 } },
    ]);
    writeFileSync(path, HEAD + lineOf(7, { paidOn: '2026-11-28' }) + lineOf(8) + lineOf(3_001));
    const later = await run(['one']);
    expect(later.findings).toMatchObject([{ kind: 'paid_before', line: 2 }, {}]);
    expect(later.counts).toEqual({ paid: 0, again: 1, known: 0, other: 1 });
  });

  it.each([
    ['refund', 3, 500, ['paid', -500]],
    ['refund', 4, 100, ['known', null]],
    ['chargeback', 5, 100, ['not_returned', null]],
  ] as const)(
    'takes a line of a %s for what was taken back',
    (kind, n, amount, [as, paidAmount]) => {
      const back = { installment: 2, amount: 0, fee: 0, returned: 500 };
      const payment = {
        ...({ companyId: 'one', payinId: idOf(n), status: 'APPROVED' } as const),
        ...{ amount: 10_000, charged: 10_000, refundedAmount: n === 4 ? 100 : 0 },
        owed: [{ ...back, paidOn: null, paidAmount: null }],
      };
      const told = { line: 2, key: keyOf(n), externalId: null, installment: null, paidOn: DAY };
      const settled = settle({ ...told, kind, amount, fee: 0, net: amount }, payment);
      expect(settled.kind).toBe(as);
      if (settled.kind === 'paid') expect(settled.paid).toMatchObject([{ paidAmount }]);
    },
  );
});

/** Of the bank 756: two entries of one lot, the second of nobody's PIX. */
function cnab(key: string): string[] {
  const row = (text: string, ...more: [number, string][]) =>
    more.reduce((before, [from, part]) => before.padEnd(from - 1) + part, text).padEnd(240);
  const entry = (nth: number, document: string) =>
    row(
      `75600013${`${nth}`.padStart(5, '0')}E`,
      [143, '27112026'],
      [151, `${'10000'.padStart(18, '0')}C`],
      [202, document],
    );
  return [
    ...[row('75600000'), row('75600011'), entry(1, key), entry(2, 'TED')],
    ...[row('75600015', [18, '000004']), row('75699999', [18, '000001000006'])],
  ];
}

describe('an extract of a bank in CNAB 240', () => {
  const path = join(temporaryFolder('cnab'), 'extract.ret');
  const reader = cnab240Of('sicoob');
  const read = async (lines: string[]) => {
    const found: StatementLine[] = [];
    writeFileSync(path, lines.map((text) => `${text}\r\n`).join(''), 'latin1');
    await readStatement(path, reader, async (some) => void found.push(...some));
    return found;
  };

  it('tells of each PIX that came in by its txid', async () => {
    const whole = { installment: null, amount: 10_000, fee: 0, net: 10_000, paidOn: DAY };
    const lines = [
      { line: 3, key: keyOf(1), ...whole, kind: 'sale' },
      { key: null, kind: 'other' },
    ];
    expect(await read(cnab(keyOf(1)))).toMatchObject(lines);
  });

  it.each<[string, (lines: string[]) => string[], number, string]>([
    ['cut off', (lines) => lines.slice(0, -1), 5, 'trailer'],
    ['without an entry', (lines) => lines.toSpliced(3, 1), 4, 'the count 3 at 18-23'],
    ['without a lot', (lines) => lines.toSpliced(1, 4), 2, 'the count 0 at 18-23'],
    ['of another bank', (lines) => lines.map((text) => `001${text.slice(3)}`), 1, '"756" at 1-3'],
    ['in UTF-8', (lines) => lines.map((text) => `${text.slice(0, 239)}Ã§`), 1, '240 positions'],
    ['of nothing', () => [], 1, 'CNAB 240 of the bank 756'],
    [
      'of the year 0',
      (lines) => lines.map((text) => text.replace('27112026', '00000000')),
      3,
      'a day',
    ],
  ])('is refused %s', async (_what, spoil, line, of) => {
    const params = { line, expected: expect.stringContaining(of) };
    await expect(read(spoil(cnab(keyOf(1))))).rejects.toMatchObject({ details: [{ params }] });
  });
});
