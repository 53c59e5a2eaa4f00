import type { FC } from 'hono/jsx';
import type { Session } from '../../../domain/people/session.ts';
import type { SecondFactors } from '../../../domain/people/sign-in.ts';
import { ActCard, ButtonLink, Form, SubmitButton } from '../../framework/parts/form.tsx';
import { Moment, StateBadge, Table } from '../../framework/parts/table.tsx';
import type { Visit } from '../../framework/route.ts';
import type { Language } from '../../words/words.ts';
import { pageWords, words } from '../../words/words.ts';
import type { NewPasswordFault } from './sign-in-fields.tsx';
import { NewPasswordFields, PasswordField } from './sign-in-fields.tsx';

export const SECURITY_WORDS = pageWords({
  title: ['Segurança', 'Security'],
  sessions: ['Onde você entrou', 'Where you are signed in'],
  browser: ['Navegador', 'Browser'],
  thisOne: ['Esta sessão', 'This session'],
  end: ['Encerrar', 'End'],
  endOthers: ['Encerrar todas as outras', 'End all others'],
  sessionEnded: ['A sessão foi encerrada.', 'The session was ended.'],
  sessionsEnded: ['As outras sessões foram encerradas.', 'The other sessions were ended.'],
  changePassword: ['Trocar a senha', 'Change the password'],
  changeIntro: [
    'As outras sessões se encerram quando a senha muda.',
    'The other sessions end when the password changes.',
  ],
  oldPassword: ['Senha atual', 'Current password'],
  newPassword: ['Senha nova', 'New password'],
  wrongPassword: ['A senha atual não confere.', 'The current password is wrong.'],
  passwordChanged: [
    'A senha foi trocada, e as outras sessões foram encerradas.',
    'The password was changed, and the other sessions were ended.',
  ],
  passkeysIntro: [
    'Entre com o dedo, o rosto ou o PIN do aparelho. Chaves que você tem:',
    'Sign in by a finger, a face or the PIN of the device. Passkeys that you have:',
  ],
  seePasskeys: ['Ver chaves de acesso', 'See passkeys'],
  app: ['Aplicativo autenticador', 'Authenticator app'],
  hasApp: ['Um aplicativo está ligado à sua conta.', 'An app belongs to your account.'],
  hasNoApp: ['Nenhum aplicativo está ligado à sua conta.', 'No app belongs to your account.'],
  newApp: ['Ligar outro aplicativo', 'Use another app'],
  removeApp: ['Desligar o aplicativo', 'Remove the app'],
  appRemoved: ['O aplicativo foi desligado.', 'The app was removed.'],
  codes: ['Códigos de recuperação', 'Recovery codes'],
  codesLeft: ['Códigos que ainda valem:', 'Codes that still count:'],
  newCodes: ['Criar códigos novos', 'Make new codes'],
  newCodesHint: ['Os de antes deixam de valer.', 'Those of before no longer count.'],
});

export type PasswordFault = 'wrongPassword' | NewPasswordFault;

export const Security: FC<{
  visit: Visit;
  sessions: readonly Session[];
  factors: SecondFactors;
  fault: PasswordFault | undefined;
}> = ({ visit, sessions, factors, fault }) => (
  <>
    <Sessions visit={visit} sessions={sessions} />
    <Password visit={visit} fault={fault} />
    <Passkeys visit={visit} factors={factors} />
    <App visit={visit} factors={factors} />
    <Codes visit={visit} factors={factors} />
  </>
);

const Sessions: FC<{ visit: Visit; sessions: readonly Session[] }> = ({ visit, sessions }) => {
  const text = SECURITY_WORDS[visit.language];
  const columns = [text.browser, text.address, text.since, text.lastUsed, text.act];
  return (
    <section class="card sessions">
      <h2>{text.sessions}</h2>
      <Table
        caption={text.sessions}
        columns={columns}
        rows={sessions.map((session) => [
          browserName(session.userAgent, visit.language),
          session.address,
          <Moment at={session.startedAt} language={visit.language} />,
          <Moment at={session.seenAt} language={visit.language} />,
          session.id === visit.session.id ? (
            <StateBadge kind="good">{text.thisOne}</StateBadge>
          ) : (
            <Form action="/account/security/end-session" visit={visit}>
              <input type="hidden" name="id" value={session.id} />
              <SubmitButton kind="quiet">{text.end}</SubmitButton>
            </Form>
          ),
        ])}
      />
      {sessions.length < 2 ? null : (
        <Form action="/account/security/end-other-sessions" visit={visit} class="actions">
          <SubmitButton kind="danger">{text.endOthers}</SubmitButton>
        </Form>
      )}
    </section>
  );
};

