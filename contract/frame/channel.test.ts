import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deferred } from '../deferred.cases.ts';
import { CheckoutError, errorData } from '../errors/checkout-error.ts';
import type { Channel, Handlers } from './channel.ts';
import { openChannel } from './channel.ts';
import { FLOOD_LIMIT } from './guard.ts';
import type { Timers } from './timers.ts';

type Calls = {
  double: { argument: { value: number }; result: number };
  fail: { argument: Record<string, never>; result: null };
  hang: { argument: Record<string, never>; result: null };
};
type None = Record<never, { argument: unknown; result: unknown }>;

const CLOSED = errorData('DESTROYED', 'the element was unmounted');
const WAIT = { deadlineMs: 1_000, phase: 'test' };

/** Timers that run out when told to, and tell which are still set. */
function manualTimers() {
  const set = new Map<number, { callback: () => void; delayMs: number }>();
  let next = 0;
  const timers: Timers = {
    set(callback, delayMs) {
      next += 1;
      set.set(next, { callback, delayMs });
      return next;
    },
    clear(timer) {
      set.delete(timer as number);
    },
  };
  const runOut = () => {
    for (const { callback } of [...set.values()]) callback();
  };
  return { timers, set, runOut };
}

function openPair(handlers: Partial<Handlers<Calls>> = {}) {
  const { port1, port2 } = new MessageChannel();
  const clock = manualTimers();
  const page = openChannel<Calls, None>({
    port: port1,
    calls: ['double', 'fail', 'hang'],
    handlers: {},
    timers: clock.timers,
    onFlood: () => undefined,
  });
  const served = {
    double: async ({ value }) => value * 2,
    fail: async () => {
      throw new Error('a driver said: 4111 1111 1111 1111');
    },
    hang: () => new Promise<null>(() => undefined),
    ...handlers,
  } satisfies Handlers<Calls>;
  const frame = openChannel<None, Calls>({
    port: port2,
    calls: [],
    handlers: served,
    timers: manualTimers().timers,
    onFlood: () => undefined,
  });
  onTestFinished(() => page.close(CLOSED));
  onTestFinished(() => frame.close(CLOSED));
  return { page, frame, clock };
}

/** A channel whose other end is a bare port in the test's hands. */
function openHalf(onFlood: () => void = () => undefined) {
  const { port1, port2: peer } = new MessageChannel();
  const clock = manualTimers();
  const page = openChannel<Calls, Calls>({
    port: port1,
    calls: ['double', 'fail', 'hang'],
    handlers: {
      double: async ({ value }) => value * 2,
      fail: async () => {
        throw new Error('at /srv/secret/path.ts');
      },
      hang: async () => null,
    },
    timers: clock.timers,
    onFlood,
  });
  peer.start();
  onTestFinished(() => page.close(CLOSED));
  onTestFinished(() => peer.close());
  const nextMessage = () =>
    new Promise<{ id: string; [name: string]: unknown }>((resolve) => {
      peer.addEventListener('message', ({ data }) => resolve(data), { once: true });
    });
  return { page, peer, clock, nextMessage };
}

async function failure(call: Promise<unknown>): Promise<CheckoutError> {
  const thrown = await call.then(
    (value) => value,
    (error) => error,
  );
  if (!(thrown instanceof CheckoutError)) throw new Error('the call should have been refused');
  return thrown;
}

