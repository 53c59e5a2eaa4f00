import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { CheckoutErrorCode } from '../contract/errors/checkout-error-code.ts';
import { CODE_OF_SUITE } from '../scripts/checks/expected-codes.ts';
import { openElementPage } from './element-page.ts';
import { expectCode } from './expected-code.ts';
import { CUSTOMER } from './merchant-api.ts';
import { expect, test } from './system.ts';
import type { Told } from './threeds-page.ts';
import {
  CHALLENGED,
  cardInput,
  FRICTIONLESS,
  handling,
  newReference,
  settle,
} from './threeds-page.ts';

/** Every code a merchant's page may see, and the suite that makes it happen by its real cause. */
const COVERED_BY: { readonly [code in CheckoutErrorCode]: string } = {
  THREEDS_EXPIRED: 'threeds-time',
  THREEDS_FAILED: 'threeds-cards',
  THREEDS_SDK_UNAVAILABLE: 'threeds-script',
  INVALID_ARGUMENT: 'error-codes',
  INVALID_CARD: 'error-codes',
  CONTAINER_NOT_FOUND: 'element-life',
  ALREADY_MOUNTED: 'element-life',
  DESTROYED: 'element-life',
  ABORTED: 'element-submit',
  TIMEOUT: 'element-submit',
  NETWORK: 'threeds-script',
  FRAME_UNAVAILABLE: 'policy',
  FRAME_VERSION_MISMATCH: 'hostile-hello',
  FRAME_LOST: 'element-life',
  CHANNEL_FLOODED: 'hostile-port',
  CALL_NOT_ALLOWED: 'hostile-port',
  SCRIPT_UNAVAILABLE: 'policy',
  PAYMENT_ENDPOINT_FAILED: 'error-codes',
  PAYMENT_DECLINED: 'payment-element',
  UNSUPPORTED: 'error-codes',
  INTERNAL: 'hostile-builtins',
  INVALID_DATA: 'error-codes',
  REJECTED_BY_RISK: 'error-codes',
  PAYER_LIMIT_REJECTED: 'error-codes',
  INVALID_CVV: 'error-codes',
  UNAUTHORIZED: 'error-codes',
  INVALID_CREDENTIALS: 'error-codes',
  FORBIDDEN: 'error-codes',
  NOT_FOUND: 'error-codes',
  KYC_NOT_APPROVED: 'error-codes',
  COMPANY_BLOCKED: 'error-codes',
  METHOD_NOT_ENABLED: 'error-codes',
  ORIGIN_NOT_REGISTERED: 'known-at-once',
  RATE_LIMITED: 'element-submit',
  PAYLOAD_TOO_LARGE: 'error-codes',
  PROVIDER_ERROR: 'error-codes',
  UNAVAILABLE: 'element-submit',
  UNKNOWN_ANSWER: 'error-codes',
};

const codes = Object.entries(COVERED_BY);
const annotation = codes.map(([code, suite]) => ({
  type: CODE_OF_SUITE,
  description: `${suite} ${code}`,
}));

// Whether each was expected by a test that passed, the end of the run tells.
test('every code has a suite that makes it happen', { annotation }, () => {
  const isThere = (suite: string) => existsSync(new URL(`./${suite}.spec.ts`, import.meta.url));
  expect(codes.filter(([, suite]) => !isThere(suite))).toEqual([]);
});

function settleConfig(page: Page) {
  return settle(page, 'client.getConfig()');
}
function DIRECT() {
  const input = cardInput({ number: FRICTIONLESS, referenceId: newReference() });
  return `client.prepareCardPayment(${JSON.stringify(input)})`;
}

/** What every error tells: who can act, whether to try again, and words for the buyer. */
function expectFailure(told: Told, code: CheckoutErrorCode, more: object): void {
  expectCode(told, code, { userMessage: expect.stringMatching(/./), ...more });
}

