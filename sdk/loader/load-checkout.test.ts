import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manualTimers, settled } from '../card-flow/manual-timers.cases.ts';
import type { LoadCheckoutOptions } from './load-checkout.ts';
import { createCheckoutLoader } from './load-checkout.ts';

const SRC = 'https://api.test/checkout/sdk/checkout-sdk.js';
const SDK = Object.freeze({ init: () => undefined, CheckoutError: Error });
const HASH = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC';

const SRC_OF_SCRIPTS = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, 'src') ?? {};

let clock: ReturnType<typeof manualTimers>;
let answer: ReturnType<typeof vi.fn<(url: string, init?: RequestInit) => Promise<Response>>>;
let loadCheckout: ReturnType<typeof createCheckoutLoader>;

beforeEach(() => {
  clock = manualTimers();
  loadCheckout = createCheckoutLoader(clock.timers);
  answer = vi.fn(async () => new Response('', { status: 200 }));
  vi.stubGlobal('fetch', answer);
  // The scripts are the test's own to end.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) =>
    document.body.append(...nodes),
  );
  // Not by two spies of one property, of which restoring leaves the first in its place.
  Object.defineProperty(HTMLScriptElement.prototype, 'src', {
    configurable: true,
    get(this: HTMLScriptElement) {
      return this.dataset.address ?? '';
    },
    set(this: HTMLScriptElement, address: string) {
      this.dataset.address = address;
    },
  });
});

afterEach(() => {
  Object.defineProperty(HTMLScriptElement.prototype, 'src', SRC_OF_SCRIPTS);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, 'CheckoutSDK');
  document.body.replaceChildren();
});

function scripts() {
  return [...document.querySelectorAll('script')];
}
function load(more: Partial<LoadCheckoutOptions> = {}) {
  return loadCheckout({ src: SRC, ...more }).catch((thrown: unknown) => thrown);
}
function arrive() {
  return Object.assign(window, { CheckoutSDK: SDK });
}
async function end(name: 'load' | 'error'): Promise<void> {
  await settled();
  scripts().at(-1)!.dispatchEvent(new Event(name));
}
async function violate(change: Record<string, unknown> = {}): Promise<void> {
  await settled();
  const event = Object.assign(new Event('securitypolicyviolation'), {
    disposition: 'enforce',
    effectiveDirective: 'script-src-elem',
    blockedURI: SRC,
    ...change,
  });
  document.dispatchEvent(event);
}
/** Fails every attempt there is. */
async function failAll(): Promise<void> {
  while (scripts().length > 0) {
    await end('error');
    await settled();
  }
}
function unavailable(details: object) {
  return {
    name: 'CheckoutError',
    code: 'SCRIPT_UNAVAILABLE',
    type: 'network',
    retryable: true,
    userMessage: expect.stringMatching(/./),
    details: { phase: 'script', url: SRC, ...details },
  };
}

describe('loadCheckout', () => {
  it('resolves with what the script put on the window, and leaves no timer', async () => {
    const loading = load();
    await settled();
    expect(scripts().map(({ dataset }) => dataset.address)).toEqual([SRC]);
    expect(scripts()[0]).toMatchObject({ async: true, crossOrigin: 'anonymous', integrity: '' });
    arrive();
    await end('load');
    expect(await loading).toBe(SDK);
    expect(clock.delays()).toEqual([]);
  });

  it('passes hash and nonce on to the script', async () => {
    load({ integrity: HASH, nonce: 'r4nd0m' });
    await settled();
    expect(scripts()[0]).toMatchObject({ integrity: HASH, nonce: 'r4nd0m' });
  });

  it('puts one script into the page, however often and by whatever spelling it is asked', async () => {
    const loadings = [
      load(),
      load(),
      load({ src: 'https://API.test/checkout/sdk/./checkout-sdk.js#x' }),
    ];
    await settled();
    expect(scripts()).toHaveLength(1);
    arrive();
    await end('load');
    expect(await Promise.all(loadings)).toEqual([SDK, SDK, SDK]);
    expect(await load()).toBe(SDK);
    expect(scripts()).toHaveLength(1);
  });

  it('takes an sdk that is there already', async () => {
    arrive();
    expect(await load()).toBe(SDK);
    expect(scripts()).toEqual([]);
  });

  it("waits for the page's own tag while the page is loading", async () => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    const own = document.createElement('script');
    own.src = SRC;
    document.body.append(own);
    const loading = load();
    await settled();
    expect(scripts()).toEqual([own]);
    arrive();
    await end('load');
    expect(await loading).toBe(SDK);
    expect(scripts()).toEqual([own]);
  });

  it.each([
    { readyState: 'loading', fails: true, what: 'fails while it waits' },
    { readyState: 'complete', fails: false, what: 'is there in a page that is complete' },
  ] as const)("loads its own where the page's own tag $what", async ({ readyState, fails }) => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue(readyState);
    const own = document.createElement('script');
    own.src = SRC;
    document.body.append(own);
    const loading = load();
    if (fails) own.dispatchEvent(new Event('error'));
    await settled();
    expect(scripts()).toHaveLength(2);
    arrive();
    await end('load');
    expect(await loading).toBe(SDK);
  });

  it('tries a network failure once more, within the same time', async () => {
    const loading = load();
    await end('error');
    await settled();
    expect(scripts()).toHaveLength(1);
    expect(clock.delays()).toEqual([15_000]);
    arrive();
    await end('load');
    expect(await loading).toBe(SDK);
  });

  it('starts anew after a failure', async () => {
    const first = load();
    await settled();
    await failAll();
    expect(await first).toMatchObject(unavailable({ cause: 'network' }));
    const second = load();
    await settled();
    arrive();
    await end('load');
    expect(await second).toBe(SDK);
  });
});

