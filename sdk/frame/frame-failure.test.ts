import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FrameFailure } from './frame-failure.ts';
import { explainFailure, watchPolicy } from './frame-failure.ts';

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

describe('explainFailure', () => {
  it.each([
    ['csp', /add it to frame-src/],
    ['network', /could not be reached/],
    ['http', /answered with an error/],
    ['refused', /refuses this page.*check origins/],
    ['unknown', /did not answer/],
  ] as const)('tells a developer what to change about %s', (cause, words) => {
    const text = explainFailure({ cause, directive: 'frame-src' }, ORIGIN);
    expect(text).toMatch(words);
    expect(text.startsWith(ORIGIN)).toBe(true);
  });
});
