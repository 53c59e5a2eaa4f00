/** Who a person of the dashboard is: of a company, or (`operator`) of the service itself. */
export const ROLES = ['owner', 'finance', 'support', 'developer', 'viewer', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** `limited`: up to a limit that the act knows, such as the amount of a refund. */
export type Permission = 'yes' | 'limited' | 'no';

type PermissionsOf<Roles extends readonly Role[]> = { readonly [Index in keyof Roles]: Permission };

/**
 * Decision: a viewer reads what happens to a company's money, not its people, keys or log. An
 * operator of the service looks after companies and providers, never in the name of one.
 */
const PERMISSIONS = {
  // Each row: owner, finance, support, developer, viewer, operator.
  'payments.read': ['yes', 'yes', 'yes', 'no', 'yes', 'no'],
  'payments.export': ['yes', 'yes', 'no', 'no', 'no', 'no'],
  'payments.refund': ['yes', 'yes', 'limited', 'no', 'no', 'no'],
  'pages.manage': ['yes', 'yes', 'no', 'no', 'no', 'no'],
  'customers.read': ['yes', 'yes', 'yes', 'no', 'no', 'no'],
  // Erasing who they are, for ever, which a buyer may ask of a company.
  'customers.erase': ['yes', 'no', 'no', 'no', 'no', 'no'],
  'payouts.read': ['yes', 'yes', 'no', 'no', 'yes', 'no'],
  'payouts.export': ['yes', 'yes', 'no', 'no', 'no', 'no'],
  'payouts.create': ['yes', 'yes', 'no', 'no', 'no', 'no'],
  'payouts.approve': ['yes', 'yes', 'no', 'no', 'no', 'no'],
  'balance.read': ['yes', 'yes', 'no', 'no', 'yes', 'no'],
  'balance.export': ['yes', 'yes', 'no', 'no', 'no', 'no'],
  'events.read': ['yes', 'no', 'yes', 'yes', 'yes', 'no'],
  'events.resend': ['yes', 'no', 'yes', 'yes', 'no', 'no'],
  'webhooks.manage': ['yes', 'no', 'no', 'yes', 'no', 'no'],
  'keys.manage': ['yes', 'no', 'no', 'yes', 'no', 'no'],
  'origins.manage': ['yes', 'no', 'no', 'yes', 'no', 'no'],
  'errors.read': ['yes', 'no', 'no', 'yes', 'no', 'no'],
  'account.read': ['yes', 'yes', 'yes', 'yes', 'yes', 'no'],
  'samples.create': ['yes', 'yes', 'no', 'yes', 'no', 'no'],
  'people.manage': ['yes', 'no', 'no', 'no', 'no', 'no'],
  'audit.read': ['yes', 'no', 'no', 'no', 'no', 'no'],
  'companies.manage': ['no', 'no', 'no', 'no', 'no', 'yes'],
  'providers.manage': ['no', 'no', 'no', 'no', 'no', 'yes'],
  'system.read': ['no', 'no', 'no', 'no', 'no', 'yes'],
  // To see one payment of any company, with a reason that its company reads.
  'system.support': ['no', 'no', 'no', 'no', 'no', 'yes'],
  // Settling what an operator alone can, such as a payment of too little.
  'system.settle': ['no', 'no', 'no', 'no', 'no', 'yes'],
  'audit.read-all': ['no', 'no', 'no', 'no', 'no', 'yes'],
} as const satisfies Readonly<Record<string, PermissionsOf<typeof ROLES>>>;

export type PermissionName = keyof typeof PERMISSIONS;
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as readonly PermissionName[];

export function permissionOf(role: Role, name: PermissionName): Permission {
  const permissions: readonly Permission[] = PERMISSIONS[name];
  return permissions[ROLES.indexOf(role)] ?? 'no';
}

export function isOfService(role: Role): boolean {
  return role === 'operator';
}
