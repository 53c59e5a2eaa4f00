import type { FC } from 'hono/jsx';
import type { Session } from '../../../domain/people/session.ts';
import type { SecondFactors } from '../../../domain/people/sign-in.ts';
import { ActCard, ButtonLink, Form, SubmitButton } from '../../framework/parts/form.tsx';
import { Moment, StateBadge, Table } from '../../framework/parts/table.tsx';
import type { Visit } from '../../framework/route.ts';
import { browserName } from './browser-name.ts';
import { SECURITY_WORDS } from './security-words.ts';
import type { NewPasswordFault } from './sign-in-fields.tsx';
import { NewPasswordFields, PasswordField } from './sign-in-fields.tsx';

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
  const columns = [text.browser, text.from, text.since, text.seen, text.act];
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