describe('a call over the channel', () => {
  it('brings the answer back and leaves no timer', async () => {
    const { page, clock } = openPair();
    expect(await page.call('double', { value: 21 }, WAIT)).toBe(42);
    expect(clock.set.size).toBe(0);
  });

  it('keeps the answers of many calls apart', async () => {
    const { page } = openPair();
    const values = Array.from({ length: 100 }, (_, index) => index);
    const answers = values.map((value) => page.call('double', { value }, WAIT));
    expect(await Promise.all(answers)).toEqual(values.map((value) => value * 2));
  });

  it('is refused at once where the name is not listed', async () => {
    const { page, clock } = openPair();
    const unlisted = page as unknown as Channel<{ steal: { argument: object; result: null } }>;
    const error = await failure(unlisted.call('steal', {}, WAIT));
    expect([error.code, error.details]).toEqual(['CALL_NOT_ALLOWED', { phase: 'test' }]);
    expect(clock.set.size).toBe(0);
  });

  it.each(['constructor', '__proto__', 'then', 'bind', 'toString'])(
    'is refused at once for the name %s',
    async (name) => {
      const { page } = openPair();
      const unlisted = page as unknown as Channel<{
        [name: string]: { argument: object; result: null };
      }>;
      expect((await failure(unlisted.call(name, {}, WAIT))).code).toBe('CALL_NOT_ALLOWED');
    },
  );

  it('ends with TIMEOUT when its deadline passes, and the late answer is nobody’s', async () => {
    const { promise, resolve: answer } = deferred<number>();
    const { page, clock } = openPair({ double: () => promise });
    const call = page.call('double', { value: 1 }, { deadlineMs: 250, phase: 'submit' });
    expect([...clock.set.values()].map(({ delayMs }) => delayMs)).toEqual([250]);
    clock.runOut();
    const error = await failure(call);
    expect([error.code, error.retryable, error.details]).toEqual([
      'TIMEOUT',
      true,
      { phase: 'submit' },
    ]);
    answer(2);
    expect(clock.set.size).toBe(0);
  });

  it('ends with ABORTED when its signal says so, and stops listening to it', async () => {
    const { page, clock } = openPair();
    const controller = new AbortController();
    const call = page.call('hang', {}, { ...WAIT, signal: controller.signal });
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    controller.abort();
    expect((await failure(call)).code).toBe('ABORTED');
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    expect(clock.set.size).toBe(0);
  });

  it('is not sent where its signal was aborted before', async () => {
    const double = vi.fn(async () => 0);
    const { page } = openPair({ double });
    const signal = AbortSignal.abort();
    expect((await failure(page.call('double', { value: 1 }, { ...WAIT, signal }))).code).toBe(
      'ABORTED',
    );
    await page.call('fail', {}, WAIT).catch(() => undefined);
    expect(double).not.toHaveBeenCalled();
  });

  it('fails with a code where its argument cannot be sent', async () => {
    const { page, clock } = openPair();
    const argument = { value: (() => 1) as unknown as number };
    expect((await failure(page.call('double', argument, WAIT))).code).toBe('INTERNAL');
    expect(clock.set.size).toBe(0);
  });

  it.each([
    ['a map', new Map()],
    ['a prototype key', JSON.parse('{"__proto__":1}')],
    ['too much text', 'x'.repeat(70_000)],
  ])('waits for its deadline where the other guard drops its argument: %s', async (_n, value) => {
    const double = vi.fn(async () => 0);
    const { page, frame, clock } = openPair({ double });
    const dropped = page.call('double', { value: value as number }, WAIT);
    await page.call('fail', {}, WAIT).catch(() => undefined);
    expect([double.mock.calls.length, frame.refused()]).toEqual([0, 1]);
    clock.runOut();
    expect((await failure(dropped)).code).toBe('TIMEOUT');
  });
});

