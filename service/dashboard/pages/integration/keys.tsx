import type { FC } from 'hono/jsx';
import type { ListedKey } from '../../../acts/keys.ts';
import { CREATE_KEY, isLeftBehind, mayGive, REVOKE_KEY } from '../../../acts/keys.ts';
import type { StoredCredential } from '../../../domain/accounts/credential.ts';
import { keyIdOf } from '../../../domain/accounts/credential.ts';
import { KEY_SCOPES } from '../../../domain/accounts/key-scope.ts';
import { Copyable } from '../../framework/parts/copyable.tsx';
import { ButtonLink, Form, Notice, SubmitButton } from '../../framework/parts/form.tsx';
import { Moment, StateBadge, Table } from '../../framework/parts/table.tsx';
import { moment } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { pageWords } from '../../words/words.ts';

const WORDS = pageWords({
  keys: ['Chaves', 'Keys'],
  intro: [
    'Cada par tem uma chave pública, para a página, e uma secreta, só para o seu servidor. Guardamos apenas resumos delas: nenhuma pode ser mostrada de novo.',
    'Each pair has a public key, for the page, and a secret one, for your server alone. We keep only hashes of them: none can be shown again.',
  ],
  may: ['Pode', 'May'],
  scopes: {
    charge: ['cobrar', 'charge'],
    refund: ['reembolsar', 'refund'],
    payout: ['sacar', 'pay out'],
    read: ['consultar', 'read'],
  },
  none: [
    'Marque ao menos uma coisa que a chave pode fazer.',
    'Choose at least one thing that the key may do.',
  ],
  by: ['Criada por', 'Made by'],
  removed: ['Pessoa removida', 'Removed person'],
  leftBehind: [
    'Há chaves de pessoas que foram removidas, e elas ainda funcionam: revogue-as.',
    'There are keys of people who were removed, and they still work: revoke them.',
  ],
  createdAt: ['Criada em', 'Created at'],
  never: ['nunca', 'never'],
  active: ['Em uso', 'In use'],
  revoked: [(at: string) => `Revogada em ${at}`, (at: string) => `Revoked at ${at}`],
  create: ['Criar um par de chaves', 'Create a key pair'],
  created: ['Novo par de chaves', 'New key pair'],
  once: [
    'Copie agora a chave secreta: ela não pode ser mostrada de novo.',
    'Copy the secret key now: it cannot be shown again.',
  ],
  publicKey: ['Chave pública', 'Public key'],
  secretKey: ['Chave secreta', 'Secret key'],
  revoke: ['Revogar', 'Revoke'],
  revokeTitle: [(key: string) => `Revogar ${key}`, (key: string) => `Revoke ${key}`],
  revokeHint: [
    'Tudo o que usa este par para de funcionar agora, e para sempre.',
    'Everything that uses this pair stops working now, and for ever.',
  ],
  lastUsedAt: [
    (at: string) => `Este par foi usado pela última vez em ${at}.`,
    (at: string) => `This pair was used last at ${at}.`,
  ],
  neverUsed: ['Este par nunca foi usado.', 'This pair was never used.'],
  sure: ['Revogar para sempre', 'Revoke for ever'],
  cancel: ['Não revogar', 'Do not revoke'],
  gone: [(key: string) => `${key} foi revogada.`, (key: string) => `${key} was revoked.`],
});

const COLUMNS = ['key', 'may', 'by', 'state', 'createdAt', 'lastUsed', 'act'] as const;