const Password: FC<{ visit: Visit; fault: PasswordFault | undefined }> = ({ visit, fault }) => {
  const text = SECURITY_WORDS[visit.language];
  return (
    <ActCard
      title={text.changePassword}
      text={text.changeIntro}
      action="/account/security/password"
      visit={visit}
    >
      <PasswordField
        name="old"
        label={text.oldPassword}
        error={fault === 'wrongPassword' ? text.wrongPassword : undefined}
      />
      <NewPasswordFields
        label={text.newPassword}
        language={visit.language}
        fault={fault === 'wrongPassword' ? undefined : fault}
      />
    </ActCard>
  );
};

const Passkeys: FC<{ visit: Visit; factors: SecondFactors }> = ({ visit, factors }) => {
  const text = SECURITY_WORDS[visit.language];
  return (
    <section class="card">
      <h2>{text.passkeys}</h2>
      <p>{`${text.passkeysIntro} ${factors.passkeys}`}</p>
      <p class="actions">
        <ButtonLink to="/account/passkeys">{text.seePasskeys}</ButtonLink>
      </p>
    </section>
  );
};

const App: FC<{ visit: Visit; factors: SecondFactors }> = ({ visit, factors }) => {
  const text = SECURITY_WORDS[visit.language];
  return (
    <section class="card">
      <h2>{text.app}</h2>
      <p>{factors.hasTotp ? text.hasApp : text.hasNoApp}</p>
      <div class="actions">
        <ButtonLink to="/account/security/app">{text.newApp}</ButtonLink>
        {factors.hasTotp && factors.passkeys > 0 ? (
          <Form action="/account/security/remove-app" visit={visit}>
            <SubmitButton kind="danger">{text.removeApp}</SubmitButton>
          </Form>
        ) : null}
      </div>
    </section>
  );
};

const Codes: FC<{ visit: Visit; factors: SecondFactors }> = ({ visit, factors }) => {
  const text = SECURITY_WORDS[visit.language];
  return (
    <section class="card">
      <h2>{text.codes}</h2>
      <p>{`${text.codesLeft} ${factors.recoveryCodes}`}</p>
      <Form action="/account/security/recovery-codes" visit={visit}>
        <SubmitButton>{text.newCodes}</SubmitButton>
        <p class="hint">{text.newCodesHint}</p>
      </Form>
    </section>
  );
};

/**
 * The first that fits: nearly every browser says that it is Chrome or Safari as well. Written by
 * hand, since a list of all browsers is long and what helps is to tell one's own sessions apart.
 */
const BROWSERS: readonly { name: string; pattern: RegExp }[] = [
  { name: 'Edge', pattern: /\bEdg(?:e|A|iOS)?\// },
  { name: 'Opera', pattern: /\bOP(?:R|T|X)\// },
  { name: 'Samsung Internet', pattern: /\bSamsungBrowser\// },
  { name: 'Firefox', pattern: /\b(?:Firefox|FxiOS)\// },
  { name: 'DuckDuckGo', pattern: /\b(?:DuckDuckGo|Ddg)\// },
  // Not `HeadlessChrome/`, which is no person's browser.
  { name: 'Chrome', pattern: /\b(?:Chrome|CriOS)\// },
  { name: 'Safari', pattern: /\((?:Macintosh|iPhone|iPad|iPod)\b.*\bVersion\/.*\bSafari\// },
];

/** Android says that it is Linux, too. An iPad that asks for pages of a desktop says that it is a Mac. */
const SYSTEMS: readonly { name: string; pattern: RegExp }[] = [
  { name: 'iPhone', pattern: /\(iPhone\b/ },
  { name: 'iPad', pattern: /\(iPad\b/ },
  { name: 'Android', pattern: /\bAndroid\b/ },
  { name: 'Windows', pattern: /\bWindows NT\b/ },
  { name: 'ChromeOS', pattern: /\bCrOS\b/ },
  { name: 'Mac', pattern: /\bMacintosh\b/ },
  { name: 'Linux', pattern: /\bLinux\b/ },
];

const WORDS = words({
  unknown: ['Navegador desconhecido', 'Unknown browser'],
  on: [
    (browser: string, system: string) => `${browser} no ${system}`,
    (browser: string, system: string) => `${browser} on ${system}`,
  ],
});

/** Anybody can send any `User-Agent`: it proves nothing. */
export function browserName(userAgent: string, language: Language): string {
  const text = WORDS[language];
  const browser = BROWSERS.find(({ pattern }) => pattern.test(userAgent));
  if (browser === undefined) return text.unknown;
  const system = SYSTEMS.find(({ pattern }) => pattern.test(userAgent));
  return system === undefined ? browser.name : text.on(browser.name, system.name);
}