describe('an error over the channel', () => {
  it('arrives with its code, type, details and phase', async () => {
    const thrown = errorData('INVALID_CARD', 'the buyer has to correct: cvv', {
      fields: [{ field: 'cvv', problem: 'required' }],
    });
    const { page } = openPair({
      fail: async () => {
        throw new CheckoutError(thrown, { cause: new Error('inner'), userMessage: 'Confira' });
      },
    });
    const error = await failure(page.call('fail', {}, { ...WAIT, phase: 'submit' }));
    expect(error.code).toBe('INVALID_CARD');
    expect(error.type).toBe('customer');
    expect(error.message).toBe('the buyer has to correct: cvv');
    expect(error.retryable).toBe(true);
    expect(error.details).toEqual({
      phase: 'submit',
      fields: [{ field: 'cvv', problem: 'required' }],
    });
    expect([error.cause, error.userMessage]).toEqual([undefined, '']);
  });

  it('keeps the phase it was given in the frame', async () => {
    const { page } = openPair({
      fail: async () => {
        throw new CheckoutError(errorData('NETWORK', 'no service', { phase: 'token' }));
      },
    });
    expect((await failure(page.call('fail', {}, WAIT))).details).toEqual({ phase: 'token' });
  });

  it.each<[string, () => unknown]>([
    ['an error of the engine', () => new TypeError('4111111111111111 is not a function')],
    ['text', () => '4111111111111111'],
    ['an object with a code', () => ({ code: 'INVALID_CARD', message: '4111111111111111' })],
    ['nothing', () => undefined],
  ])('is INTERNAL and tells nothing where %s was thrown', async (_name, make) => {
    const { peer, nextMessage } = openThrowing(make);
    peer.postMessage({
      id: 'call-1',
      type: 'APPLY',
      path: ['fail'],
      argumentList: [{ type: 'RAW', value: {} }],
    });
    expect(await nextMessage()).toEqual({
      id: 'call-1',
      type: 'RAW',
      value: {
        ok: false,
        error: {
          code: 'INTERNAL',
          type: 'internal',
          message: 'the checkout failed unexpectedly',
          details: {},
          retryable: true,
          outcome: 'not-charged',
        },
      },
    });
  });

  it('crosses as data: no stack, no cause, nothing but six members', async () => {
    const { peer, nextMessage } = openThrowing(
      () => new CheckoutError(errorData('NETWORK', 'no service'), { cause: new Error('at /x.ts') }),
    );
    peer.postMessage({
      id: 'call-1',
      type: 'APPLY',
      path: ['fail'],
      argumentList: [{ type: 'RAW', value: {} }],
    });
    const { value } = (await nextMessage()) as unknown as { value: { error: object } };
    expect(Object.keys(value.error).sort()).toEqual([
      'code',
      'details',
      'message',
      'outcome',
      'retryable',
      'type',
    ]);
    expect(JSON.stringify(value)).not.toMatch(/\.ts|stack|at /);
  });

  it('of a frame of a newer release with a code of its own is UNKNOWN_ANSWER', async () => {
    const { page, peer, nextMessage } = openHalf();
    const call = page.call('hang', {}, WAIT);
    const { id } = await nextMessage();
    const error = { code: 'SOMETHING_NEW', message: 'said the frame', details: { status: 418 } };
    peer.postMessage({ id, type: 'RAW', value: { ok: false, error } });
    expect(await failure(call)).toMatchObject({
      code: 'UNKNOWN_ANSWER',
      message: 'said the frame',
      details: { phase: 'test', status: 418, apiCode: 'SOMETHING_NEW' },
    });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'ok'],
    ['a number', 1],
    ['an empty object', {}],
    ['a refusal without an error', { ok: false }],
    ['a refusal whose error is text', { ok: false, error: 'x' }],
  ])('is INTERNAL where the answer was %s', async (_name, value) => {
    const { page, peer, nextMessage } = openHalf();
    const call = page.call('hang', {}, WAIT);
    const { id } = await nextMessage();
    peer.postMessage({ id, type: 'RAW', value });
    expect((await failure(call)).code).toBe('INTERNAL');
  });

  it.each<[string, { [name: string]: unknown }]>([
    ['a thrown handler', { type: 'HANDLER', name: 'throw', value: { isError: true, value: {} } }],
    ['a proxy', { type: 'HANDLER', name: 'proxy', value: 1 }],
    ['a map', { type: 'RAW', value: new Map([['ok', true]]) }],
    ['another call of ours', { type: 'APPLY', path: ['hang'], argumentList: [{ type: 'RAW' }] }],
  ])('does not come of an answer that is %s: the deadline does', async (_name, answer) => {
    const { page, peer, clock, nextMessage } = openHalf();
    const call = page.call('hang', {}, WAIT);
    const { id } = await nextMessage();
    peer.postMessage({ id, ...answer });
    peer.postMessage({ id: 'x', type: 'APPLY', path: ['double'], argumentList: doubled(2) });
    expect((await nextMessage()).value).toEqual({ ok: true, value: 4 });
    expect(page.refused()).toBe(1);
    clock.runOut();
    expect((await failure(call)).code).toBe('TIMEOUT');
  });
});

