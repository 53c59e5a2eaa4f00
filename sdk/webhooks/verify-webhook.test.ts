import { expect, it } from 'vitest';
import { verifyWebhook } from './index.ts';

const SECRET = 'whsec_test_4f8b2c';
const SIGNED_AT = 1700000002;
const BODY = '{"id":"pay_1","status":"APPROVED"}';
const MARK = '5916872b5f290fd2f18a5b09aadb0c690b2741c4532bf32be92143c30dd17b23';
const OTHER_MARK = 'a'.repeat(64);
const HEADER = `t=${SIGNED_AT},v1=${MARK}`;

/** A valid event; tests spoil one thing of it. */
function verify(
  change: {
    body?: string | Uint8Array;
    header?: string | null;
    secret?: string;
    now?: number;
  } = {},
) {
  return verifyWebhook(
    change.body ?? BODY,
    change.header === undefined ? HEADER : change.header,
    change.secret ?? SECRET,
    change.now ?? SIGNED_AT,
  );
}

it.each([
  ['nothing', 1700000001, '', '1199b2e6cbe0939e04da3add726a5e291d70f06668c0132ff6bc85e1ffadaf1c'],
  [
    'accents',
    1700000003,
    '{"name":"São Paulo – Açaí"}',
    '2f28fdffd55abd2eda6084b2f274686e540c39221ab7535ea1c05e53c459b3ef',
  ],
  [
    'an astral character',
    1700000005,
    '{"emoji":"🧾"}',
    '45a8d45a6343610476742325cb3d0df316eb61b0ed7e3947091fe0510d5e5b54',
  ],
  [
    'a carriage return',
    1700000007,
    '{"a":1}\r\n',
    '18ccc6f0f060a2f8e076390c85955ec1901b0376e6606202bb8e25ebc1c9a347',
  ],
  [
    'a byte order mark',
    1700000008,
    '\uFEFF{}',
    '24f06fb054d90015d03fe642fca694dd2f316644d10cf5ec4de0c6db684d76d6',
  ],
])(
  'a signature made by an independent implementation is right over %s, as text and as bytes',
  async (_name, signedAt, body, mark) => {
    const header = `t=${signedAt},v1=${mark}`;
    expect(await verify({ body, header, now: signedAt })).toBe(true);
    const bytes = new TextEncoder().encode(body);
    expect(await verify({ body: bytes, header, now: signedAt })).toBe(true);
    expect(await verify({ body: `${body} `, header, now: signedAt })).toBe(false);
  },
);

it.each([
  [-301, false],
  [-300, true],
  [-1, true],
  [0.4, true],
  [299.9, true],
  [300, true],
  [300.1, false],
  [301, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
])('a signature looked at %d seconds after it was made is %s', async (age, isValid) => {
  expect(await verify({ now: SIGNED_AT + age })).toBe(isValid);
});

it.each([
  ['the new secret first', `t=${SIGNED_AT},v1=${OTHER_MARK},v1=${MARK}`],
  ['the previous secret last', `t=${SIGNED_AT},v1=${MARK},v1=${OTHER_MARK}`],
  ['spaces between the parts', ` t=${SIGNED_AT} ,  v1=${MARK} `],
  ['another order', `v1=${MARK},t=${SIGNED_AT}`],
  ['schemes that are not known', `t=${SIGNED_AT},v0=abc,v2=${OTHER_MARK},v1=${MARK},x`],
  ['1000 marks, the last one right', `t=${SIGNED_AT}${`,v1=${OTHER_MARK}`.repeat(999)},v1=${MARK}`],
])('takes a header with %s', async (_name, header) => {
  expect(await verify({ header })).toBe(true);
});

it.each([
  ['missing', null],
  ['empty', ''],
  ['without a time', `v1=${MARK}`],
  ['without a mark', `t=${SIGNED_AT}`],
  ['with two times', `t=${SIGNED_AT},t=${SIGNED_AT},v1=${MARK}`],
  ['with a negative time', `t=-${SIGNED_AT},v1=${MARK}`],
  ['with a fraction in its time', `t=${SIGNED_AT}.0,v1=${MARK}`],
  ['with an exponent in its time', `t=1e9,v1=${MARK}`],
  ['with a time of twenty digits', `t=17000000020000000000,v1=${MARK}`],
  ['with an empty time', `t=,v1=${MARK}`],
  ['with a time in words', `t=now,v1=${MARK}`],
  ['with a space in its time', `t= ${SIGNED_AT},v1=${MARK}`],
  ['with another time than the signed one', `t=${SIGNED_AT + 1},v1=${MARK}`],
  ['with upper-case digits', `t=${SIGNED_AT},v1=${MARK.toUpperCase()}`],
  ['with a mark cut short', `t=${SIGNED_AT},v1=${MARK.slice(0, 63)}`],
  ['with a mark too long', `t=${SIGNED_AT},v1=${MARK}0`],
  ['with an empty mark', `t=${SIGNED_AT},v1=`],
  ['with the right mark of another scheme', `t=${SIGNED_AT},v0=${MARK}`],
  ['with 1000 wrong marks', `t=${SIGNED_AT}${`,v1=${OTHER_MARK}`.repeat(1000)}`],
  ['of a million characters', `t=${SIGNED_AT},v1=${MARK},${'x'.repeat(1_000_000)}`],
  ['of commas', ','.repeat(100_000)],
])('refuses a header %s', async (_name, header) => {
  expect(await verify({ header })).toBe(false);
});

it('refuses another secret, an empty one, and one without its beginning', async () => {
  expect(await verify({ secret: 'whsec_test_4f8b2d' })).toBe(false);
  expect(await verify({ secret: '' })).toBe(false);
  expect(await verify({ secret: SECRET.slice('whsec_'.length) })).toBe(false);
});

it('refuses a body of which one bit differs', async () => {
  const body = new TextEncoder().encode(BODY);
  body[0] = (body[0] ?? 0) ^ 1;
  expect(await verify({ body })).toBe(false);
});

it('never throws, whatever a caller without types passes', async () => {
  const untyped = (...values: unknown[]): Promise<boolean> =>
    Reflect.apply(verifyWebhook, null, values);
  for (const odd of [undefined, 1, {}, [], Symbol('x'), [HEADER]]) {
    expect(await Promise.resolve(untyped([odd, HEADER, SECRET, SIGNED_AT]))).toBe(false);
    expect(await Promise.resolve(untyped([BODY, odd, SECRET, SIGNED_AT]))).toBe(false);
    expect(await Promise.resolve(untyped([BODY, HEADER, odd, SIGNED_AT]))).toBe(false);
    expect(await Promise.resolve(untyped([BODY, HEADER, SECRET, odd]))).toBe(false);
  }
});