describe('loadCheckout explains', () => {
  it('a policy, with what to add to it', async () => {
    const loading = load();
    await violate();
    await end('error');
    expect(await loading).toMatchObject(
      unavailable({ cause: 'csp', directive: 'script-src', host: 'api.test' }),
    );
    expect(scripts()).toEqual([]);
    expect(answer).not.toHaveBeenCalled();
  });

  it.each([
    ['that only reports', { disposition: 'report' }],
    ['that blocks another script', { blockedURI: 'https://api.test.evil.test/x.js' }],
    ['that blocks a picture', { effectiveDirective: 'img-src' }],
  ])('no policy %s', async (_what, change) => {
    const loading = load();
    await settled();
    await violate(change);
    await failAll();
    expect(await loading).toMatchObject(unavailable({ cause: 'network' }));
  });

  it('a policy for Trusted Types that does not list ours', async () => {
    const createPolicy = () => {
      throw new TypeError('not listed');
    };
    vi.stubGlobal('trustedTypes', { createPolicy });
    expect(await load()).toMatchObject(
      unavailable({ cause: 'csp', directive: 'trusted-types', host: 'api.test' }),
    );
  });

  it('an answer that is an error, with its status', async () => {
    answer.mockImplementation(async () => new Response('', { status: 404 }));
    const loading = load();
    await end('error');
    expect(await loading).toMatchObject(unavailable({ cause: 'http', status: 404 }));
  });

  it('a hash that does not fit', async () => {
    answer.mockImplementation(async (_url, init) => {
      if (init?.integrity) throw new TypeError('failed');
      return new Response('');
    });
    const loading = load({ integrity: HASH });
    await end('error');
    expect(await loading).toMatchObject(unavailable({ cause: 'integrity' }));
  });

  it('a blocker, which lets everything but the script through', async () => {
    answer.mockImplementation(async (url) => {
      if (url === SRC) throw new TypeError('blocked');
      return new Response('');
    });
    const loading = load();
    await end('error');
    expect(await loading).toMatchObject(unavailable({ cause: 'blocked' }));
  });

  it('a script that is not ours', async () => {
    const loading = load();
    await end('load');
    expect(await loading).toMatchObject(unavailable({ cause: 'wrong-script' }));
  });

  it('a script that never ends, and takes it away', async () => {
    const loading = load({ timeoutMs: 900 });
    await settled();
    clock.runOut(900);
    expect(await loading).toMatchObject(unavailable({ cause: 'timeout' }));
    expect(scripts()).toEqual([]);
    expect(clock.delays()).toEqual([]);
  });

  it.each([
    ['src', { src: '' }],
    ['src', { src: 'javascript:alert(1)' }],
    ['src', { src: 'https://' }],
    ['integrity', { integrity: 'sha1-abc' }],
    ['integrity', { integrity: '' }],
    ['integrity', { integrity: `${HASH}; ` }],
    ['nonce', { nonce: '' }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['timeoutMs', { timeoutMs: 2 ** 31 }],
  ])('a wrong %s by its name', async (field, change) => {
    expect(await load(change)).toMatchObject({ code: 'INVALID_ARGUMENT', details: { field } });
    expect(scripts()).toEqual([]);
  });

  it("in the buyer's language", async () => {
    const told = async (locale: string) => {
      const loading = load({ locale });
      await violate();
      await end('error');
      return String(Reflect.get(Object(await loading), 'userMessage'));
    };
    expect(await told('en')).toMatch(/Try again/);
    expect(await told('es-AR')).toMatch(/Inténtalo de nuevo/);
  });
});
