import { describe, expect, it } from 'vitest';
import { entry, object, partial } from './call-schema.ts';

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
const SHAPE = { name: entry(isText, 'must be a text'), city: entry(isText, 'must be a text') };
function parse(schema: ReturnType<typeof object | typeof partial>, argument: unknown) {
  return schema['~standard'].validate(argument);
}

describe.each([
  ['object', object(SHAPE)],
  ['partial', partial(SHAPE)],
])('%s', (_name, schema) => {
  it('gives the entries of its shape and drops what else there is', () => {
    const argument = { name: 'Ana', city: 'Rio', street: 'Sete', __proto__: null };
    expect(parse(schema, argument)).toEqual({ value: { name: 'Ana', city: 'Rio' } });
  });

  it('names every entry that is wrong', () => {
    function issue(name: string) {
      return { message: 'must be a text', path: [name] };
    }
    expect(parse(schema, { name: 1, city: null })).toEqual({
      issues: [issue('name'), issue('city')],
    });
  });

  it.each([undefined, null, 'text', 7, []])('refuses %j as a whole', (argument) => {
    expect(parse(schema, argument)).toEqual({ issues: [{ message: 'must be an object' }] });
  });
});

it('an object needs every entry, a partial one none', () => {
  expect(parse(object(SHAPE), { name: 'Ana' })).toHaveProperty('issues');
  expect(parse(partial(SHAPE), { name: 'Ana', city: undefined })).toEqual({
    value: { name: 'Ana' },
  });
});
