import { expect, it, onTestFinished } from 'vitest';
import { watchRequest } from './blocked-request.ts';

const ORIGIN = 'https://api.test';

/** What a watch tells of a violation that the browser reports as the request fails. */
async function told(change: object) {
  const watch = watchRequest(ORIGIN);
  onTestFinished(watch.stop);
  const violation = { disposition: 'enforce', effectiveDirective: 'connect-src' };
  const blockedURI = `${ORIGIN}/checkout/tokens`;
  const event = new Event('securitypolicyviolation');
  document.dispatchEvent(Object.assign(event, violation, { blockedURI }, change));
  return watch.blocked();
}

it.each(['connect-src', 'default-src'])('a request blocked by %s is told so', async (directive) => {
  const expected = { cause: 'csp', directive, host: ORIGIN };
  expect(await told({ effectiveDirective: directive })).toEqual(expected);
  expect(await told({ effectiveDirective: directive, blockedURI: ORIGIN })).not.toBeNull();
});

it.each([
  ['only reports', { disposition: 'report' }],
  ['is of another directive', { effectiveDirective: 'img-src' }],
  ['is of another origin', { blockedURI: `${ORIGIN}.evil.test/checkout/tokens` }],
])('a request is not blocked by a policy that %s', async (_what, change) => {
  expect(await told(change)).toBeNull();
});