export const Keys: FC<{ visit: Visit; keys: readonly ListedKey[] }> = ({ visit, keys }) => {
  const { language } = visit;
  const text = WORDS[language];
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{text.keys}</h2>
      <p>{text.intro}</p>
      {keys.some(isLeftBehind) ? <Notice kind="warn">{text.leftBehind}</Notice> : null}
      {keys.length === 0 ? null : (
        <Table
          caption={text.keys}
          columns={COLUMNS.map((column) => text[column])}
          rows={[...keys].reverse().map((key) => [
            <code>{keyIdOf(key)}</code>,
            key.scopes.map((scope) => text.scopes[scope]).join(', '),
            key.maker === null ? '–' : (key.maker.name ?? text.removed),
            <KeyState revokedAt={key.revokedAt} language={language} />,
            <Moment at={key.createdAt} language={language} />,
            key.lastUsedAt === null ? (
              text.never
            ) : (
              <Moment at={key.lastUsedAt} language={language} />
            ),
            key.revokedAt === null ? (
              <a
                href={`/integration/keys/${keyIdOf(key)}/revoke`}
                aria-label={`${text.revoke} ${keyIdOf(key)}`}
              >
                {text.revoke}
              </a>
            ) : (
              '–'
            ),
          ])}
        />
      )}
      <Form action="/integration/keys" visit={visit} class="actions">
        <fieldset class="many">
          <legend>{text.may}</legend>
          {KEY_SCOPES.filter((scope) => mayGive(visit.user.role, scope)).map((scope) => (
            <label>
              <input type="checkbox" name="scope" value={scope} checked /> {text.scopes[scope]}
            </label>
          ))}
        </fieldset>
        <SubmitButton>{text.create}</SubmitButton>
      </Form>
    </section>
  );
};

const KeyState: FC<{ revokedAt: Date | null; language: Language }> = ({ revokedAt, language }) =>
  revokedAt === null ? (
    <StateBadge kind="good">{WORDS[language].active}</StateBadge>
  ) : (
    <StateBadge kind="plain">{WORDS[language].revoked(moment(revokedAt, language))}</StateBadge>
  );

/** The form itself is answered: the secret key is in no address and on no second page. */
export async function createKey(visit: Visit): Promise<Response> {
  const text = WORDS[visit.language];
  const scopes = KEY_SCOPES.filter((scope) => visit.formAll('scope').includes(scope));
  if (scopes.length === 0) {
    const body = (
      <>
        <Notice kind="bad">{text.none}</Notice>
        <p class="actions">
          <ButtonLink to="/integration">{text.keys}</ButtonLink>
        </p>
      </>
    );
    return visit.page(text.create, body, { status: 400 });
  }
  const { key, publicKey, secretKey } = await visit.act(CREATE_KEY, { scopes });
  return visit.page(
    text.created,
    <>
      <Notice kind="warn">{text.once}</Notice>
      <dl class="made">
        <dt>{text.key}</dt>
        <dd>
          <code>{key}</code>
        </dd>
        <dt>{text.publicKey}</dt>
        <dd>
          <Copyable language={visit.language} isSecret>
            {publicKey}
          </Copyable>
        </dd>
        <dt>{text.secretKey}</dt>
        <dd>
          <Copyable language={visit.language} isSecret>
            {secretKey}
          </Copyable>
        </dd>
      </dl>
      <p class="actions">
        <ButtonLink to="/integration">{text.haveCopied}</ButtonLink>
      </p>
    </>,
  );
}

type Services = Pick<DashboardServices, 'credentials'>;

export async function showRevocation(visit: Visit, services: Services): Promise<Response> {
  const text = WORDS[visit.language];
  const key = await findKey(visit, services);
  if (key === undefined || key.revokedAt !== null) return visit.notFound();
  const { lastUsedAt } = key;
  return visit.page(
    text.revokeTitle(keyIdOf(key)),
    <>
      <p>{text.revokeHint}</p>
      <p>
        {lastUsedAt === null ? text.neverUsed : text.lastUsedAt(moment(lastUsedAt, visit.language))}
      </p>
      <Form action={`/integration/keys/${keyIdOf(key)}/revoke`} visit={visit} class="actions">
        <SubmitButton kind="danger">{text.sure}</SubmitButton>
        <a href="/integration">{text.cancel}</a>
      </Form>
    </>,
  );
}

export async function revokeKey(visit: Visit, services: Services): Promise<Response> {
  const key = await findKey(visit, services);
  if (key === undefined || key.revokedAt !== null) return visit.notFound();
  await visit.act(REVOKE_KEY, { keyId: keyIdOf(key) });
  return visit.redirect('/integration', WORDS[visit.language].gone(keyIdOf(key)));
}

async function findKey(
  { companyId, params }: Visit,
  { credentials }: Services,
): Promise<StoredCredential | undefined> {
  return (await credentials.list(companyId)).find((one) => keyIdOf(one) === params.key);
}
