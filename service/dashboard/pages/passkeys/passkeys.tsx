import type { FC } from 'hono/jsx';
import { ApiError } from '../../../base/shared/api-error.ts';
import type { Queryable } from '../../../base/shared/db.ts';
import type { Passkey, PasskeysUnavailable } from '../../../domain/people/passkey.ts';
import {
  PASSKEY_NAME_LENGTH,
  passkeySiteOf,
  removePasskey,
  renamePasskey,
} from '../../../domain/people/passkey.ts';
import { ActCard, ButtonLink, Field, Notice, Way } from '../../framework/parts/form.tsx';
import { Empty, Table } from '../../framework/parts/table.tsx';
import { day, moment } from '../../framework/parts/values.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { tellPasskeyLog } from './passkey-parts.tsx';
import { WORDS } from './words.ts';

export const PASSKEY_PAGES: readonly DashboardRoute[] = [
  get('/account/passkeys', 'signed-in', async (visit, services) => {
    const passkeys = await services.passkeys.list(visit.user.id);
    const site = passkeySiteOf(services.addresses.dashboardUrl);
    const unavailable = typeof site === 'string' ? site : null;
    const body = <Passkeys visit={visit} passkeys={passkeys} unavailable={unavailable} />;
    return visit.page(WORDS[visit.language].passkeys, body);
  }),
];

const Passkeys: FC<{
  visit: Visit;
  passkeys: readonly Passkey[];
  unavailable: PasskeysUnavailable | null;
}> = ({ visit, passkeys, unavailable }) => {
  const text = WORDS[visit.language];
  return (
    <>
      <p>{text.intro}</p>
      {unavailable === null ? (
        <p class="actions">
          <ButtonLink to="/account/passkeys/new">{text.add}</ButtonLink>
        </p>
      ) : (
        <Notice kind="warn">{text.unavailable[unavailable]}</Notice>
      )}
      {passkeys.length === 0 ? (
        <Empty title={text.none} />
      ) : (
        <PasskeyList visit={visit} passkeys={passkeys} />
      )}
    </>
  );
};

const PasskeyList: FC<{ visit: Visit; passkeys: readonly Passkey[] }> = ({ visit, passkeys }) => {
  const text = WORDS[visit.language];
  return (
    <Table
      caption={text.passkeys}
      columns={[text.name, text.created, text.lastUsed]}
      rows={passkeys.map(({ id, name, createdAt, usedAt }) => [
        <a href={`/account/passkeys/${id}`}>{name}</a>,
        day(createdAt, visit.language),
        usedAt === null ? text.never : moment(usedAt, visit.language),
      ])}
    />
  );
};

type Wrong = 'name' | 'only-way-in';

export const ONE_PASSKEY_PAGES: readonly DashboardRoute[] = [
  get('/account/passkeys/:passkey', 'signed-in', (visit, services) =>
    withPasskey(visit, services, (passkey) => show(visit, passkey)),
  ),
  post('/account/passkeys/:passkey/name', 'signed-in', (visit, services) =>
    withPasskey(visit, services, async (passkey) => {
      const { name = '' } = visit.form;
      return change(visit, passkey, services, {
        action: 'user rename-passkey',
        refusals: { INVALID_DATA: 'name' },
        done: WORDS[visit.language].renamed,
        act: (tx) => renamePasskey(tx, { ...passkey, name }, services),
      });
    }),
  ),
  post(
    '/account/passkeys/:passkey/remove',
    'signed-in',
    (visit, services) =>
      withPasskey(visit, services, (passkey) =>
        change(visit, passkey, services, {
          action: 'user remove-passkey',
          refusals: { ILLEGAL_TRANSITION: 'only-way-in' },
          done: WORDS[visit.language].removed,
          act: (tx) => removePasskey(tx, passkey, services),
        }),
      ),
    { isFresh: true },
  ),
];

/** Somebody else's passkey is not found. */
async function withPasskey(
  visit: Visit,
  { passkeys }: DashboardServices,
  answer: (passkey: Passkey) => Promise<Response>,
): Promise<Response> {
  const own = await passkeys.list(visit.user.id);
  const passkey = own.find(({ id }) => id === visit.params.passkey);
  return passkey === undefined ? visit.notFound() : answer(passkey);
}

async function change(
  visit: Visit,
  passkey: Passkey,
  services: DashboardServices,
  change: {
    action: 'user rename-passkey' | 'user remove-passkey';
    refusals: Partial<Record<string, Wrong>>;
    done: string;
    act: (tx: Queryable) => Promise<boolean>;
  },
): Promise<Response> {
  const { action, refusals, done, act } = change;
  const { user } = visit;
  try {
    const isDone = await services.db.transaction(async (tx) => {
      if (!(await act(tx))) return false;
      await tellPasskeyLog({ action, user, passkey, visit }, services, tx);
      return true;
    });
    return isDone ? visit.redirect('/account/passkeys', done) : visit.notFound();
  } catch (error) {
    const wrong = error instanceof ApiError ? refusals[error.code] : undefined;
    if (wrong === undefined) throw error;
    return show(visit, passkey, wrong);
  }
}

function show(visit: Visit, passkey: Passkey, wrong: Wrong | null = null): Promise<Response> {
  const status = wrong === null ? 200 : wrong === 'name' ? 400 : 409;
  return visit.page(passkey.name, <One visit={visit} passkey={passkey} wrong={wrong} />, {
    status,
  });
}

const One: FC<{ visit: Visit; passkey: Passkey; wrong: Wrong | null }> = (props) => {
  const { visit, passkey, wrong } = props;
  const text = WORDS[visit.language];
  const path = `/account/passkeys/${passkey.id}`;
  return (
    <>
      {wrong === 'only-way-in' ? <Notice kind="bad">{text.onlyWayIn}</Notice> : null}
      <ActCard title={text.rename} action={`${path}/name`} visit={visit}>
        <Field
          name="name"
          label={text.name}
          value={visit.form.name ?? passkey.name}
          error={wrong === 'name' ? text.nameError : undefined}
          maxlength={PASSKEY_NAME_LENGTH}
          autocomplete="off"
          required
        />
      </ActCard>
      <ActCard
        title={text.remove}
        text={text.removeText}
        action={`${path}/remove`}
        visit={visit}
        danger
      />
      <Way to="/account/passkeys">{text.back}</Way>
    </>
  );
};
