import { afterEach, describe, expect, it, vi } from 'vitest';
import { API_URL, flowTools } from './flow-tools.cases.ts';
import { probeFrame } from './probe-frame.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function probe(answer: (init: RequestInit) => Promise<Response>) {
  const fetch = vi
    .spyOn(window, 'fetch')
    .mockImplementation(async (_url, init) => answer(Object(init)));
  return { fetch, failure: probeFrame(flowTools().settings) };
}

describe('probeFrame', () => {
  it.each([
    [200, {}, 'refused'],
    [401, { error: { code: 'UNAUTHORIZED' } }, 'refused'],
    [404, 'Not Found', 'http'],
    [503, { error: { code: 'UNAVAILABLE' } }, 'http'],
  ])('takes the answer %i for %s', async (status, body, cause) => {
    const { fetch, failure } = probe(async () => Response.json(body, { status }));
    expect(await failure).toMatchObject({ cause });
    expect(fetch.mock.calls.map(([url]) => url)).toEqual([`${API_URL}/checkout/config`]);
  });

  it('takes no answer for a network that is down', async () => {
    const { failure } = probe(() => Promise.reject(new TypeError('Failed to fetch')));
    const why = 'could not be reached: check checkoutUrl, the network and blockers';
    expect(await failure).toEqual({ cause: 'network', why });
  });

  it('cannot know where the page itself forbids to ask', async () => {
    const { failure } = probe(async () => {
      const blocked = { disposition: 'enforce', effectiveDirective: 'connect-src' };
      const event = Object.assign(new Event('securitypolicyviolation'), blocked);
      document.dispatchEvent(Object.assign(event, { blockedURI: API_URL }));
      throw new TypeError('Failed to fetch');
    });
    expect(await failure).toEqual({ cause: 'unknown', why: 'did not answer' });
  });

  it('gives up on a host that never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { failure } = probe(
      ({ signal }) =>
        new Promise<Response>((_, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    await vi.advanceTimersByTimeAsync(2_500);
    expect(await failure).toMatchObject({ cause: 'network' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
