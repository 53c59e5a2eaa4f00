import { ACCOUNT_PAGES } from '../pages/account/account.tsx';
import { AUDIT_PAGES } from '../pages/audit/audit.tsx';
import { BALANCE_PAGES } from '../pages/balance/balance.tsx';
import { homePages } from '../pages/home/home.tsx';
import { INTEGRATION_PAGES } from '../pages/integration/integration.tsx';
import { COMPANY_PAGES } from '../pages/operator/companies.tsx';
import { PROVIDER_PAGES } from '../pages/operator/providers.tsx';
import { SYSTEM_PAGES } from '../pages/operator/system.tsx';
import { ADD_PASSKEY_PAGES } from '../pages/passkeys/add.tsx';
import { ONE_PASSKEY_PAGES, PASSKEY_PAGES } from '../pages/passkeys/passkeys.tsx';
import { PASSKEY_USES } from '../pages/passkeys/use.ts';
import { PAGES_OF_PAYMENT } from '../pages/payment-pages/payment-pages.tsx';
import { PAYMENT_PAGES } from '../pages/payments/payments.ts';
import { PAYOUT_PAGES } from '../pages/payouts/payout-pages.ts';
import { INVITE_PAGES } from '../pages/people/invite.tsx';
import { PEOPLE_PAGES } from '../pages/people/people.tsx';
import { PERSON_PAGES } from '../pages/people/person.tsx';
import { INVITATION_PAGES } from '../pages/sign-in/invitation.tsx';
import { PASSWORD_PAGES } from '../pages/sign-in/password-page.tsx';
import { PROVE_PAGES } from '../pages/sign-in/prove.tsx';
import { PUBLISHED_PAGES } from '../pages/sign-in/published-people.tsx';
import { SECOND_PAGES } from '../pages/sign-in/second-page.tsx';
import { SECURITY_PAGES } from '../pages/sign-in/security.tsx';
import { WEBHOOKS_PAGES } from '../pages/webhooks/webhooks.tsx';
import { isLanguage } from '../words/words.ts';
import { backPath } from './back-path.ts';
import type { DashboardRoute } from './route.ts';
import { post } from './route.ts';
import type { DashboardServices } from './services.ts';

export function dashboardRoutes(services: DashboardServices): readonly DashboardRoute[] {
  return [
    ...homePages(services),
    ...PEOPLE_PAGES,
    ...INVITE_PAGES,
    ...PERSON_PAGES,
    ...PAYOUT_PAGES,
    ...BALANCE_PAGES,
    ...PASSKEY_PAGES,
    ...ADD_PASSKEY_PAGES,
    ...ONE_PASSKEY_PAGES,
    ...PASSKEY_USES,
    ...AUDIT_PAGES,
    ...ACCOUNT_PAGES,
    ...WEBHOOKS_PAGES,
    ...COMPANY_PAGES,
    ...PROVIDER_PAGES,
    ...SYSTEM_PAGES,
    ...PAYMENT_PAGES,
    ...PAGES_OF_PAYMENT,
    ...PASSWORD_PAGES,
    ...SECOND_PAGES,
    ...(services.mode === 'sandbox' ? PUBLISHED_PAGES : []),
    ...INVITATION_PAGES,
    ...PROVE_PAGES,
    ...SECURITY_PAGES,
    ...INTEGRATION_PAGES,
    ...LANGUAGE_PAGES,
  ];
}

const LANGUAGE_PAGES: readonly DashboardRoute[] = [
  post('/language', 'anyone', async (visit) => {
    const { language } = visit.form;
    if (isLanguage(language)) visit.cookies.write('language', language);
    return visit.redirect(backPath(visit.request));
  }),
];

/**
 * The addresses that forms are sent to and no page is at. What a form is answered with may stand
 * there, such as why it was refused: whoever loads that again, or comes back to it from another
 * language, the sign-in or a fresh proof, is led to the page above it, and nothing is sent.
 */
export function pagesAbove(routes: readonly DashboardRoute[]): readonly DashboardRoute[] {
  const pages = routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  return routes
    .filter(({ method, path }) => method === 'POST' && !pages.includes(path))
    .map(({ path }): DashboardRoute => {
      const depth = depthOf(path, pages);
      return {
        method: 'GET',
        path,
        act: 'anyone',
        run: async (visit) => {
          const { pathname, search } = new URL(visit.request.url);
          return visit.redirect(`${firstOf(pathname, depth)}${search}`);
        },
      };
    });
}

/** Counts the parts of a path's longest beginning that a page is at. */
function depthOf(path: string, pages: readonly string[]): number {
  let depth = path.split('/').length - 1;
  while (depth > 1 && !pages.includes(firstOf(path, depth))) depth -= 1;
  return depth;
}

function firstOf(path: string, depth: number): string {
  return path.split('/').slice(0, depth).join('/') || '/';
}
