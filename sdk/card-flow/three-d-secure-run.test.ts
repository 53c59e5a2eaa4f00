import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CheckoutError } from '../../contract/errors/checkout-error.ts';
import { manualTimers, settled } from './manual-timers.cases.ts';
import type { ThreeDSRun } from './three-d-secure-run.ts';
import { runThreeDS } from './three-d-secure-run.ts';

const URL_OF_SCRIPT = 'https://bank.test/3ds/sdk.js';
const BANK = 'https://bank.test';

vi.mock('./provider-script.ts', () => ({ loadProviderScript: async () => undefined }));

type Options = {
  signal: AbortSignal;
  onChallenge: (size: { width: number; height: number }) => void;
};

let clock: ReturnType<typeof manualTimers>;
let controller: AbortController;
let script: ReturnType<typeof vi.fn<(options: Options) => Promise<unknown>>>;
const sizes: unknown[] = [];

beforeEach(() => {
  clock = manualTimers();
  controller = new AbortController();
  sizes.length = 0;
  script = vi.fn(async () => ({ transStatus: 'Y', cancelled: false }));
  Object.assign(window, { SandboxThreeDS: { authenticate: script } });
});

afterEach(() => Reflect.deleteProperty(window, 'SandboxThreeDS'));

function start(change: Partial<ThreeDSRun> = {}) {
  return runThreeDS({
    view: window,
    provider: 'sandbox',
    session: 'session-1',
    transactionId: 'transaction-1',
    windowSize: '03',
    locale: 'pt-BR',
    script: { url: URL_OF_SCRIPT, expectedUrl: URL_OF_SCRIPT, toScriptUrl: (url) => url },
    providerHosts: null,
    methodContainer: document.createElement('div'),
    challengeContainer: document.createElement('div'),
    onChallenge: (size) => sizes.push(size),
    onChallengeEnd: () => undefined,
    timers: clock.timers,
    signal: controller.signal,
    proceed: () => Promise.reject(new Error('nobody is asked')),
    ...change,
  }).catch((thrown: unknown) => {
    if (thrown instanceof CheckoutError) return thrown;
    throw thrown;
  });
}

function hang() {
  return script.mockImplementation(() => new Promise(() => undefined));
}
function thrown(code?: string) {
  return Object.assign(new Error('said by the script'), { code });
}

function violate(change: Record<string, unknown> = {}) {
  const event = Object.assign(new Event('securitypolicyviolation'), {
    disposition: 'enforce',
    effectiveDirective: 'frame-src',
    blockedURI: `${BANK}/3ds/method/silent`,
    ...change,
  });
  document.dispatchEvent(event);
}

describe('a run of the sandbox driver', () => {
  it('calls the one global with what the contract names', async () => {
    expect(await start()).toEqual({ outcome: 'done' });
    expect(script.mock.calls[0]![0]).toMatchObject({
      session: 'session-1',
      transactionId: 'transaction-1',
      windowSize: '03',
      locale: 'pt-BR',
    });
    expect(clock.delays()).toEqual([]);
  });

  it('is in the phase of the challenge once the bank asked', async () => {
    script.mockImplementation(async ({ onChallenge }) => {
      onChallenge({ width: 500, height: 600 });
      throw thrown('protocol');
    });
    expect(await start()).toMatchObject({ details: { phase: 'challenge', reason: 'error' } });
    expect(sizes).toEqual([{ width: 500, height: 600 }]);
  });
});

describe('runThreeDS', () => {
  it('does not know another provider', async () => {
    expect(await start({ provider: 'other' })).toMatchObject({
      code: 'THREEDS_SDK_UNAVAILABLE',
      details: { cause: 'unsupported' },
    });
    expect(script).not.toHaveBeenCalled();
  });

  it('ends a script that falls silent before a challenge', async () => {
    hang();
    const run = start();
    await settled();
    clock.runOut(60_000);
    expect(await run).toMatchObject({ code: 'TIMEOUT', details: { phase: 'method' } });
    expect(script.mock.calls[0]![0].signal.aborted).toBe(true);
  });

  it('leaves the buyer all the time once the bank asked', async () => {
    script.mockImplementation(({ onChallenge }) => {
      onChallenge({ width: 0, height: 0 });
      return new Promise(() => undefined);
    });
    start();
    await settled();
    expect(clock.delays()).toEqual([]);
    controller.abort();
  });

  it('does not run where it was aborted while the script came', async () => {
    controller.abort();
    expect(await start()).toMatchObject({ code: 'ABORTED' });
    expect(script).not.toHaveBeenCalled();
  });

  it('settles at once when aborted, whatever the script does', async () => {
    hang();
    const run = start();
    await settled();
    controller.abort();
    expect(await run).toMatchObject({ code: 'ABORTED' });
    expect(script.mock.calls[0]![0].signal.aborted).toBe(true);
    expect(clock.delays()).toEqual([]);
  });

  it.each(['frame-src', 'child-src', 'form-action'])(
    'ends where %s keeps the bank out, and names the host to add',
    async (effectiveDirective) => {
      hang();
      const run = start();
      await settled();
      violate({ effectiveDirective });
      expect(await run).toMatchObject({
        code: 'THREEDS_SDK_UNAVAILABLE',
        details: { cause: 'csp', directive: effectiveDirective, host: 'bank.test' },
      });
    },
  );

  it('explains a lost network by the policy that was told a moment later', async () => {
    script.mockRejectedValue(thrown('network'));
    const run = start();
    await settled();
    violate({ effectiveDirective: 'connect-src' });
    clock.runOut(50);
    expect(await run).toMatchObject({ details: { cause: 'csp', directive: 'connect-src' } });
  });

  it('is not failed by a blocked request the script can do without', async () => {
    script.mockImplementation(async () => {
      violate({ effectiveDirective: 'connect-src' });
      return { transStatus: 'Y', cancelled: false };
    });
    expect(await start()).toEqual({ outcome: 'done' });
  });

  it.each([
    ['only reports', { disposition: 'report' }, null],
    ['is of another directive', { effectiveDirective: 'img-src' }, null],
    ['names no address', { blockedURI: 'inline' }, null],
    ['is about another part of the page', { blockedURI: 'https://ads.test/x' }, [BANK]],
    ['is about a look-alike', { blockedURI: `${BANK}.evil.test/x` }, [BANK]],
  ])('minds no violation that %s', async (_name, change, providerHosts) => {
    hang();
    const run = start({ providerHosts });
    await settled();
    violate(change);
    await settled();
    controller.abort();
    expect(await run).toMatchObject({ code: 'ABORTED' });
  });

  it('looks at violations while it runs, and at none once it has settled', async () => {
    const looked = vi.fn(() => 'img-src');
    const tell = () => {
      const event = new Event('securitypolicyviolation');
      document.dispatchEvent(Object.defineProperty(event, 'effectiveDirective', { get: looked }));
    };
    hang();
    const run = start();
    await settled();
    tell();
    expect(looked).toHaveBeenCalled();
    controller.abort();
    await run;
    looked.mockClear();
    tell();
    expect(looked).not.toHaveBeenCalled();
  });
});
