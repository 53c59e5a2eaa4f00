import { expose } from 'comlink';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sendFuzz } from './envelopes.cases.ts';
import type { Guard } from './guard.ts';
import { FLOOD_LIMIT, guardPort } from './guard.ts';

const SEED = 20261120;

/** What the guard looks at; the schema of an argument is for whoever serves the call. */
const CHECKS = [
  'a message brings no port',
  'a message is a record',
  'a name is listed',
  'a path is a list',
  'a path is one name',
  'an answer is plain',
  'an answer is waited for',
  'an argument is a record',
  'an argument is plain',
  'an argument is raw',
  'an id is its own',
  'an id is short',
  'an id is text',
  'arguments are a list',
  'arguments are one',
  'it is a call',
];

type Opened = {
  guard: Guard;
  peer: MessagePort;
  calls: unknown[][];
  /** Resolves with the answers once everything sent before it has been looked at. */
  drained: () => Promise<unknown[]>;
};

/** Comlink behind the guard, as the frame has it, and the bare port a hostile page would hold. */
function openGuarded(onFlood: () => void = () => undefined): Opened {
  const { port1, port2: peer } = new MessageChannel();
  const calls: unknown[][] = [];
  const guard = guardPort({ port: port1, serves: new Set(['submit', 'ping']), onFlood });
  const served = {
    submit: (...list: unknown[]) => {
      calls.push(list);
      return 'submitted';
    },
    ping: () => 'pong',
    secret: () => calls.push(['secret']),
  };
  expose(served, guard.endpoint);

  const answers: unknown[] = [];
  let pings = 0;
  const waiting = new Map<string, () => void>();
  peer.addEventListener('message', (event) => {
    const known = waiting.get(event.data?.id);
    if (known) known();
    else answers.push(event.data);
  });
  peer.start();

  const drained = () =>
    new Promise<unknown[]>((resolve) => {
      pings += 1;
      const id = `ping-${pings}`;
      waiting.set(id, () => resolve(answers));
      peer.postMessage(valid({ id, path: ['ping'] }));
    });
  onTestFinished(() => {
    guard.close();
    peer.close();
  });
  return { guard, peer, calls, drained };
}

/** A call as comlink sends it; each case spoils one thing. */
function valid(spoiled: { [name: string]: unknown } = {}) {
  const argumentList = [{ type: 'RAW', value: { amount: 100 } }];
  return { id: 'call-1', type: 'APPLY', path: ['submit'], argumentList, ...spoiled };
}

function raw(value: unknown) {
  return { argumentList: [{ type: 'RAW', value }] };
}

