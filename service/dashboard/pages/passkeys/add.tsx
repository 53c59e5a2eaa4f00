import type { FC } from 'hono/jsx';
import { ApiError, orRefusal } from '../../../base/shared/api-error.ts';
import { PASSKEY_NAME_LENGTH, passkeySiteOf } from '../../../domain/people/passkey.ts';
import { askForRegistration } from '../../../domain/people/passkey-challenge.ts';
import { registerPasskey } from '../../../domain/people/use-passkey.ts';
import { Field, Notice, Way } from '../../framework/parts/form.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { callerOf, get, post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { AskDevice, tellPasskeyLog } from './passkey-parts.tsx';
import type { RefusalName } from './words.ts';
import { WORDS } from './words.ts';

const PATH = '/account/passkeys/new';

type Wrong = { refused?: RefusalName; isNameWrong?: boolean };

export const ADD_PASSKEY_PAGES: readonly DashboardRoute[] = [
  get(PATH, 'signed-in', show, { isFresh: true }),
  post(
    PATH,
    'signed-in',
    async (visit, services) => {
      const wrong = await add(visit, services);
      if (wrong !== null) return show(visit, services, wrong);
      return visit.redirect('/account/passkeys', WORDS[visit.language].added);
    },
    { isFresh: true },
  ),
];

/** Null once it is there. */
async function add(visit: Visit, services: DashboardServices): Promise<Wrong | null> {
  const site = passkeySiteOf(services.addresses.dashboardUrl);
  if (typeof site === 'string') return {};
  const { user } = visit;
  const { name = '', answer = '' } = visit.form;
  const registration = registerPasskey(
    { user, name, answer, site },
    (tx, passkey) =>
      tellPasskeyLog({ action: 'user add-passkey', user, passkey, visit }, services, tx),
    services,
  );
  const made = await orRefusal(registration, 'INVALID_DATA');
  if (made instanceof ApiError) return { isNameWrong: true };
  return typeof made === 'string' ? { refused: made } : null;
}

async function show(visit: Visit, services: DashboardServices, wrong: Wrong = {}) {
  const site = passkeySiteOf(services.addresses.dashboardUrl);
  if (typeof site === 'string') return visit.redirect('/account/passkeys');
  const { user } = visit;
  const passkeys = await services.passkeys.list(user.id);
  const options = await askForRegistration({ user, passkeys, site }, callerOf(visit), services);
  const body = (
    <Add visit={visit} assets={services.dashboardAssets} options={options} wrong={wrong} />
  );
  const status = Object.keys(wrong).length === 0 ? 200 : 400;
  return visit.page(WORDS[visit.language].add, body, { status });
}

const Add: FC<{
  visit: Visit;
  assets: DashboardServices['dashboardAssets'];
  options: object;
  wrong: Wrong;
}> = ({ visit, assets, options, wrong }) => {
  const text = WORDS[visit.language];
  return (
    <>
      {wrong.refused === undefined ? null : (
        <Notice kind="bad">{text.refusals[wrong.refused]}</Notice>
      )}
      <p>{text.intro}</p>
      <p class="hint" data-without-passkeys>
        {text.needsScript}
      </p>
      <AskDevice
        visit={visit}
        assets={assets}
        action={PATH}
        how="create"
        options={options}
        button={text.create}
      >
        <Field
          name="name"
          label={text.name}
          value={visit.form.name ?? text.newName}
          hint={text.nameHint}
          error={wrong.isNameWrong ? text.nameError : undefined}
          maxlength={PASSKEY_NAME_LENGTH}
          autocomplete="off"
          required
        />
      </AskDevice>
      <Way to="/account/passkeys">{text.back}</Way>
    </>
  );
};
