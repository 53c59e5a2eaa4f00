import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThreeDSState } from '../../contract/card/three-d-secure.ts';
import { answeredError, CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { CheckoutErrorCode } from '../../contract/errors/checkout-error-code.ts';
import type { Authentication } from './authenticate.ts';
import { authenticate } from './authenticate.ts';
import type { CheckoutRequest } from './checkout-request.ts';
import { configWith, PENDING, POST_ORDER } from './config.cases.ts';
import { manualTimers, settled } from './manual-timers.cases.ts';
import { POLL_MS } from './poll-verdict.ts';

const MINUTES_15 = 15 * 60 * 1000;
const OVER = MINUTES_15 + 500;

const CONFIG = configWith({ ...POST_ORDER, flow: 'pre-order' });

function state(change: Partial<ThreeDSState> = {}): ThreeDSState {
  return {
    id: 'tds_1',
    status: 'OPEN',
    reason: null,
    remainingMs: MINUTES_15,
    payinId: null,
    ...change,
  };
}
const AUTHENTICATED = state({ status: 'AUTHENTICATED' });
const EXPIRED = state({ status: 'EXPIRED', remainingMs: 0 });
function failed(reason: ThreeDSState['reason']) {
  return state({ status: 'FAILED', reason });
}
function refused(code: CheckoutErrorCode, details = {}) {
  return new CheckoutError(answeredError(code, 'refused', details));
}

type Answer = unknown | Error | Promise<unknown>;

/** What the service answers, each list in turn and its last for ever. */
let answers: { open: Answer[]; read: Answer[]; complete: Answer[] };
let calls: string[];
let clock: ReturnType<typeof manualTimers>;
let run: ReturnType<typeof vi.fn<Authentication['run']>>;
let controller: AbortController;

beforeEach(() => {
  answers = { open: [PENDING], read: [state()], complete: [AUTHENTICATED] };
  calls = [];
  clock = manualTimers();
  run = vi.fn<Authentication['run']>(async () => ({ outcome: 'done' }));
  controller = new AbortController();
});

const request: CheckoutRequest = async <Result>(call: Parameters<CheckoutRequest>[0]) => {
  const { path, method, body, signal } = call;
  if (signal?.aborted) throw refused('ABORTED');
  calls.push(`${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`);
  const list =
    answers[path.endsWith('/complete') ? 'complete' : method === 'GET' ? 'read' : 'open'];
  const answer = await (list.length > 1 ? list.shift() : list[0]);
  if (answer instanceof Error) throw answer;
  return answer as Result;
};

function start(change: Partial<Authentication> = {}) {
  const outcome = authenticate({
    request,
    subject: { pending: PENDING },
    config: CONFIG,
    run,
    timers: clock.timers,
    signal: controller.signal,
    ...change,
  });
  return outcome.catch((thrown: unknown) => {
    if (thrown instanceof CheckoutError) return thrown;
    throw thrown;
  });
}

function completions() {
  return calls.filter((call) => call.includes('/complete'));
}
function reported(outcome: string) {
  return `POST three-d-secure-sessions/tds_1/complete {"outcome":"${outcome}"}`;
}
/** A run that hangs until it is told how to end. */
function openRun() {
  let end = (_result: { outcome: 'done' | 'cancelled' }) => {};
  let fail = (_thrown: unknown) => {};
  run.mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        end = resolve;
        fail = reject;
      }),
  );
  return {
    end: (outcome: 'done' | 'cancelled') => end({ outcome }),
    fail: (thrown: unknown) => fail(thrown),
    signal: () => run.mock.calls[0]![0].signal,
  };
}

