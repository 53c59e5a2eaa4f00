import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FrameFailure } from './frame-failure.ts';
import { explainFailure, probeFrameOrigin, watchPolicy } from './frame-failure.ts';

const ORIGIN = 'https://checkout.test';

const VIOLATION = {
  disposition: 'enforce',
  effectiveDirective: 'frame-src',
  blockedURI: ORIGIN,
};

/** The page's policy blocks something, as the browser reports it. */
function violate(change: Partial<typeof VIOLATION> = {}) {
  const event = new Event('securitypolicyviolation');
  document.dispatchEvent(Object.assign(event, { ...VIOLATION, ...change }));
}

describe('watchPolicy', () => {
  let blocked: FrameFailure[];
  let stop: () => void;

  beforeEach(() => {
    blocked = [];
    stop = watchPolicy(document, ORIGIN, (failure) => blocked.push(failure));
  });

  afterEach(() => stop());

  it.each(['frame-src', 'child-src', 'default-src'])(
    'tells which directive to extend with what: %s',
    (effectiveDirective) => {
      violate({ effectiveDirective });
      expect(blocked).toEqual([{ cause: 'csp', directive: effectiveDirective, host: ORIGIN }]);
    },
  );

  it.each([ORIGIN, `${ORIGIN}/`, `${ORIGIN}/card?key=pk_test_no3ds`])(
    'knows the blocked address %s for ours',
    (blockedURI) => {
      violate({ blockedURI });
      expect(blocked).toHaveLength(1);
    },
  );

  it.each([
    ['a policy that only reports', { disposition: 'report' }],
    ['a script that was blocked', { effectiveDirective: 'script-src' }],
    ['a request that was blocked', { effectiveDirective: 'connect-src' }],
    ['an inline style that was blocked', { effectiveDirective: 'style-src-attr' }],
    ['who may frame the page', { effectiveDirective: 'frame-ancestors' }],
    ['a frame from elsewhere', { blockedURI: 'https://video.test' }],
    ['a host that begins like ours', { blockedURI: `${ORIGIN}.evil.test` }],
    ['a port that begins like ours', { blockedURI: `${ORIGIN}:8443` }],
    ['our host without https', { blockedURI: 'http://checkout.test' }],
    ['something inline', { blockedURI: 'inline' }],
    ['nothing named', { blockedURI: '' }],
  ])('passes over %s', (_what, change) => {
    violate(change);
    expect(blocked).toEqual([]);
  });

  it('hears nothing after it was stopped', () => {
    stop();
    violate();
    expect(blocked).toEqual([]);
  });
});

describe('probeFrameOrigin', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const probe = (answer: (url: string, init?: RequestInit) => Promise<Response>) => {
    const fetch = vi.fn(answer);
    const view = { document, fetch } as unknown as Window;
    return { fetch, failure: probeFrameOrigin(view, ORIGIN) };
  };

  it.each([
    [200, 'refused'],
    [204, 'refused'],
    [404, 'http'],
    [500, 'http'],
    [503, 'http'],
  ])('takes the answer %i for %s', async (status, cause) => {
    const { failure } = probe(async () => new Response(null, { status }));
    expect(await failure).toEqual({ cause });
  });

  it('takes no answer for a network that is down', async () => {
    const { failure } = probe(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failure).toEqual({ cause: 'network' });
  });

  it('cannot know where the page itself forbids to ask', async () => {
    const { failure } = probe(async () => {
      violate({ effectiveDirective: 'connect-src' });
      throw new TypeError('Failed to fetch');
    });
    expect(await failure).toEqual({ cause: 'unknown' });
  });

  it('gives up on a host that never answers', async () => {
    const { failure } = probe(
      (_url, init) =>
        new Promise<Response>((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    const told = vi.fn();
    failure.then(told);
    await vi.advanceTimersByTimeAsync(2_499);
    expect(told).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toHaveBeenCalledWith({ cause: 'network' });
  });

  it('asks once, for a file that names nobody', async () => {
    const { fetch, failure } = probe(async () => new Response(null));
    await failure;
    expect(fetch).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/probe.txt`, {
      signal: expect.any(AbortSignal),
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('listens to the policy only while it asks', async () => {
    const remove = vi.spyOn(document, 'removeEventListener');
    await probe(async () => new Response(null)).failure;
    expect(remove).toHaveBeenCalledWith('securitypolicyviolation', expect.any(Function));
    remove.mockRestore();
  });
});

describe('explainFailure', () => {
  it.each([
    ['csp', /add it to frame-src/],
    ['network', /could not be reached/],
    ['http', /answered with an error/],
    ['refused', /register the page's origin/],
    ['unknown', /did not answer/],
  ] as const)('tells a developer what to change about %s', (cause, words) => {
    const text = explainFailure({ cause, directive: 'frame-src' }, ORIGIN);
    expect(text).toMatch(words);
    expect(text.startsWith(ORIGIN)).toBe(true);
  });
});