describe('closing the channel', () => {
  it('rejects everything pending with the reason, and clears every timer', async () => {
    const { page, clock } = openPair();
    const calls = [page.call('hang', {}, WAIT), page.call('hang', {}, { ...WAIT, phase: 'b' })];
    page.close(CLOSED);
    const errors = await Promise.all(calls.map(failure));
    expect(errors.map(({ code, details }) => [code, details.phase])).toEqual([
      ['DESTROYED', 'test'],
      ['DESTROYED', 'b'],
    ]);
    expect(clock.set.size).toBe(0);
  });

  it('refuses a later call with the first reason', async () => {
    const { page, clock } = openPair();
    page.close(CLOSED);
    page.close(errorData('FRAME_LOST', 'gone'));
    expect((await failure(page.call('double', { value: 1 }, WAIT))).code).toBe('DESTROYED');
    expect(clock.set.size).toBe(0);
  });

  it('runs no call that comes after it', async () => {
    const double = vi.fn(async () => 0);
    const { page, frame, clock } = openPair({ double });
    frame.close(CLOSED);
    const call = page.call('double', { value: 1 }, WAIT);
    clock.runOut();
    expect((await failure(call)).code).toBe('TIMEOUT');
    expect(double).not.toHaveBeenCalled();
  });

  it('lets no answer out of a call that was running', async () => {
    const { page, peer } = openHalf();
    const heard = vi.fn();
    peer.addEventListener('message', heard);
    const closed = new Promise((resolve) => peer.addEventListener('close', resolve));
    page.close(CLOSED);
    peer.postMessage({ id: 'late', type: 'APPLY', path: ['double'], argumentList: doubled(1) });
    await closed;
    expect(heard).not.toHaveBeenCalled();
  });

  it('comes of a flood, with a last word first', async () => {
    const onFlood = vi.fn();
    const { page, peer } = openHalf(onFlood);
    const call = page.call('hang', {}, WAIT);
    const closed = new Promise((resolve) => peer.addEventListener('close', resolve));
    for (let sent = 0; sent < FLOOD_LIMIT; sent += 1) peer.postMessage(null);
    expect((await failure(call)).code).toBe('CHANNEL_FLOODED');
    await closed;
    expect(onFlood).toHaveBeenCalledTimes(1);
    expect((await failure(page.call('hang', {}, WAIT))).code).toBe('CHANNEL_FLOODED');
  });
});

function doubled(value: number) {
  return [{ type: 'RAW', value: { value } }];
}

function openThrowing(make: () => unknown) {
  const { port1, port2: peer } = new MessageChannel();
  const frame = openChannel<None, Pick<Calls, 'fail'>>({
    port: port1,
    calls: [],
    handlers: {
      fail: async () => {
        throw make();
      },
    },
    timers: manualTimers().timers,
    onFlood: () => undefined,
  });
  peer.start();
  onTestFinished(() => frame.close(CLOSED));
  onTestFinished(() => peer.close());
  const nextMessage = () =>
    new Promise<{ [name: string]: unknown }>((resolve) => {
      peer.addEventListener('message', ({ data }) => resolve(data), { once: true });
    });
  return { peer, nextMessage };
}
