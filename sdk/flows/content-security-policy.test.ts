import { describe, expect, it } from 'vitest';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import { BANK_URL, configWith, POST_ORDER } from '../card-flow/config.cases.ts';
import { CHECKOUT_URL } from '../frame/frame-side.cases.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { API_URL, flowTools } from './flow-tools.cases.ts';

const HOSTED = { 'script-src': [API_URL], 'frame-src': [CHECKOUT_URL], 'connect-src': [API_URL] };

function withHosts(hosts: { script: string[]; connect: string[]; frame: string[] }) {
  return flowTools({ getConfig: async () => configWith({ ...POST_ORDER, hosts }) });
}

describe('the directives of hosted use', () => {
  it('are the sdk, its frame and the API, and name no provider', async () => {
    expect(await contentSecurityPolicy(flowTools(), 'hosted')).toEqual(HOSTED);
  });

  it('are known without asking the service', async () => {
    const tools = flowTools({ getConfig: () => Promise.reject(new Error('offline')) });
    expect(await contentSecurityPolicy(tools, 'hosted')).toEqual(HOSTED);
  });

  it('leave the script out where the sdk came with the page itself', async () => {
    const policy = await contentSecurityPolicy(flowTools({ sdkUrl: null }), 'hosted');
    expect(policy).toEqual({ ...HOSTED, 'script-src': [] });
  });

  it('name the host the script came from, not the API, where they differ', async () => {
    const tools = flowTools({ sdkUrl: 'https://cdn.test/v1/checkout-sdk.js' });
    const policy = await contentSecurityPolicy(tools, 'hosted');
    expect(policy).toEqual({ ...HOSTED, 'script-src': ['https://cdn.test'] });
  });
});

describe('the directives of direct use', () => {
  it("add the provider's hosts and the Trusted Types policy", async () => {
    expect(await contentSecurityPolicy(flowTools(), 'direct')).toEqual({
      'script-src': [API_URL, BANK_URL],
      'frame-src': [CHECKOUT_URL, BANK_URL],
      'connect-src': [API_URL, BANK_URL],
      'trusted-types': ['checkout-sdk'],
    });
  });

  it('put each host where the provider needs it, and nowhere else', async () => {
    const tools = withHosts({
      script: ['https://script.test'],
      connect: ['https://connect.test', 'https://more.test'],
      frame: ['https://frame.test'],
    });
    expect(await contentSecurityPolicy(tools, 'direct')).toEqual({
      'script-src': [API_URL, 'https://script.test'],
      'frame-src': [CHECKOUT_URL, 'https://frame.test'],
      'connect-src': [API_URL, 'https://connect.test', 'https://more.test'],
      'trusted-types': ['checkout-sdk'],
    });
  });

  it('name nobody twice', async () => {
    const tools = withHosts({ script: [API_URL], connect: [API_URL], frame: [CHECKOUT_URL] });
    expect(await contentSecurityPolicy(tools, 'direct')).toMatchObject(HOSTED);
  });

  it('name no provider on an account without 3-D Secure', async () => {
    const tools = flowTools({ getConfig: async () => configWith({ enabled: false }) });
    expect(await contentSecurityPolicy(tools, 'direct')).toEqual({
      ...HOSTED,
      'trusted-types': ['checkout-sdk'],
    });
  });

  it('cannot be told while the service cannot be asked', async () => {
    const failure = new CheckoutError(errorData('NETWORK', 'offline', { phase: 'config' }));
    const tools = flowTools({ getConfig: () => Promise.reject(failure) });
    await expect(contentSecurityPolicy(tools, 'direct')).rejects.toBe(failure);
  });
});

it('never allow a wildcard, a scheme or a path', async () => {
  for (const mode of ['hosted', 'direct'] as const) {
    const { 'trusted-types': _, ...policy } = await contentSecurityPolicy(flowTools(), mode);
    for (const source of Object.values(policy).flat()) {
      expect(new URL(source).origin).toBe(source);
    }
  }
});
