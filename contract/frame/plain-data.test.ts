import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlain, isRecord, own } from './plain-data.ts';

function named(name: string, value: unknown) {
  return Object.defineProperty({}, name, { value });
}

function nested(depth: number): unknown {
  return depth === 0 ? 'core' : { inner: nested(depth - 1) };
}

function cyclic(): object {
  const loop: { self?: object } = {};
  loop.self = loop;
  return loop;
}

describe('isPlain', () => {
  const plain: [string, unknown][] = [
    ['null', null],
    ['undefined', undefined],
    ['a boolean', false],
    ['zero', 0],
    ['a negative fraction', -1.5],
    ['an empty string', ''],
    ['an empty object', {}],
    ['an empty list', []],
    ['an object without a prototype', Object.assign(Object.create(null), { amount: 100 })],
    ['lists in objects in lists', [{ fields: [{ path: 'card.number' }] }]],
    ['eight levels', nested(8)],
    ['a string at the cap', 'x'.repeat(64 * 1024)],
    ['a list of 999', Array.from({ length: 999 }, () => 0)],
    ['a key that only looks like a prototype key', { constructors: 1, proto: 2 }],
  ];
  it.each(plain)('lets %s pass', (_name, value) => {
    expect(isPlain(value)).toBe(true);
  });

  const refused: [string, unknown][] = [
    ['not a number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a big integer', 1n],
    ['a symbol', Symbol('x')],
    ['a function', () => 'x'],
    ['a date', new Date(0)],
    ['a regular expression', /x/],
    ['a map', new Map([['a', 1]])],
    ['a set', new Set([1])],
    ['bytes', new Uint8Array(4)],
    ['a buffer', new ArrayBuffer(4)],
    ['an error', new Error('x')],
    ['a boxed string', Object('x')],
    ['a promise', Promise.resolve()],
    ['an instance of a class', new (class Card {})()],
    ['a list with a hole', Object.assign([1], { 2: 3 })],
    ['a sparse list of four billion', Object.assign([], { length: 2 ** 32 - 1 })],
    ['a list that carries a named value', Object.assign([1], { extra: 'x' })],
    ['a list that carries a map', Object.assign([1], { extra: new Map() })],
    ['a list that carries more text than fits', Object.assign([], { x: 'x'.repeat(65 * 1024) })],
    ['a key __proto__', JSON.parse('{"__proto__":{"polluted":true}}')],
    ['a key constructor', named('constructor', 1)],
    ['a key prototype', named('prototype', 1)],
    ['a prototype key far inside', { a: [{ b: JSON.parse('{"__proto__":1}') }] }],
    ['a symbol as a key', { [Symbol('x')]: 1 }],
    ['an object under another object', Object.create({ inherited: 1 })],
    ['nine levels', nested(9)],
    ['a circle', cyclic()],
    ['a string above the cap', 'x'.repeat(64 * 1024 + 1)],
    ['many strings above the cap together', Array.from({ length: 65 }, () => 'x'.repeat(1024))],
    ['a key above the cap', { ['x'.repeat(64 * 1024 + 1)]: 1 }],
    ['a list of 1 000', Array.from({ length: 1000 }, () => 0)],
    ['an object of 1 000 keys', Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [i, 0]))],
    ['a map deep inside', { a: { b: [new Map()] } }],
  ];
  it.each(refused)('refuses %s', (_name, value) => {
    expect(isPlain(value)).toBe(false);
  });

  it('lets every small JSON value pass, and only looks', () => {
    const key = fc.string().filter((name) => !/^(__proto__|constructor|prototype)$/.test(name));
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('json'), { maxLength: 4 }),
        fc.dictionary(key, tie('json'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(json, (value) => {
        const before = JSON.stringify(value);
        expect(isPlain(value)).toBe(true);
        expect(JSON.stringify(value)).toBe(before);
      }),
      { seed: 20261120, numRuns: 500 },
    );
  });

  it('answers for any value at all, without throwing', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withUnboxedObjects: true,
    } as fc.ObjectConstraints);
    fc.assert(
      fc.property(anything, (value) => {
        expect(typeof isPlain(value)).toBe('boolean');
      }),
      { seed: 20261120, numRuns: 2000 },
    );
  });
});

describe('isRecord', () => {
  it.each([
    ['a list', []],
    ['a map', new Map()],
    ['an error', new Error('x')],
    ['a function', () => null],
    ['null', null],
    ['text', 'hello'],
    ['an object under another one', Object.create({})],
  ])('does not take %s for an object literal', (_name, value) => {
    expect(isRecord(value)).toBe(false);
  });

  it.each([
    ['a literal', {}],
    ['an object without a prototype', Object.create(null)],
  ])('takes %s', (_name, value) => {
    expect(isRecord(value)).toBe(true);
  });
});

describe('own', () => {
  it('does not see what an object inherits', () => {
    expect(own({}, 'toString')).toBeUndefined();
    expect(own(Object.create({ nonce: 'n' }), 'nonce')).toBeUndefined();
  });

  it('never runs a getter', () => {
    let ran = false;
    const trap = Object.defineProperty({}, 'id', {
      get() {
        ran = true;
        return 'x';
      },
    });
    expect(own(trap, 'id')).toBeUndefined();
    expect(ran).toBe(false);
  });
});
