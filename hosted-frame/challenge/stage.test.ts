import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { errorData, toErrorData } from '../../contract/errors/checkout-error.ts';
import type { PageCalls } from '../../contract/frame/card-calls.ts';
import { openChannel } from '../../contract/frame/channel.ts';
import { connect } from '../../contract/frame/handshake.ts';
import type { StageCalls, StageEvent } from '../../contract/frame/stage-calls.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import type { ThreeDSRun } from '../../sdk/card-flow/three-d-secure-run.ts';
import { startStage } from './stage.ts';

const NONCE = '0123456789abcdef0123456789abcdef';
const CHECKOUT = 'https://checkout.test';
const SHOP = 'https://shop.test';
const SDK_URL = 'https://bank.test/3ds/sdk.js';
const RUN = {
  provider: 'sandbox',
  session: 'session-1',
  transactionId: 'transaction-1',
  windowSize: '03',
  locale: 'pt-BR',
} as const;

const ran = vi.hoisted(() => vi.fn());
vi.mock('../../sdk/card-flow/three-d-secure-run.ts', () => ({ runThreeDS: ran }));

beforeEach(() => {
  ran.mockReset().mockResolvedValue({ outcome: 'done' });
  document.body.innerHTML = '<div id="challenge"></div><div id="method"></div>';
});

/** A stage in a document of `parentOrigin`, with what it says and what may be said to it. */
function start(parentOrigin = CHECKOUT, enabled = true) {
  const sent: unknown[] = [];
  const listeners: ((event: object) => void)[] = [];
  const parent = { postMessage: (data: unknown, target: string) => sent.push({ data, target }) };
  const view = {
    parent,
    document,
    location: { ancestorOrigins: [parentOrigin, SHOP] },
    addEventListener: (type: string, listener: (event: object) => void) => {
      if (type === 'message') listeners.push(listener);
    },
    removeEventListener: () => undefined,
  };
  const threeDS = {
    enabled,
    flow: 'pre-order',
    sdkUrl: SDK_URL,
    provider: 'sandbox',
    hosts: { script: [], connect: [], frame: [] },
  };
  const config = { checkoutUrl: CHECKOUT, origins: [SHOP], capabilities: { threeDS } };
  startStage(view as unknown as Window, {
    publicKey: 'pk_test_1',
    nonce: NONCE,
    theme: 'dark',
    layout: 'row',
    options: null,
    config: config as unknown as CheckoutConfig,
  });

  function answer(spoilt: { [name: string]: unknown } = {}) {
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => port1.close());
    const event = {
      source: parent,
      origin: CHECKOUT,
      data: connect(NONCE),
      ports: [port2],
      ...spoilt,
    };
    for (const listener of listeners) listener(event);
    const told: StageEvent[] = [];
    const channel = openChannel<StageCalls, PageCalls<StageEvent>>({
      port: port1,
      calls: ['run', 'proceed', 'cancel'],
      handlers: {
        notify: async (event) => {
          told.push(event);
          return null;
        },
      },
      timers: systemTimers,
      onFlood: () => undefined,
    });
    onTestFinished(() => channel.close(errorData('DESTROYED', 'the test ended')));
    return { channel, told };
  }
  return { sent, answer };
}

const call = { deadlineMs: 5_000, phase: 'challenge' };
function codeOf(promise: Promise<unknown>) {
  return promise.then(
    () => 'resolved',
    (thrown: unknown) => toErrorData(thrown).code,
  );
}

