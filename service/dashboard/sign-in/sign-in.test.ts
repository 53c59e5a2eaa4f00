import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inviteUser } from '../../people/invitation.ts';
import type { Role } from '../../people/roles.ts';
import { codeAt } from '../../people/totp.ts';
import { SANDBOX_PASSWORD, SANDBOX_USERS } from '../../sandbox/published-users.ts';
import type {
  DashboardAnswer,
  DashboardClient,
  TestDashboard,
} from '../../testing/test-dashboard.ts';
import { startTestDashboard } from '../../testing/test-dashboard.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import type { DashboardServices } from '../services.ts';
import { publishedPages } from './published-people.tsx';

const START = new Date('2026-05-04T15:00:00Z').getTime();
const MINUTE = 60_000;
const PASSWORD = 'correct horse battery';
/** Of the published people. */
const SECRET = Buffer.from('12345678901234567890');
const OWNER = 'owner@tresmarias.example';

let dashboard: TestDashboard;
let nowMs = START;

function now(): Date {
  return new Date(nowMs);
}

function code(): string {
  return codeAt(SECRET, now());
}

beforeAll(async () => {
  dashboard = await startTestDashboard({ now });
});
afterAll(() => dashboard.stop());
beforeEach(() => {
  // Each test begins with new limits and codes.
  nowMs += 60 * MINUTE;
});

function signIn(client: DashboardClient, email = OWNER, password = SANDBOX_PASSWORD, to = '/') {
  return client.post('/sign-in', { email, password, to });
}

async function enter(email = OWNER): Promise<DashboardClient> {
  const client = dashboard.visitor();
  await signIn(client, email);
  nowMs += MINUTE;
  const answer = await client.post('/sign-in/code', { code: code(), to: '/' });
  if (answer.status !== 303) throw new Error(answer.html);
  return client;
}

/** A link that lets somebody in, and the client that opens it. */
async function invite(email: string, role: Role = 'viewer') {
  const { services } = await openTestOperator({ ...dashboard.db, close: async () => undefined });
  const asked = { companyId: 'no3ds', email, name: 'Nair Melo', role };
  const invited = await dashboard.db.transaction((tx) =>
    inviteUser(tx, asked, { ...services, now }),
  );
  if (invited === null) throw new Error('the address is taken');
  return { user: invited.user, path: `/invitations/${invited.token}`, client: dashboard.visitor() };
}

