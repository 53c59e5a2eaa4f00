import { beforeAll, describe, expect, it, vi } from 'vitest';

type Sdk = typeof import('./index.ts');

function sdkOf(view: object): Sdk {
  return Reflect.get(view, 'CheckoutSDK');
}

/** Runs the script once more, as a second tag in the page does. */
async function runScript(): Promise<void> {
  vi.resetModules();
  await import('./script.ts');
}

let before: string[];

// The global is there for good, so the first run is one for all tests: in a page that declared it,
// as `var CheckoutSDK` and `CheckoutSDK = CheckoutSDK || {}` do.
beforeAll(async () => {
  before = Object.getOwnPropertyNames(window);
  Object.defineProperty(window, 'CheckoutSDK', { value: {}, writable: true, enumerable: true });
  await runScript();
});

describe('the script in a page', () => {
  it('adds one global and nothing else', () => {
    const added = Object.getOwnPropertyNames(window).filter((name) => !before.includes(name));
    expect(added).toEqual(['CheckoutSDK']);
  });

  it('exposes the names of the package, frozen', () => {
    expect(Object.keys(sdkOf(window)).sort()).toEqual([
      'CheckoutError',
      'buildPayinPayload',
      'init',
    ]);
    expect(Object.isFrozen(sdkOf(window))).toBe(true);
    expect(Object.getOwnPropertyDescriptor(window, 'CheckoutSDK')).toMatchObject({
      writable: false,
      configurable: false,
      enumerable: true,
    });
  });

  it('run twice leaves the first copy in its place', async () => {
    const first = sdkOf(window);
    await runScript();
    expect(sdkOf(window)).toBe(first);
  });

  it('asks for the origin of the frame where the service has not written it in', () => {
    const options = { publicKey: 'pk_test_no3ds', apiBaseUrl: 'https://api.test' };
    expect(() => sdkOf(window).init(options)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', details: { field: 'checkoutUrl' } }),
    );
  });
});
