import { CREATE_KEY, REVOKE_KEY } from '../../../acts/keys.ts';
import { ADD_ORIGIN, REMOVE_ORIGIN } from '../../../acts/origins.ts';
import { readCheckoutConfig } from '../../../domain/accounts/checkout-config.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { whoMay } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { words } from '../../words/words.ts';
import { showErrors } from './errors-page.tsx';
import { createKey, Keys, revokeKey, showRevocation } from './keys.tsx';
import type { RefusedOrigin } from './origins.tsx';
import { addOrigin, Origins, removeOrigin } from './origins.tsx';
import { Snippets } from './snippets.tsx';

const WORDS = words({
  title: ['Integração', 'Integration'],
  errors: ['Erros da API', 'API errors'],
});

/** What a developer needs: keys, origins, what goes into the page, and what the API refused. */
export function integrationPages(services: DashboardServices): readonly DashboardRoute[] {
  return [
    {
      method: 'GET',
      path: '/integration',
      act: 'keys.manage',
      run: (visit) => showIntegration(visit, services),
    },
    {
      method: 'POST',
      path: '/integration/keys',
      ...whoMay(CREATE_KEY),
      run: createKey,
    },
    {
      method: 'GET',
      path: '/integration/keys/:key/revoke',
      act: 'keys.manage',
      run: (visit) => showRevocation(visit, services),
    },
    {
      method: 'POST',
      path: '/integration/keys/:key/revoke',
      ...whoMay(REVOKE_KEY),
      run: (visit) => revokeKey(visit, services),
    },
    {
      method: 'POST',
      path: '/integration/origins/add',
      ...whoMay(ADD_ORIGIN),
      run: (visit) => addOrigin(visit, (refused) => showIntegration(visit, services, refused)),
    },
    {
      method: 'POST',
      path: '/integration/origins/remove',
      ...whoMay(REMOVE_ORIGIN),
      run: removeOrigin,
    },
    {
      method: 'GET',
      path: '/integration/errors',
      act: 'errors.read',
      run: (visit) => showErrors(visit, services),
    },
  ];
}

async function showIntegration(
  visit: Visit,
  services: DashboardServices,
  refused?: RefusedOrigin,
): Promise<Response> {
  const text = WORDS[visit.language];
  const account = await services.accounts.find(visit.companyId);
  if (account === null) return visit.notFound();
  const keys = await services.credentials.list(visit.companyId);
  const config = await readCheckoutConfig(account, services);
  return visit.page(
    text.title,
    <>
      <p class="actions">
        <a href="/integration/errors">{text.errors}</a>
      </p>
      <Keys visit={visit} keys={keys} />
      <Origins visit={visit} account={account} refused={refused} />
      <Snippets language={visit.language} addresses={services.addresses} config={config} />
    </>,
    { path: '/integration', ...(refused === undefined ? {} : { status: 400 as const }) },
  );
}
