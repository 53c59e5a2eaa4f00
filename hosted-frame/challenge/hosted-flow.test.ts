import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CheckoutError, errorData, toErrorData } from '../../contract/errors/checkout-error.ts';
import type { HostedAuthenticate } from '../../contract/frame/hosted-calls.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import type { Authentication } from '../../sdk/card-flow/authenticate.ts';
import type { CheckoutRequest } from '../../sdk/card-flow/checkout-request.ts';
import { createHostedFlow } from './hosted-flow.ts';

const VIEWPORT = { width: 1280, height: 800 };
const TOKEN = { token: 'tok_1', brand: 'visa', last4: '1111' };
const OUTCOME = { referenceId: 'tds_1', status: 'AUTHENTICATED' };
const INPUT = {
  amount: 15_990,
  referenceId: 'order-1',
  installments: 1,
  card: { holderName: 'Ana Souza', number: '4111111111111111', expiry: '01/30', cvv: '937' },
  viewport: VIEWPORT,
};
const PENDING: NonNullable<HostedAuthenticate['pending']> = {
  threeDSecurePending: true,
  threeDSecureSession: 's',
  threeDSecureTransactionId: 't',
  threeDSecureSdkUrl: 'https://bank.test/sdk.js',
  threeDSecureProvider: 'sandbox',
  threeDSecureAction: { type: 'THREEDS_CHALLENGE', session_id: 'tds_1', expires_at: 'x' },
};

const authenticated = vi.hoisted(() => vi.fn());
vi.mock('../../sdk/card-flow/authenticate.ts', () => ({ authenticate: authenticated }));

let requests: string[];
const runFor = vi.fn((_viewport: HostedAuthenticate['viewport']) => async () => ({
  outcome: 'done' as const,
}));

beforeEach(() => {
  requests = [];
  runFor.mockClear();
  authenticated.mockReset().mockResolvedValue(OUTCOME);
});

const request: CheckoutRequest = async <Answer>({
  path,
  signal,
}: {
  path: string;
  signal?: AbortSignal | undefined;
}) => {
  requests.push(path);
  await Promise.resolve();
  if (signal?.aborted) throw new CheckoutError(errorData('ABORTED', 'aborted'));
  return TOKEN as Answer;
};

function create(threeDS: object = { enabled: true, flow: 'pre-order' }) {
  const config = {
    canTransact: true,
    paymentMethods: ['credit_card'],
    capabilities: { antifraud: { enabled: false }, threeDS },
  } as unknown as CheckoutConfig;
  const now = () => new Date('2026-11-20T12:00:00Z');
  const profile = async () => undefined;
  const given = { view: window, request, config, timers: systemTimers };
  return createHostedFlow({ ...given, now, runFor, profile });
}

/** An authentication that hangs until it is aborted. */
function hang() {
  authenticated.mockImplementation(
    ({ signal }: Authentication) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new CheckoutError(errorData('ABORTED', 'aborted')));
        });
      }),
  );
}

function codeOf(promise: Promise<unknown>) {
  return promise.then(
    () => 'resolved',
    (thrown: unknown) => toErrorData(thrown).code,
  );
}
function given() {
  return authenticated.mock.calls[0]![0] as Authentication;
}

describe('prepare', () => {
  it('authenticates the token where the account wants it before the order', async () => {
    expect(await create().prepare(INPUT)).toMatchObject({ token: 'tok_1', threeDS: OUTCOME });
    expect(given().subject).toEqual({ token: 'tok_1' });
    expect(runFor).toHaveBeenCalledWith(VIEWPORT, expect.any(Function));
  });

  it.each([
    ['has no 3-D Secure', { enabled: false }],
    ['wants it after the order', { enabled: true, flow: 'post-order' }],
  ])('gives the token alone where the account %s', async (_name, threeDS) => {
    expect(await create(threeDS).prepare(INPUT)).toMatchObject({ token: 'tok_1', threeDS: null });
    expect(authenticated).not.toHaveBeenCalled();
  });

  it('gives no token where the authentication failed', async () => {
    const failed = errorData('THREEDS_FAILED', 'no', { reason: 'error' });
    authenticated.mockRejectedValue(new CheckoutError(failed));
    expect(await codeOf(create().prepare(INPUT))).toBe('THREEDS_FAILED');
  });

  it.each([
    ['without a viewport', undefined],
    ['with a wrong one', { width: 'wide', height: 1 }],
  ])('takes the screen %s', async (_name, viewport) => {
    await create().prepare({ ...INPUT, viewport });
    expect(runFor).toHaveBeenCalledWith(window.screen, expect.any(Function));
  });

  it.each([
    ['no card', { card: undefined }, 'INVALID_ARGUMENT'],
    ['half a centavo', { amount: 0.5 }, 'INVALID_ARGUMENT'],
    ['a wrong number', { card: { ...INPUT.card, number: '4111111111111112' } }, 'INVALID_CARD'],
    ['a card of last month', { card: { ...INPUT.card, expiry: '10/26' } }, 'INVALID_CARD'],
  ])('asks nothing of the service with %s', async (_name, change, code) => {
    expect(await codeOf(create().prepare({ ...INPUT, ...change }))).toBe(code);
    expect(requests).toEqual([]);
  });

  it('ends an older one that has no token yet', async () => {
    const flow = create();
    const older = codeOf(flow.prepare(INPUT));
    const newer = codeOf(flow.prepare(INPUT));
    expect(await older).toBe('ABORTED');
    expect(await newer).toBe('resolved');
  });
});

describe('authenticate', () => {
  it('takes up the open action of a payin', async () => {
    const flow = create({ enabled: true, flow: 'post-order' });
    expect(await flow.authenticate({ pending: PENDING, viewport: VIEWPORT })).toEqual(OUTCOME);
    expect(given().subject).toEqual({ pending: PENDING });
  });

  it.each([
    ['neither', {}],
    ['both', { token: 'tok_1', pending: PENDING }],
  ])('takes a token or a payin, not %s', async (_name, argument) => {
    const run = create().authenticate({ ...argument, viewport: VIEWPORT });
    expect(await codeOf(run)).toBe('INVALID_ARGUMENT');
    expect(authenticated).not.toHaveBeenCalled();
  });

  it.each(['prepare', 'authenticate'] as const)('is not ended by a %s meanwhile', async (name) => {
    hang();
    const flow = create();
    const running = codeOf(flow.authenticate({ token: 'tok_1', viewport: VIEWPORT }));
    const second =
      name === 'prepare'
        ? flow.prepare(INPUT)
        : flow.authenticate({ token: 'tok_2', viewport: VIEWPORT });
    expect(await codeOf(second)).toBe('CALL_NOT_ALLOWED');
    expect(given().signal?.aborted).toBe(false);
    flow.cancel();
    expect(await running).toBe('ABORTED');
  });

  it('is cancelled by the page, which is to be reported', async () => {
    hang();
    const flow = create();
    const running = codeOf(flow.authenticate({ token: 'tok_1', viewport: VIEWPORT }));
    flow.cancel();
    expect(await running).toBe('ABORTED');
    expect(given().isLeaving?.()).toBe(false);
  });

  it('ends without a report where the page is left, and runs again when it is back', async () => {
    hang();
    const flow = create();
    const running = codeOf(flow.authenticate({ token: 'tok_1', viewport: VIEWPORT }));
    flow.leave();
    expect(given().isLeaving?.()).toBe(true);
    expect(await running).toBe('ABORTED');
    authenticated.mockResolvedValue(OUTCOME);
    expect(await flow.authenticate({ token: 'tok_1', viewport: VIEWPORT })).toEqual(OUTCOME);
  });
});
