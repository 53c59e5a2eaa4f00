import { accountPages } from '../pages/account/account.tsx';
import { auditPages } from '../pages/audit/audit.tsx';
import { balancePages } from '../pages/balance/balance-pages.ts';
import { homePages } from '../pages/home/home.tsx';
import { integrationPages } from '../pages/integration/integration.tsx';
import { companyPages } from '../pages/operator/companies.tsx';
import { providerPages } from '../pages/operator/providers.tsx';
import { systemPages } from '../pages/operator/system.tsx';
import { passkeyPages } from '../pages/passkeys/passkeys.tsx';
import { paymentPages } from '../pages/payments/payments.ts';
import { payoutPages } from '../pages/payouts/payout-pages.ts';
import { peoplePages } from '../pages/people/people.tsx';
import { signInPages } from '../pages/sign-in/sign-in.ts';
import { webhooksPages } from '../pages/webhooks/webhooks.tsx';
import { languagePages } from './language.ts';
import type { DashboardRoute } from './route.ts';
import type { DashboardServices } from './services.ts';

/** Every address of the dashboard. */
export function dashboardRoutes(services: DashboardServices): readonly DashboardRoute[] {
  return [
    ...homePages(services),
    ...peoplePages(services),
    ...payoutPages(services),
    ...balancePages(services),
    ...passkeyPages(services),
    ...auditPages(services),
    ...accountPages(services),
    ...webhooksPages(services),
    ...companyPages(services),
    ...providerPages(),
    ...systemPages(services),
    ...paymentPages(services),
    ...signInPages(services),
    ...integrationPages(services),
    ...languagePages(),
  ];
}
