import { expect, it } from 'vitest';
import { createRotatingEnvelope, SealBroken } from './envelope.ts';
import { createRandomBytes } from './random-bytes.ts';
import { countUnreadable, MOST_TOLD_APART } from './unreadable-values.ts';

const KEY = { version: 1, key: new Uint8Array(32).fill(1) };
const NEXT = { version: 2, key: new Uint8Array(32).fill(2) };
const VALUE = Buffer.from('a value');
const BROKEN = new Uint8Array(100);

function setUp() {
  return countUnreadable(createRotatingEnvelope([KEY], createRandomBytes()));
}

it('counts none of what can be opened', () => {
  const { envelope, count } = setUp();
  const sealed = envelope.seal(VALUE, 'card|a');
  envelope.use([NEXT, KEY]);
  expect(Buffer.from(envelope.open(sealed, 'card|a'))).toEqual(VALUE);
  expect(envelope.versionOf(envelope.rewrap(sealed, 'card|a'))).toBe(2);
  expect([envelope.currentVersion, envelope.versions]).toEqual([2, [2, 1]]);
  expect(count()).toBe(0);
});

it('counts each that cannot once, however often and by whatever it is met', () => {
  const { envelope, count } = setUp();
  for (const context of ['card|a', 'card|b', 'card|a']) {
    expect(() => envelope.open(BROKEN, context)).toThrow(SealBroken);
    expect(() => envelope.rewrap(BROKEN, context)).toThrow(SealBroken);
  }
  expect(count()).toBe(2);
});

it('counts no other failure', () => {
  const { envelope } = setUp();
  const fails = () => {
    throw new Error('something else');
  };
  const watched = countUnreadable({ ...envelope, open: fails });
  expect(() => watched.envelope.open(BROKEN, 'card|a')).toThrow('something else');
  expect(watched.count()).toBe(0);
});

it('counts up to a bound, so that a broken disk does not take the memory as well', () => {
  const { envelope, count } = setUp();
  for (let nth = 0; nth <= MOST_TOLD_APART; nth += 1) {
    expect(() => envelope.open(BROKEN, `card|${nth}`)).toThrow(SealBroken);
  }
  expect(count()).toBe(MOST_TOLD_APART);
});
