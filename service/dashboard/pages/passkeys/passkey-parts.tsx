import type { Child, FC } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ApiError, orRefusal } from '../../../base/shared/api-error.ts';
import type { Queryable } from '../../../base/shared/db.ts';
import type { Passkey } from '../../../domain/people/passkey.ts';
import { passkeySiteOf } from '../../../domain/people/passkey.ts';
import { askForProof, askForSignIn } from '../../../domain/people/passkey-challenge.ts';
import type { PersonalAct } from '../../../domain/people/people-log.ts';
import { tellLog } from '../../../domain/people/people-log.ts';
import type { User } from '../../../domain/people/user.ts';
import { assetPath } from '../../../http/serve-asset.ts';
import type { WebAsset } from '../../../http/web-asset.ts';
import { Form, Notice } from '../../framework/parts/form.tsx';
import type { Visit } from '../../framework/route.ts';
import { callerOf } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { isRefusalName, WORDS } from './words.ts';

type Services = Pick<
  DashboardServices,
  | 'addresses'
  | 'challenges'
  | 'dashboardAssets'
  | 'hash'
  | 'now'
  | 'passkeys'
  | 'randomBytes'
  | 'rateLimiter'
>;

/**
 * `to`: where to go then. The browser offers passkeys in an input of the page with
 * `autocomplete="username webauthn"` as well. Null where there are no passkeys at this address.
 */
export async function passkeySignIn(
  visit: Visit,
  services: Services,
  to: string,
): Promise<JSX.Element | null> {
  const site = passkeySiteOf(services.addresses.dashboardUrl);
  if (typeof site === 'string') return null;
  const options = askForSignIn(site, callerOf(visit), services);
  const { signIn } = WORDS[visit.language];
  const ask = { action: '/passkeys/sign-in', how: 'get-autofill', button: signIn } as const;
  return askFor({ ...ask, options, to }, visit, services);
}

/** For the page of a fresh proof; null for whoever has no passkey. */
export async function passkeyProof(
  visit: Visit,
  services: Services,
  to: string,
): Promise<JSX.Element | null> {
  const site = passkeySiteOf(services.addresses.dashboardUrl);
  if (typeof site === 'string') return null;
  const { user } = visit;
  const passkeys = await services.passkeys.list(user.id);
  if (passkeys.length === 0) return null;
  const options = askForProof({ user, passkeys, site }, callerOf(visit), services);
  const { prove } = WORDS[visit.language];
  const ask = { action: '/passkeys/prove', how: 'get', button: prove } as const;
  return askFor({ ...ask, options, to }, visit, services);
}

/** Null for who loads a page too often: they can still sign in by password there. */
async function askFor(
  asked: {
    action: string;
    how: 'get' | 'get-autofill';
    button: string;
    options: Promise<object>;
    to: string;
  },
  visit: Visit,
  { dashboardAssets }: Services,
): Promise<JSX.Element | null> {
  const { to, ...ask } = asked;
  const options = await orRefusal(asked.options, 'RATE_LIMITED');
  return options instanceof ApiError ? null : (
    <>
      <PasskeyRefused visit={visit} />
      <AskDevice visit={visit} assets={dashboardAssets} {...ask} options={options}>
        <input type="hidden" name="to" value={to} />
      </AskDevice>
    </>
  );
}

function PasskeyRefused({ visit }: { visit: Visit }) {
  const refused = visit.query.get('passkey');
  const { refusals } = WORDS[visit.language];
  return isRefusalName(refused) ? <Notice kind="bad">{refusals[refused]}</Notice> : null;
}

/** `code`: why they were refused. */
export function tellPasskeyLog(
  told: {
    action: PersonalAct;
    user: User;
    passkey: Pick<Passkey, 'id'>;
    visit: Pick<Visit, 'address'>;
    code?: 'COUNTER_WENT_BACK';
  },
  services: Pick<DashboardServices, 'audit' | 'randomBytes' | 'now'>,
  tx?: Queryable,
): Promise<void> {
  const { passkey, visit, ...act } = told;
  const subjects = { by: 'passkey', passkey: passkey.id };
  return tellLog({ ...act, caller: visit, subjects }, services, tx);
}

/**
 * A form whose button asks the device, and which is sent with what it answers. It is shown where
 * there is script, and works once ours is there (`ready`). `how`: make a passkey, sign by one, or sign
 * by one that may as well be chosen in the field of the e-mail address.
 */
export const AskDevice: FC<{
  visit: Visit;
  assets: ReadonlyMap<string, WebAsset>;
  action: string;
  how: 'create' | 'get' | 'get-autofill';
  options: object;
  button: string;
  children?: Child;
}> = ({ visit, assets, action, how, options, button, children }) => {
  const text = WORDS[visit.language];
  const script = assets.get('passkey.js');
  return (
    <div class="ask-device" data-passkey={how} data-options={JSON.stringify(options)}>
      <Form action={action} visit={visit}>
        <input type="hidden" name="answer" value="" />
        {children}
        <button type="submit" disabled>
          {button}
        </button>
        <p class="error" role="alert" data-failed={text.stopped} data-known={text.have} />
      </Form>
      {script ? <script type="module" src={assetPath('passkey.js', script)} /> : null}
    </div>
  );
};
