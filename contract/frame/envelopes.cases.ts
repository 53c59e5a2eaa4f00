/** The calls a guarded end serves, each with plain arguments. */
export type FuzzedCalls = { [name: string]: unknown[] };

export type Fuzz = {
  sent: number;
  /** How many envelopes were right in all but this: no other check than this one stops them. */
  wrongInOne: { [check: string]: number };
};

/**
 * Posts `count` envelopes near an honest call on `port`, the same ones for a seed: three of four
 * parts are right, and an envelope with nothing wrong is left out. `awaited`: the id of a call the
 * guarded end waits on.
 */
export function sendFuzz(
  port: MessagePort,
  options: { seed: number; count: number; calls: FuzzedCalls; awaited?: string },
): Fuzz {
  const { count, calls, awaited } = options;
  let state = options.seed;

  // mulberry32
  function random(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(list: readonly Item[]): Item => list[below(list.length)]!;
  const several = <Item>(limit: number, make: () => Item) =>
    Array.from({ length: below(limit) }, make);

  function plain(depth = 0): unknown {
    if (depth > 2 || random() < 0.5) {
      return pick([undefined, null, true, below(1000) - 500, 0.5, 'x'.repeat(below(200)), '💳']);
    }
    const inner = () => plain(depth + 1);
    const key = () => pick(['id', 'type', 'path', 'value', '']);
    return random() < 0.5
      ? several(5, inner)
      : Object.fromEntries(several(4, () => [key(), inner()]));
  }

  const circle: { self?: unknown } = {};
  circle.self = circle;
  const NOT_PLAIN = [
    () => Number.NaN,
    () => Number.POSITIVE_INFINITY,
    () => BigInt(below(1000)),
    () => new Date(below(1e9)),
    () => /x+/g,
    () => new Map([['a', 1]]),
    () => new Set([1]),
    () => new Uint8Array(below(16)),
    () => new ArrayBuffer(below(16)),
    () => new Error('x'),
    () => Object('x'),
    () => new Blob(['x']),
    () => circle,
    () => Object.assign([], { length: 1 + below(2 ** 31) }),
    () => Object.assign([1], { extra: 'x' }),
    () => JSON.parse(`{"${pick(['__proto__', 'constructor', 'prototype'])}":{"polluted":1}}`),
    () => Array.from({ length: 1000 + below(100) }, () => 0),
    () => 'x'.repeat(2 ** 16 + below(100)),
  ];

  /** What no message may carry, below up to three layers of what it may. */
  function notPlain(depth = below(4)): unknown {
    if (depth === 0) return pick(NOT_PLAIN)();
    const inner = notPlain(depth - 1);
    return random() < 0.5 ? [plain(2), inner] : { a: plain(2), b: inner };
  }

  const UNLISTED = ['__proto__', 'constructor', 'prototype', 'bind', 'toString', 'notify', ''];
  const NO_ID = [undefined, null, 1, ['x'], Object('x'), { toString: 'x' }];
  const NO_CALL = ['GET', 'SET', 'CONSTRUCT', 'ENDPOINT', 'RELEASE', 'HANDLER', 'apply', undefined];

  type Checks = { [check: string]: () => unknown };
  let wrong: string[] = [];

  /** `right` three times of four; else one of `checks` is what it fails. */
  function part(right: () => unknown, checks: Checks): unknown {
    if (random() < 0.75) return right();
    const check = pick(Object.keys(checks));
    wrong.push(check);
    return checks[check]!();
  }

  function call(id: string): unknown {
    const name = pick(Object.keys(calls));
    const wire = { type: 'RAW', value: pick(calls[name]!) };
    const parts = {
      id: part(() => id, {
        'an id is text': () => pick(NO_ID),
        'an id is short': () => id.padEnd(101 + below(100), 'x'),
        ...(awaited === undefined ? {} : { 'an id is its own': () => awaited }),
      }),
      type: part(() => 'APPLY', { 'it is a call': () => pick([...NO_CALL, ['APPLY']]) }),
      path: part(() => [name], {
        'a path is a list': () => pick([undefined, name, { 0: name, length: 1 }]),
        'a path is one name': () => pick([[], [name, name], [name, pick(UNLISTED)]]),
        'a name is listed': () => [pick([...UNLISTED, `${name} `, [name], undefined])],
      }),
      argumentList: part(() => [wire], {
        'arguments are a list': () => pick([undefined, 'x', { 0: wire, length: 1 }]),
        'arguments are one': () => pick([[], [wire, wire], [wire, 'x']]),
        'an argument is a record': () => [pick([undefined, 'x', [wire], Object.assign([], wire)])],
        'an argument is raw': () => [
          { ...wire, type: pick(['HANDLER', 'raw', ['RAW'], undefined]), name: pick(UNLISTED) },
        ],
        'an argument is plain': () => [{ type: 'RAW', value: notPlain() }],
      }),
      value: plain(),
      name: pick(['throw', 'proxy', undefined]),
    };
    return part(() => parts, {
      'a message is a record': () =>
        pick([Object.assign([], parts), new Map(Object.entries(parts)), [parts], 'x', plain(3)]),
    });
  }

  /** In the shape of an answer: of a call nobody made, or with what no answer may carry. */
  function answer(id: string): unknown {
    if (awaited === undefined || random() < 0.5) {
      wrong.push('an answer is waited for');
      return { id, type: 'RAW', value: plain() };
    }
    wrong.push('an answer is plain');
    return { id: awaited, type: 'RAW', value: notPlain() };
  }

  const fuzz: Fuzz = { sent: 0, wrongInOne: {} };
  for (let index = 0; fuzz.sent < count; index += 1) {
    wrong = [];
    const id = `fuzz-${index}`.padEnd(random() < 0.1 ? 100 : 0, 'x');
    const message = random() < 0.9 ? call(id) : answer(id);
    const bringsPort = random() < 0.05;
    if (bringsPort) wrong.push('a message brings no port');
    const [only] = wrong;
    if (only === undefined) continue;
    port.postMessage(message, bringsPort ? [new MessageChannel().port1] : []);
    fuzz.sent += 1;
    if (wrong.length > 1) continue;
    fuzz.wrongInOne[only] = (fuzz.wrongInOne[only] ?? 0) + 1;
  }
  return fuzz;
}
