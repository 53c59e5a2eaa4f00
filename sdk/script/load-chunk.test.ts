import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countListeners } from '../frame/frame-side.cases.ts';
import { createChunkLoader } from './load-chunk.ts';

type Exports = { answer: number };

const GOOD = 'data:text/javascript,export const answer = 42;//';
/** Fails whenever it is run, and says under which address. */
const BROKEN = 'data:text/javascript,throw new Error(import.meta.url);//';

let onDocument: ReturnType<typeof countListeners>;

beforeEach(() => {
  onDocument = countListeners(document);
});

afterEach(() => {
  expect(document.head.querySelectorAll('link')).toHaveLength(0);
  expect(onDocument.listening()).toBe(0);
});

function loader(name: string, scriptUrl = '') {
  const chunk = { name, scriptUrl, integrity: 'sha384-abc', nonce: 'once' };
  const load = createChunkLoader<Exports>(chunk);
  return () => load({ apiBaseUrl: 'https://api.test/v1' });
}

/** The page's policy blocks an address, as the browser reports it. */
function block(blockedURI: string, disposition = 'enforce') {
  const event = new Event('securitypolicyviolation');
  const facts = { disposition, blockedURI, effectiveDirective: 'script-src-elem' };
  document.dispatchEvent(Object.assign(event, facts));
}

describe('createChunkLoader', () => {
  it('loads the module once it is called, for callers at the same time and later', async () => {
    const append = vi.spyOn(document.head, 'append');
    const load = loader(GOOD);
    expect(append).not.toHaveBeenCalled();
    const [one, other] = await Promise.all([load(), load()]);
    expect(one.answer).toBe(42);
    expect(await load()).toBe(one);
    expect(other).toBe(one);
    expect(append).toHaveBeenCalledOnce();
    append.mockRestore();
  });

  it('asks for it first with the hash that the bytes have to match', async () => {
    const added: HTMLLinkElement[] = [];
    const append = vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
      for (const node of nodes) if (node instanceof HTMLLinkElement) added.push(node);
    });
    await loader(GOOD)();
    append.mockRestore();
    expect(added).toHaveLength(1);
    expect(added[0]).toMatchObject({
      rel: 'modulepreload',
      href: GOOD,
      integrity: 'sha384-abc',
      nonce: 'once',
    });
  });

  it.each([
    ['https://cdn.test/pay/checkout-sdk.js?ver=6', 'https://cdn.test/pay/chunk.js'],
    ['', 'https://api.test/v1/checkout/sdk/chunk.js'],
  ])('tells that a module beside "%s" did not load', async (scriptUrl, url) => {
    await expect(loader('chunk.js', scriptUrl)()).rejects.toMatchObject({
      name: 'CheckoutError',
      code: 'SCRIPT_UNAVAILABLE',
      retryable: true,
      details: { phase: 'script', url, cause: 'network' },
    });
  });

  it('tells which directive to extend where the policy of the page blocks it', async () => {
    const failed = loader(BROKEN)();
    block(BROKEN);
    await expect(failed).rejects.toMatchObject({
      code: 'SCRIPT_UNAVAILABLE',
      message: expect.stringMatching(/ to script-src$/),
      details: { cause: 'csp', directive: 'script-src', url: BROKEN },
    });
  });

  it.each([
    ['a policy that only reports', BROKEN, 'report'],
    ['another script', 'https://elsewhere.test/script.js', 'enforce'],
  ])('does not blame the policy for %s', async (_what, uri, disposition) => {
    const failed = loader(BROKEN)();
    block(uri, disposition);
    await expect(failed).rejects.toMatchObject({ details: { cause: 'network' } });
  });

  it('tries again under another address, since a failed module stays failed under its own', async () => {
    const load = loader(BROKEN);
    const failures = [await load().catch((error) => error), await load().catch((error) => error)];
    const addresses = failures.map(({ cause }) => String(cause.message));
    expect(addresses[0]).not.toBe(addresses[1]);
    expect(failures.map(({ details }) => details.url)).toEqual([BROKEN, BROKEN]);
  });
});
