import { describe, expect, it } from 'vitest';
import { unboundTables } from '../../testing/company-bound.ts';
import { insertRows } from './insert-rows.ts';

describe('rows to insert', () => {
  it('are plain values of one company', () => {
    const [one, ...others] = insertRows('things', 'shop', [
      { id: 'a', amount: 1 },
      { id: 'b', amount: 2 },
    ]);
    expect(others).toEqual([]);
    expect(one).toEqual({
      name: 'things_2',
      text: 'INSERT INTO things (company_id, id, amount) VALUES ($1, $2, $3), ($1, $4, $5)',
      values: ['shop', 'a', 1, 'b', 2],
    });
    expect(unboundTables(one?.text ?? '', ['things'])).toEqual([]);
  });

  it('go in few sizes, so that few statements are prepared', () => {
    const rows = Array.from({ length: 75 }, (_, index) => ({ id: `id-${index}`, amount: index }));
    const statements = insertRows('things', 'shop', rows);
    expect(statements.map(({ name }) => name)).toEqual([
      'things_32',
      'things_32',
      'things_8',
      'things_2',
      'things_1',
    ]);
    expect(statements.flatMap(({ values: [, ...values] }) => values)).toEqual(
      rows.flatMap(({ id, amount }) => [id, amount]),
    );
  });

  it('are no statement where there are none', () => {
    expect(insertRows('things', 'shop', [])).toEqual([]);
  });
});
