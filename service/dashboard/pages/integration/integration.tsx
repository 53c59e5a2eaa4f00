import { CREATE_KEY, REVOKE_KEY } from '../../../acts/keys.ts';
import { ADD_ORIGIN, REMOVE_ORIGIN } from '../../../acts/origins.ts';
import { readCheckoutConfig } from '../../../domain/accounts/checkout-config.ts';
import { Way } from '../../framework/parts/form.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
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

export const INTEGRATION_PAGES: readonly DashboardRoute[] = [
  get('/integration', 'keys.manage', showIntegration),
  post('/integration/keys', CREATE_KEY, createKey),
  get('/integration/keys/:key/revoke', 'keys.manage', showRevocation),
  post('/integration/keys/:key/revoke', REVOKE_KEY, revokeKey),
  post('/integration/origins/add', ADD_ORIGIN, (visit, services) =>
    addOrigin(visit, (refused) => showIntegration(visit, services, refused)),
  ),
  post('/integration/origins/remove', REMOVE_ORIGIN, removeOrigin),
  get('/integration/errors', 'errors.read', showErrors),
];

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
      <Way to="/integration/errors">{text.errors}</Way>
      <Keys visit={visit} keys={keys} />
      <Origins visit={visit} account={account} refused={refused} />
      <Snippets language={visit.language} addresses={services.addresses} config={config} />
    </>,
    { status: refused === undefined ? 200 : 400 },
  );
}
