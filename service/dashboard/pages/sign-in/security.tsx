import { ApiError } from '../../../base/shared/api-error.ts';
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
import type { DashboardRoute, SignedIn, Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { AppForm } from './app-form.tsx';
import { callerOf } from './caller.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import type { PasswordFault } from './security-parts.tsx';
import { Security } from './security-parts.tsx';
import { SECURITY_WORDS } from './security-words.ts';
import { SIGN_IN_WORDS } from './words.ts';

const PATH = '/account/security';

/** Where somebody sees their sessions and changes what they sign in by; and the way out. */
export function securityPages(services: DashboardServices): readonly DashboardRoute[] {
  const post = (
    path: string,
    run: (visit: Visit, self: SignedIn) => Promise<Response>,
    isFresh = false,
  ): DashboardRoute => ({
    method: 'POST',
    path,
    act: 'signed-in',
    isFresh,
    run: (visit) => run(visit, selfOf(visit)),
  });
  return [
    {
      method: 'GET',
      path: PATH,
      act: 'signed-in',
      run: (visit) => show(visit, services),
    },
    post('/sign-out', async (visit, self) => {
      await signOut(self, callerOf(visit), services);
      visit.cookies.forget('session');
      return visit.redirect('/sign-in', SIGN_IN_WORDS[visit.language].signedOut);
    }),
    post(`${PATH}/end-session`, async (visit, self) => {
      const isEnded = await endSession(self, visit.form.id ?? '', callerOf(visit), services);
      return isEnded ? leadBack(visit, 'sessionEnded') : visit.notFound();
    }),
    post(`${PATH}/end-other-sessions`, async (visit, self) => {
      await endOtherSessions(self, callerOf(visit), services);
      return leadBack(visit, 'sessionsEnded');
    }),
    post(`${PATH}/password`, async (visit, self) => {
      const fault = await tryPassword(visit, self, services);
      return fault === null ? leadBack(visit, 'passwordChanged') : show(visit, services, fault);
    }),
    ...factorPages(services),
  ];
}

/** Of the app and the recovery codes: whoever changes them has just proved who they are. */
function factorPages(services: DashboardServices): readonly DashboardRoute[] {
  const fresh = { act: 'signed-in', isFresh: true } as const;
  return [
    {
      ...fresh,
      method: 'GET',
      path: `${PATH}/app`,
      async run(visit) {
        const secret = await beginTotp(visit.user.id, services);
        return secret === null ? visit.notFound() : showApp(visit, secret, false);
      },
    },
    {
      ...fresh,
      method: 'POST',
      path: `${PATH}/app`,
      async run(visit) {
        const { code = '' } = visit.form;
        const codes = await replaceTotp(selfOf(visit), code, callerOf(visit), services);
        if (codes !== null) return showCodes(visit, codes);
        const secret = await waitingTotp(visit.user.id, services);
        return secret === null ? visit.redirect(`${PATH}/app`) : showApp(visit, secret, true);
      },
    },
    {
      ...fresh,
      method: 'POST',
      path: `${PATH}/remove-app`,
      async run(visit) {
        const isRemoved = await removeTotp(selfOf(visit), callerOf(visit), services);
        return isRemoved ? leadBack(visit, 'appRemoved') : visit.notFound();
      },
    },
    {
      ...fresh,
      method: 'POST',
      path: `${PATH}/recovery-codes`,
      async run(visit) {
        return showCodes(visit, await renewOwnCodes(selfOf(visit), callerOf(visit), services));
      },
    },
  ];
}

async function show(visit: Visit, services: DashboardServices, fault?: PasswordFault) {
  const sessions = await listSessions(visit.user.id, services);
  const factors = await secondFactorsOf(visit.user.id, services);
  return visit.page(
    SECURITY_WORDS[visit.language].title,
    <Security visit={visit} sessions={sessions} factors={factors} fault={fault} />,
    { status: fault === undefined ? 200 : 400, path: PATH },
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
    { status: isWrong ? 400 : 200, path: PATH },
  );
}

function showCodes(visit: Visit, codes: readonly string[]): Promise<Response> {
  return visit.page(
    SIGN_IN_WORDS[visit.language].saveCodes,
    <RecoveryCodes visit={visit} codes={codes} to={PATH} />,
    { path: PATH },
  );
}

/** What was wrong with a change of the password; null where it was made. */
async function tryPassword(
  visit: Visit,
  self: SignedIn,
  services: DashboardServices,
): Promise<PasswordFault | null> {
  const { old: oldPassword = '', password: newPassword = '', repeat } = visit.form;
  if (newPassword !== repeat) return 'notSame';
  try {
    const given = { oldPassword, newPassword };
    return (await changePassword(self, given, callerOf(visit), services)) ? null : 'wrongPassword';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVALID_DATA') return 'badPassword';
    throw error;
  }
}

function selfOf(visit: Visit): SignedIn {
  if (visit.signedIn === null) throw new Error('nobody is signed in');
  return visit.signedIn;
}

function leadBack(
  visit: Visit,
  notice: 'sessionEnded' | 'sessionsEnded' | 'passwordChanged' | 'appRemoved',
): Response {
  return visit.redirect(PATH, SECURITY_WORDS[visit.language][notice]);
}
