/** A message on the bare port, without its id. */
export type HostileEnvelope = {
  type: string;
  path?: string[];
  argumentList?: unknown[];
  value?: unknown;
  name?: string;
};

/**
 * Runs in the page: posts `count` random envelopes on `window.port`, the same ones for a seed, and
 * answers how many could be sent. No envelope is a whole honest call: its name is never listed
 * alone with one plain argument.
 */
export function sendFuzz({ seed, count }: { seed: number; count: number }): number {
  const { port } = window as unknown as { port: MessagePort };
  let state = seed;

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

  const circle: { self?: unknown } = {};
  circle.self = circle;

  function anything(depth = 0): unknown {
    const leaves = [
      () => undefined,
      () => null,
      () => random() < 0.5,
      () => below(1000) - 500,
      () => Number.NaN,
      () => Number.POSITIVE_INFINITY,
      () => BigInt(below(1000)),
      () => 'x'.repeat(below(200)),
      () => pick(['__proto__', 'constructor', 'submit', 'APPLY', 'RAW', '\u0000', '💳']),
      () => new Date(below(1e9)),
      () => /x+/g,
      () => new Uint8Array(below(16)),
      () => new ArrayBuffer(below(16)),
      () => new Error('x'),
      () => Object('x'),
      () => Object.assign([], { length: below(2 ** 31) }),
      () => Object.assign([1], { extra: 'x' }),
      () => circle,
      () => new Blob(['x']),
      () => JSON.parse('{"__proto__":{"polluted":1},"constructor":1}'),
    ];
    if (depth > 2 || random() < 0.5) return pick(leaves)();
    const inner = () => anything(depth + 1);
    return pick([
      () => several(5, inner),
      () => new Map(several(3, () => [inner(), inner()] as const)),
      () => new Set(several(3, inner)),
      () => Object.fromEntries(several(4, () => [pick(['id', 'type', 'path', 'a', 'b']), inner()])),
    ])();
  }

  const KINDS = ['APPLY', 'GET', 'SET', 'CONSTRUCT', 'ENDPOINT', 'RELEASE', 'RAW', 'HANDLER', 'x'];
  const NAMES = ['__proto__', 'constructor', 'prototype', 'bind', 'call', 'toString', 'notify'];

  function envelope(): unknown {
    const wire = () =>
      pick([
        () => ({ type: 'RAW', value: anything() }),
        () => ({ type: 'HANDLER', name: pick(['proxy', 'throw', 'nope']), value: anything() }),
        anything,
      ])();
    const path = pick([
      () => several(4, () => pick(NAMES)),
      () => [pick(['submit', 'clear', 'configure']), pick(NAMES)],
      anything,
    ])();
    const parts: [string, unknown][] = [
      ['id', pick([() => `fuzz-${below(1e9)}`, anything])()],
      ['type', pick([() => pick(KINDS), anything])()],
      ['path', path],
      ['argumentList', pick([() => several(4, wire), anything])()],
      ['value', anything()],
      ['name', pick(['throw', 'proxy', undefined])],
    ];
    return Object.fromEntries(parts.filter(() => random() < 0.9));
  }

  let sent = 0;
  for (let index = 0; index < count; index += 1) {
    const message = random() < 0.9 ? envelope() : anything();
    const transfer = random() < 0.02 ? [new MessageChannel().port1] : [];
    try {
      port.postMessage(message, transfer);
      sent += 1;
    } catch {
      // What cannot be cloned never becomes a message.
    }
  }
  return sent;
}
