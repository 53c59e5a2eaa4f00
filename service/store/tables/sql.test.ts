import { describe, expect, it } from 'vitest';
import { among, raw, sql } from './sql.ts';

describe('a statement', () => {
  it('numbers its values where they stand, behind those that came first', () => {
    const at = new Date('2026-11-20T12:00:00Z');
    const statement = sql('pay', 'shop', null)`UPDATE payins SET note = ${'x'}, at = ${at}
      WHERE company_id = $1 AND ($2 IS NULL OR id = $2)`;
    expect(statement).toEqual({
      name: 'pay',
      text: `UPDATE payins SET note = $3, at = $4
      WHERE company_id = $1 AND ($2 IS NULL OR id = $2)`,
      values: ['shop', null, 'x', at],
    });
  });

  it('has no text but its own and what is marked as text', () => {
    const given = "'; DROP TABLE payins; --";
    const bytes = Buffer.from('x');
    const { text, values } = sql(
      'find',
    )`SELECT ${raw('a, b')} FROM t WHERE a = ${given} AND b = ${bytes} LIMIT ${raw(5)}`;
    expect(text).toBe('SELECT a, b FROM t WHERE a = $1 AND b = $2 LIMIT 5');
    expect(values).toEqual([given, bytes]);
  });

  it('asks for any of a list by one parameter', () => {
    const { text, values } = sql(
      'list',
      'shop',
    )`SELECT WHERE id = ${among(['a', 'b'])} AND n = ${1}`;
    expect(text).toBe(
      'SELECT WHERE id = ANY (ARRAY(SELECT json_array_elements_text($2::json))) AND n = $3',
    );
    expect(values).toEqual(['shop', '["a","b"]', 1]);
  });
});
