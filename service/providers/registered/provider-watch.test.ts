import { describe, expect, it } from 'vitest';
import { broken } from '../../../contract/errors/broken-rule.ts';
import { daysLeft, needsCare } from './provider-watch.ts';
import type { ProviderOverview } from './registered-providers.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const overview: ProviderOverview = {
  ...{ companyId: 'acme', provider: 'inter', environment: 'sandbox' },
  ...{
    certificateEndsAt: null,
    connectedAt: null,
    proof: null,
    version: 1,
    createdAt: NOW,
    rotatedAt: null,
  },
  ...{ trouble: null, restsUntil: null, tokenGivenAt: null },
};

describe('a provider that was switched on', () => {
  it.each([
    ['2026-11-24T11:59:59Z', 0],
    ['2026-12-23T12:00:00Z', 30],
    ['2026-11-23T11:59:59Z', -1],
  ])('has whole days left: %s', (endsAt, days) => {
    expect(daysLeft(new Date(endsAt), NOW)).toBe(days);
  });

  it.each<[string, Partial<ProviderOverview>, boolean]>([
    ['without a certificate', {}, false],
    [
      'with a certificate for a month',
      { certificateEndsAt: new Date('2026-12-23T12:00:00Z') },
      false,
    ],
    [
      'with one that ends within a month',
      { certificateEndsAt: new Date('2026-12-23T11:59:59Z') },
      true,
    ],
    ['with one that has ended', { certificateEndsAt: new Date('2026-11-22T00:00:00Z') }, true],
    [
      'with settings that cannot be read',
      {
        trouble: {
          companyId: 'acme',
          provider: 'inter',
          setting: null,
          fault: broken('unreadable'),
        },
      },
      true,
    ],
    ['that rests', { restsUntil: NOW }, false],
  ])('wants an operator or not: %s', (_what, changes, wants) => {
    expect(needsCare({ ...overview, ...changes }, NOW)).toBe(wants);
  });
});
