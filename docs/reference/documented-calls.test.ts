import { describe, expect, it } from 'vitest';
import { ACCOUNT_NAMES, keysOf } from '../../demo-page/server/merchant-account.ts';
import { openApiDocument } from '../../service/api/reference/document.ts';
import { documentedCalls } from './documented-calls.ts';

const BASE_URL = 'https://api.test';
const list = documentedCalls(
  openApiDocument({ baseUrl: BASE_URL, mode: 'sandbox', version: '1.0.0' }),
  BASE_URL,
);
function callOf(id: string) {
  return list.calls.find((call) => call.id === id);
}

describe('the calls that may be tried', () => {
  it('are with a body of their own, a path and its names', () => {
    expect(callOf('createPayin')).toMatchObject({ method: 'POST', path: '/payin' });
    expect(callOf('getRefund')).toMatchObject({
      method: 'GET',
      path: '/payin/{id}/refund/{refundId}',
      parameters: [
        { name: 'id', in: 'path' },
        { name: 'refundId', in: 'path' },
      ],
      examples: [],
    });
  });

  it('offer the values of a name that has a list of them', () => {
    const control = callOf('controlPayout')?.parameters.find(({ name }) => name === 'control');
    expect(control?.values.length).toBeGreaterThan(1);
  });

  it.each([
    'createCardToken',
    'recollectCvv',
    'enableWebhookSigning',
    'rotateWebhookSecret',
    'disableWebhookSigning',
    'getHealth',
  ])('are without %s', (id) => {
    expect(callOf(id)).toBeUndefined();
  });

  it('begin with no card number and no CVV', () => {
    const text = JSON.stringify(list);
    expect(text).not.toMatch(/cvv"|\d{15,16}"/);
    expect(text).toContain('"paymentMethod":"CREDIT_CARD"');
  });

  it('come with the published keys that the shop knows, and no other', () => {
    expect(list.accounts).toEqual(ACCOUNT_NAMES.map((name) => ({ name, ...keysOf(name) })));
  });
});
