import { describe, expect, it } from 'vitest';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import { testProvider } from '../../testing/test-provider.ts';
import { newReference, startTestService } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { createPayout } from './create-payout.ts';
import type { CheckedLine, PayoutBatch } from './payout-batch.ts';
import {
  BATCH_LIMITS,
  isPayable,
  makePayouts,
  readBatchText,
  readPayoutBatch,
} from './payout-batch.ts';

const HEADER = 'referencia;valor;tipo_chave;chave_pix';
function line(reference: string, amount = '10,00', key = 'ana@example.com') {
  return `${reference};${amount};EMAIL;${key}`;
}
function file(...lines: string[]) {
  return [HEADER, ...lines].join('\r\n');
}
function many(count: number) {
  return file(...Array.from({ length: count }, (_, at) => line(`r-${at}`)));
}

describe('a file of payouts', () => {
  it.each<[string, string, object]>([
    ['with nothing in it', '', { kind: 'empty' }],
    ['with its first line alone', HEADER, { kind: 'empty' }],
    ['of 1,001 lines', many(BATCH_LIMITS.lines + 1), { kind: 'too-many-lines' }],
    ['of more than a megabyte', many(1) + ' '.repeat(BATCH_LIMITS.bytes), { kind: 'too-large' }],
    ['that is no text', 'PK\u0003\u0004\u0000', { kind: 'not-text' }],
    [
      'without its first line',
      line('a'),
      {
        kind: 'header',
        missing: ['reference', 'amount', 'pixKeyType', 'pixKey'],
        unknown: ['a', '10,00', 'EMAIL', 'ana@example.com'],
      },
    ],
    ['with a quote that never ends', file('"a;1'), { kind: 'quote', line: 2 }],
  ])('%s is refused whole', async (_name, text, fault) => {
    expect(await readBatchText(text)).toEqual({ fault });
  });

  it('of 1,000 lines is read', async () => {
    expect(await readBatchText(many(BATCH_LIMITS.lines))).toMatchObject({ wrong: [] });
  });

  it('names each line that is wrong, and the first of a reference given twice', async () => {
    const read = await readBatchText(
      file(line('a'), line('b', 'x'), '', line('a'), line('c', '1', 'Ana')),
    );
    expect(read).toMatchObject({
      lines: [{ line: 2, request: { referenceId: 'a', amount: 1_000 } }],
      wrong: [
        { line: 3, problems: [{ field: 'amount', expected: 'amount' }] },
        { line: 5, problems: [{ field: 'reference', expected: 'once', ofLine: 2 }] },
        { line: 6, problems: [{ field: 'pixKey', expected: 'EMAIL' }] },
      ],
    });
  });
});

describe.each(testDatabases())('a batch of payouts on $engine', (database) => {
  const payouts = {
    check: async () => ({ kind: 'payable' }) as const,
    send: async () => ({ kind: 'accepted', externalId: 'x' }) as const,
    find: async () => ({ kind: 'processing', externalId: 'x' }) as const,
  };

  const db = opened(database.openEmpty);
  opened(() => startTestService({ db, timers: manualTimers().timers }));
  const operator = opened(() =>
    openTestOperator(db, {}, { played: { provider: testProvider({ payouts }) } }),
  );
  const account = opened(() => operator.account('manual'));

  const read = async (text: string): Promise<PayoutBatch> => {
    const batch = await readPayoutBatch(account, text, operator.services);
    if ('fault' in batch) throw new Error(batch.fault.kind);
    return batch;
  };
  const make = (lines: readonly CheckedLine[], isTimeLeft = () => true) =>
    makePayouts(
      lines,
      (request) => createPayout(account, { request, createdBy: 'usr_ana' }, operator.services),
      isTimeLeft,
    );
  const available = async () =>
    (await operator.services.ledger.readBalances('manual')).available ?? 0;
  const references = (count: number) => Array.from({ length: count }, () => newReference());

  it('is shown against what is available, and changes nothing', async () => {
    const before = await available();
    const [one = '', other = ''] = references(2);
    const batch = await read(file(line(one, '10,00'), line(other, '0,50')));
    expect(batch).toMatchObject({ wrong: [], total: 1_050, available: before });
    expect(batch.lines.map(({ payout }) => payout)).toEqual([null, null]);
    expect(isPayable(batch)).toBe(true);
    expect(await available()).toBe(before);
  });

  it('is not payable above what is available, with a wrong line, or without lines', async () => {
    const before = await available();
    const reais = (centavos: number) =>
      `${Math.floor(centavos / 100)},${String(centavos % 100).padStart(2, '0')}`;
    const [one = '', other = ''] = references(2);
    expect(isPayable(await read(file(line(one, reais(before)))))).toBe(true);
    expect(isPayable(await read(file(line(one, reais(before)), line(other, '0,01'))))).toBe(false);
    expect(isPayable(await read(file(line(one), line(other, 'x'))))).toBe(false);
    expect(isPayable(await read(file(line(one, 'x'))))).toBe(false);
  });

  it('makes each line once, however often it is confirmed', async () => {
    const before = await available();
    const text = file(...references(9).map((reference) => line(reference)));
    expect(await make((await read(text)).lines)).toEqual(new Map());
    const again = await read(text);
    expect(again.total).toBe(0);
    expect(again.lines.every(({ payout }) => payout?.createdBy === 'usr_ana')).toBe(true);
    expect(await make(again.lines)).toEqual(new Map());
    expect(await available()).toBe(before - 9_000);
  });

  it('that was interrupted goes on with the rest', async () => {
    const before = await available();
    const text = file(...references(9).map((reference) => line(reference)));
    let asked = 0;
    const isTimeLeft = () => {
      asked += 1;
      return asked <= 5;
    };
    await make((await read(text)).lines, isTimeLeft);
    expect(await available()).toBe(before - 5_000);
    const rest = await read(text);
    expect(rest.lines.filter(({ payout }) => payout === null)).toHaveLength(4);
    expect(rest.total).toBe(4_000);
    await make(rest.lines);
    expect(await available()).toBe(before - 9_000);
  });

  it('goes on after a line that is refused, and tells which it was', async () => {
    const [one = '', much = '', other = ''] = references(3);
    const text = file(line(one), line(much, '999.999.999,99'), line(other));
    expect(await make((await read(text)).lines)).toEqual(new Map([[3, 'INSUFFICIENT_FUNDS']]));
    const after = await read(text);
    expect(after.lines.map(({ payout }) => payout !== null)).toEqual([true, false, true]);
  });

  it('stops where something breaks that is no refusal', async () => {
    const { lines } = await read(file(line(newReference())));
    const broken = makePayouts(
      lines,
      () => Promise.reject(new Error('broken')),
      () => true,
    );
    await expect(broken).rejects.toThrow('broken');
  });

  it('names a line whose reference an earlier payout has with other values', async () => {
    const reference = newReference();
    await make((await read(file(line(reference)))).lines);
    const batch = await read(file(line(newReference(), 'x'), line(reference, '10,01')));
    expect(batch.wrong).toEqual([
      { line: 2, problems: [{ field: 'amount', expected: 'amount' }] },
      { line: 3, problems: [{ field: 'reference', expected: 'unused' }] },
    ]);
    expect(batch.lines).toEqual([]);
  });
});
