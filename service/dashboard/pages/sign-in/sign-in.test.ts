import { beforeEach, describe, expect, it } from 'vitest';
import { codeAt } from '../../../domain/people/totp.ts';
import { SANDBOX_PASSWORD, SANDBOX_USERS } from '../../../sandbox/published-users.ts';
import { opened } from '../../../testing/opened.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { MINUTE, OWNER, PASSWORD, secretOn, testSignIn } from '../../../testing/test-sign-in.ts';
import { dashboardRoutes } from '../../framework/routes.ts';
import type { DashboardServices } from '../../framework/services.ts';

const FINANCE = 'finance@tresmarias.example';
const clock = { ms: new Date('2026-05-04T15:00:00Z').getTime() };
const { now, code, signIn, enter, invite } = testSignIn(() => dashboard, clock);

const dashboard = opened(() => startTestDashboard({ now }));
beforeEach(() => {
  // Each test begins with new limits and codes.
  clock.ms += 60 * MINUTE;
});

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
    expect((await client.post('/sign-in/code', { code: code(), to })).location).toBe('/');
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
      expect((await client.post(path, form, { origin: 'https://evil.example' })).status).toBe(403);
      expect((await client.post(path, { ...form, _token: 'x' })).status).toBe(403);
      expect(client.cookies.has('dashboard-session')).toBe(false);
    },
  );
});

describe('the page of the code', () => {
  it('is nobody’s who has not just typed a password', async () => {
    const client = dashboard.visitor();
    expect((await client.get('/sign-in/code?to=/audit')).location).toBe('/sign-in?to=%2Faudit');
    expect((await client.post('/sign-in/code', { code: code() })).location).toBe('/sign-in?to=%2F');
    client.cookies.set('dashboard-sign-in', `${clock.ms + MINUTE}.usr_x.abc`);
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

  it('says that too many were wrong, and at the next sign-in how many', async () => {
    const known = (await enter(FINANCE)).cookies.get('dashboard-browser') ?? '';
    const [client, stranger] = [dashboard.visitor(), dashboard.visitor()];
    client.cookies.set('dashboard-browser', known);
    for (let nth = 0; nth < 30; nth += 1) {
      if (nth % 10 === 0) clock.ms += 15 * MINUTE;
      await signIn(stranger, FINANCE);
      await stranger.post('/sign-in/code', { code: '0' });
    }
    clock.ms += 15 * MINUTE;
    await signIn(stranger, FINANCE);
    const held = await stranger.post('/sign-in/code', { code: code() });
    expect([held.status, held.html]).toEqual([
      400,
      expect.stringContaining('Códigos errados demais'),
    ]);
    await signIn(client, FINANCE);
    const { location } = await client.post('/sign-in/code', { code: code(), to: '/' });
    const { html } = await client.get(location ?? '');
    expect(html).toContain('Códigos errados desde a sua última entrada: 30.');
  });

  it('begins anew after five minutes', async () => {
    const client = dashboard.visitor();
    await signIn(client);
    clock.ms += 5 * MINUTE;
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
    expect((await client.get('/invitation')).html).toContain('Nair Melo');
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
    clock.ms += 5 * MINUTE;
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
    clock.ms += MINUTE;
    expect((await client.post('/prove', { ...form, code: code() })).location).toBe('/');
  });

  it('is of nobody who is not signed in', async () => {
    const form = { password: SANDBOX_PASSWORD, code: code() };
    expect((await dashboard.visitor().post('/prove', form)).location).toMatch(/^\/sign-in/);
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
    clock.ms += 5 * MINUTE;
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

it('has no buttons of published people outside the sandbox', () => {
  const buttonsIn = (mode: DashboardServices['mode']) =>
    dashboardRoutes({ mode } as DashboardServices)
      .map(({ path }) => path)
      .filter((path) => path.endsWith('/as'));
  expect(buttonsIn('sandbox')).toEqual(['/sign-in/as', '/prove/as']);
  expect(buttonsIn('production')).toEqual([]);
});
