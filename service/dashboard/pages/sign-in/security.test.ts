import { beforeEach, describe, expect, it } from 'vitest';
import { codeAt } from '../../../domain/people/totp.ts';
import { opened } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { openTestOperator } from '../../../testing/test-operator.ts';
import { MINUTE, PASSWORD, secretOn, testSignIn } from '../../../testing/test-sign-in.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1';

const clock = { ms: new Date('2026-05-04T15:00:00Z').getTime() };
const { now, signIn, enter, invite } = testSignIn(() => dashboard, clock);

const dashboard = opened(() => startTestDashboard({ now }));
beforeEach(() => {
  // Each test begins with new limits and codes.
  clock.ms += 60 * MINUTE;
});

async function enterWith(userAgent: string) {
  const client = dashboard.visitor();
  const email = 'viewer@tresmarias.example';
  await client.post('/sign-in/as', { email }, { 'user-agent': userAgent });
  return client;
}

it('the sessions of somebody are named by browser and system, and never by what the browser wrote', async () => {
  await enterWith('<script>alert(1)</script>');
  const client = await enterWith(IPHONE);
  const { html, status } = await client.get('/account/security');
  expect(status).toBe(200);
  expect(html).toContain('>Safari no iPhone<');
  expect(html).toContain('>Navegador desconhecido<');
  expect(html).not.toMatch(/Mozilla|alert\(1\)/);
  const english = await client.get('/account/security', { 'accept-language': 'en' });
  expect(english.html).toContain('>Safari on iPhone<');
  expect(english.html).toContain('>Unknown browser<');
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
    expect((await client.get('/sign-out')).location).toBe('/');
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

  it('is in the log with who and from where', async () => {
    await enter('developer@tresmarias.example');
    const { services } = await openTestOperator({ ...dashboard.db, close: async () => undefined });
    const developer = (await services.users.list('no3ds')).find(({ role }) => role === 'developer');
    const [entry] = await sql<{ actor: string; subjects: unknown }>(dashboard.db)`
      SELECT actor, subjects FROM audit_entries
      WHERE company_id = 'no3ds' AND action = 'user sign-in' ORDER BY at DESC LIMIT 1`;
    expect(entry?.actor).toBe(developer?.id);
    expect(entry?.subjects).toMatchObject({ by: 'totp', address: expect.any(String) });
  });
});
