import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { ActRow, Ask } from '../../acts/act.ts';
import { runAct } from '../../acts/run-act.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { goRound } from '../../base/shared/in-pieces.ts';
import type { WorkSlot } from '../../base/shared/work-slot.ts';
import type { Self } from '../../domain/people/own-security.ts';
import { isOfService, permissionOf } from '../../domain/people/roles.ts';
import { hasFreshProof, openSession } from '../../domain/people/session.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientIp } from '../../http/client-ip.ts';
import { languageFor, words } from '../words/words.ts';
import { backPath, signInPath } from './back-path.ts';
import type { DashboardCookies } from './cookies.ts';
import { cookiesOf } from './cookies.ts';
import { Document } from './parts/document.tsx';
import { errorPage, refusalPage } from './parts/error-page.tsx';
import type { PostedForm } from './posted-form.ts';
import {
  formTokenOf,
  isFormToken,
  maskFormToken,
  NOTHING_POSTED,
  readPostedForm,
} from './posted-form.ts';
import type { DashboardRoute, PageOptions, Visit } from './route.ts';
import { sendPage } from './send-page.ts';
import type { DashboardServices } from './services.ts';

type RequestContext = Context<AppEnv>;

const WORDS = words({
  over: [
    'A sua sessão terminou. Entre de novo para continuar.',
    'Your session is over. Sign in again to go on.',
  ],
  sendAgain: [
    'Nada foi feito ainda: faz mais de cinco minutos que você confirmou quem é. Confirme e envie o formulário de novo.',
    'Nothing was done yet: it is more than five minutes since you proved who you are. Prove it and send the form again.',
  ],
});

/** A form is taken from our own pages alone: by its `Origin` and the token the page was given. */
export async function answerRoute(
  route: DashboardRoute,
  c: RequestContext,
  services: DashboardServices,
): Promise<Response> {
  c.set('route', route.path);
  const cookies = cookiesOf(c, services.addresses.dashboardUrl);
  const isLive = isLiveRequest(c.req.raw);
  let signedIn: Self | null = null;
  try {
    signedIn = await findSignedIn(cookies, { isUse: !isLive }, services);
  } catch (error) {
    // Such as without the database: nobody knows who comes, and a page says so.
    return errorPage(error, c, createVisit(c, { cookies, signedIn }, services));
  }
  if (isLive && signedIn === null) return c.body(null, 401);
  if (signedIn?.user.companyId) c.set('companyId', signedIn.user.companyId);
  const visit = createVisit(c, { cookies, signedIn }, services);
  try {
    if (route.method === 'POST') {
      const refusal = await takeForm(route, c, visit, services);
      if (refusal !== null) return await refusal;
    }
    const refusal = refuseVisitor(route, visit);
    if (refusal !== null) return await refusal;
    if (signedIn === null) return await route.run(visit, services);
    return await visit.inTurn(() => route.run(visit, visit.inSlot()));
  } catch (error) {
    return errorPage(error, c, visit);
  }
}

/**
 * Decision: one page is made at a time, by turns of the companies that wait, and long ones in pieces,
 * so that who asks for many holds up neither the payments of the process nor the pages of others.
 */
export const PAGE_TURNS = { atOnce: 1, waitMs: 20_000 };

/**
 * Before each page, since one page after the other could be made while the event loop stands: the
 * embedded engine answers without it, and a payment takes about as many steps that need it.
 */
const ROUNDS_BEFORE_PAGE = 10;

async function findSignedIn(
  cookies: DashboardCookies,
  { isUse }: { isUse: boolean },
  services: DashboardServices,
): Promise<Self | null> {
  const token = cookies.read('session');
  if (token === undefined) return null;
  const found = await openSession(token, services, { isUse });
  return found === null ? null : { ...found, token };
}

/** Null for those who may come here, whose permission it sets. */
function refuseVisitor(route: DashboardRoute, visit: Opened): Promise<Response> | Response | null {
  if (route.act === 'anyone') return null;
  const { cookies, signedIn } = visit;
  const text = WORDS[visit.language];
  if (signedIn === null) {
    const isOver = cookies.read('session') !== undefined;
    if (isOver) cookies.forget('session');
    return visit.redirect(signInPath(visit), isOver ? text.over : undefined);
  }
  if (route.act !== 'signed-in') {
    const permission = permissionOf(signedIn.user.role, route.act);
    if (permission === 'no') {
      return refusalPage(isOfService(signedIn.user.role) ? 'operator' : 'role', visit);
    }
    visit.permission = permission;
  }
  if (route.isFresh && !hasFreshProof(signedIn.session, visit.now)) {
    const isForm = visit.request.method === 'POST';
    const to = encodeURIComponent(backPath(visit.request));
    return visit.redirect(`/prove?to=${to}`, isForm ? text.sendAgain : undefined);
  }
  return null;
}

