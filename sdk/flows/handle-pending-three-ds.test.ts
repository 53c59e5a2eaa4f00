import type { Mock } from 'vitest';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import { CheckoutError, errorData, toErrorData } from '../../contract/errors/checkout-error.ts';
import type { AuthenticationOutcome } from '../../contract/frame/hosted-calls.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import { PENDING } from '../card-flow/config.cases.ts';
import type { CardElement } from '../element/card-element.ts';
import type { PayinAnswer } from '../payment/payin-answer.ts';
import { flowTools } from './flow-tools.cases.ts';
import { createPendingThreeDS } from './handle-pending-three-ds.ts';
import type { HostedFrame } from './hosted-frame.ts';

const OUTCOME: AuthenticationOutcome = { referenceId: 'tds_1', status: 'AUTHENTICATED' };

const PAYIN: PayinAnswer = {
  id: 'pay_1',
  externalId: 'ext_1',
  referenceId: 'order-1',
  status: 'PENDING_3DS',
  amount: 15_990,
  paymentMethod: 'CREDIT_CARD',
  createdAt: '2026-11-20T12:00:00Z',
  ...PENDING,
};
const CLOSED = { id: 'pay_1', threeDSecurePending: false };

let authenticate: ReturnType<typeof vi.fn<HostedFrame['authenticate']>>;
let getConfig: Mock<() => Promise<CheckoutConfig>>;
let handle: ReturnType<typeof createPendingThreeDS>;

beforeEach(() => {
  authenticate = vi.fn(async () => OUTCOME);
  // Asked only by the flow that runs in the page.
  const offline = new CheckoutError(errorData('NETWORK', 'offline', { phase: 'config' }));
  getConfig = vi.fn<() => Promise<CheckoutConfig>>(() => Promise.reject(offline));
  const unused = () => {
    throw new Error('not used here');
  };
  handle = createPendingThreeDS(flowTools({ getConfig }), {
    authenticate,
    prepare: unused,
    warm: unused,
    device: unused,
    check: unused,
    close: unused,
  });
});

function failure(thrown: unknown) {
  return toErrorData(thrown);
}
function told(payin: unknown, options = { hosted: true }) {
  return handle(payin as PayinAnswer, options).then(
    (outcome) => outcome,
    (thrown) => failure(thrown),
  );
}

describe('a payin that waits for 3-D Secure', () => {
  it('is authenticated in the hosted frame with its challenge fields and nothing else', async () => {
    expect(await handle(PAYIN, { hosted: true })).toEqual({
      payinId: 'pay_1',
      threeDS: { skipped: false, status: 'AUTHENTICATED' },
    });
    expect(authenticate.mock.calls).toEqual([[{ pending: PENDING }, undefined]]);
  });

  it('takes a mounted element for a reason to run hosted', async () => {
    await handle(PAYIN, { element: {} as CardElement });
    expect(authenticate).toHaveBeenCalledTimes(1);
    expect(getConfig).not.toHaveBeenCalled();
  });

  it('tells the element that the bank asks, before it does', async () => {
    const conclude = vi.fn(async () => undefined);
    await handle(PAYIN, { element: { conclude } as unknown as CardElement });
    expect(conclude.mock.calls).toEqual([[PAYIN], [CLOSED]]);
  });

  it('tells the element how a challenge failed, and rejects with that', async () => {
    const conclude = vi.fn(async () => undefined);
    authenticate.mockRejectedValue(new CheckoutError(errorData('THREEDS_EXPIRED', 'too late')));
    const handled = handle(PAYIN, { element: { conclude } as unknown as CardElement });
    await expect(handled).rejects.toMatchObject({ code: 'THREEDS_EXPIRED' });
    expect(conclude.mock.calls).toMatchObject([[PAYIN], [{ code: 'THREEDS_EXPIRED' }], [CLOSED]]);
  });

  it('is not disturbed by an element that cannot be told', async () => {
    const conclude = () => Promise.reject(new Error('unmounted'));
    const outcome = await handle(PAYIN, { element: { conclude } as unknown as CardElement });
    expect(outcome.threeDS.status).toBe('AUTHENTICATED');
  });

  it('without either runs in the page', async () => {
    expect(await told(PAYIN, { hosted: false })).toMatchObject({ details: { phase: 'config' } });
    expect(authenticate).not.toHaveBeenCalled();
    expect(getConfig).toHaveBeenCalledTimes(1);
  });

  it('passes the signal on', async () => {
    const { signal } = new AbortController();
    await handle(PAYIN, { hosted: true, signal });
    expect(authenticate.mock.calls[0]?.[1]).toBe(signal);
  });

  it('tells of an attempt as of one', async () => {
    authenticate.mockResolvedValue({ referenceId: 'tds_1', status: 'ATTEMPTED' });
    expect(await handle(PAYIN, { hosted: true })).toMatchObject({
      threeDS: { status: 'ATTEMPTED' },
    });
  });

  it('works with the status PENDING as well: threeDSecurePending counts', async () => {
    await handle({ ...PAYIN, status: 'PENDING' }, { hosted: true });
    expect(authenticate).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['THREEDS_FAILED', 'not-charged'],
    ['THREEDS_EXPIRED', 'not-charged'],
    ['NETWORK', 'unknown'],
    ['ABORTED', 'unknown'],
    ['FRAME_LOST', 'unknown'],
  ] as const)('rejects with %s as the flow did, details and all: %s', async (code, outcome) => {
    const details = { phase: 'challenge', reason: 'cancelled' };
    authenticate.mockRejectedValue(new CheckoutError(errorData(code, 'no', details)));
    expect(await told(PAYIN)).toMatchObject({ code, details, outcome });
  });

  it('keeps what the frame could not report unknown', async () => {
    const data = errorData('THREEDS_FAILED', 'no', { reason: 'cancelled' }, 'unknown');
    authenticate.mockRejectedValue(new CheckoutError(data));
    expect(await told(PAYIN)).toMatchObject({ outcome: 'unknown', retryable: true });
  });
});