describe('guardPort', () => {
  it('passes a listed call with plain data, and its answer', async () => {
    const { peer, calls, drained, guard } = openGuarded();
    peer.postMessage(valid());
    expect(await drained()).toEqual([{ id: 'call-1', type: 'RAW', value: 'submitted' }]);
    expect(calls).toEqual([[{ amount: 100 }]]);
    expect(guard.refused()).toBe(0);
  });

  it('passes nothing of an honest call but what it knows', async () => {
    const { port1, port2 } = new MessageChannel();
    const guard = guardPort({ port: port1, serves: new Set(['ping']), onFlood: () => undefined });
    const passed = new Promise((resolve) => {
      guard.endpoint.addEventListener('message', (event) => resolve((event as MessageEvent).data));
    });
    guard.endpoint.start?.();
    port2.postMessage({ ...valid({ path: ['ping'] }), name: 'throw', extra: new Map() });
    expect(await passed).toEqual(valid({ path: ['ping'] }));
    guard.close();
    port2.close();
  });

  const refused: [string, unknown][] = [
    ['a read', valid({ type: 'GET' })],
    ['a kind in a list', valid({ type: ['APPLY'] })],
    ['no kind', valid({ type: undefined })],
    ['an unlisted call', valid({ path: ['secret'] })],
    ['a call with no name', valid({ path: [] })],
    ['a name as text', valid({ path: 'submit' })],
    ['a name in a list', valid({ path: [['submit']] })],
    ['a path to __proto__', valid({ path: ['__proto__'] })],
    ['a path through bind', valid({ path: ['submit', 'bind'] })],
    ['a path as an object', valid({ path: { 0: 'submit', length: 1 } })],
    ['a path with a hole', valid({ path: Object.assign([], { length: 1 }) })],
    ['no arguments', valid({ argumentList: [] })],
    ['two arguments', valid({ argumentList: [{ type: 'RAW' }, { type: 'RAW' }] })],
    ['arguments as an object', valid({ argumentList: { 0: { type: 'RAW' }, length: 1 } })],
    ['no argument list', valid({ argumentList: undefined })],
    ['an argument that is no wire value', valid({ argumentList: [{ amount: 1 }] })],
    ['a bare argument', valid({ argumentList: ['x'] })],
    ['a proxy argument', valid({ argumentList: [{ type: 'HANDLER', name: 'proxy', value: 1 }] })],
    [
      'a thrown argument',
      valid({
        argumentList: [
          { type: 'HANDLER', name: 'throw', value: { isError: false, value: 'boom' } },
        ],
      }),
    ],
    ['a map as the argument', valid(raw(new Map([['amount', 1]])))],
    ['a prototype key inside', valid(raw(JSON.parse('{"__proto__":{"x":1}}')))],
    ['a megabyte of text inside', valid(raw('x'.repeat(1024 * 1024)))],
    ['a number as the id', valid({ id: 1 })],
    ['a boxed id', valid({ id: Object('x') })],
    ['a long id', valid({ id: 'x'.repeat(101) })],
    ['no id', valid({ id: undefined })],
    ['an answer nobody waits for', { id: 'call-1', type: 'RAW', value: { ok: true } }],
    ['a thrown answer', { id: 'call-1', type: 'HANDLER', name: 'throw', value: {} }],
    ['a call in a list', [valid()]],
    ['a call in a map', new Map(Object.entries(valid()))],
    ['a call as text', JSON.stringify(valid())],
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
  ];
  it.each(refused)('drops and counts %s', async (_name, message) => {
    const { peer, calls, drained, guard } = openGuarded();
    peer.postMessage(message);
    expect(await drained()).toEqual([]);
    expect(calls).toEqual([]);
    expect(guard.refused()).toBe(1);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('drops a good call that brings a port', async () => {
    const { peer, calls, drained, guard } = openGuarded();
    const { port1, port2 } = new MessageChannel();
    peer.postMessage(valid(), [port1]);
    expect(await drained()).toEqual([]);
    expect([calls, guard.refused()]).toEqual([[], 1]);
    port2.close();
  });

  it('drops a message of inherited parts under a polluted prototype', () => {
    const envelope = valid();
    const passed = vi.fn();
    const port = Object.assign(new EventTarget(), { start: () => undefined });
    const guard = guardPort({
      port: port as unknown as MessagePort,
      serves: new Set(['submit']),
      onFlood: () => undefined,
    });
    guard.endpoint.addEventListener('message', passed);
    const event = Object.assign(new Event('message'), { data: {}, ports: [] });
    try {
      for (const [name, value] of Object.entries(envelope)) {
        Object.defineProperty(Object.prototype, name, {
          value,
          configurable: true,
          writable: true,
        });
      }
      port.dispatchEvent(event);
    } finally {
      for (const name of Object.keys(envelope)) Reflect.deleteProperty(Object.prototype, name);
    }
    expect(passed).not.toHaveBeenCalled();
    expect(guard.refused()).toBe(1);
  });

  it('takes one answer to a call of its own, and no second', async () => {
    const { peer, drained, guard } = openGuarded();
    const heard: unknown[] = [];
    guard.endpoint.addEventListener('message', (event) => {
      const { data } = event as MessageEvent;
      if (data.type === 'RAW') heard.push(data.value);
    });
    guard.endpoint.postMessage({ id: 'mine', type: 'APPLY', path: ['notify'], argumentList: [] });
    peer.postMessage({ id: 'mine', type: 'RAW', value: 'first' });
    peer.postMessage({ id: 'mine', type: 'RAW', value: 'second' });
    await drained();
    expect(heard).toEqual(['first']);
    expect(guard.refused()).toBe(1);
  });

  it('drops a call that borrows the id of a call of its own', async () => {
    const { peer, calls, drained, guard } = openGuarded();
    guard.endpoint.postMessage({ id: 'mine', type: 'APPLY', path: ['notify'], argumentList: [] });
    peer.postMessage(valid({ id: 'mine' }));
    await drained();
    expect([calls, guard.refused()]).toEqual([[], 1]);
  });

  it('lets no answer out that carries a handler, and no release', async () => {
    const { port1, port2 } = new MessageChannel();
    const guard = guardPort({ port: port1, serves: new Set(), onFlood: () => undefined });
    const sent: unknown[] = [];
    const last = new Promise<void>((resolve) => {
      port2.addEventListener('message', ({ data }) => {
        if (data.id === 'last') resolve();
        else sent.push(data);
      });
    });
    port2.start();
    for (const type of ['HANDLER', 'RELEASE', 'GET', 'SET', 'CONSTRUCT', 'ENDPOINT']) {
      guard.endpoint.postMessage({ id: 'x', type, name: 'throw', value: { stack: 'at …' } });
    }
    guard.endpoint.postMessage({ id: 'last', type: 'RAW', value: null });
    await last;
    expect(sent).toEqual([]);
    guard.close();
    port2.close();
  });

  it('answers nothing and calls nothing over 10 000 fuzzed envelopes', async () => {
    const { peer, calls, drained, guard } = openGuarded();
    const strays: unknown[] = [];
    const stray = (thrown: unknown) => strays.push(thrown);
    process.on('uncaughtException', stray);
    process.on('unhandledRejection', stray);
    onTestFinished(() => {
      process.off('uncaughtException', stray);
      process.off('unhandledRejection', stray);
    });
    const own = { id: 'mine', type: 'APPLY', path: ['notify'], argumentList: [] };
    guard.endpoint.postMessage(own);
    const served = { submit: [{ amount: 100 }, {}, null, 'x', [1]], ping: [undefined] };
    const fuzz = sendFuzz(peer, { seed: SEED, count: 10_000, calls: served, awaited: own.id });
    expect(await drained(), `seed ${SEED}`).toEqual([own]);
    expect(calls).toEqual([]);
    expect(guard.refused()).toBe(fuzz.sent);
    expect(strays).toEqual([]);

    // Each check had envelopes that nothing else would have stopped.
    expect(Object.keys(fuzz.wrongInOne).sort()).toEqual(CHECKS);
    expect(Math.min(...Object.values(fuzz.wrongInOne))).toBeGreaterThan(50);

    peer.postMessage(valid());
    await drained();
    expect(calls).toHaveLength(1);
  });

  it('stays open below the limit and closes at it, saying so once', async () => {
    const onFlood = vi.fn();
    const { peer, calls, drained, guard } = openGuarded(onFlood);
    for (let sent = 1; sent < FLOOD_LIMIT; sent += 1) peer.postMessage('x');
    await drained();
    expect(onFlood).not.toHaveBeenCalled();
    expect(guard.refused()).toBe(FLOOD_LIMIT - 1);

    const closed = new Promise((resolve) => peer.addEventListener('close', resolve));
    peer.postMessage('the last one');
    peer.postMessage(valid());
    await closed;
    expect(onFlood).toHaveBeenCalledTimes(1);
    expect(calls).toEqual([]);
    expect(guard.refused()).toBe(FLOOD_LIMIT);
  });

  it('hears nothing once closed', async () => {
    const { peer, calls, guard } = openGuarded();
    const closed = new Promise((resolve) => peer.addEventListener('close', resolve));
    peer.postMessage(valid());
    guard.close();
    guard.close();
    await closed;
    expect(calls).toEqual([]);
  });
});
