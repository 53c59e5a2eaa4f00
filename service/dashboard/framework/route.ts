import type { Child } from 'hono/jsx';
import type { Logger } from 'pino';
import type { Health } from '../../../contract/health.ts';
import type { ServiceStatus } from '../../../contract/service-status.ts';
import type { Act, ActRow, Fields, GivenOf, RecentLooks, TextAct } from '../../acts/act.ts';
import type { DatabaseServices, KeyedServices } from '../../acts/services.ts';
import type { AccountListStore } from '../../domain/accounts/account-list.ts';
import type { CheckoutAddresses } from '../../domain/accounts/checkout-config.ts';
import type { RefusedCallLog } from '../../domain/accounts/refused-call.ts';
import type { Metrics } from '../../domain/metrics/metrics.ts';
import type { PayinTraceStore } from '../../domain/payins/payin-timeline.ts';
import type { PasskeyStore } from '../../domain/people/passkey.ts';
import type { PasskeyChallengeStore } from '../../domain/people/passkey-challenge.ts';
import type { Caller } from '../../domain/people/people-log.ts';
import type { RecoveryCodeStore } from '../../domain/people/recovery-code.ts';
import type { Permission, PermissionName } from '../../domain/people/roles.ts';
import type { Session, UserSessionStore } from '../../domain/people/session.ts';
import type { User } from '../../domain/people/user.ts';
import type { AttentionStore } from '../../domain/summaries/attention.ts';
import type { Lists } from '../../domain/summaries/lists.ts';
import type { PayinSummaryStore } from '../../domain/summaries/payin-summary.ts';
import { rateLimitBucket } from '../../http/client-ip.ts';
import type { WebAsset } from '../../http/web-asset.ts';
import type { Language } from '../words/words.ts';
import type { DashboardCookies } from './cookies.ts';

/** `act`: what somebody must be allowed to do; `signed-in` is any session, `anyone` needs none. */
export type DashboardRoute = {
  method: 'GET' | 'POST';
  /** As hono writes it, such as `/payments/:payin`. */
  path: string;
  act: PermissionName | 'signed-in' | 'anyone';
  /** It moves money or secrets: whoever comes has proved in the last five minutes who they are. */
  isFresh?: boolean;
  /** 64 KiB unless a file is sent. */
  maxBodyBytes?: number;
  run(visit: Visit, services: DashboardServices): Promise<Response>;
};

/** Of an act it is who may do it, and they are asked for a fresh proof where it needs one. */
type Who = DashboardRoute['act'] | ActRow;
type Run = DashboardRoute['run'];
type RouteOptions = Pick<DashboardRoute, 'isFresh' | 'maxBodyBytes'>;

export function get(path: string, who: Who, run: Run, options?: RouteOptions): DashboardRoute {
  return { method: 'GET', path, ...whoMay(who), run, ...options };
}

export function post(path: string, who: Who, run: Run, options?: RouteOptions): DashboardRoute {
  return { method: 'POST', path, ...whoMay(who), run, ...options };
}

function whoMay(who: Who): Pick<DashboardRoute, 'act' | 'isFresh'> {
  if (typeof who === 'string') return { act: who };
  if (who.permission === null) throw new Error(`${who.id} is for the command line alone`);
  return { act: who.permission, isFresh: who.needsFreshProof };
}

export type Visit = {
  request: Request;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The fields of a posted form, the last of each name. */
  form: Readonly<Record<string, string>>;
  formAll(name: string): string[];
  /** The text of a posted file; null where none was sent. */
  file(name: string): Promise<string | null>;
  fileBytes(name: string): Promise<Uint8Array | null>;
  language: Language;
  now: Date;
  address: string;
  /** Null for somebody who is not signed in. */
  signedIn: SignedIn | null;
  /** Throws where nobody is signed in, which the guard of a route with an act rules out. */
  user: User;
  session: Session;
  /** Whose the account is; empty for an operator of the service. */
  companyId: string;
  permission: Exclude<Permission, 'no'>;
  /** Whether the role of the user allows something, in full or up to a limit. */
  may(what: PermissionName): boolean;
  /** Goes with every form; of this session alone, and written differently in every answer. */
  formToken: string;
  cookies: DashboardCookies;
  /** A whole document; `title` is its heading too. */
  page(title: string, body: Child, options?: PageOptions): Promise<Response>;
  /** Leads on to a path of the dashboard; `notice` is shown there, once. */
  redirect(path: string, notice?: string): Response;
  notFound(): Promise<Response>;
  /** In the name of the user. An id of another company is not found. `ApiError` where refused. */
  act<F extends Fields, Answer>(act: Act<F, Answer>, given: GivenOf<F>): Promise<Answer>;
  /** The same by texts, under the names that the command line has for what is asked. */
  actByText<Answer>(act: TextAct<Answer>, texts: Readonly<Record<string, string>>): Promise<Answer>;
};

export type SignedIn = {
  user: User;
  session: Session;
  /** Opens the session: for what ends or renews it. */
  token: string;
};

export type PageOptions = {
  status?: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 503;
  /** Asks a browser without script to load the page again; with it, `Live` does. */
  refreshSeconds?: number;
};

export function callerOf({ request, address }: Pick<Visit, 'request' | 'address'>): Caller {
  const userAgent = request.headers.get('user-agent') ?? '';
  return { address, network: rateLimitBucket(address), userAgent };
}

export type DashboardServices = KeyedServices &
  DatabaseServices & {
    log: Logger;
    metrics: Metrics;
    /** `dashboardUrl`: empty where none is served. */
    addresses: CheckoutAddresses & { dashboardUrl: string };
    trustedProxyHops: number;
    health: () => Promise<Health>;
    serviceStatus: () => Promise<ServiceStatus>;
    lists: Lists;
    payinTraces: PayinTraceStore;
    refusedCallLog: RefusedCallLog;
    recoveryCodes: RecoveryCodeStore;
    sessions: UserSessionStore;
    accountLists: AccountListStore;
    payinSummaries: PayinSummaryStore;
    attention: AttentionStore;
    passkeys: PasskeyStore;
    challenges: PasskeyChallengeStore;
    recentLooks: RecentLooks;
    /** Styles and scripts by file name; empty where the API is run without a build. */
    dashboardAssets: ReadonlyMap<string, WebAsset>;
  };

/** The page a request came from: a path of the dashboard, its beginning where none is told. */
export function backPath(request: Request): string {
  const here = new URL(request.url);
  if (request.method === 'GET' || request.method === 'HEAD') return here.pathname + here.search;
  const from = request.headers.get('referer') ?? '';
  if (!URL.canParse(from)) return '/';
  const { pathname, search } = new URL(from);
  return ownPath(pathname + search);
}

export function signInPath({ request }: { request: Request }): string {
  return `/sign-in?to=${encodeURIComponent(backPath(request))}`;
}

/** A path of the dashboard as it was given; its beginning in place of an address elsewhere. */
export function ownPath(given: string | null | undefined): string {
  // A browser takes `//name` and `/\name` for another origin.
  return given && /^\/(?![/\\])[^\s\\]*$/.test(given) ? given : '/';
}
