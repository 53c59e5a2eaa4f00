import { expect, it } from 'vitest';
import { createCardTestingWatch } from '../../limits/card-testing.ts';
import type { AuthenticationEnd, AuthenticationStore } from './three-d-secure.ts';
import { watchAuthentications } from './watch-authentications.ts';

const NOW = new Date('2027-03-01T12:00:00.000Z');

it.each<[AuthenticationEnd['status'], string | null, boolean, boolean]>([
  ['FAILED', 'not_authenticated', true, true],
  ['FAILED', 'not_authenticated', false, false],
  ['FAILED', 'cancelled', true, false],
  ['EXPIRED', null, true, false],
  ['AUTHENTICATED', null, true, false],
])('what is kept of one %s (%s), ended %s: declined %s', async (status, reason, isEnded, said) => {
  const cardTesting = createCardTestingWatch(1);
  const store = { end: async () => isEnded } as Partial<AuthenticationStore>;
  const watched = watchAuthentications(store as AuthenticationStore, {
    cardTesting,
    now: () => NOW,
  });
  const key = { companyId: 'shop', id: 'auth_1' };
  const end = { status, reason, sealedProof: null } as AuthenticationEnd;
  expect(await watched.end({ query: async () => [] }, key, end)).toBe(isEnded);
  expect(cardTesting.isSuspected('shop', NOW)).toBe(said);
});