describe('a provider that is asked in between', () => {
  it('has its script go on by what the service says, asked until it knows', async () => {
    answers.complete = [state(), state({ session: 'session-2' }), AUTHENTICATED];
    const sessions: string[] = [];
    run.mockImplementation(async ({ proceed }) => {
      sessions.push(await proceed());
      return { outcome: 'done' };
    });
    const outcome = start();
    await settled();
    clock.runOut(400);
    expect(await outcome).toMatchObject({ status: 'AUTHENTICATED' });
    expect(sessions).toEqual(['session-2']);
    expect(completions()).toEqual([reported('ready'), reported('ready'), reported('done')]);
  });

  it('ends the run where the service knows the end already', async () => {
    answers.complete = [failed('not_supported')];
    run.mockImplementation(async ({ proceed }) => {
      await proceed();
      return { outcome: 'done' };
    });
    expect(await start()).toMatchObject({
      ...{ code: 'THREEDS_FAILED', details: { reason: 'not_supported' } },
    });
    expect(completions()).toEqual([reported('ready')]);
    expect(run.mock.calls[0]?.[0].signal.aborted).toBe(true);
  });

  it('is told of device and payer where its script asks who pays', async () => {
    const address = { street: 'A', number: '1', city: 'Natal', state: 'RN', zipCode: '59000000' };
    const customer = { name: 'Ana', email: 'a@example.com', phone: '5584987654321', address };
    const config = configWith({ ...POST_ORDER, flow: 'pre-order', needsCard: true });
    await start({ subject: { token: 'tok_1' }, config, customer });
    expect(JSON.parse(calls[0]?.replace(/^POST \S+ /, '') ?? '')).toMatchObject({
      ...{ token: 'tok_1', payer: customer, device: { language: navigator.language } },
    });
  });
});

describe('an authentication that ends well', () => {
  it('opens the session of a token, runs it, reports it and gives its reference', async () => {
    expect(await start({ subject: { token: 'tok_1' } })).toEqual({
      referenceId: 'tds_1',
      status: 'AUTHENTICATED',
    });
    expect(calls).toEqual([
      'POST three-d-secure-sessions {"token":"tok_1"}',
      'GET three-d-secure-sessions/tds_1',
      reported('done'),
    ]);
  });

  it('takes the open action of a payin up without opening a session', async () => {
    answers.complete = [state({ status: 'ATTEMPTED', payinId: 'pay_1' })];
    expect(await start()).toEqual({ referenceId: 'tds_1', status: 'ATTEMPTED' });
    expect(calls[0]).toBe('GET three-d-secure-sessions/tds_1');
  });

  it('tells the run what is pending and the time left by the service', async () => {
    answers.read = [state({ remainingMs: 61_000 })];
    await start();
    expect(run.mock.calls[0]![0]).toMatchObject({ pending: PENDING, remainingMs: 61_000 });
  });

  it('asks again while the provider has not decided', async () => {
    answers.complete = [state(), state(), AUTHENTICATED];
    const outcome = start();
    await settled();
    clock.runOut(400);
    await settled();
    clock.runOut(800);
    expect(await outcome).toMatchObject({ status: 'AUTHENTICATED' });
    expect(completions()).toHaveLength(3);
  });

  it('lives through a lost network while it reports', async () => {
    answers.complete = [refused('NETWORK'), refused('UNAVAILABLE'), AUTHENTICATED];
    const outcome = start();
    await settled();
    clock.runOut(400);
    await settled();
    clock.runOut(800);
    expect(await outcome).toMatchObject({ status: 'AUTHENTICATED' });
  });

  it('believes the service where the run failed after the bank was done', async () => {
    run.mockRejectedValue(refused('NETWORK'));
    expect(await start()).toMatchObject({ status: 'AUTHENTICATED' });
    expect(completions()).toEqual([reported('failed')]);
  });

  it.each([
    ['well', () => undefined],
    ['badly', () => run.mockRejectedValue(refused('NETWORK'))],
  ])('leaves no timer when it ended %s', async (_name, spoil) => {
    spoil();
    await start();
    expect(clock.delays()).toEqual([]);
  });
});

describe("an authentication on a bank's page of its own", () => {
  const session = '{"url":"https://bank.test/challenges/1","creq":"eyJ0"}';
  const subject = { pending: { ...PENDING, threeDSecureSession: session } };

  it('ends by the verdict of the service where the page ends without a word', async () => {
    run.mockImplementation(() => new Promise(() => undefined));
    answers.complete = [state(), refused('NETWORK'), AUTHENTICATED];
    const outcome = start({ subject });
    for (let asked = 1; asked <= 3; asked += 1) {
      await settled();
      clock.runOut(POLL_MS);
    }
    expect(await outcome).toEqual({ referenceId: 'tds_1', status: 'AUTHENTICATED' });
    expect(completions()).toHaveLength(3);
    expect(run.mock.calls[0]?.[0].signal.aborted).toBe(true);
    expect(clock.delays()).toEqual([]);
  });

  it('is not asked about any more once the page has said its word', async () => {
    expect(await start({ subject })).toMatchObject({ status: 'AUTHENTICATED' });
    expect(completions()).toHaveLength(1);
    expect(clock.delays()).toEqual([]);
  });

  it('is not asked about while a script runs that tells its end', async () => {
    run.mockImplementation(() => new Promise(() => undefined));
    const outcome = start();
    await settled();
    expect(clock.delays()).toEqual([OVER]);
    controller.abort();
    expect(await outcome).toMatchObject({ code: 'ABORTED' });
  });
});

