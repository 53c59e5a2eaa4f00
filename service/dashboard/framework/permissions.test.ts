import { describe, expect, it } from 'vitest';
import { permissionOf, ROLES } from '../../domain/people/roles.ts';
import { opened } from '../../testing/opened.ts';
import { startTestDashboard } from '../../testing/test-dashboard.ts';
import { dashboardRoutes } from './routes.ts';
import type { DashboardServices } from './services.ts';

/** Only what the routes are is looked at here; none of them is run with these services. */
const ROUTES = dashboardRoutes({} as DashboardServices);
const GUARDED = ROUTES.filter(({ act }) => act !== 'anyone');

/** Every address by what it needs: `+` is a form that is sent, and `!` asks for a fresh proof as well. */
const NEEDS: Readonly<Record<string, string>> = {
  'signed-in': `
    / /account/passkeys !/account/passkeys/new !+/account/passkeys/new /account/passkeys/:passkey
    +/account/passkeys/:passkey/name !+/account/passkeys/:passkey/remove +/passkeys/prove /prove
    +/prove /account/security +/sign-out +/account/security/end-session
    +/account/security/end-other-sessions +/account/security/password !/account/security/app
    !+/account/security/app !+/account/security/remove-app !+/account/security/recovery-codes
  `,
  'account.read': '/account',
  'audit.read': '/audit',
  'audit.read-all': '/system/audit',
  'balance.export': '/balance/statement.csv',
  'balance.read': '/balance /balance/statement',
  'companies.manage': `
    /companies !+/companies /companies/:company !+/companies/:company/user-invite
    !+/companies/:company/company-set-kyc !+/companies/:company/company-block
    !+/companies/:company/company-unblock !+/companies/:company/company-set-methods
    !+/companies/:company/company-set-card !+/companies/:company/company-set-capabilities
    !+/companies/:company/company-set-consent-text !+/companies/:company/company-set-sub-merchant
    !+/companies/:company/company-set-installments !+/companies/:company/company-set-fees
    !+/companies/:company/company-set-reserve !+/companies/:company/company-set-payout-approval
    !+/companies/:company/company-set-webhook-schedule !+/companies/:company/company-set-origins
    !+/companies/:company/company-set-banks
  `,
  'customers.erase': `
    !/payments/:payin/customer !+/payments/:payin/customer/cards !+/payments/:payin/customer/erase
  `,
  'errors.read': '/integration/errors',
  'events.read': '/webhooks /webhooks/:event',
  'events.resend': `
    +/webhooks/resend /webhooks/undelivered +/webhooks/undelivered +/webhooks/:event/resend
  `,
  'keys.manage': `
    /integration !+/integration/keys /integration/keys/:key/revoke !+/integration/keys/:key/revoke
  `,
  'origins.manage': '+/integration/origins/add +/integration/origins/remove',
  'pages.manage': '/pages +/pages/new /pages/:page +/pages/:page/end',
  'payments.export': '/payments/export.csv',
  'payments.read': '/payments /payments/disputes /payments/:payin +/payments/:payin/look-up',
  'payments.refund': '!/payments/:payin/refund !+/payments/:payin/refund +/payments/:payin/cancel',
  'payouts.approve': '!+/payouts/:payout/approve !+/payouts/:payout/cancel',
  'payouts.create': `
    !/payouts/new !+/payouts/new !/payouts/batch +/payouts/batch !+/payouts/batch/confirm
  `,
  'payouts.export': '/payouts/export.csv',
  'payouts.read': '/payouts /payouts/:payout',
  'people.manage': `
    /people !/people/invite !+/people/invite !/people/:user !+/people/:user/role
    !+/people/:user/invitation !+/people/:user/remove
  `,
  'providers.manage': `
    !+/companies/:company/route-set !+/companies/:company/route-remove /providers /providers/new
    !+/providers/new !+/providers/route-set !+/providers/route-remove
    /providers/:company/:provider !+/providers/:company/:provider/:command
  `,
  'samples.create': '+/samples',
  'system.read': '/system +/system/ledger',
  'system.settle': `
    !+/system/orphans !+/system/underpaid !+/system/payin-dispute !+/system/payin-end-dispute
    !+/system/payin-return !+/system/payin-undo-return
  `,
  'system.support': '+/system/payin-support',
  'webhooks.manage': `
    /webhooks/test +/webhooks/test !/webhooks/receivers !+/webhooks/receivers/set
    !+/webhooks/receivers/remove /webhooks/secret !+/webhooks/secret/activate
    !+/webhooks/secret/rotate !+/webhooks/secret/deactivate
  `,
  anyone: `
    +/passkeys/sign-in /sign-in +/sign-in /sign-in/code +/sign-in/code /sign-in/enrol
    +/sign-in/enrol /invitations/:token /invitation +/invitation +/language
  `,
};

function addressOf(path: string): string {
  return path.replaceAll(/:\w+/g, 'x');
}

describe('every address of the dashboard', () => {
  const dashboard = opened(startTestDashboard);

  it('is there once', () => {
    const addresses = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(addresses).toEqual([...new Set(addresses)]);
    expect(GUARDED.length).toBeGreaterThan(2);
  });

  it('asks for what it is to, and for a fresh proof where it changes what matters', () => {
    const needs: Record<string, string[]> = {};
    for (const { act, method, path, isFresh } of ROUTES) {
      const sign = method === 'POST' ? '+' : '';
      needs[act] = [...(needs[act] ?? []), `${isFresh ? '!' : ''}${sign}${path}`];
    }
    const listed = Object.entries(NEEDS).map(([act, text]) => [act, text.trim().split(/\s+/)]);
    expect(needs).toEqual(Object.fromEntries(listed));
  });

  it('asks whoever is not signed in to sign in', async () => {
    const visitor = dashboard.visitor();
    for (const { method, path } of GUARDED) {
      const address = addressOf(path);
      const answer = await (method === 'GET' ? visitor.get(address) : visitor.post(address));
      const said = `${method} ${path}: ${answer.status} ${answer.location}`;
      expect(said).toContain(`${method} ${path}: 303 /sign-in?to=`);
    }
  });

  it.each(ROLES)('is closed to a role that it is not for: %s', async (role) => {
    const client = await dashboard.signIn(role);
    for (const { method, path, act } of GUARDED) {
      if (act === 'signed-in' || act === 'anyone' || permissionOf(role, act) !== 'no') continue;
      const address = addressOf(path);
      const answer = await (method === 'GET' ? client.get(address) : client.post(address));
      expect(`${method} ${path}: ${answer.status}`).toBe(`${method} ${path}: 403`);
      expect(answer.html).toContain('Sem permissão');
    }
  });

  it.each(ROLES)('that the menu offers can be opened: %s', async (role) => {
    const client = await dashboard.signIn(role);
    const { html } = await client.get('/');
    const entries = [...html.matchAll(/<li><a href="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(entries).toContain('/');
    for (const path of entries) {
      expect(`${path}: ${(await client.get(path)).status}`).toBe(`${path}: 200`);
    }
  });
});
