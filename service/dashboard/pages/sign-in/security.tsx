import { ApiError, orRefusal } from '../../../base/shared/api-error.ts';
import type { Self } from '../../../domain/people/own-security.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  removeTotp,
  renewOwnCodes,
  replaceTotp,
  signOut,
} from '../../../domain/people/own-security.ts';
import { beginTotp, waitingTotp } from '../../../domain/people/second-factor.ts';
import { listSessions } from '../../../domain/people/session.ts';
import { secondFactorsOf } from '../../../domain/people/sign-in.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { callerOf, get, post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { AppForm, RecoveryCodes } from './app-form.tsx';
import type { PasswordFault } from './security-parts.tsx';
import { SECURITY_WORDS, Security } from './security-parts.tsx';
import { SIGN_IN_WORDS } from './words.ts';

const PATH = '/account/security';

const FRESH = { isFresh: true };

export const SECURITY_PAGES: readonly DashboardRoute[] = [
  get(PATH, 'signed-in', (visit, services) => show(visit, services)),
  post('/sign-out', 'signed-in', async (visit, services) => {
    await signOut(selfOf(visit), callerOf(visit), services);
    visit.cookies.forget('session');
    return visit.redirect('/sign-in', SIGN_IN_WORDS[visit.language].signedOut);
  }),
  post(`${PATH}/end-session`, 'signed-in', async (visit, services) => {
    const { id = '' } = visit.form;
    const isEnded = await endSession(selfOf(visit), id, callerOf(visit), services);
    return isEnded ? leadBack(visit, 'sessionEnded') : visit.notFound();
  }),
  post(`${PATH}/end-other-sessions`, 'signed-in', async (visit, services) => {
    await endOtherSessions(selfOf(visit), callerOf(visit), services);
    return leadBack(visit, 'sessionsEnded');
  }),
  post(`${PATH}/password`, 'signed-in', async (visit, services) => {
    const fault = await tryPassword(visit, selfOf(visit), services);
    return fault === null ? leadBack(visit, 'passwordChanged') : show(visit, services, fault);
  }),
  // Whoever changes the app or the recovery codes has just proved who they are.
  get(`${PATH}/app`, 'signed-in', beginApp, FRESH),
  post(`${PATH}/app`, 'signed-in', replaceApp, FRESH),
  post(`${PATH}/remove-app`, 'signed-in', removeApp, FRESH),
  post(`${PATH}/recovery-codes`, 'signed-in', renewCodes, FRESH),
];

async function beginApp(visit: Visit, services: DashboardServices): Promise<Response> {
  const secret = await beginTotp(visit.user.id, services);
  return secret === null ? visit.notFound() : showApp(visit, secret, false);
}

async function replaceApp(visit: Visit, services: DashboardServices): Promise<Response> {
  const { code = '' } = visit.form;
  const codes = await replaceTotp(selfOf(visit), code, callerOf(visit), services);
  if (codes !== null) return showCodes(visit, codes);
  const secret = await waitingTotp(visit.user.id, services);
  return secret === null ? visit.redirect(`${PATH}/app`) : showApp(visit, secret, true);
}

async function removeApp(visit: Visit, services: DashboardServices): Promise<Response> {
  const isRemoved = await removeTotp(selfOf(visit), callerOf(visit), services);
  return isRemoved ? leadBack(visit, 'appRemoved') : visit.notFound();
}

async function renewCodes(visit: Visit, services: DashboardServices): Promise<Response> {
  return showCodes(visit, await renewOwnCodes(selfOf(visit), callerOf(visit), services));
}

async function show(visit: Visit, services: DashboardServices, fault?: PasswordFault) {
  const sessions = await listSessions(visit.user.id, services);
  const factors = await secondFactorsOf(visit.user.id, services);
  return visit.page(
    SECURITY_WORDS[visit.language].title,
    <Security visit={visit} sessions={sessions} factors={factors} fault={fault} />,
    { status: fault === undefined ? 200 : 400 },
  );
}

function showApp(visit: Visit, secret: Uint8Array, isWrong: boolean): Promise<Response> {
  return visit.page(
    SECURITY_WORDS[visit.language].newApp,
    <AppForm
      visit={visit}
      action={`${PATH}/app`}
      to={PATH}
      email={visit.user.email ?? ''}
      secret={secret}
      isWrong={isWrong}
    />,
    { status: isWrong ? 400 : 200 },
  );
}

function showCodes(visit: Visit, codes: readonly string[]): Promise<Response> {
  return visit.page(
    SIGN_IN_WORDS[visit.language].saveCodes,
    <RecoveryCodes visit={visit} codes={codes} to={PATH} />,
  );
}

/** Null where the password was changed. */
async function tryPassword(visit: Visit, self: Self, services: DashboardServices) {
  const { old: oldPassword = '', password: newPassword = '', repeat } = visit.form;
  if (newPassword !== repeat) return 'notSame';
  const change = changePassword(self, { oldPassword, newPassword }, callerOf(visit), services);
  const isChanged = await orRefusal(change, 'INVALID_DATA');
  if (isChanged instanceof ApiError) return 'badPassword';
  return isChanged ? null : 'wrongPassword';
}

function selfOf(visit: Visit): Self {
  if (visit.signedIn === null) throw new Error('nobody is signed in');
  return visit.signedIn;
}

function leadBack(
  visit: Visit,
  notice: 'sessionEnded' | 'sessionsEnded' | 'passwordChanged' | 'appRemoved',
): Response {
  return visit.redirect(PATH, SECURITY_WORDS[visit.language][notice]);
}