describe('an authentication that is over before it runs', () => {
  it.each([
    ['EXPIRED', EXPIRED, 'THREEDS_EXPIRED'],
    ['FAILED', failed('rejected'), 'THREEDS_FAILED'],
  ] as const)('is %s by the word of the service, and nothing is loaded', async (_n, told, code) => {
    answers.read = [told];
    expect(await start()).toMatchObject({ code, details: { phase: 'session' } });
    expect(run).not.toHaveBeenCalled();
    expect(completions()).toEqual([]);
  });

  it('resolves where it was done in another tab', async () => {
    answers.read = [AUTHENTICATED];
    expect(await start()).toMatchObject({ status: 'AUTHENTICATED' });
    expect(run).not.toHaveBeenCalled();
  });

  it.each(['..', '.', '../tokens', 'a/b', '%2e%2e', 'tds_1?x', 'tds_1#x', 'a b', 'x'.repeat(201)])(
    'asks nothing with a handle that leads elsewhere: %s',
    async (session_id) => {
      const action = { ...PENDING.threeDSecureAction, session_id };
      const pending = { ...PENDING, threeDSecureAction: action };
      expect(await start({ subject: { pending } })).toMatchObject({
        code: 'INVALID_DATA',
        details: { field: 'threeDSecureAction.session_id' },
      });
      expect(calls).toEqual([]);
    },
  );

  it('does not know another kind of action', async () => {
    const action = { ...PENDING.threeDSecureAction, type: 'REDIRECT' };
    const pending = { ...PENDING, threeDSecureAction: action };
    expect(await start({ subject: { pending } })).toMatchObject({
      code: 'THREEDS_SDK_UNAVAILABLE',
      details: { cause: 'unsupported' },
    });
  });

  it.each([
    'https://bank.test/3ds/sdk.js?x',
    'https://bank.test.evil.example/3ds/sdk.js',
    'https://bank.test@evil.example/3ds/sdk.js',
    'http://bank.test/3ds/sdk.js',
    'https://BANK.test/3ds/sdk.js',
    'https://bank.test/x/../3ds/sdk.js',
    'data:text/javascript,1',
    'javascript:1',
    '//bank.test/3ds/sdk.js',
  ])('refuses a script the service does not name: %s', async (threeDSecureSdkUrl) => {
    answers.complete = [state()];
    const pending = { ...PENDING, threeDSecureSdkUrl };
    expect(await start({ subject: { pending } })).toMatchObject({
      code: 'THREEDS_SDK_UNAVAILABLE',
      details: { phase: 'script', cause: 'refused' },
    });
    expect(run).not.toHaveBeenCalled();
    expect(completions()).toEqual([reported('failed')]);
  });

  it.each([
    ['another provider', { threeDSecureProvider: 'other' }, CONFIG, 'unsupported'],
    [
      'an account without 3-D Secure',
      {},
      { ...CONFIG, capabilities: { ...CONFIG.capabilities, threeDS: { enabled: false } } },
      'refused',
    ],
  ] as const)('does not run for %s', async (_name, change, config, cause) => {
    answers.complete = [failed('error')];
    const subject = { pending: { ...PENDING, ...change } };
    expect(await start({ subject, config })).toMatchObject({
      code: 'THREEDS_SDK_UNAVAILABLE',
      details: { cause },
    });
    expect(run).not.toHaveBeenCalled();
  });

  it.each(['open', 'read'] as const)('rejects with what went wrong at %s', async (step) => {
    answers[step] = [refused('NETWORK', { phase: 'session' })];
    expect(await start({ subject: { token: 'tok_1' } })).toMatchObject({
      code: 'NETWORK',
      details: { phase: 'session' },
    });
    expect(run).not.toHaveBeenCalled();
  });
});

