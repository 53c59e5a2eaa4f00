import type { PermissionName, Role } from '../../domain/people/roles.ts';
import { permissionOf } from '../../domain/people/roles.ts';
import { pageWords } from '../words/words.ts';

type Entry = {
  path: string;
  act: PermissionName | 'signed-in';
  name: keyof (typeof MENU_NAMES)['en'];
};

export const MENU_NAMES = pageWords({
  home: ['Início', 'Home'],
  webhooks: ['Webhooks', 'Webhooks'],
  integration: ['Integração', 'Integration'],
  payouts: ['Saques', 'Payouts'],
  balance: ['Saldo e extrato', 'Balance'],
  payments: ['Pagamentos', 'Payments'],
  companies: ['Contas', 'Companies'],
  providers: ['Provedores', 'Providers'],
  system: ['Sistema', 'System'],
  audit: ['Auditoria', 'Audit'],
  people: ['Pessoas', 'People'],
});

/** In the order they are shown. */
const MENU: readonly Entry[] = [
  { path: '/', act: 'signed-in', name: 'home' },
  { path: '/payments', act: 'payments.read', name: 'payments' },
  { path: '/payouts', act: 'payouts.read', name: 'payouts' },
  { path: '/balance', act: 'balance.read', name: 'balance' },
  { path: '/webhooks', act: 'events.read', name: 'webhooks' },
  { path: '/integration', act: 'keys.manage', name: 'integration' },
  { path: '/people', act: 'people.manage', name: 'people' },
  { path: '/audit', act: 'audit.read', name: 'audit' },
  { path: '/account', act: 'account.read', name: 'account' },
  { path: '/companies', act: 'companies.manage', name: 'companies' },
  { path: '/providers', act: 'providers.manage', name: 'providers' },
  { path: '/system/audit', act: 'audit.read-all', name: 'audit' },
  { path: '/system', act: 'system.read', name: 'system' },
];

/** The entries that somebody of this role may open. */
export function menuOf(role: Role): readonly Entry[] {
  return MENU.filter(({ act }) => act === 'signed-in' || permissionOf(role, act) !== 'no');
}

/** The entry whose page, or a page below it, is at a path. */
export function entryOf(path: string): Entry | undefined {
  return MENU.find((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
}
