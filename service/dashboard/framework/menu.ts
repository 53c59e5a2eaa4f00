import type { PermissionName, Role } from '../../domain/people/roles.ts';
import { permissionOf } from '../../domain/people/roles.ts';
import { words } from '../words/words.ts';

type Entry = {
  path: string;
  act: PermissionName | 'signed-in';
  name: keyof (typeof MENU_NAMES)['en'];
};

export const MENU_NAMES = words({
  'pt-BR': {
    home: 'Início',
    webhooks: 'Webhooks',
    integration: 'Integração',
    payouts: 'Saques',
    balance: 'Saldo e extrato',
    payments: 'Pagamentos',
    account: 'Conta',
    companies: 'Contas',
    providers: 'Provedores',
    system: 'Sistema',
    audit: 'Auditoria',
    people: 'Pessoas',
  },
  en: {
    home: 'Home',
    webhooks: 'Webhooks',
    integration: 'Integration',
    payouts: 'Payouts',
    balance: 'Balance',
    payments: 'Payments',
    account: 'Account',
    companies: 'Companies',
    providers: 'Providers',
    system: 'System',
    audit: 'Audit',
    people: 'People',
  },
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