describe('an authentication that fails', () => {
  it.each([
    'cancelled',
    'not_authenticated',
    'rejected',
    'not_supported',
    'unavailable',
    'error',
  ] as const)('rejects with the reason of the service: %s', async (reason) => {
    answers.complete = [{ ...failed(reason), payinId: 'pay_1' }];
    expect(await start()).toMatchObject({
      code: 'THREEDS_FAILED',
      details: { reason, phase: 'completion', payinId: 'pay_1' },
    });
  });

  it('is expired where the time ran out before the report', async () => {
    answers.complete = [EXPIRED];
    expect(await start()).toMatchObject({
      code: 'THREEDS_EXPIRED',
      details: { phase: 'completion' },
    });
  });

  it('reports a run that failed and rejects with its own error', async () => {
    run.mockRejectedValue(
      refused('THREEDS_SDK_UNAVAILABLE', { phase: 'script', cause: 'network' }),
    );
    answers.complete = [failed('error')];
    expect(await start()).toMatchObject({
      code: 'THREEDS_SDK_UNAVAILABLE',
      details: { phase: 'script', cause: 'network' },
    });
    expect(completions()).toEqual([reported('failed')]);
  });

  it.each([
    ['the payin waits on', state(), 'NETWORK'],
    ['it cannot be reported', refused('NETWORK'), 'NETWORK'],
    ['its time was over', EXPIRED, 'THREEDS_EXPIRED'],
    ['the issuer had refused', failed('not_authenticated'), 'THREEDS_FAILED'],
  ])('where a run failed and %s', async (_name, answer, code) => {
    run.mockRejectedValue(refused('NETWORK', { phase: 'method' }));
    answers.complete = [answer];
    expect(await start()).toMatchObject({ code, details: { phase: expect.any(String) } });
    expect(completions()).toHaveLength(1);
  });

  it('names a phase where the run threw something of its own', async () => {
    run.mockRejectedValue(new TypeError('x is not a function'));
    answers.complete = [state()];
    const error = await start();
    expect(error).toMatchObject({ code: 'INTERNAL', details: { phase: 'challenge' } });
    expect(String(error)).not.toContain('is not a function');
  });

  it('does not ask a service again that refused the report', async () => {
    answers.complete = [refused('NOT_FOUND', { phase: 'completion' })];
    expect(await start()).toMatchObject({ code: 'NOT_FOUND', details: { phase: 'completion' } });
    expect(completions()).toHaveLength(1);
  });

  it('asks until the deadline of the service, once more after it, and gives up', async () => {
    answers.complete = [refused('NETWORK', { phase: 'completion' })];
    const outcome = start();
    await settled();
    clock.runOut(400);
    await settled();
    clock.runOut(OVER);
    clock.runOut(800);
    expect(await outcome).toMatchObject({ code: 'NETWORK', details: { phase: 'completion' } });
    expect(completions()).toHaveLength(3);
  });

  it('gives up with TIMEOUT where the service itself never learns the end', async () => {
    answers.complete = [state({ remainingMs: 0 })];
    const outcome = start();
    await settled();
    clock.runOut(500);
    clock.runOut(400);
    expect(await outcome).toMatchObject({ code: 'TIMEOUT', details: { phase: 'completion' } });
  });

  it('waits longer each time, and never longer than five seconds', async () => {
    answers.complete = [state()];
    const outcome = start();
    for (const delayMs of [400, 800, 1600, 3200, 5000, 5000]) {
      await settled();
      clock.runOut(delayMs);
    }
    answers.complete = [AUTHENTICATED];
    expect(await outcome).toMatchObject({ status: 'AUTHENTICATED' });
  });
});

