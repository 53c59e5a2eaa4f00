import { describe, expect, it } from 'vitest';

const OPTIONS = {
  publicKey: 'pk_test_no3ds',
  apiBaseUrl: 'https://api.test',
  checkoutUrl: 'https://checkout.test',
};

// A shop that renders on its server imports the sdk there, and uses it in the browser alone.
describe('the sdk on a server', () => {
  it('is imported where there is no window', async () => {
    expect(typeof window).toBe('undefined');
    const sdk = await import('../sdk/index.ts');
    expect(Object.keys(sdk).sort()).toEqual(['CheckoutError', 'buildPayinPayload', 'init']);
  });

  it('makes a client there and asks nobody', async () => {
    const { init } = await import('../sdk/index.ts');
    expect(() => init(OPTIONS).destroy()).not.toThrow();
  });

  it('says of every call that it needs a browser', async () => {
    const { init } = await import('../sdk/index.ts');
    const client = init(OPTIONS);
    const input = {
      amount: 1,
      referenceId: 'order-1',
      installments: 1,
      card: { holderName: 'Ana', number: '4111111111111111', expiry: '01/30', cvv: '937' },
    };
    const unsupported = { code: 'UNSUPPORTED', type: 'merchant' };
    await expect(client.getConfig()).rejects.toMatchObject(unsupported);
    await expect(client.prepareCardPayment(input)).rejects.toMatchObject(unsupported);
    await expect(client.prepareCardPaymentHosted(input)).rejects.toMatchObject(unsupported);
    expect(() => client.mountCardElement('#card', { amount: 1, referenceId: 'order-1' })).toThrow(
      expect.objectContaining(unsupported),
    );
  });
});
