import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../open-api.ts';
import { fieldsOf } from './fields.ts';

describe('the fields of a schema', () => {
  it('are opened where an object has no name of its own, with their path', () => {
    const inner: JsonSchema = {
      type: 'object',
      properties: { b: { type: 'string' } },
      required: ['b'],
    };
    const fields = fieldsOf({
      type: 'object',
      properties: { a: inner, list: { type: 'array', items: inner } },
    });
    expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['a', false],
      ['a.b', true],
      ['list', false],
      ['list[].b', true],
    ]);
  });

  it('are those that may be there', () => {
    const fields = fieldsOf({ properties: { card: { not: {} }, pix: { type: 'string' } } });
    expect(fields.map(({ name }) => name)).toEqual(['pix']);
  });
});
