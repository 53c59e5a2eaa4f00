import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FrameFailure } from './frame-failure.ts';
import { watchPolicy } from './frame-failure.ts';

const ORIGIN = 'https://checkout.test';

const VIOLATION = { disposition: 'enforce', effectiveDirective: 'frame-src', blockedURI: ORIGIN };

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
      const why = `is blocked by this page's content security policy: add it to ${effectiveDirective}`;
      expect(blocked).toEqual([{ why, cause: 'csp', directive: effectiveDirective, host: ORIGIN }]);
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