test.describe('the service refuses', () => {
  test('a key nobody knows with UNAUTHORIZED', async ({ page, places }) => {
    const publicKey = 'pk_test_nobody';
    await openElementPage(page, places, { publicKey, mounts: false });
    const details = { phase: 'config', status: 401 };
    expectFailure(await settleConfig(page), 'UNAUTHORIZED', { type: 'merchant', details });
  });

  test('a key pasted many times over with INVALID_CREDENTIALS', async ({ page, places }) => {
    const publicKey = `pk_test_${'no3ds'.repeat(39)}`;
    await openElementPage(page, places, { publicKey, mounts: false });
    const details = { phase: 'config', status: 400 };
    expectFailure(await settleConfig(page), 'INVALID_CREDENTIALS', { type: 'merchant', details });
  });

  test('a proxy that adds the secret key, with FORBIDDEN', async ({ page, system, places }) => {
    await openElementPage(page, places, { mounts: false });
    await page.route(`${system.checkoutUrl}/checkout/tokens`, (route) => {
      const { 'x-public-key': _, ...headers } = route.request().headers();
      const pair = Buffer.from('pk_test_no3ds:sk_test_no3ds').toString('base64');
      return route.continue({ headers: { ...headers, authorization: `Basic ${pair}` } });
    });
    const input = cardInput({ number: FRICTIONLESS, referenceId: newReference() });
    const told = await settle(page, `client.prepareCardPaymentHosted(${JSON.stringify(input)})`);
    expectFailure(told, 'FORBIDDEN', { type: 'merchant', details: { status: 403 } });
  });

  test('an authentication that never was with NOT_FOUND, one without its script with INVALID_DATA', async ({
    page,
    places,
  }) => {
    const publicKey = 'pk_test_postorder';
    await openElementPage(page, places, { publicKey, mounts: false });
    const { capabilities } = (await settleConfig(page)) as {
      capabilities: { threeDS: { sdkUrl: string; provider: string } };
    };
    const payin = {
      id: 'pay_made_up',
      threeDSecurePending: true,
      threeDSecureSession: 'made-up',
      threeDSecureTransactionId: 'made-up',
      threeDSecureSdkUrl: capabilities.threeDS.sdkUrl,
      threeDSecureProvider: capabilities.threeDS.provider,
      threeDSecureAction: {
        type: 'THREEDS_CHALLENGE',
        session_id: 'tds_made_up',
        expires_at: '2030-01-01T00:00:00.000Z',
      },
    };
    for (const mode of ['direct', 'hosted'] as const) {
      const told = await settle(page, handling(mode, payin, { card: {} }));
      expectFailure(told, 'NOT_FOUND', { details: { phase: 'session', status: 404 } });
      const stripped = handling(mode, { ...payin, threeDSecureSdkUrl: '' }, { card: {} });
      const details = { phase: 'challenge', field: 'threeDSecureSdkUrl' };
      expectFailure(await settle(page, stripped), 'INVALID_DATA', { type: 'merchant', details });
    }
  });

  for (const [code, account] of [
    ['KYC_NOT_APPROVED', 'pending'],
    ['COMPANY_BLOCKED', 'blocked'],
    ['METHOD_NOT_ENABLED', 'nocard'],
  ] as const) {
    test(`a card of ${account} with ${code}, as diagnose says before`, async ({ page, places }) => {
      const publicKey = `pk_test_${account}`;
      await openElementPage(page, places, { publicKey, mounts: false });
      expectFailure(await settle(page, DIRECT()), code, { details: { phase: 'config' } });
      const found = await page.evaluate('client.diagnose()');
      expect(found).toEqual([
        expect.objectContaining({ check: 'service', ok: true }),
        expect.objectContaining({ check: 'account', ok: false, code }),
        expect.objectContaining({ check: 'frame', ok: true }),
      ]);
    });
  }

  test('a card in a vault cannot be authenticated: PROVIDER_ERROR', async ({ page, places }) => {
    const publicKey = 'pk_test_vaultthreeds';
    await openElementPage(page, places, { publicKey, mounts: false });
    expectFailure(await settle(page, DIRECT()), 'PROVIDER_ERROR', {
      type: 'provider',
      retryable: true,
      details: { phase: 'session', status: 502 },
    });
  });

  test('more than it reads with PAYLOAD_TOO_LARGE', async ({ page, places }) => {
    await openElementPage(page, places, { mounts: false });
    // Nothing that the sdk sends is that long: it takes something in between that adds to it.
    await page.route('**/checkout/tokens', (route) =>
      route.continue({ postData: JSON.stringify({ note: 'x'.repeat(70_000) }) }),
    );
    const told = await settle(page, DIRECT());
    expectFailure(told, 'PAYLOAD_TOO_LARGE', {
      type: 'merchant',
      details: { phase: 'token', status: 413 },
    });
  });

  test('a code of a newer release with UNKNOWN_ANSWER', async ({ page, places }) => {
    await openElementPage(page, places, { mounts: false });
    await page.route('**/checkout/tokens', (route) =>
      route.fulfill({
        status: 418,
        headers: { 'access-control-allow-origin': '*' },
        json: { error: { code: 'SOMETHING_NEW', message: 'said the service', details: [] } },
      }),
    );
    const told = await settle(page, DIRECT());
    expectFailure(told, 'UNKNOWN_ANSWER', {
      type: 'merchant',
      retryable: false,
      message: 'said the service',
      details: { phase: 'token', status: 418, apiCode: 'SOMETHING_NEW' },
    });
  });

  for (const [what, order, typed, code, details] of [
    [
      'an order out of its bounds',
      { referenceId: 'x'.repeat(500) },
      {},
      'INVALID_ARGUMENT',
      { field: 'referenceId' },
    ],
    [
      // Only the service knows the scheme's own length.
      'a CVV of four digits on a card of three',
      {},
      { cvv: '1234' },
      'INVALID_CARD',
      { phase: 'validate', fields: [{ field: 'cvv', problem: 'invalid' }] },
    ],
  ] as const) {
    test(`${what} with ${code}`, async ({ page, places }) => {
      await openElementPage(page, places, { mounts: false });
      const payment = cardInput({ referenceId: newReference() });
      const input = { ...payment, ...order, card: { ...payment.card, ...typed } };
      const call = `client.prepareCardPaymentHosted(${JSON.stringify(input)})`;
      const told = await settle(page, call);
      expectFailure(told, code, { details });
      expect(JSON.stringify(told)).not.toContain(CHALLENGED);
    });
  }
});

