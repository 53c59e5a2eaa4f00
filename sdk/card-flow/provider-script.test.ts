import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manualTimers, settled } from './manual-timers.cases.ts';
import type { ProviderScript } from './provider-script.ts';
import { loadProviderScript } from './provider-script.ts';

const ORIGIN = 'https://bank.test';

let clock: ReturnType<typeof manualTimers>;
let reached: ReturnType<typeof vi.fn<(url: string) => Promise<object>>>;
/** A URL no other test has loaded: loads are shared by document. */
let url: string;
let count = 0;

beforeEach(() => {
  clock = manualTimers();
  count += 1;
  url = `${ORIGIN}/3ds/sdk-${count}.js`;
  reached = vi.fn(async () => ({}));
  vi.stubGlobal('fetch', reached);
  // The scripts are the test's own to end.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) document.body.append(document.createComment('script'), node);
  });
  vi.spyOn(HTMLScriptElement.prototype, 'src', 'set').mockImplementation(function (
    this: HTMLScriptElement,
    address: string,
  ) {
    this.dataset.address = address;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function scripts() {
  return [...document.querySelectorAll('script')];
}
function load(change: Partial<ProviderScript> = {}) {
  return loadProviderScript({
    document,
    url,
    expectedUrl: url,
    timers: clock.timers,
    toScriptUrl: (given) => given,
    ...change,
  }).catch((thrown: unknown) => thrown);
}
function end(name: 'load' | 'error') {
  return scripts()[0]!.dispatchEvent(new Event(name));
}

function violate(change: Record<string, unknown> = {}) {
  const event = Object.assign(new Event('securitypolicyviolation'), {
    disposition: 'enforce',
    effectiveDirective: 'script-src-elem',
    blockedURI: url,
    ...change,
  });
  document.dispatchEvent(event);
}

describe('loadProviderScript', () => {
  it('loads the script, and leaves no element, timer or listener', async () => {
    const loading = load();
    expect(scripts().map(({ dataset }) => dataset.address)).toEqual([url]);
    end('load');
    expect(await loading).toBeUndefined();
    expect(scripts()).toEqual([]);
    expect(clock.delays()).toEqual([]);
  });

  it('loads it once, however often it is asked for', async () => {
    const loadings = [load(), load()];
    expect(scripts()).toHaveLength(1);
    end('load');
    await Promise.all(loadings);
    await load();
    expect(scripts()).toEqual([]);
  });

  it('tries again after a failure', async () => {
    const first = load();
    end('error');
    expect(await first).toMatchObject({ code: 'THREEDS_SDK_UNAVAILABLE' });
    const second = load();
    end('load');
    expect(await second).toBeUndefined();
  });

  it('gives the script the nonce and the trusted form of the address', async () => {
    const loading = load({ nonce: 'n1', toScriptUrl: (given) => `${given}#trusted` });
    expect(scripts()[0]).toMatchObject({ nonce: 'n1' });
    expect(scripts()[0]!.dataset.address).toBe(`${url}#trusted`);
    end('load');
    await loading;
  });

  it.each([
    ['another path', (expected: string) => `${expected}x`],
    ['a query', (expected: string) => `${expected}?a=1`],
    ['a fragment', (expected: string) => `${expected}#a`],
    ['another scheme', (expected: string) => expected.replace('https:', 'http:')],
    [
      'a look-alike host',
      (expected: string) => expected.replace('bank.test', 'bank.test.evil.test'),
    ],
    ['another user', (expected: string) => expected.replace('//', '//bank.test@evil.test/')],
    ['a way round', (expected: string) => expected.replace('/3ds/', '/3ds/../3ds/')],
    ['a space before', (expected: string) => ` ${expected}`],
    ['nothing', () => ''],
  ])('refuses %s before anything is loaded', async (_name, spoil) => {
    expect(await load({ url: spoil(url) })).toMatchObject({
      code: 'THREEDS_SDK_UNAVAILABLE',
      details: { phase: 'script', cause: 'refused' },
    });
    expect(scripts()).toEqual([]);
  });

  it.each(['data:text/javascript,1', 'javascript:1', 'blob:https://bank.test/1'])(
    'refuses %s even where the configuration names it',
    async (named) => {
      const error = await load({ url: named, expectedUrl: named });
      expect(error).toMatchObject({ details: { cause: 'refused' } });
      expect(String(error)).not.toContain(named);
    },
  );

  it.each(['script-src-elem', 'script-src', 'default-src'])(
    'names %s and the host where the policy blocks it',
    async (effectiveDirective) => {
      const loading = load();
      violate({ effectiveDirective });
      end('error');
      expect(await loading).toMatchObject({
        details: {
          cause: 'csp',
          directive: effectiveDirective.replace('-elem', ''),
          host: 'bank.test',
        },
      });
      expect(reached).not.toHaveBeenCalled();
    },
  );

  it('knows a blocked redirect, of which only the origin is told', async () => {
    const loading = load();
    violate({ blockedURI: ORIGIN });
    end('error');
    expect(await loading).toMatchObject({ details: { cause: 'csp' } });
  });

  it('names Trusted Types where the page has no policy of ours', async () => {
    const refusal = () => {
      throw new TypeError('refused');
    };
    expect(await load({ toScriptUrl: refusal })).toMatchObject({
      details: { cause: 'csp', directive: 'trusted-types' },
    });
    expect(clock.delays()).toEqual([]);
  });

  it.each([
    ['only reports', { disposition: 'report' }],
    ['is of another directive', { effectiveDirective: 'img-src' }],
    ['is of another address', { blockedURI: 'https://bank.test.evil.test/3ds/sdk.js' }],
  ])('does not blame a policy that %s', async (_name, change) => {
    const loading = load();
    violate(change);
    end('error');
    expect(await loading).toMatchObject({ details: { cause: 'network' } });
  });

  it.each([
    ['network', 'nothing answers', (): boolean => false],
    ['network', 'the address answers with something else', (): boolean => true],
    ['blocked', 'only its host answers', (asked: string): boolean => asked === `${ORIGIN}/`],
  ])('is %s where %s', async (cause, _name, answers) => {
    reached.mockImplementation(async (asked) => {
      if (!answers(asked)) throw new TypeError('Failed to fetch');
      return {};
    });
    const loading = load();
    end('error');
    expect(await loading).toMatchObject({ code: 'THREEDS_SDK_UNAVAILABLE', details: { cause } });
    expect(clock.delays()).toEqual([]);
  });

  it('is given up after fifteen seconds', async () => {
    const loading = load();
    clock.runOut(15_000);
    expect(await loading).toMatchObject({ details: { phase: 'script', cause: 'timeout' } });
    expect(scripts()).toEqual([]);
    await settled();
    expect(clock.delays()).toEqual([]);
  });
});
