import type { Child, FC } from 'hono/jsx';
import type { PermissionName, Role } from '../../../domain/people/roles.ts';
import { permissionOf } from '../../../domain/people/roles.ts';
import { assetPath } from '../../../http/serve-asset.ts';
import type { WebAsset } from '../../../http/web-asset.ts';
import { LANGUAGES, pageWords, words } from '../../words/words.ts';
import type { Visit } from '../route.ts';
import { Form, Notice, Unfold } from './form.tsx';

const WORDS = words({
  product: ['Pagamentos', 'Payments'],
  skip: ['Ir para o conteúdo', 'Skip to the content'],
  pages: ['Páginas', 'Pages'],
  menu: ['Menu', 'Menu'],
  sandbox: ['Ambiente de testes', 'Sandbox'],
  signOut: ['Sair', 'Sign out'],
  language: ['Idioma', 'Language'],
  service: ['Operação do serviço', 'Running the service'],
});

const LANGUAGE_NAMES = { 'pt-BR': 'Português', en: 'English' };

type DocumentProps = {
  title: string;
  visit: Visit;
  mode: 'sandbox' | 'production';
  companyName: string | null;
  assets: ReadonlyMap<string, WebAsset>;
  notice: string | null;
  refreshSeconds: number | null;
  children?: Child;
};

export const Document: FC<DocumentProps> = (props) => {
  const { title, visit, assets, notice, refreshSeconds, children } = props;
  const text = WORDS[visit.language];
  const [styles, script] = [assets.get('dashboard.css'), assets.get('dashboard.js')];
  return (
    <html lang={visit.language}>
      <head>
        <meta charset="utf-8" />
        <title>{`${title} · ${text.product}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        {refreshSeconds === null ? null : (
          <noscript>
            <meta http-equiv="refresh" content={String(refreshSeconds)} />
          </noscript>
        )}
        {styles ? <link rel="stylesheet" href={assetPath('dashboard.css', styles)} /> : null}
        {script ? <script type="module" src={assetPath('dashboard.js', script)} /> : null}
      </head>
      <body class={visit.signedIn === null ? 'alone' : undefined}>
        <a class="skip" href="#content">
          {text.skip}
        </a>
        <Top {...props} />
        <main id="content" tabindex={-1}>
          {notice === null ? null : <Notice kind="good">{notice}</Notice>}
          <h1>{title}</h1>
          {children}
        </main>
        <Foot visit={visit} />
      </body>
    </html>
  );
};

const Top: FC<DocumentProps> = ({ visit, mode, companyName }) => {
  const text = WORDS[visit.language];
  const { signedIn } = visit;
  return (
    <header class="top">
      {signedIn === null ? null : <Unfold part="menu">{text.menu}</Unfold>}
      <div class="brand">
        <strong>{text.product}</strong>
        {mode === 'sandbox' ? <span class="badge warn">{text.sandbox}</span> : null}
      </div>
      {signedIn === null ? null : (
        <>
          <p class="whose">{visit.companyId === '' ? text.service : companyName}</p>
          <div id="menu" class="folded" popover="auto">
            <nav aria-label={text.pages}>
              <Menu visit={visit} />
            </nav>
            <div class="who">
              <a href="/account/security">{signedIn.user.name ?? signedIn.user.email}</a>
              <Form action="/sign-out" visit={visit}>
                <button class="quiet" type="submit">
                  {text.signOut}
                </button>
              </Form>
            </div>
          </div>
        </>
      )}
    </header>
  );
};

const Menu: FC<{ visit: Visit }> = ({ visit }) => {
  const current = entryOf(new URL(visit.request.url).pathname);
  return (
    <ul class="menu">
      {menuOf(visit.user.role).map((entry) => (
        <li>
          <a href={entry.path} aria-current={entry === current ? 'page' : undefined}>
            {MENU_NAMES[visit.language][entry.name]}
          </a>
        </li>
      ))}
    </ul>
  );
};

const Foot: FC<{ visit: Visit }> = ({ visit }) => (
  <footer class="foot">
    <Form action="/language" visit={visit} class="languages" label={WORDS[visit.language].language}>
      {LANGUAGES.map((language) => (
        <button
          class="quiet"
          type="submit"
          name="language"
          value={language}
          lang={language}
          aria-pressed={language === visit.language ? 'true' : 'false'}
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </Form>
  </footer>
);

type Entry = {
  path: string;
  act: PermissionName | 'signed-in';
  name: keyof (typeof MENU_NAMES)['en'];
};

/** The heading of most pages is their name here. */
const MENU_NAMES = pageWords({
  balance: ['Saldo e extrato', 'Balance'],
  providers: ['Provedores', 'Providers'],
});

const MENU: readonly Entry[] = [
  { path: '/', act: 'signed-in', name: 'home' },
  { path: '/payments', act: 'payments.read', name: 'payments' },
  { path: '/pages', act: 'pages.manage', name: 'paymentPages' },
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

export function menuOf(role: Role): readonly Entry[] {
  return MENU.filter(({ act }) => act === 'signed-in' || permissionOf(role, act) !== 'no');
}

function entryOf(path: string): Entry | undefined {
  return MENU.find((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
}
