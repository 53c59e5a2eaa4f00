import { describe, expect, it } from 'vitest';
import { sqlTextsOf, unboundTables } from '../../testing/company-bound.ts';
import { columnsOf } from './columns.ts';

type Thing = { companyId: string; id: string; tags: string[] | null; madeAt: Date };

const THINGS = columnsOf<Thing>({
  companyId: 'company_id',
  id: 'id',
  tags: 'tags::jsonb',
  madeAt: 'made_at',
});

const thing: Thing = {
  companyId: 'shop',
  id: 'one',
  tags: ['a'],
  madeAt: new Date('2026-11-20T12:00:00Z'),
};

describe('the columns of a table', () => {
  it('give names, parameters and values in one order', () => {
    expect(THINGS.names).toBe('company_id, id, tags, made_at');
    expect(THINGS.parameters).toBe('$1, $2, $3::jsonb, $4');
    expect(THINGS.values(thing)).toEqual(['shop', 'one', '["a"]', thing.madeAt]);
  });

  it('keep null as null, also where the column is JSON', () => {
    expect(THINGS.values({ ...thing, tags: null })[2]).toBeNull();
  });

  it('read a row back, and nothing but the fields of the list', () => {
    const row = { company_id: 'shop', id: 'one', tags: ['a'], made_at: thing.madeAt, attempt: 3 };
    expect(THINGS.read(row)).toEqual(thing);
  });

  it('are refused where the company does not lead', () => {
    expect(() => columnsOf<{ id: string }>({ id: 'id' })).toThrow('the company leads');
  });

  it('are read by the check of statements as bound to the company', () => {
    const source = [
      'const a = `INSERT INTO things ($',
      '{THINGS.names}, attempt) VALUES ($',
      '{THINGS.parameters}, 1)`;',
    ].join('');
    const [text = ''] = sqlTextsOf('x.ts', source);
    expect(text).toBe('INSERT INTO things (company_id, ?, attempt) VALUES ($1, ?, 1)');
    expect(unboundTables(text, ['things'])).toEqual([]);
  });
});
