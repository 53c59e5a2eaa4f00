import { createRotatingEnvelope } from '../base/crypto/envelope.ts';
import { openHashRoot } from '../base/crypto/hash-root.ts';
import type { KeyedHash } from '../base/crypto/keyed-hash.ts';
import { createKeyedHash } from '../base/crypto/keyed-hash.ts';
import { createRandomBytes } from '../base/crypto/random-bytes.ts';
import { maskFormToken } from '../dashboard/framework/posted-form.ts';
import type { Role } from '../domain/people/roles.ts';
import { isOfService } from '../domain/people/roles.ts';
import { startSession } from '../domain/people/session.ts';
import type { User } from '../domain/people/user.ts';
import { newUserId } from '../domain/people/user.ts';
import { createUserStore } from '../store/tables/people/user.ts';
import { createUserSessionStore } from '../store/tables/people/user-session.ts';
import { createHashRootStore } from '../store/tables/upkeep/hash-root.ts';
import type { TestService } from './test-service.ts';
import { startTestService } from './test-service.ts';

/** A page, or what was answered in its place. */
export type DashboardAnswer = {
  status: number;
  headers: Headers;
  /** Where a redirection leads: a path of the dashboard. */
  location: string | null;
  html: string;
};

/** A browser without script: it keeps cookies, and follows nothing by itself. */
export type DashboardClient = {
  user: User;
  /** `name=value` pairs as a browser would send them. */
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<DashboardAnswer>;
  /** Sends a form from a page of the dashboard, with its token unless `_token` is given. */
  post(
    path: string,
    form?: Readonly<Record<string, string | readonly string[]>>,
    headers?: Record<string, string>,
  ): Promise<DashboardAnswer>;
  /** The same with files, by the names of their fields. */
  upload(
    path: string,
    files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
    form?: Readonly<Record<string, string>>,
  ): Promise<DashboardAnswer>;
};

export type TestDashboard = TestService & {
  dashboardUrl: string;
  /**
   * Somebody of this role with a session that has just begun; `companyId` is of a sandbox account
   * such as `no3ds`.
   */
  signIn(role: Role, companyId?: string): Promise<DashboardClient>;
  /** Nobody yet. */
  visitor(): DashboardClient;
};

const RANDOM = createRandomBytes();
/** Of a password that nobody knows: those of tests come in without one. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$ai9gvtvs2XWPRyrOBU5GGQ$7qp3iZdwJyrO0UCXZG32a7v/1eggvUYV0wRMKcPDkYk';
const NOBODY: User = {
  id: '',
  companyId: null,
  email: null,
  name: null,
  role: 'viewer',
  state: 'removed',
  createdAt: new Date(0),
};

/** Of all dashboards of a test file: two may have one database. */
let people = 0;

/** A whole service with its dashboard, over real HTTP. `now` is the clock of both. */
export async function startTestDashboard(
  options: Parameters<typeof startTestService>[0] = {},
): Promise<TestDashboard> {
  const service = await startTestService(options);
  const { db, dashboardUrl } = service;
  if (dashboardUrl === null) throw new Error('this service has no dashboard');
  const now = options.now ?? (() => new Date());
  const hash = await hashOf(service);
  const users = createUserStore(db);
  const sessions = createUserSessionStore(db);

  async function signIn(role: Role, companyId = 'no3ds'): Promise<DashboardClient> {
    people += 1;
    const user: User = {
      ...NOBODY,
      id: newUserId(RANDOM),
      companyId: isOfService(role) ? null : companyId,
      email: `${role}-${people}@example.com`,
      name: `Pessoa ${people}`,
      role,
      state: 'invited',
      createdAt: now(),
    };
    const token = await db.transaction(async (tx) => {
      const invitation = { hash: RANDOM(32), endsAt: new Date(now().getTime() + 60_000) };
      await users.insert(tx, user, invitation);
      const by = { invitationHash: invitation.hash, now: now(), passwordHash: PASSWORD_HASH };
      if ((await users.accept(tx, by)) === null) throw new Error('the user was not made');
      const from = { address: '203.0.113.9', userAgent: 'tests' };
      const made = { sessions, hash, now, randomBytes: RANDOM };
      return (await startSession(tx, user, from, made)).token;
    });
    return clientOf(dashboardUrl ?? '', hash, user, new Map([['dashboard-session', token]]));
  }

  return {
    ...service,
    dashboardUrl,
    signIn,
    visitor: () =>
      clientOf(dashboardUrl, hash, NOBODY, new Map([['dashboard-visitor', 'visitor']])),
  };
}

/** The same hashes as the service makes, by the key of test services. */
async function hashOf({ db }: TestService): Promise<KeyedHash> {
  const envelope = createRotatingEnvelope(
    [{ version: 1, key: new Uint8Array(32).fill(7) }],
    RANDOM,
  );
  return createKeyedHash(await openHashRoot(createHashRootStore(db), envelope, RANDOM));
}

function clientOf(
  dashboardUrl: string,
  hash: KeyedHash,
  user: User,
  cookies: Map<string, string>,
): DashboardClient {
  const call = async (path: string, request: RequestInit): Promise<DashboardAnswer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${dashboardUrl}${path}`, {
      ...request,
      redirect: 'manual',
      // A connection that was kept may be closed by the service just when the next request leaves.
      headers: { cookie, connection: 'close', ...Object.fromEntries(new Headers(request.headers)) },
    });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location'),
      html: await response.text(),
    };
  };
  const token = () => {
    const bound = cookies.get('dashboard-session') ?? cookies.get('dashboard-visitor') ?? '';
    return maskFormToken(hash('form-token', bound), RANDOM);
  };
  return {
    user,
    cookies,
    get: (path, headers = {}) => call(path, { headers }),
    post(path, form = {}, headers = {}) {
      const fields = Object.entries({ _token: token(), ...form }).flatMap(([name, value]) =>
        (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
      );
      return call(path, {
        method: 'POST',
        headers: { origin: dashboardUrl, referer: `${dashboardUrl}${path}`, ...headers },
        body: new URLSearchParams(fields),
      });
    },
    upload(path, files, form = {}) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ _token: token(), ...form })) {
        body.append(name, value);
      }
      for (const [name, content] of Object.entries(files)) {
        body.append(name, new Blob([content]), 'file');
      }
      const headers = { origin: dashboardUrl, referer: `${dashboardUrl}${path}` };
      return call(path, { method: 'POST', headers, body });
    },
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const [name = '', value = ''] = pair.split('=');
  if (attributes.includes('Max-Age=0')) cookies.delete(name);
  else cookies.set(name, decodeURIComponent(value));
}
