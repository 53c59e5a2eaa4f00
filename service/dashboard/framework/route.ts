import type { Child } from 'hono/jsx';
import type { Act, ActRow, Fields, GivenOf, TextAct } from '../../acts/act.ts';
import type { Self } from '../../domain/people/own-security.ts';
import type { Caller } from '../../domain/people/people-log.ts';
import type { Permission, PermissionName } from '../../domain/people/roles.ts';
import type { Session } from '../../domain/people/session.ts';
import type { User } from '../../domain/people/user.ts';
import { rateLimitBucket } from '../../http/client-ip.ts';
import type { Language } from '../words/words.ts';
import type { DashboardCookies } from './cookies.ts';
import type { DashboardServices } from './services.ts';

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
  /** Of a posted file; null where none was sent. */
  fileBytes(name: string): Promise<Uint8Array | null>;
  language: Language;
  now: Date;
  address: string;
  /** Null for somebody who is not signed in. */
  signedIn: Self | null;
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
  /** Once it is its company's turn: see `PAGE_TURNS`. 503 UNAVAILABLE where that takes too long. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** In the name of the user. An id of another company is not found. `ApiError` where refused. */
  act<F extends Fields, Answer>(act: Act<F, Answer>, given: GivenOf<F>): Promise<Answer>;
  /** The same by texts, under the names that the command line has for what is asked. */
  actByText<Answer>(act: TextAct<Answer>, texts: Readonly<Record<string, string>>): Promise<Answer>;
};

export type PageOptions = {
  status?: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 503;
  /** Asks a browser without script to load the page again; with it, `Live` does. */
  refreshSeconds?: number;
};

export function callerOf({ request, address, cookies }: Visit): Caller {
  return {
    address,
    network: rateLimitBucket(address),
    block: rateLimitBucket(address, 48),
    userAgent: request.headers.get('user-agent') ?? '',
    browser: cookies.read('browser') ?? '',
  };
}
