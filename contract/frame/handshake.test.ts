import { afterEach, describe, expect, it } from 'vitest';
import { answerOf, connect, hello, PROTOCOL_VERSION, readHandshake } from './handshake.ts';

const NONCE = '00112233445566778899aabbccddeeff';
const POLLUTED = ['checkout', 'nonce', 'version'];

afterEach(() => {
  for (const name of POLLUTED) Reflect.deleteProperty(Object.prototype, name);
});

describe('readHandshake', () => {
  it('knows the hello and the connect of this load', () => {
    expect(readHandshake(hello(NONCE), { kind: 'hello', nonce: NONCE })).toBe('match');
    expect(readHandshake(connect(NONCE), { kind: 'connect', nonce: NONCE })).toBe('match');
  });

  it('holds nothing but a kind, a version and the nonce', () => {
    expect(Object.keys(hello(NONCE))).toEqual(['checkout', 'version', 'nonce']);
    expect(Object.keys(connect(NONCE))).toEqual(['checkout', 'version', 'nonce']);
  });

  it('carries an answer where there is one, which alone is read of what else it holds', () => {
    const answer = { ok: true, value: null };
    expect(hello(NONCE, answer)).toEqual({ ...hello(NONCE), answer });
    expect(answerOf({ ...hello(NONCE, answer), more: 1 })).toEqual(answer);
    expect(answerOf(hello(NONCE))).toBeUndefined();
  });

  it.each([
    ['an inherited one', Object.create({ answer: { ok: true } })],
    ['one of a class', { answer: new Date(0) }],
    ['one with a prototype key', { answer: JSON.parse('{"__proto__":1}') }],
    ['a function', { answer: () => undefined }],
  ])('has no answer in %s', (_name, greeting) => {
    expect(answerOf(greeting)).toBeUndefined();
  });

  it.each([
    ['a later one', PROTOCOL_VERSION + 1],
    ['an earlier one', PROTOCOL_VERSION - 1],
    ['one as text', String(PROTOCOL_VERSION)],
    ['none', undefined],
    ['a boxed one', Object(PROTOCOL_VERSION)],
  ])('tells another version apart: %s', (_name, version) => {
    const message = { ...hello(NONCE), version };
    expect(readHandshake(message, { kind: 'hello', nonce: NONCE })).toBe('version');
  });

  const strangers: [string, unknown][] = [
    ['the other kind', connect(NONCE)],
    ['the nonce of another load', hello('ffeeddccbbaa99887766554433221100')],
    ['an empty nonce', hello('')],
    ['a nonce with more behind it', hello(`${NONCE}0`)],
    ['the nonce in upper case', hello(NONCE.toUpperCase())],
    ['a nonce in a list', { ...hello(NONCE), nonce: [NONCE] }],
    ['a boxed nonce', { ...hello(NONCE), nonce: Object(NONCE) }],
    ['a kind in a list', { ...hello(NONCE), checkout: ['hello'] }],
    ['no nonce', { checkout: 'hello', version: PROTOCOL_VERSION }],
    ['no kind', { version: PROTOCOL_VERSION, nonce: NONCE }],
    ['the message as text', JSON.stringify(hello(NONCE))],
    ['the message in a list', [hello(NONCE)]],
    ['the message in a map', new Map(Object.entries(hello(NONCE)))],
    ['an inherited message', Object.create(hello(NONCE))],
    ['a message of getters', getters(hello(NONCE))],
    ['null', null],
    ['nothing', undefined],
    ['a number', 1],
  ];
  it.each(strangers)('says nothing to %s', (_name, message) => {
    expect(readHandshake(message, { kind: 'hello', nonce: NONCE })).toBeNull();
  });

  it('says nothing to an empty message under a polluted prototype', () => {
    for (const [name, value] of Object.entries(hello(NONCE))) {
      Object.defineProperty(Object.prototype, name, { value, configurable: true });
    }
    expect(readHandshake({}, { kind: 'hello', nonce: NONCE })).toBeNull();
  });
});

function getters(message: object): object {
  const result = {};
  for (const [name, value] of Object.entries(message)) {
    Object.defineProperty(result, name, { get: () => value, enumerable: true });
  }
  return result;
}
