import type { JSX } from 'hono/jsx/jsx-runtime';
import { ApiError } from '../../../base/shared/api-error.ts';
import { askForProof, askForSignIn } from '../../../domain/people/passkey-challenge.ts';
import { passkeySiteOf } from '../../../domain/people/passkey-site.ts';
import { Notice } from '../../framework/parts/form.tsx';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { callerOf } from '../sign-in/caller.ts';
import { AskDevice } from './ask-device.tsx';
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
  const options = await unlessTooMany(askForSignIn(site, callerOf(visit), services));
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
  const asked = askForProof({ user, passkeys, site }, callerOf(visit), services);
  const options = await unlessTooMany(asked);
  const { prove } = WORDS[visit.language];
  const ask = { action: '/passkeys/prove', how: 'get', button: prove } as const;
  return askFor({ ...ask, options, to }, visit, services);
}

function askFor(
  asked: {
    action: string;
    how: 'get' | 'get-autofill';
    button: string;
    options: object | null;
    to: string;
  },
  visit: Visit,
  { dashboardAssets }: Services,
): JSX.Element | null {
  const { options, to, ...ask } = asked;
  return options === null ? null : (
    <>
      <PasskeyRefused visit={visit} />
      <AskDevice visit={visit} assets={dashboardAssets} options={options} {...ask}>
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

/** Who loads a page too often can still sign in by password there. */
async function unlessTooMany<Options>(asked: Promise<Options>): Promise<Options | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RATE_LIMITED') return null;
    throw error;
  }
}