/** Reads what was posted into the visit; the answer where it is not to be taken, otherwise null. */
async function takeForm(
  route: DashboardRoute,
  c: RequestContext,
  visit: Opened,
  services: DashboardServices,
): Promise<Promise<Response> | null> {
  if (c.req.header('origin') !== services.addresses.dashboardUrl) {
    return refusalPage('origin', visit);
  }
  const posted = await readPostedForm(c.req.raw, route.maxBodyBytes);
  if (posted === null) return refusalPage('body', visit);
  if (!isFormToken(posted.fields._token ?? '', visit.ownToken)) {
    const isOver = visit.signedIn === null && visit.cookies.read('session') !== undefined;
    return refusalPage(isOver ? 'session' : 'token', visit);
  }
  visit.posted = posted;
  return null;
}

/**
 * `ownToken`: what every form of this session carries, without a mask. `inSlot`: the services with the
 * place of its turn, which is for others while an outside party is waited for.
 */
type Opened = Visit & {
  posted: PostedForm;
  ownToken: Uint8Array;
  inSlot(): DashboardServices;
};

function createVisit(
  c: RequestContext,
  { cookies, signedIn }: { cookies: DashboardCookies; signedIn: Self | null },
  services: DashboardServices,
): Opened {
  const url = new URL(c.req.url);
  const language = languageFor(cookies.read('language'), c.req.header('accept-language'));
  const address = clientIp(c, services.trustedProxyHops);
  const ownToken = formTokenOf(signedIn?.token ?? null, cookies, services);
  const must = () => {
    if (signedIn === null) throw new Error('nobody is signed in');
    return signedIn;
  };
  let slot: WorkSlot | undefined;
  const inSlot = () => ({ ...services, slot });
  function runBy<Answer>(act: ActRow, ask: Ask<Answer>): Promise<Answer> {
    const { id: actor, role } = must().user;
    const { recentLooks } = services;
    const own = { database: services, services: async () => inSlot(), recentLooks };
    return runAct(act, ask, { actor, address, role }, own);
  }
  const visit: Opened = {
    request: c.req.raw,
    params: c.req.param() as Record<string, string>,
    query: url.searchParams,
    posted: NOTHING_POSTED,
    get form() {
      return visit.posted.fields;
    },
    formAll: (name) => visit.posted.all(name),
    fileBytes: (name) => visit.posted.fileBytes(name),
    language,
    now: services.now(),
    address,
    signedIn,
    get user() {
      return must().user;
    },
    get session() {
      return must().session;
    },
    companyId: signedIn?.user.companyId ?? '',
    permission: 'yes',
    may: (what) => permissionOf(must().user.role, what) !== 'no',
    ownToken,
    inSlot,
    formToken: maskFormToken(ownToken, services.randomBytes),
    cookies,
    async page(title: string, body: Child, options: PageOptions = {}) {
      const notice = isLiveRequest(visit.request) ? undefined : cookies.read('notice');
      if (notice !== undefined) cookies.forget('notice');
      const status = options.status ?? 200;
      // What broke may be what would be asked.
      const companyName = status < 500 ? await nameOfCompany(visit.companyId, services) : null;
      const document = (
        <Document
          title={title}
          visit={visit}
          mode={services.mode}
          companyName={companyName}
          assets={services.dashboardAssets}
          notice={notice === undefined ? null : Buffer.from(notice, 'base64url').toString('utf8')}
          refreshSeconds={options.refreshSeconds ?? null}
        >
          {body}
        </Document>
      );
      const html = `<!doctype html>${await document.toString()}`;
      return sendPage(c, html, status);
    },
    redirect(path, notice) {
      if (notice !== undefined) {
        cookies.write('notice', Buffer.from(notice.slice(0, 500), 'utf8').toString('base64url'));
      }
      return c.redirect(path, 303);
    },
    notFound: () => Promise.reject(new ApiError('NOT_FOUND', 'There is nothing at this address.')),
    async inTurn(work) {
      const { companyId, user } = visit;
      const turn = await services.pageTurns.take(companyId || user.id, c.env?.outgoing);
      if (turn === null) throw new ApiError('UNAVAILABLE', 'Too much is asked for at once.');
      slot = turn;
      try {
        await goRound(ROUNDS_BEFORE_PAGE);
        return await work();
      } finally {
        turn.end();
      }
    },
    act: (act, given) => runBy(act, act.ask(given, must().user.companyId)),
    actByText: (act, texts) => runBy(act, act.askByText(texts, must().user.companyId)),
  };
  return visit;
}

async function nameOfCompany(companyId: string, { accounts }: Pick<DashboardServices, 'accounts'>) {
  if (companyId === '') return null;
  const account = await accounts.find(companyId);
  return account?.tradeName ?? account?.companyName ?? null;
}

/** A page's own refresh sends it. No form and no page elsewhere can send such a header. */
const HEADER = 'x-live-refresh';

/**
 * Whether a page asks for itself again. Decision: that is no use of a session, or one at an open
 * page would never end by being idle; it is answered 401 where the session is over, in place of the
 * sign-in page, and a notice waits for the next page that somebody opens.
 */
function isLiveRequest({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers.has(HEADER);
}
