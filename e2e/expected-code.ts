import { expect, test } from '@playwright/test';
import type { CheckoutErrorCode } from '../contract/errors/checkout-error-code.ts';
import { CODE_EXPECTED } from '../scripts/checks/expected-codes.ts';

/** Expects an error by its code; the end of a whole run looks that every code was expected once. */
export function expectCode(told: unknown, code: CheckoutErrorCode, more: object = {}): void {
  expect(told).toMatchObject({ ...more, code });
  test.info().annotations.push({ type: CODE_EXPECTED, description: code });
}