test.describe("the merchant's own side fails", () => {
  const ORDER = {
    customer: CUSTOMER,
    items: [{ title: 'Café', quantity: 1, unitPrice: 15_990 }],
    isPhysicalProduct: true,
  };

  test('its endpoint passes a refusal on', async ({ page, merchant, places }) => {
    await openElementPage(page, places, { mounts: false });
    for (const [code, refused, expected, more] of [
      ['REJECTED_BY_RISK', 422, 'REJECTED_BY_RISK', { type: 'customer', retryable: false }],
      ['PAYER_LIMIT_REJECTED', 400, 'PAYER_LIMIT_REJECTED', { type: 'customer', retryable: false }],
      ['INVALID_CVV', 400, 'INVALID_CVV', { type: 'customer', retryable: true }],
      ['INVALID_DATA', 400, 'PAYMENT_ENDPOINT_FAILED', { type: 'merchant', retryable: false }],
    ] as const) {
      const endpoint = merchant.serve({
        status: refused,
        body: JSON.stringify({ error: { code, message: 'no', details: [] } }),
        contentType: 'application/json',
      });
      const input = { ...cardInput({ referenceId: newReference() }), ...ORDER, endpoint };
      const told = await settle(page, `client.processCardPayment(${JSON.stringify(input)})`);
      const apiCode = expected === code ? {} : { apiCode: code };
      expectFailure(told, expected, {
        ...more,
        details: { phase: 'merchant-endpoint', status: refused, ...apiCode },
      });
    }
  });

  test('its page, which broke MessageChannel: UNSUPPORTED', async ({ page, places }) => {
    await openElementPage(page, places, { mounts: false });
    const told = await settle(
      page,
      `(() => {
        window.MessageChannel = function () { throw new Error('no channels here'); };
        window.element = mount();
        return element.ready;
      })()`,
    );
    expectFailure(told, 'UNSUPPORTED', { type: 'merchant', details: { phase: 'handshake' } });
  });
});
