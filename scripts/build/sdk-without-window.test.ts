import { describe, expect, it, onTestFinished, vi } from 'vitest';

const OPTIONS = {
  publicKey: 'pk_test_no3ds',
  apiBaseUrl: 'https://api.test',
  checkoutUrl: 'https://checkout.test',
};

// A shop that renders on its server imports the sdk there, and uses it in the browser alone.
describe('the sdk on a server', () => {
  it('is imported where there is no window', async () => {
    expect(typeof window).toBe('undefined');
    const sdk = await import('../../sdk/index.ts');
    expect(Object.keys(sdk).sort()).toEqual([
      'CheckoutError',
      'buildPayinPayload',
      'declineText',
      'init',
    ]);
  });

  it('makes a client there and asks nobody', async () => {
    const { init } = await import('../../sdk/index.ts');
    expect(() => init(OPTIONS).destroy()).not.toThrow();
  });

  it('tells the policy of the pages that the server sends, for hosted use without a question', async () => {
    const { init } = await import('../../sdk/index.ts');
    expect(await init(OPTIONS).contentSecurityPolicy('hosted')).toEqual({
      'script-src': [],
      'frame-src': ['https://checkout.test'],
      'connect-src': ['https://api.test'],
    });
  });

  it("asks the service for the provider's hosts, for direct use", async () => {
    const hosts = { script: ['https://bank.test'], connect: [], frame: ['https://bank.test'] };
    const threeDS = { enabled: true, flow: 'pre-order', sdkUrl: '', provider: '', hosts };
    const answered = vi.fn(async () => Response.json({ capabilities: { threeDS } }));
    vi.stubGlobal('fetch', answered);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { init } = await import('../../sdk/index.ts');
    expect(await init(OPTIONS).contentSecurityPolicy('direct')).toEqual({
      'script-src': ['https://bank.test'],
      'frame-src': ['https://checkout.test', 'https://bank.test'],
      'connect-src': ['https://api.test'],
      'trusted-types': ['checkout-sdk'],
    });
    expect(answered).toHaveBeenCalledOnce();
  });

  it('says that the service cannot be reached, where it asks', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { init } = await import('../../sdk/index.ts');
    await expect(init(OPTIONS).contentSecurityPolicy('direct')).rejects.toMatchObject({
      code: 'NETWORK',
      details: { phase: 'config' },
    });
  });

  it('says of every call that it needs a browser', async () => {
    const { init } = await import('../../sdk/index.ts');
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
