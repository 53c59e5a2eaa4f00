import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Contract, Period } from '../../simulators/server/payment-calendar.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import { COMPANY, openMoneyWorld } from '../testing/money-world.ts';
import { sql } from '../testing/sql.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { testDatabases } from '../testing/test-db.ts';

const CONTRACT: Contract = { days: 30, intervalDays: 30, basisPoints: 300 };
/** From the day of the harness's clock on, 2026-11-23, until after its last instalment. */
const PERIOD: Period = { from: '2026-12-01', until: '2027-03-01' };
const DAY_MS = 24 * 60 * 60 * 1000;
const PLAYED = ['cielo', 'pagbank', 'mercadopago'] as const;

describe.each(testDatabases())('settlement import on $engine', (database) => {
  /** Two sales of 100 reais, one at once and one in three, and the statement after all is paid. */
  async function sell(provider: (typeof PLAYED)[number]) {
    const world = await openMoneyWorld([{ method: 'CREDIT_CARD', provider }], { database });
    onTestFinished(() => world.stop());
    const { db, operator } = world;
    const terms = { 'settlement-days': '30', 'settlement-fees': '1:300' };
    const interval = provider === 'mercadopago' ? { 'settlement-interval': '0' } : {};
    const options = { company: COMPANY, provider, ...terms, ...interval };
    await operator.run('provider rotate', options);
    // What was read of the credentials is used for some seconds.
    world.advance(10_000);
    const payins: string[] = [];
    for (const installments of [1, 3]) {
      const order: { card?: object } = world.orderBy('CREDIT_CARD', `s${installments}`, 10_000);
      const body = { ...order, card: { ...order.card, installments } };
      const { status, body: payin } = await world.call(0, 'POST', '/payin', body);
      expect([status, payin.status]).toEqual([201, 'APPROVED']);
      payins.push(String(payin.id));
    }
    world.advance(100 * DAY_MS);
    const file = join(temporaryFolder('settlements'), 'statement');
    writeFileSync(file, world.partyOf('CREDIT_CARD').statement?.(CONTRACT, PERIOD) ?? '');
    const run = (more: Record<string, string> = {}) =>
      operator.run('settlement import', { provider, file, ...more });
    const unpaid = async () => {
      const rows = await sql<{ installment: number }>(db)`SELECT payin_id, installment
        FROM receivables WHERE paid_on IS NULL ORDER BY payin_id, installment`;
      return rows.length;
    };
    return { world, operator, payins, file, run, unpaid };
  }

  it.each(PLAYED)('marks as paid what %s writes of its own book, once', async (provider) => {
    const { run, unpaid, operator } = await sell(provider);
    expect(await unpaid()).toBe(4);
    const first = await run();
    expect(first).toMatchObject({ content: { rows: [] }, isBad: false });
    expect(await unpaid()).toBe(0);
    const lines = provider === 'mercadopago' ? 2 : 4;
    expect(first.notes).toEqual([expect.stringMatching(`^${lines} lines are marked as paid; 0 `)]);
    const again = await run();
    expect(again.notes[0]).toMatch(`0 lines are marked as paid; ${lines} were imported before`);
    expect(again.notes[1]).toBe('Nothing was changed.');
    expect(await operator.audit('system', 4)).toMatchObject([
      { action: 'settlement import', result: 'done', subjects: { paid: 0, again: lines } },
      { result: 'begun' },
      { result: 'done', subjects: { provider, paid: lines, findings: 0 } },
      { result: 'begun' },
    ]);
  });

  it('expects nothing of sales after the terms were taken back', async () => {
    const { world, operator, unpaid } = await sell('cielo');
    const taken = { company: COMPANY, provider: 'cielo', 'settlement-days': 'none' };
    const { settings } = await operator.record('provider rotate', taken);
    expect(settings).not.toContain('settlement');
    world.advance(10_000);
    await world.call(0, 'POST', '/payin', world.orderBy('CREDIT_CARD', 'later', 10_000));
    expect(await unpaid()).toBe(4);
  });

  type Spoiling = [
    what: string,
    spoil: (text: string) => string | Buffer,
    line: number,
    of: string,
  ];
  const last = (text: string) => text.trimEnd().split('\n').length;
  const without = (nth: number) => (text: string) => text.split('\n').toSpliced(nth, 1).join('\n');
  const SPOILED: Readonly<Record<(typeof PLAYED)[number], Spoiling[]>> = {
    cielo: [
      ['cut off', without(9), 9, 'trailer'],
      ['without one of its records', without(2), 9, 'the count 7 at 2-12'],
      ['in UTF-16', (text) => Buffer.from(text, 'utf16le'), 1, '"CIELO04" at 43-49'],
      ['of sales', (text) => text.replace('CIELO04', 'CIELO03'), 1, '"CIELO04" at 43-49'],
      ['twice in one', (text) => text + text, 11, 'nothing after the trailer'],
      ['with letters in an amount', (text) => text.replace('+00000', '+0000x'), 3, 'digits at 2'],
    ],
    pagbank: [
      ['cut off', (text) => text.slice(0, -9), 1, 'in JSON, whole'],
      ['without a page', (text) => text.replace('"totalPages":1', '"totalPages":2'), 1, 'page 2'],
      ['with another total', (text) => text.replace('nts":4}', 'nts":5}'), 1, 'the total 4'],
      ['twice in one', (text) => text + text, 2, 'the page 2'],
      ['without a day', (text) => text.replace('2026-12-23', '2026-02-30'), 1, 'data_movimentacao'],
    ],
    mercadopago: [
      ['cut off', without(4), 4, 'a row "total"'],
      ['cut within a line', (text) => text.slice(0, -10), 5, '12 cells'],
      ['in Windows-1252', (text) => Buffer.from(`${text}ção`, 'latin1'), 6, 'UTF-8'],
      [
        'of another currency',
        (text) => text.replaceAll(/;([^;\n]*)\n/g, ';$1;USD\n').replace('USD', 'CURRENCY'),
        2,
        'BRL',
      ],
      ['of account money', (text) => text.replace('DATE', 'SETTLEMENT_DATE'), 1, 'named DATE'],
    ],
  };

  it.each(PLAYED)('refuses a file of %s that is not whole or not so, by its line', async (name) => {
    const { run, file, unpaid } = await sell(name);
    const text = readFileSync(file, 'latin1');
    expect(last(text)).toBe({ cielo: 10, pagbank: 1, mercadopago: 5 }[name]);
    const other = PLAYED[(PLAYED.indexOf(name) + 1) % PLAYED.length] ?? '';
    for (const [what, spoil, line, of] of SPOILED[name]) {
      writeFileSync(file, spoil(text));
      const details = [{ path: 'file', params: { line, expected: expect.stringContaining(of) } }];
      await expect(run(), what).rejects.toMatchObject({ code: 'INVALID_DATA', details });
    }
    writeFileSync(file, text);
    await expect(run({ provider: other })).rejects.toMatchObject({ details: [{ path: 'file' }] });
    await expect(run({ file: `${file}x` })).rejects.toMatchObject({ details: [{ path: 'file' }] });
    expect(await unpaid()).toBe(4);
  });

  it('takes a CSV of an operator from any provider, and says in words what is not alike', async () => {
    const { run, file, payins, unpaid } = await sell('cielo');
    const [one = '', three = ''] = payins.map((id) => attemptKeyOf(id));
    const head = 'key;installment;paid_on;amount;fee;net;currency\n';
    const lines = [
      `${one};;2026-12-24;"100,00";3,00;97,00;BRL`,
      `${three};2;2027-01-25;33,33;2;31,33;BRL`,
    ];
    writeFileSync(file, `${head}${lines.join('\r\n')}\r\n`);
    const { content, isBad } = await run({ company: COMPANY });
    const found = { finding: 'other_amount', line: 3, payin: payins[1], installment: 2 };
    const amounts = { theirs: '3333 - 200 = 3133', ours: '3333 - 100 = 3233' };
    expect(content).toMatchObject({ rows: [{ ...found, ...amounts }] });
    expect([isBad, await unpaid()]).toEqual([true, 3]);
    for (const [bad, of] of [
      [`${one};1;2026-12-24;1;0;1;USD`, 'BRL'],
      [`x;1;2026-12-24;1;0;1;BRL`, 'a key'],
      [`${one};1;24/12/2026;1;0;1;BRL`, 'a day'],
      [`${one};x;2026-12-24;1;0;1;BRL`, 'installment'],
      [`${one};1;2026-12-24;R$ 1;0;1;BRL`, 'amount'],
    ]) {
      writeFileSync(file, `${head}${bad}\n`);
      const params = { line: 2, expected: expect.stringContaining(of ?? '') };
      await expect(run(), bad).rejects.toMatchObject({ details: [{ path: 'file', params }] });
    }
  });
});