describe('a buyer who gives up', () => {
  beforeEach(() => {
    run.mockResolvedValue({ outcome: 'cancelled' });
    answers.complete = [failed('cancelled')];
  });

  it('has cancelled the authentication', async () => {
    expect(await start()).toMatchObject({
      code: 'THREEDS_FAILED',
      details: { reason: 'cancelled', phase: 'completion' },
    });
    expect(completions()).toEqual([reported('cancelled')]);
  });

  it('is not authenticated even so where the bank was faster', async () => {
    answers.complete = [AUTHENTICATED];
    expect(await start()).toMatchObject({ status: 'AUTHENTICATED' });
  });

  it.each([
    ['cannot be reached', () => refused('NETWORK'), {}, 'unknown'],
    ['does not decide', () => state(), {}, 'unknown'],
    ['nobody asked to charge', () => state(), { subject: { token: 'tok_1' } }, 'not-charged'],
  ])('is not kept waiting for a service that %s', async (_name, answer, change, told) => {
    answers.complete = [answer()];
    const outcome = start(change);
    await settled();
    clock.runOut(400);
    await settled();
    clock.runOut(800);
    expect(await outcome).toMatchObject({
      code: 'THREEDS_FAILED',
      outcome: told,
      details: { reason: 'cancelled' },
    });
    expect(completions()).toHaveLength(3);
  });
});

describe('the time of an authentication', () => {
  it('is over when the service says so, and ends the run', async () => {
    const open = openRun();
    const outcome = start();
    await settled();
    answers.read = [EXPIRED];
    clock.runOut(OVER);
    expect(await outcome).toMatchObject({
      code: 'THREEDS_EXPIRED',
      details: { phase: 'challenge' },
    });
    expect(open.signal().aborted).toBe(true);
    expect(completions()).toEqual([]);
  });

  it('goes on where the service has more of it than the browser thought', async () => {
    const open = openRun();
    const outcome = start();
    await settled();
    answers.read = [state({ remainingMs: 40_000 })];
    clock.runOut(OVER);
    await settled();
    expect(open.signal().aborted).toBe(false);
    expect(clock.delays()).toEqual([40_500]);
    open.end('done');
    expect(await outcome).toMatchObject({ status: 'AUTHENTICATED' });
  });

  it('ends with the verdict where the bank decided unseen', async () => {
    openRun();
    const outcome = start();
    await settled();
    answers.read = [failed('not_authenticated')];
    clock.runOut(OVER);
    expect(await outcome).toMatchObject({ details: { reason: 'not_authenticated' } });
  });

  it('ends without the service after three vain questions', async () => {
    openRun();
    const outcome = start();
    await settled();
    answers.read = [refused('NETWORK', { phase: 'challenge' })];
    answers.complete = [refused('NETWORK')];
    for (const delayMs of [OVER, 2_500, 2_500]) {
      clock.runOut(delayMs);
      await settled();
    }
    expect(await outcome).toMatchObject({ code: 'NETWORK', details: { phase: 'challenge' } });
    expect(clock.delays()).toEqual([]);
  });
});

describe('an authentication that is aborted', () => {
  it('asks nothing where it was aborted before', async () => {
    controller.abort();
    expect(await start({ subject: { token: 'tok_1' } })).toMatchObject({
      code: 'ABORTED',
      details: { phase: 'session' },
    });
    expect(calls).toEqual([]);
  });

  it('ends at once, ends the run and is reported as cancelled', async () => {
    const open = openRun();
    const outcome = start();
    await settled();
    controller.abort();
    expect(await outcome).toMatchObject({ code: 'ABORTED', details: { phase: 'challenge' } });
    expect(open.signal().aborted).toBe(true);
    expect(completions()).toEqual([reported('cancelled')]);
    expect(clock.delays()).toEqual([]);
  });

  it('is reported as cancelled while it waits to ask again', async () => {
    answers.complete = [state()];
    const outcome = start();
    await settled();
    controller.abort();
    expect(await outcome).toMatchObject({ code: 'ABORTED', details: { phase: 'completion' } });
    expect(completions()).toEqual([reported('done'), reported('cancelled')]);
    expect(clock.delays()).toEqual([]);
  });

  it('says nothing while the page is being left, so that it can be taken up again', async () => {
    openRun();
    const outcome = start({ isLeaving: () => true });
    await settled();
    controller.abort();
    expect(await outcome).toMatchObject({ code: 'ABORTED' });
    expect(completions()).toEqual([]);
  });

  it('settles once, whatever the run does afterwards', async () => {
    const open = openRun();
    const outcome = start();
    await settled();
    controller.abort();
    open.end('done');
    open.fail(new Error('late'));
    expect(await outcome).toMatchObject({ code: 'ABORTED' });
    await settled();
    expect(completions()).toEqual([reported('cancelled')]);
  });
});
