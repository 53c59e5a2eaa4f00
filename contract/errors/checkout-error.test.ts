import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ThreeDSFailureReason } from '../card/three-d-secure.ts';
import {
  answeredError,
  CheckoutError,
  errorData,
  toErrorData,
  withOutcome,
} from './checkout-error.ts';

describe('the details of an error', () => {
  const failed: CheckoutError = new CheckoutError(
    errorData('THREEDS_FAILED', 'not authenticated', { phase: 'completion', reason: 'cancelled' }),
  );

  it('are those of its code, for the compiler as well', () => {
    expect(failed.code).toBe('THREEDS_FAILED');
    if (failed.code === 'THREEDS_FAILED') {
      expectTypeOf(failed.details.reason).toEqualTypeOf<ThreeDSFailureReason>();
      expect(failed.details.reason).toBe('cancelled');
      // @ts-expect-error a status is told of what the service refused
      expect(failed.details.status).toBeUndefined();
    }
    if (failed.code === 'UNKNOWN_ANSWER') {
      expectTypeOf(failed.details.apiCode).toBeString();
      expectTypeOf(failed.details.status).toEqualTypeOf<number | undefined>();
    }
    // @ts-expect-error which code it is has to be asked first
    expect(failed.details.reason).toBe('cancelled');
    // @ts-expect-error there is no such code
    expect(failed.code === 'THREEDS_TIRED').toBe(false);
  });

  it('are those of its code behind instanceof', () => {
    const thrown: unknown = failed;
    if (thrown instanceof CheckoutError) expectTypeOf(thrown).toEqualTypeOf<CheckoutError>();
    expect(thrown).toBeInstanceOf(CheckoutError);
    expect(thrown).toBeInstanceOf(Error);
  });

  it('tell the cause of a script that did not load, with what belongs to the cause', () => {
    const details = {
      phase: 'script',
      cause: 'csp',
      directive: 'script-src',
      host: 'a.test',
    } as const;
    const data = errorData('THREEDS_SDK_UNAVAILABLE', 'blocked', details);
    if (data.code === 'THREEDS_SDK_UNAVAILABLE' && data.details.cause === 'csp') {
      expectTypeOf(data.details.directive).toBeString();
      // @ts-expect-error no such cause
      expect(data.details.cause === 'weather').toBe(false);
    }
    expect(data.details).toEqual(details);
  });

  it('have to be given where the code has any', () => {
    // @ts-expect-error the reason is missing
    errorData('THREEDS_FAILED', 'no');
    // @ts-expect-error the reason is none
    errorData('THREEDS_FAILED', 'no', { reason: 'tired' });
    // @ts-expect-error a field is nothing a lost connection tells
    errorData('NETWORK', 'no', { field: 'cvv' });
    expect(errorData('NETWORK', 'no').details).toEqual({});
  });
});

describe('an error that was answered', () => {
  it('keeps a code that is known, with who can act and whether to try again', () => {
    expect(answeredError('RATE_LIMITED', 'too many', { status: 429 })).toEqual({
      code: 'RATE_LIMITED',
      type: 'network',
      message: 'too many',
      details: { status: 429 },
      retryable: true,
      outcome: 'not-charged',
    });
  });

  it('tells a code that is not known as text', () => {
    expect(answeredError('SOMETHING_NEW', 'new', { status: 418 })).toEqual({
      code: 'UNKNOWN_ANSWER',
      type: 'merchant',
      message: 'new',
      details: { status: 418, apiCode: 'SOMETHING_NEW' },
      retryable: false,
      outcome: 'not-charged',
    });
  });

  it('is the same once it was thrown and read again', () => {
    const data = answeredError('SOMETHING_NEW', 'new', { status: 418 });
    expect(toErrorData(new CheckoutError(data))).toEqual(data);
    const unknown = withOutcome(data, 'unknown');
    expect(toErrorData(new CheckoutError(unknown))).toEqual(unknown);
  });
});

describe('what an error tells of the money', () => {
  it('is that nothing was charged, unless it says otherwise', () => {
    expect(errorData('INVALID_CVV', 'no')).toMatchObject({ outcome: 'not-charged' });
    expect(errorData('INVALID_CVV', 'no', {}, 'charged')).toMatchObject({ outcome: 'charged' });
  });

  it('decides whether the same call may succeed', () => {
    const refused = errorData('FORBIDDEN', 'no', { requestId: 'req_1' });
    expect(refused.retryable).toBe(false);
    expect(withOutcome(refused, 'unknown')).toEqual({
      ...refused,
      outcome: 'unknown',
      retryable: true,
    });
  });
});
