import { describe, expect, it } from 'vitest';
import { ACTS } from '../../acts/acts.ts';
import { INVITE_OWNER } from '../../acts/users.ts';
import { dashboardRoutes } from './routes.ts';
import type { DashboardServices } from './services.ts';

/** Only what the routes are is looked at here; none of them is run with these services. */
const ROUTES = new Map(
  dashboardRoutes({} as DashboardServices).map((route) => [`${route.method} ${route.path}`, route]),
);

/** Where somebody does in the dashboard what a command does, or sees what it shows. */
const PAGES: Readonly<Record<string, string>> = {
  'company create': 'POST /companies',
  'company list': 'GET /companies',
  'company show': 'GET /companies/:company',
  'company set-kyc': 'POST /companies/:company/company-set-kyc',
  'company block': 'POST /companies/:company/company-block',
  'company unblock': 'POST /companies/:company/company-unblock',
  'company set-methods': 'POST /companies/:company/company-set-methods',
  'company set-card': 'POST /companies/:company/company-set-card',
  'company set-capabilities': 'POST /companies/:company/company-set-capabilities',
  'company set-consent-text': 'POST /companies/:company/company-set-consent-text',
  'company set-sub-merchant': 'POST /companies/:company/company-set-sub-merchant',
  'company set-installments': 'POST /companies/:company/company-set-installments',
  'company set-fees': 'POST /companies/:company/company-set-fees',
  'company set-reserve': 'POST /companies/:company/company-set-reserve',
  'company set-webhook-schedule': 'POST /companies/:company/company-set-webhook-schedule',
  'company set-payout-approval': 'POST /companies/:company/company-set-payout-approval',
  'company set-origins': 'POST /companies/:company/company-set-origins',
  'company add-origin': 'POST /integration/origins/add',
  'company remove-origin': 'POST /integration/origins/remove',
  'company set-banks': 'POST /companies/:company/company-set-banks',
  'key create': 'POST /integration/keys',
  'key list': 'GET /integration',
  'key revoke': 'POST /integration/keys/:key/revoke',
  'user invite': 'POST /people/invite',
  'user renew-invitation': 'POST /people/:user/invitation',
  'user list': 'GET /people',
  'user set-role': 'POST /people/:user/role',
  'user remove': 'POST /people/:user/remove',
  'provider add': 'POST /providers/new',
  'provider rotate': 'POST /providers/:company/:provider/:command',
  'provider test': 'POST /providers/:company/:provider/:command',
  'provider connect': 'POST /providers/:company/:provider/:command',
  'provider list': 'GET /providers',
  'provider remove': 'POST /providers/:company/:provider/:command',
  'route set': 'POST /companies/:company/route-set',
  'route list': 'GET /companies/:company',
  'receivable list': 'GET /companies/:company',
  'route remove': 'POST /companies/:company/route-remove',
  'payin list': 'GET /payments',
  'payments export': 'GET /payments/export.csv',
  'event list': 'GET /webhooks',
  'payin show': 'GET /payments/:payin',
  'payin support': 'POST /system/payin-support',
  'payin cancel': 'POST /payments/:payin/cancel',
  'payin look-up': 'POST /payments/:payin/look-up',
  'payin dispute': 'POST /system/payin-dispute',
  'payin end-dispute': 'POST /system/payin-end-dispute',
  'payin return': 'POST /system/payin-return',
  'payin undo-return': 'POST /system/payin-undo-return',
  'orphan list': 'GET /system',
  'orphan mark-returned': 'POST /system/orphans',
  'underpaid list': 'GET /system',
  'underpaid return': 'POST /system/underpaid',
  'refund list': 'GET /payments/:payin',
  'refund create': 'POST /payments/:payin/refund',
  'payout list': 'GET /payouts',
  'payouts export': 'GET /payouts/export.csv',
  'page make': 'POST /pages/new',
  'page end': 'POST /pages/:page/end',
  'payout create': 'POST /payouts/new',
  'payout approve': 'POST /payouts/:payout/approve',
  'payout cancel': 'POST /payouts/:payout/cancel',
  'balance show': 'GET /balance',
  'statement show': 'GET /balance/statement',
  'statement export': 'GET /balance/statement.csv',
  reconcile: 'POST /system/ledger',
  'signing activate': 'POST /webhooks/secret/activate',
  'signing rotate': 'POST /webhooks/secret/rotate',
  'signing deactivate': 'POST /webhooks/secret/deactivate',
  'receiver list': 'GET /webhooks/receivers',
  'receiver set': 'POST /webhooks/receivers/set',
  'receiver remove': 'POST /webhooks/receivers/remove',
  'event undelivered': 'GET /webhooks/undelivered',
  'event resend': 'POST /webhooks/resend',
  'event test': 'POST /webhooks/test',
  'card delete': 'POST /payments/:payin/customer/cards',
  'customer erase': 'POST /payments/:payin/customer/erase',
  'kek status': 'GET /system',
  'audit list': 'GET /system/audit',
};

/** Why a command has no page. */
const COMMAND_LINE_ALONE: Readonly<Record<string, string>> = {
  'card list-without-consent': 'once, for cards from before anybody was asked',
  'card end-without-consent': 'once, for cards from before anybody was asked',
  'customer export': 'what a person asks of whoever runs the service, all of it in the clear',
  'payin find': 'looks through all companies at once, and by who paid',
  'refund record':
    'records what an operator has given back at the acquirer; here a provider is asked for it',
  'kek rotate': 'is of the whole service, and goes with a new key in its environment',
  'database distribute': 'is of the machines of the database, and done once for all companies',
  backup: 'writes a file on the machine of the service',
  'settlement import': 'reads a file on the machine of the service, of all companies',
  'provider prove': 'reads a file on the machine of the service',
  'provider reconcile': 'asks a provider for all of its payments of a month, of all companies',
  restore: 'reads a file on the machine of the service, into an empty database',
};

describe('what people do', () => {
  const acts = ACTS.filter((act) => act !== INVITE_OWNER);

  it.each(acts)('$command has a page, or a reason to have none', ({ command, permission }) => {
    const page = PAGES[command];
    const reason = COMMAND_LINE_ALONE[command];
    expect([page, reason].filter((one) => one !== undefined)).toHaveLength(1);
    expect(reason === undefined).toBe(permission !== null);
    if (page !== undefined) expect([...ROUTES.keys()]).toContain(page);
  });

  it.each(acts.filter(({ isChange, permission }) => isChange && permission !== null))(
    '$command is open to those who may do it, with a proof where it needs one',
    ({ command, permission, needsFreshProof }) => {
      const route = ROUTES.get(PAGES[command] ?? '');
      expect([route?.act, route?.isFresh]).toEqual([permission, needsFreshProof]);
    },
  );

  it('is told of nothing that is not there', () => {
    const names: string[] = acts.map(({ command }) => command);
    const told = [...Object.keys(PAGES), ...Object.keys(COMMAND_LINE_ALONE)];
    expect(told.filter((name) => !names.includes(name))).toEqual([]);
  });
});
