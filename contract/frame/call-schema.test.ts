import { describe, expect, it } from 'vitest';
import { object, partial, text } from './call-schema.ts';

const SHAPE = { name: text(5), city: text(5) };

describe.each([
  ['object', object(SHAPE)],
  ['partial', partial(SHAPE)],
])('%s', (_name, schema) => {
  it('gives the entries of its shape and drops what else there is', () => {
    const argument = { name: 'Ana', city: 'Rio', street: 'Sete', __proto__: null };
    expect(schema(argument)).toEqual({ value: { name: 'Ana', city: 'Rio' } });
  });

  it('names every entry that is wrong', () => {
    const message = 'must be a text of at most 5 characters';
    expect(schema({ name: 1, city: 'Curitiba' })).toEqual({
      issues: [
        { path: 'name', message },
        { path: 'city', message },
      ],
    });
  });

  it.each([undefined, null, 'text', 7, []])('refuses %j as a whole', (argument) => {
    expect(schema(argument)).toEqual({ issues: [{ path: '', message: 'must be an object' }] });
  });
});

it('an object needs every entry, a partial one none', () => {
  expect(object(SHAPE)({ name: 'Ana' })).toHaveProperty('issues');
  expect(partial(SHAPE)({ name: 'Ana', city: undefined })).toEqual({ value: { name: 'Ana' } });
  expect(object(SHAPE, { street: text(5) })({ name: 'Ana', city: 'Rio' })).toHaveProperty('value');
  expect(object({}, { street: text(5) })({ street: 'Avenida' })).toHaveProperty('issues');
});
