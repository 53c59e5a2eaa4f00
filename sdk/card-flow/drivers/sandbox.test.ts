import { afterEach, describe, expect, it } from 'vitest';
import type { ThreeDSDriverRun } from '../three-d-secure-driver.ts';
import { sandboxDriver } from './sandbox.ts';

afterEach(() => {
  Reflect.deleteProperty(window, 'SandboxThreeDS');
});

/** What a run comes to where the script has left this in the page. */
function runWith(sdk: unknown, signal = new AbortController().signal) {
  Object.assign(window, { SandboxThreeDS: sdk });
  const run: ThreeDSDriverRun = {
    view: window,
    session: 'session',
    transactionId: 'transaction',
    windowSize: '03',
    methodContainer: document.body,
    challengeContainer: document.body,
    locale: 'pt-BR',
    onChallenge: () => undefined,
    onChallengeEnd: () => undefined,
    signal,
    proceed: () => Promise.reject(new Error('nobody is asked')),
  };
  return sandboxDriver.run(run).catch((error: unknown) => error);
}

describe('a script that came', () => {
  it.each([
    ['and left nothing', undefined],
    ['and left something else', {}],
    ['with an entry that is none', { authenticate: 1 }],
    [
      'with an entry that throws when it is looked at',
      {
        get authenticate() {
          throw new Error('broken');
        },
      },
    ],
  ])('%s is blocked', async (_what, sdk) => {
    expect(await runWith(sdk)).toMatchObject({
      code: 'THREEDS_SDK_UNAVAILABLE',
      details: { phase: 'script', cause: 'blocked' },
    });
  });

  it.each([
    [{ transStatus: 'Y', cancelled: true }, 'cancelled'],
    [{ transStatus: 'Y', cancelled: false }, 'done'],
    [null, 'done'],
  ])('and answers %j has %s', async (answer, outcome) => {
    expect(await runWith({ authenticate: async () => answer })).toEqual({ outcome });
  });
});

describe('a script that fails', () => {
  it.each([
    ['session_expired', 'THREEDS_EXPIRED', {}],
    ['network', 'NETWORK', {}],
    ['anything', 'THREEDS_FAILED', { reason: 'error' }],
  ])('with %s ends in %s and its phase', async (code, expected, more) => {
    const authenticate = () => Promise.reject({ code });
    expect(await runWith({ authenticate })).toMatchObject({
      code: expected,
      details: { phase: 'method', ...more },
    });
  });

  it.each(['network', null, undefined, 17])('with %j, which is no error, fails', async (thrown) => {
    const authenticate = () => Promise.reject(thrown);
    expect(await runWith({ authenticate })).toMatchObject({ code: 'THREEDS_FAILED' });
  });

  it('after the bank was shown names the challenge', async () => {
    const authenticate = async ({ onChallenge }: { onChallenge: (size: object) => void }) => {
      onChallenge({ width: 1, height: 1 });
      throw new Error('broken');
    };
    expect(await runWith({ authenticate })).toMatchObject({ details: { phase: 'challenge' } });
  });

  it('once nobody waits any more is aborted', async () => {
    const authenticate = () => Promise.reject({ code: 'network' });
    expect(await runWith({ authenticate }, AbortSignal.abort())).toMatchObject({ code: 'ABORTED' });
  });
});
