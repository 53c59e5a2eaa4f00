import { accountPages } from './account/account.tsx';
import { auditPages } from './audit/audit.tsx';
import { balancePages } from './balance/balance-pages.ts';
import { homePages } from './home/home.tsx';
import { integrationPages } from './integration/integration.tsx';
import { languagePages } from './language.ts';
import { companyPages } from './operator/companies.tsx';
import { providerPages } from './operator/providers.tsx';
import { systemPages } from './operator/system.tsx';
import { passkeyPages } from './passkeys/passkeys.tsx';
import { paymentPages } from './payments/payments.ts';
import { payoutPages } from './payouts/payout-pages.ts';
import { peoplePages } from './people/people.tsx';
import type { DashboardRoute } from './route.ts';
import type { DashboardServices } from './services.ts';
import { signInPages } from './sign-in/sign-in.ts';
import { webhooksPages } from './webhooks/webhooks.tsx';

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