function secretOn({ html }: DashboardAnswer): Uint8Array {
  const text = /<code class="secret">([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? '';
  return fromBase32(text.replaceAll(' ', ''));
}

describe('the page of the password', () => {
  it('leads to the page of the code, and that to where somebody wanted to go', async () => {
    const client = dashboard.visitor();
    const begun = await signIn(client, OWNER, SANDBOX_PASSWORD, '/audit?of=today');
    expect([begun.status, begun.location]).toEqual([303, '/sign-in/code?to=%2Faudit%3Fof%3Dtoday']);
    expect(client.cookies.has('dashboard-session')).toBe(false);
    expect((await client.get('/')).location).toBe('/sign-in?to=%2F');
    expect((await client.get(begun.location ?? '')).status).toBe(200);
    const opened = await client.post('/sign-in/code', { code: code(), to: '/audit?of=today' });
    expect([opened.status, opened.location]).toEqual([303, '/audit?of=today']);
    expect(client.cookies.has('dashboard-sign-in')).toBe(false);
    expect((await client.get('/')).status).toBe(200);
    expect((await client.get('/sign-in?to=/audit')).location).toBe('/audit');
  });

  it('keeps what opens things out of reach of scripts and other sites', async () => {
    const client = dashboard.visitor();
    const [begun] = (await signIn(client)).headers.getSetCookie();
    expect(begun).toMatch(
      /^dashboard-sign-in=[^;]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const { headers } = await client.post('/sign-in/code', { code: code() });
    const session = headers.getSetCookie().find((line) => line.startsWith('dashboard-session='));
    expect(session).toMatch(/; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '',
  ])('never leads to another site: %j', async (to) => {
    const client = dashboard.visitor();
    expect((await signIn(client, OWNER, SANDBOX_PASSWORD, to)).location).toBe(
      '/sign-in/code?to=%2F',
    );
    const opened = await client.post('/sign-in/code', { code: code(), to });
    expect(opened.location).toBe('/');
  });

  it('answers the same to a wrong password and to an address that is nobody’s', async () => {
    const wrong = async (email: string) => {
      const { status, html } = await signIn(dashboard.visitor(), email, 'wrong horse battery');
      const form = /action="\/sign-in".*?<\/form>/s.exec(html)?.[0] ?? '';
      // The token is written differently in every page.
      return [status, form.replaceAll(email, 'EMAIL').replace(/(?<="_token" value=")[^"]+/, '')];
    };
    const known = await wrong(OWNER);
    expect(known[0]).toBe(400);
    expect(known[1]).toContain('O e-mail ou a senha não conferem.');
    expect(await wrong('nobody@tresmarias.example')).toEqual(known);
  });

  it('shows neither the password nor the address of somebody else again', async () => {
    const { html } = await signIn(dashboard.visitor(), 'ana@x.com', 'wrong horse battery');
    expect(html).not.toContain('wrong horse battery');
  });

  it('slows down who tries ten times, and not somebody elsewhere', async () => {
    const client = dashboard.visitor();
    for (let nth = 0; nth < 10; nth += 1) {
      expect((await signIn(client, 'slow@x.com', 'wrong')).status).toBe(400);
    }
    expect((await signIn(client, 'slow@x.com', 'wrong')).status).toBe(429);
    expect((await signIn(client, OWNER)).status).toBe(303);
  });

  it.each(['/sign-in', '/sign-in/code', '/sign-in/as', '/sign-in/enrol', '/invitation'])(
    'takes no form of another site at %s',
    async (path) => {
      const client = dashboard.visitor();
      const form = { email: OWNER, password: SANDBOX_PASSWORD, code: code() };
      const foreign = await client.post(path, form, { origin: 'https://evil.example' });
      expect(foreign.status).toBe(403);
      expect((await client.post(path, { ...form, _token: 'x' })).status).toBe(403);
      expect(client.cookies.has('dashboard-session')).toBe(false);
    },
  );
});

describe('the page of the code', () => {
  it('is nobody’s who has not just typed a password', async () => {
    const client = dashboard.visitor();
    expect((await client.get('/sign-in/code?to=/audit')).location).toBe('/sign-in?to=%2Faudit');
    const posted = await client.post('/sign-in/code', { code: code() });
    expect(posted.location).toBe('/sign-in?to=%2F');
    client.cookies.set('dashboard-sign-in', `${nowMs + MINUTE}.usr_x.abc`);
    expect((await client.get('/sign-in/code')).location).toBe('/sign-in?to=%2F');
  });

  it('refuses a wrong code and one that has counted', async () => {
    await enter();
    const client = dashboard.visitor();
    await signIn(client);
    const counted = await client.post('/sign-in/code', { code: code() });
    expect(counted.status).toBe(400);
    expect(counted.html).toContain('Cada código vale uma só vez');
    expect((await client.post('/sign-in/code', { code: '000000' })).status).toBe(400);
    expect(client.cookies.has('dashboard-session')).toBe(false);
  });

  it('begins anew after five minutes', async () => {
    const client = dashboard.visitor();
    await signIn(client);
    nowMs += 5 * MINUTE;
    const late = await client.post('/sign-in/code', { code: code(), to: '/audit' });
    expect(late.location).toBe('/sign-in?to=%2Faudit');
    expect((await client.get('/sign-in?to=/audit')).html).toContain('Passaram cinco minutos');
  });
});

describe('an invitation', () => {
  it('leads from its link to a password, an app, recovery codes and the dashboard', async () => {
    const { client, path } = await invite('nair@tresmarias.example');
    const linked = await client.get(path);
    expect([linked.status, linked.location]).toEqual([303, '/invitation']);
    const greeting = await client.get('/invitation');
    expect(greeting.html).toContain('Nair Melo');
    const accepted = await client.post('/invitation', { password: PASSWORD, repeat: PASSWORD });
    expect([accepted.status, accepted.location]).toEqual([303, '/sign-in/enrol']);
    expect(client.cookies.has('dashboard-invitation')).toBe(false);
    const first = await client.get('/sign-in/enrol');
    expect(first.html).toMatch(/<svg class="qr-code" role="img"/);
    const secret = secretOn(first);
    const wrong = await client.post('/sign-in/enrol', { code: '000000' });
    expect(wrong.status).toBe(400);
    expect(secretOn(wrong)).toEqual(secret);
    expect(client.cookies.has('dashboard-session')).toBe(false);
    const done = await client.post('/sign-in/enrol', { code: codeAt(secret, now()) });
    expect(done.status).toBe(200);
    const codes = [...done.html.matchAll(/<code>([0-9A-Z]{5}-[0-9A-Z]{5})<\/code>/g)];
    expect(codes).toHaveLength(10);
    expect((await client.get('/')).html).toContain('Nair Melo');

    const other = dashboard.visitor();
    await signIn(other, 'nair@tresmarias.example', PASSWORD);
    const recovered = { code: codes[0]?.[1] ?? '' };
    expect((await other.post('/sign-in/code', recovered)).status).toBe(303);
    const again = dashboard.visitor();
    await signIn(again, 'nair@tresmarias.example', PASSWORD);
    expect((await again.post('/sign-in/code', recovered)).status).toBe(400);

    const used = dashboard.visitor();
    await used.get(path);
    expect((await used.get('/invitation')).status).toBe(404);
  });

  it('tells what is wrong with a password, and keeps the invitation', async () => {
    const { client, path } = await invite('quim@tresmarias.example');
    await client.get(path);
    const post = (password: string, repeat: string) =>
      client.post('/invitation', { password, repeat });
    const differing = await post(PASSWORD, 'another horse battery');
    expect([differing.status, differing.html.includes('As duas senhas são diferentes.')]).toEqual([
      400,
      true,
    ]);
    const short = await post('short', 'short');
    expect(short.html).toContain('A senha precisa ter de 12 a 128 caracteres.');
    expect((await post(PASSWORD, PASSWORD)).status).toBe(303);
  });

  it.each(['unknown', 'x'.repeat(43)])('is none where the link is of none: %s', async (token) => {
    const client = dashboard.visitor();
    await client.get(`/invitations/${token}`);
    expect((await client.get('/invitation')).status).toBe(404);
    const posted = await client.post('/invitation', { password: PASSWORD, repeat: PASSWORD });
    expect(posted.status).toBe(404);
  });

  it('is not left at the app: signing in leads back to it, and nowhere else', async () => {
    const { client, path } = await invite('rosa@tresmarias.example');
    await client.get(path);
    await client.post('/invitation', { password: PASSWORD, repeat: PASSWORD });
    const later = dashboard.visitor();
    const begun = await signIn(later, 'rosa@tresmarias.example', PASSWORD);
    expect(begun.location).toBe('/sign-in/enrol?to=%2F');
    expect((await later.post('/sign-in/code', { code: '123456' })).status).toBe(400);
    expect(later.cookies.has('dashboard-session')).toBe(false);
  });

  it('gives nobody another app by a password alone', async () => {
    const client = dashboard.visitor();
    await signIn(client);
    expect((await client.get('/sign-in/enrol')).location).toBe('/sign-in/code?to=%2F');
    expect((await client.post('/sign-in/enrol', { code: code() })).status).toBe(409);
  });
});

describe('a fresh proof', () => {
  it('is asked for after five minutes, and given by password and code', async () => {
    const client = await enter();
    expect((await client.get('/account/security/app')).status).toBe(200);
    nowMs += 5 * MINUTE;
    const asked = await client.get('/account/security/app');
    expect(asked.location).toBe('/prove?to=%2Faccount%2Fsecurity%2Fapp');
    expect((await client.get(asked.location ?? '')).status).toBe(200);
    const prove = (password: string, given: string) =>
      client.post('/prove', { password, code: given, to: '/account/security/app' });
    expect((await prove('wrong horse battery', code())).status).toBe(400);
    expect((await prove(SANDBOX_PASSWORD, '000000')).status).toBe(400);
    expect((await client.get('/account/security/app')).status).toBe(303);
    expect((await prove(SANDBOX_PASSWORD, code())).location).toBe('/account/security/app');
    expect((await client.get('/account/security/app')).status).toBe(200);
  });

  it('leads to no other site', async () => {
    const client = await enter();
    const form = { password: SANDBOX_PASSWORD, to: '//evil.example' };
    nowMs += MINUTE;
    expect((await client.post('/prove', { ...form, code: code() })).location).toBe('/');
  });

  it('is of nobody who is not signed in', async () => {
    const form = { password: SANDBOX_PASSWORD, code: code() };
    const posted = await dashboard.visitor().post('/prove', form);
    expect(posted.location).toMatch(/^\/sign-in/);
  });
});

describe('the published people', () => {
  it.each(SANDBOX_USERS)('enter with one press: $role, $email', async ({ email, name }) => {
    const client = dashboard.visitor();
    expect((await client.get('/sign-in')).html).toContain(`Entrar como ${name}`);
    const opened = await client.post('/sign-in/as', { email, to: '/account/security' });
    expect([opened.status, opened.location]).toEqual([303, '/account/security']);
    expect((await client.get('/account/security')).html).toContain(name);
  });

  it('prove themselves with one press, and nobody else does', async () => {
    const client = dashboard.visitor();
    await client.post('/sign-in/as', { email: OWNER });
    nowMs += 5 * MINUTE;
    expect((await client.get('/prove')).html).toContain('Confirmar como Marina Prado');
    expect((await client.post('/prove/as', { to: '/account/security/app' })).status).toBe(303);
    expect((await client.get('/account/security/app')).status).toBe(200);

    const other = await dashboard.signIn('owner');
    expect((await other.get('/prove')).html).not.toContain('Confirmar como');
    expect((await other.post('/prove/as')).status).toBe(404);
  });

  it('are nobody else', async () => {
    const { user } = await dashboard.signIn('owner');
    const client = dashboard.visitor();
    expect((await client.post('/sign-in/as', { email: user.email ?? '' })).status).toBe(404);
    expect((await client.post('/sign-in/as')).status).toBe(404);
    expect(client.cookies.has('dashboard-session')).toBe(false);
  });
});

describe('a session', () => {
  it('ends by signing out, and its cookie opens nothing any more', async () => {
    const client = await enter();
    const stolen = new Map(client.cookies);
    const out = await client.post('/sign-out');
    expect([out.status, out.location]).toEqual([303, '/sign-in']);
    expect(client.cookies.has('dashboard-session')).toBe(false);
    const thief = dashboard.visitor();
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    expect((await thief.get('/')).location).toBe('/sign-in?to=%2F');
  });

  it('is not ended by a link or by a form of another site', async () => {
    const client = await enter();
    expect((await client.get('/sign-out')).status).toBe(404);
    const foreign = await client.post('/sign-out', {}, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await client.get('/')).status).toBe(200);
  });

  it('is listed with where it came from, and ended from another one', async () => {
    const [client, other] = [await enter('finance@tresmarias.example'), dashboard.visitor()];
    await other.post('/sign-in/as', { email: 'finance@tresmarias.example' });
    const { html } = await client.get('/account/security');
    const [id = ''] = [...html.matchAll(/name="id" value="(ses_[\w-]{22})"/g)].map(
      ([, one]) => one,
    );
    expect(html).toContain('Esta sessão');
    const stranger = await enter();
    expect((await stranger.post('/account/security/end-session', { id })).status).toBe(404);
    expect((await other.get('/')).status).toBe(200);
    expect((await client.post('/account/security/end-session', { id })).status).toBe(303);
    expect((await other.get('/')).status).toBe(303);
    expect((await client.post('/account/security/end-session', { id })).status).toBe(404);
  });

  it('stays alone when all others are ended', async () => {
    const email = 'support@tresmarias.example';
    const [client, other] = [await enter(email), dashboard.visitor()];
    await other.post('/sign-in/as', { email });
    expect((await client.post('/account/security/end-other-sessions')).status).toBe(303);
    expect((await other.get('/')).status).toBe(303);
    expect((await client.get('/')).status).toBe(200);
  });

  it('ends with the removal of its user', async () => {
    const client = await dashboard.signIn('viewer');
    const { services } = await openTestOperator({ ...dashboard.db, close: async () => undefined });
    await dashboard.db.transaction((tx) => services.users.remove(tx, client.user.id));
    expect((await client.get('/')).location).toBe('/sign-in?to=%2F');
  });
});

describe('what somebody signs in by', () => {
  it('is changed by its owner: the password, with the old one', async () => {
    const { client, path } = await invite('troca@tresmarias.example', 'owner');
    await client.get(path);
    await client.post('/invitation', { password: PASSWORD, repeat: PASSWORD });
    const secret = secretOn(await client.get('/sign-in/enrol'));
    await client.post('/sign-in/enrol', { code: codeAt(secret, now()) });
    const change = (old: string, password: string, repeat = password) =>
      client.post('/account/security/password', { old, password, repeat });
    const next = 'another horse battery';
    expect((await change('wrong horse battery', next)).html).toContain(
      'A senha atual não confere.',
    );
    expect((await change(PASSWORD, next, PASSWORD)).html).toContain(
      'As duas senhas são diferentes.',
    );
    expect((await change(PASSWORD, 'short')).html).toContain('de 12 a 128 caracteres.');
    expect((await change(PASSWORD, next)).location).toBe('/account/security');
    const email = 'troca@tresmarias.example';
    expect((await signIn(dashboard.visitor(), email, PASSWORD)).status).toBe(400);
    expect((await signIn(dashboard.visitor(), email, next)).status).toBe(303);

    const app = await client.get('/account/security/app');
    const other = secretOn(app);
    expect((await client.post('/account/security/app', { code: '000000' })).status).toBe(400);
    const replaced = await client.post('/account/security/app', { code: codeAt(other, now()) });
    expect(replaced.html).toMatch(/<code>[0-9A-Z]{5}-[0-9A-Z]{5}<\/code>/);
    const renewed = await client.post('/account/security/recovery-codes');
    const codes = [...renewed.html.matchAll(/<code>([0-9A-Z]{5}-[0-9A-Z]{5})<\/code>/g)];
    expect(codes).toHaveLength(10);
    expect(replaced.html).not.toContain(codes[0]?.[1] ?? 'none');
    // Without a passkey it is the only second factor.
    expect((await client.post('/account/security/remove-app')).status).toBe(409);
  });

  it('asks for a fresh proof, but for the password, which asks for the old one', async () => {
    const client = await dashboard.signIn('owner');
    nowMs += 5 * MINUTE;
    for (const path of ['app', 'remove-app', 'recovery-codes']) {
      const { location } = await client.post(`/account/security/${path}`);
      expect(location).toMatch(/^\/prove\?to=/);
    }
  });

  it('is in the log with who and from where', async () => {
    await enter('developer@tresmarias.example');
    const { services } = await openTestOperator({ ...dashboard.db, close: async () => undefined });
    const developer = (await services.users.list('no3ds')).find(({ role }) => role === 'developer');
    const [entry] = await dashboard.db.query<{ actor: string; subjects: unknown }>({
      name: '',
      text: `SELECT actor, subjects FROM audit_entries
        WHERE company_id = 'no3ds' AND action = 'user sign-in' ORDER BY at DESC LIMIT 1`,
      values: [],
    });
    expect(entry?.actor).toBe(developer?.id);
    expect(entry?.subjects).toMatchObject({ by: 'totp', address: expect.any(String) });
  });
});

it('has no buttons of published people outside the sandbox', () => {
  const services = { mode: 'production' } as DashboardServices;
  expect(publishedPages(services)).toEqual([]);
});

/** RFC 4648, as apps write secrets. */
function fromBase32(text: string): Uint8Array {
  const bits = [...text]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('');
  const bytes = bits.match(/[01]{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}
