import type { FC } from 'hono/jsx';
import type { CheckoutConfig } from '../../../../contract/published-types.ts';
import { CREATE_KEY, listKeys, REVOKE_KEY } from '../../../acts/keys.ts';
import { ADD_ORIGIN, REMOVE_ORIGIN } from '../../../acts/origins.ts';
import { readCheckoutConfig } from '../../../domain/accounts/checkout-config.ts';
import { Copyable } from '../../framework/parts/copyable.tsx';
import { Way } from '../../framework/parts/form.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { pageWords } from '../../words/words.ts';
import { showErrors } from './errors-page.tsx';
import { createKey, Keys, revokeKey, showRevocation } from './keys.tsx';
import type { RefusedOrigin } from './origins.tsx';
import { addOrigin, Origins, removeOrigin } from './origins.tsx';

const WORDS = pageWords({
  page: ['Na sua página', 'In your page'],
  pageHint: [
    'Ponha a sua chave pública no lugar indicado: guardamos só um resumo dela, e por isso ela não está aqui.',
    'Put your public key where it says so: we keep only a hash of it, so it is not here.',
  ],
  publicKey: ['SUA_CHAVE_PUBLICA', 'YOUR_PUBLIC_KEY'],
  policy: ['Política de segurança da página', 'Security policy of the page'],
  policyHint: [
    'Some isto ao cabeçalho Content-Security-Policy da página que recebe o cartão:',
    'Add this to the Content-Security-Policy header of the page that takes the card:',
  ],
  direct: [
    'Para prepareCardPayment e handlePendingThreeDS na própria página:',
    'For prepareCardPayment and handlePendingThreeDS in the page itself:',
  ],
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

async function showIntegration(visit: Visit, services: DashboardServices, refused?: RefusedOrigin) {
  const text = WORDS[visit.language];
  const account = await services.accounts.find(visit.companyId);
  if (account === null) return visit.notFound();
  const keys = await listKeys(visit.companyId, services);
  const config = await readCheckoutConfig(account, services);
  return visit.page(
    text.integration,
    <>
      <Way to="/integration/errors">{text.apiErrors}</Way>
      <Keys visit={visit} keys={keys} />
      <Origins visit={visit} account={account} refused={refused} />
      <Snippets language={visit.language} addresses={services.addresses} config={config} />
    </>,
    { status: refused === undefined ? 200 : 400 },
  );
}

type Addresses = { baseUrl: string; checkoutUrl: string };

export const Snippets: FC<{
  language: Language;
  addresses: Addresses;
  config: CheckoutConfig;
}> = ({ language, addresses, config }) => {
  const text = WORDS[language];
  const { hosted, direct } = policiesOf(addresses, config);
  return (
    <>
      <section aria-labelledby="snippet">
        <h2 id="snippet">{text.page}</h2>
        <p>{text.pageHint}</p>
        <Copyable language={language}>{snippetOf(addresses, text.publicKey)}</Copyable>
      </section>
      <section aria-labelledby="policy">
        <h2 id="policy">{text.policy}</h2>
        <p>{text.policyHint}</p>
        <Copyable language={language}>{hosted}</Copyable>
        <p>{text.direct}</p>
        <Copyable language={language}>{direct}</Copyable>
      </section>
    </>
  );
};

function snippetOf({ baseUrl }: Addresses, publicKey: string): string {
  return `<div id="card"></div>
<script src="${baseUrl}/checkout/sdk/checkout-sdk.js"></script>
<script type="module">
  const client = CheckoutSDK.init({ publicKey: '${publicKey}', apiBaseUrl: '${baseUrl}' });
  const element = client.mountCardElement('#card', { amount, referenceId });
</script>`;
}

/** The directives that the sdk's `contentSecurityPolicy()` names for this account. */
function policiesOf(
  { baseUrl, checkoutUrl }: Addresses,
  config: Pick<CheckoutConfig, 'capabilities'>,
): { hosted: string; direct: string } {
  const api = new URL(baseUrl).origin;
  const checkout = new URL(checkoutUrl).origin;
  const { threeDS } = config.capabilities;
  const hosts =
    threeDS.enabled && 'hosts' in threeDS ? threeDS.hosts : { script: [], connect: [], frame: [] };
  const header = (directives: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(directives)
      .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
      .join(';\n');
  return {
    hosted: header({ 'script-src': [api], 'frame-src': [checkout], 'connect-src': [api] }),
    direct: header({
      'script-src': [api, ...hosts.script],
      'frame-src': [checkout, ...hosts.frame],
      'connect-src': [api, ...hosts.connect],
      'trusted-types': ['checkout-sdk'],
    }),
  };
}
