import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countListeners } from '../frame/frame-side.cases.ts';
import { probeFrame } from './probe-frame.ts';

const ORIGIN = 'https://checkout.test';

const UNREACHED = 'could not be reached: check checkoutUrl, the network and blockers';

describe('probeFrame', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const probe = (answer: (url: string, init?: RequestInit) => Promise<Response>) => {
    const fetch = vi.fn(answer);
    const view = { document, fetch } as unknown as Window;
    return { fetch, failure: probeFrame(view, ORIGIN) };
  };

  it.each([
    [
      200,
      'refused',
      'refuses this page or one around it: check origins, sandbox, COEP and extensions',
    ],
    [
      204,
      'refused',
      'refuses this page or one around it: check origins, sandbox, COEP and extensions',
    ],
    [404, 'http', 'answered with an error'],
    [500, 'http', 'answered with an error'],
    [503, 'http', 'answered with an error'],
  ])('takes the answer %i for %s', async (status, cause, why) => {
    const { failure } = probe(async () => new Response(null, { status }));
    expect(await failure).toEqual({ cause, why });
  });

  it('takes no answer for a network that is down', async () => {
    const { failure } = probe(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failure).toEqual({ cause: 'network', why: UNREACHED });
  });

  it('cannot know where the page itself forbids to ask', async () => {
    const { failure } = probe(async () => {
      document.dispatchEvent(new Event('securitypolicyviolation'));
      throw new TypeError('Failed to fetch');
    });
    expect(await failure).toEqual({ cause: 'unknown', why: 'did not answer' });
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
    expect(told).toHaveBeenCalledWith({ cause: 'network', why: UNREACHED });
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
    const onDocument = countListeners(document);
    const { failure } = probe(async () => new Response(null));
    expect(onDocument.listening()).toBe(1);
    await failure;
    expect(onDocument.listening()).toBe(0);
  });
});