describe('a stage', () => {
  it('greets the hosted document, by its exact origin', () => {
    expect(start().sent).toMatchObject([{ target: CHECKOUT }]);
  });

  it.each([
    ['a page of the merchant', SHOP],
    ['a look-alike', `${CHECKOUT}.evil.test`],
    ['checkout_url without https', 'http://checkout.test'],
    ['a page without an origin', 'null'],
  ])('says and does nothing in %s', async (_name, parentOrigin) => {
    const stage = start(parentOrigin);
    expect(stage.sent).toEqual([]);
    const { channel } = stage.answer({ origin: parentOrigin });
    const silent = { ...call, deadlineMs: 50 };
    expect(await codeOf(channel.call('run', RUN, silent))).toBe('TIMEOUT');
    expect(ran).not.toHaveBeenCalled();
  });

  it.each([
    ['the merchant, though registered', { origin: SHOP }],
    ['another window', { source: {} }],
  ])('does not answer %s', async (_name, spoilt) => {
    const { channel } = start().answer(spoilt);
    expect(await codeOf(channel.call('run', RUN, { ...call, deadlineMs: 50 }))).toBe('TIMEOUT');
    expect(ran).not.toHaveBeenCalled();
  });

  it('loads the script its own document names, whatever it is told', async () => {
    const { channel } = start().answer();
    const told = { ...RUN, sdkUrl: 'https://evil.test/x.js', script: { url: 'x' } };
    expect(await channel.call('run', told, call)).toEqual({ outcome: 'done' });
    const [run] = ran.mock.calls[0] as [ThreeDSRun];
    expect(run.script).toMatchObject({ url: SDK_URL, expectedUrl: SDK_URL });
    expect(run).toMatchObject({ ...RUN, providerHosts: null });
    expect(run.challengeContainer.id).toBe('challenge');
    expect(run.methodContainer.id).toBe('method');
  });

  it('runs once', async () => {
    const { channel } = start().answer();
    await channel.call('run', RUN, call);
    expect(await codeOf(channel.call('run', RUN, call))).toBe('CALL_NOT_ALLOWED');
    expect(ran).toHaveBeenCalledOnce();
  });

  it.each([
    ['another provider', { ...RUN, provider: 'other' }, true, 'THREEDS_SDK_UNAVAILABLE'],
    ['an account without 3-D Secure', RUN, false, 'THREEDS_SDK_UNAVAILABLE'],
    ['another window size', { ...RUN, windowSize: '06' }, true, 'INVALID_ARGUMENT'],
    ['another language', { ...RUN, locale: 'fr' }, true, 'INVALID_ARGUMENT'],
    ['an endless session', { ...RUN, session: 'x'.repeat(4097) }, true, 'INVALID_ARGUMENT'],
    ['nothing', {}, true, 'INVALID_ARGUMENT'],
  ])('does not run for %s', async (_name, argument, enabled, code) => {
    const { channel } = start(CHECKOUT, enabled).answer();
    expect(await codeOf(channel.call('run', argument as typeof RUN, call))).toBe(code);
    expect(ran).not.toHaveBeenCalled();
  });

  it('tells the challenge and its end upwards', async () => {
    ran.mockImplementation(async ({ onChallenge, onChallengeEnd }: ThreeDSRun) => {
      onChallenge({ width: 500, height: 600 });
      onChallengeEnd();
      return { outcome: 'done' };
    });
    const { channel, told } = start().answer();
    await channel.call('run', RUN, call);
    expect(told).toEqual([
      { type: 'challenge', width: 500, height: 600 },
      { type: 'challenge-end' },
    ]);
  });

  it('says that its script is ready, and is told by which session to go on', async () => {
    ran.mockImplementation(async ({ proceed }: ThreeDSRun) => {
      expect(await proceed()).toBe('session-2');
      return { outcome: 'done' };
    });
    const { channel, told } = start().answer();
    const run = channel.call('run', RUN, call);
    await vi.waitFor(() => expect(told).toEqual([{ type: 'ready' }]));
    expect(await channel.call('proceed', { session: 'session-2' }, call)).toBeNull();
    expect(await run).toEqual({ outcome: 'done' });
  });

  it('ends the run when it is cancelled', async () => {
    ran.mockImplementation(
      ({ signal }: ThreeDSRun) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ outcome: 'cancelled' }));
        }),
    );
    const { channel } = start().answer();
    const run = channel.call('run', RUN, call);
    await channel.call('cancel', {}, call);
    expect(await run).toEqual({ outcome: 'cancelled' });
  });
});
