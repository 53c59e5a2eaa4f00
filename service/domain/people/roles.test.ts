import { describe, expect, it } from 'vitest';
import type { PermissionName, Role } from './roles.ts';
import { isOfService, PERMISSION_NAMES, permissionOf, ROLES } from './roles.ts';

/** Written from the design, role by role; what is not listed is refused. */
const ALLOWED: Readonly<Record<Role, readonly PermissionName[]>> = {
  owner: PERMISSION_NAMES.filter(
    (act) => !/^(companies|providers|system)\./.test(act) && act !== 'audit.read-all',
  ),
  finance: [
    'payments.read',
    'payments.export',
    'payments.refund',
    'customers.read',
    'payouts.read',
    'payouts.export',
    'pages.manage',
    'payouts.create',
    'payouts.approve',
    'balance.read',
    'balance.export',
    'account.read',
    'samples.create',
  ],
  support: ['payments.read', 'customers.read', 'events.read', 'events.resend', 'account.read'],
  developer: [
    'events.read',
    'events.resend',
    'webhooks.manage',
    'keys.manage',
    'origins.manage',
    'errors.read',
    'account.read',
    'samples.create',
  ],
  viewer: ['payments.read', 'payouts.read', 'balance.read', 'events.read', 'account.read'],
  operator: [
    'companies.manage',
    'providers.manage',
    'system.read',
    'system.support',
    'system.settle',
    'audit.read-all',
  ],
};

describe('what a role may do', () => {
  const cases = ROLES.flatMap((role) => PERMISSION_NAMES.map((act) => ({ role, act })));

  it.each(cases)('$role and $act', ({ role, act }) => {
    const isLimited = role === 'support' && act === 'payments.refund';
    const expected = ALLOWED[role].includes(act) ? 'yes' : isLimited ? 'limited' : 'no';
    expect(permissionOf(role, act)).toBe(expected);
  });

  it('is never an act of a company and one of the service at once', () => {
    for (const act of PERMISSION_NAMES) {
      const holders = ROLES.filter((role) => permissionOf(role, act) !== 'no');
      expect(holders).not.toEqual([]);
      expect(new Set(holders.map(isOfService)).size).toBe(1);
    }
  });
});