describe('a payin that waits for nothing', () => {
  it('is told to the element it was paid with', async () => {
    const conclude = vi.fn(async () => undefined);
    const payin = { id: 'pay_1', status: 'REFUSED' };
    const outcome = await handle(payin, { element: { conclude } as unknown as CardElement });
    expect(outcome.threeDS.skipped).toBe(true);
    expect(conclude.mock.calls).toEqual([[payin]]);
  });

  it.each([
    ['says so', { threeDSecurePending: false }],
    ['says nothing of it', { threeDSecurePending: undefined }],
    ['says something else', { threeDSecurePending: 'true' }],
  ])('and %s is skipped', async (_what, change) => {
    expect(await told({ ...PAYIN, ...change })).toEqual({
      payinId: 'pay_1',
      threeDS: { skipped: true, status: null },
    });
    expect(authenticate).not.toHaveBeenCalled();
  });
});

describe('a payin that is not whole', () => {
  it.each([
    'threeDSecureSession',
    'threeDSecureTransactionId',
    'threeDSecureSdkUrl',
    'threeDSecureProvider',
    'threeDSecureAction',
  ])('without %s names it, and nothing is run', async (field) => {
    for (const value of [undefined, null, '', 7]) {
      const failure = await told({ ...PAYIN, [field]: value });
      expect(failure).toMatchObject({ code: 'INVALID_DATA', details: { field } });
    }
    expect(authenticate).not.toHaveBeenCalled();
  });

  it.each(['type', 'session_id', 'expires_at'])('without its %s names it', async (member) => {
    const { [member]: _, ...action } = PENDING.threeDSecureAction as { [name: string]: string };
    expect(await told({ ...PAYIN, threeDSecureAction: action })).toMatchObject({
      code: 'INVALID_DATA',
      details: { field: `threeDSecureAction.${member}` },
    });
  });

  it.each([undefined, null, 'pay_1', 7, {}, { id: 7 }, []])(
    'in the form of %j is an argument to correct',
    async (payin) => {
      expect(await told(payin)).toMatchObject({
        code: 'INVALID_ARGUMENT',
        details: { field: 'payin' },
      });
    },
  );
});

describe('calls for one payin', () => {
  it('at the same time share one challenge and its end', async () => {
    const { promise, resolve: end } = deferred<AuthenticationOutcome>();
    authenticate.mockImplementation(() => promise);
    const both = [handle(PAYIN, { hosted: true }), handle({ ...PAYIN }, { hosted: true })];
    end(OUTCOME);
    const [first, second] = await Promise.all(both);
    expect(first).toBe(second);
    expect(authenticate).toHaveBeenCalledTimes(1);
  });

  it('at the same time share its failure', async () => {
    authenticate.mockRejectedValue(new CheckoutError(errorData('THREEDS_EXPIRED', 'over')));
    const both = await Promise.all([told(PAYIN), told(PAYIN)]);
    expect(both).toMatchObject([{ code: 'THREEDS_EXPIRED' }, { code: 'THREEDS_EXPIRED' }]);
    expect(authenticate).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['after it ended', () => Promise.resolve(OUTCOME)],
    ['after it failed', () => Promise.reject(new CheckoutError(errorData('NETWORK', 'lost')))],
  ])('%s ask anew', async (_when, first) => {
    authenticate.mockImplementationOnce(first);
    await told(PAYIN);
    expect(await told(PAYIN)).toMatchObject({ threeDS: { status: 'AUTHENTICATED' } });
    expect(authenticate).toHaveBeenCalledTimes(2);
  });

  it('and for another payin are two challenges', async () => {
    await Promise.all([told(PAYIN), told({ ...PAYIN, id: 'pay_2' })]);
    expect(authenticate).toHaveBeenCalledTimes(2);
  });
});
