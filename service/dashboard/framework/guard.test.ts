import { describe, expect, it } from 'vitest';
import { ROLES } from '../../domain/people/roles.ts';
import { SESSION_TIMES } from '../../domain/people/session.ts';
import { opened, openedForEach } from '../../testing/opened.ts';
import { startTestDashboard } from '../../testing/test-dashboard.ts';

let now = new Date('2026-05-04T15:00:00Z');

const dashboard = opened(() => startTestDashboard({ now: () => now }));

function tokensIn(html: string): string[] {
  return [...html.matchAll(/name="_token" value="([\w-]+)"/g)].map(([, token]) => token ?? '');
}

describe('a page of the dashboard', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('is sent to a browser that takes %s as %s', async (accepted, sent) => {
    const client = await dashboard.signIn('viewer');
    for (const path of ['/', '/nowhere']) {
      const { headers, html } = await client.get(path, { 'accept-encoding': accepted });
      expect(headers.get('content-encoding')).toBe(sent);
      expect(headers.get('content-type')).toBe('text/html; charset=UTF-8');
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(html).toMatch(/^<!doctype html>.*<\/html>$/s);
    }
  });

  it('is never compressed beside what somebody else may have chosen', async () => {
    const client = await dashboard.signIn('owner');
    const all = { 'accept-encoding': 'gzip, deflate, br' };
    const answers = [
      await client.get('/payments?q=guess', all),
      await client.get('/?', all),
      await dashboard.visitor().get('/sign-in?to=guess', all),
      await client.post('/people/invite', { email: 'guess' }, all),
      await client.post('/language', { _token: 'guess' }, all),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 403]);
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual([
      null,
      'br',
      ...[null, null, null],
    ]);
  });

  it('leads whoever is not signed in to the sign-in, and back afterwards', async () => {
    const answer = await dashboard.visitor().get('/?of=today');

    expect(answer.status).toBe(303);
    expect(answer.location).toBe('/sign-in?to=%2F%3Fof%3Dtoday');
  });

  it.each(ROLES)('is shown to somebody signed in as %s', async (role) => {
    const client = await dashboard.signIn(role);

    const answer = await client.get('/');

    expect(answer.status).toBe(200);
    expect(answer.html).toMatch(/^<!doctype html><html lang="pt-BR">/);
    expect(answer.html).toContain(client.user.name);
  });

  it('forbids frames, foreign code, caches and being found', async () => {
    const { headers } = await (await dashboard.signIn('viewer')).get('/');

    expect(headers.get('content-security-policy')).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('says that nothing is at an address where nothing is', async () => {
    const answer = await (await dashboard.signIn('owner')).get('/nowhere');

    expect(answer.status).toBe(404);
    expect(answer.html).toContain('Não há nada neste endereço.');
  });

  it('is written in the language the browser asks for, until another is chosen', async () => {
    const client = await dashboard.signIn('viewer');

    const english = await client.get('/', { 'accept-language': 'en-GB,en;q=0.9,pt;q=0.1' });
    expect(english.html).toContain('<html lang="en">');

    const chosen = await client.post('/language', { language: 'pt-BR' }, { referer: 'no address' });
    expect(chosen.location).toBe('/');
    const portuguese = await client.get('/', { 'accept-language': 'en' });
    expect(portuguese.html).toContain('<html lang="pt-BR">');
  });

  it('is closed once half an hour has gone without a visit', async () => {
    const client = await dashboard.signIn('owner');

    now = new Date(now.getTime() + SESSION_TIMES.idleMs);

    expect((await client.get('/')).location).toBe('/sign-in?to=%2F');
  });
});

describe('what a page asks for again by itself', () => {
  const LIVE = { 'x-live-refresh': '1' };

  it.each([
    ['owner', '/'],
    ['owner', '/payments'],
    ['finance', '/payouts'],
    ['developer', '/webhooks'],
    ['operator', '/'],
    ['operator', '/system'],
  ] as const)('is, to somebody who is %s, one part of %s with their id', async (role, path) => {
    const client = await dashboard.signIn(role);

    const { status, html } = await client.get(path, LIVE);

    expect(status).toBe(200);
    expect(html.match(/<div class="live[^>]*>/g)).toEqual([
      expect.stringMatching(new RegExp(`data-live="\\d+" data-of="${client.user.id}"`)),
    ]);
  });

  it('does not keep a session open that nobody uses', async () => {
    const client = await dashboard.signIn('owner');
    const later = async (ms: number, headers = {}) => {
      now = new Date(now.getTime() + ms);
      return (await client.get('/payments', headers)).status;
    };
    const half = SESSION_TIMES.idleMs / 2;

    expect(await later(half, LIVE)).toBe(200);
    expect(await later(half, LIVE)).toBe(401);
    expect(await later(0)).toBe(303);
  });

  it('is nothing for nobody: no page, no sign-in, no cookie', async () => {
    for (const path of ['/payments', '/sign-in', '/nowhere']) {
      const { status, html, headers } = await dashboard.visitor().get(path, LIVE);
      expect([status, html, headers.get('set-cookie')]).toEqual([401, '', null]);
    }
  });

  it('takes no notice away from the page that somebody opens', async () => {
    const client = await dashboard.signIn('owner');
    await client.post('/webhooks/resend', { back: '/webhooks' });
    const said = 'Selecione ao menos um evento.';

    expect((await client.get('/webhooks', LIVE)).html).not.toContain(said);
    expect((await client.get('/webhooks')).html).toContain(said);
    expect((await client.get('/webhooks')).html).not.toContain(said);
  });

  it('is refused to a role that may not see it, as to whoever opens it', async () => {
    const viewer = await dashboard.signIn('viewer');

    expect((await viewer.get('/system', LIVE)).status).toBe(403);
  });

  it('uses a session where a form is sent, whatever its headers say', async () => {
    const client = await dashboard.signIn('owner');
    now = new Date(now.getTime() + SESSION_TIMES.idleMs - 1);
    await client.post('/webhooks/resend', { back: '/webhooks' }, LIVE);
    now = new Date(now.getTime() + SESSION_TIMES.idleMs - 1);

    expect((await client.get('/payments')).status).toBe(200);
  });
});

describe('a form', () => {
  const client = openedForEach(() => dashboard.signIn('viewer'));

  it.each([
    ['another origin', { origin: 'https://attacker.example' }],
    ['the API', { origin: 'http://127.0.0.1:4010' }],
    ['a page that hides where it is', { origin: 'null' }],
  ])('is refused from %s', async (_who, headers) => {
    const answer = await client.post('/language', { language: 'en' }, headers);

    expect(answer.status).toBe(403);
    expect(answer.html).toContain('Nada foi alterado.');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ['no token', ''],
    ['a token of nobody', 'A'.repeat(86)],
    ['a token of another length', 'A'.repeat(43)],
    ['a text that is no token', 'é'.repeat(86)],
  ])('is refused with %s', async (_what, token) => {
    const answer = await client.post('/language', { language: 'en', _token: token });

    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('is refused with the token of another session', async () => {
    const other = await dashboard.signIn('viewer');
    const [token = ''] = tokensIn((await other.get('/')).html);
    expect(token).toHaveLength(86);

    const answer = await client.post('/language', { language: 'en', _token: token });

    expect(answer.status).toBe(403);
  });

  it('is taken with the token of any page of its session, and with no part of one', async () => {
    const pages = [await client.get('/'), await client.get('/'), await client.get('/nowhere')];
    const each = pages.map(({ html }) => new Set(tokensIn(html)));
    expect(each.map(({ size }) => size)).toEqual([1, 1, 1]);
    const tokens = each.flatMap((found) => [...found]);
    const bytes = tokens.map((token) => Buffer.from(token, 'base64url'));
    // Neither the mask of one page nor what is under it is that of another.
    for (const half of [
      bytes.map((one) => one.subarray(0, 32)),
      bytes.map((one) => one.subarray(32)),
    ]) {
      expect(new Set(half.map((one) => one.toString('hex'))).size).toBe(3);
    }
    const post = async (_token: string) =>
      (await client.post('/language', { language: 'en', _token })).status;
    for (const token of tokens) expect(await post(token)).toBe(303);
    const [one = Buffer.alloc(0), other = Buffer.alloc(0)] = bytes;
    const foreign = [
      Buffer.concat([one.subarray(0, 32), other.subarray(32)]),
      one.map((byte, index) => (index === 63 ? byte ^ 1 : byte)),
      one.map((byte, index) => (index === 0 ? byte ^ 1 : byte)),
      one.subarray(32),
    ];
    for (const made of foreign) {
      expect(await post(Buffer.from(made).toString('base64url'))).toBe(403);
    }
  });

  it('is refused where it is larger than a form, or no form', async () => {
    expect((await client.post('/language', { language: 'x'.repeat(70_000) })).status).toBe(413);

    const json = await client.post('/language', {}, { 'content-type': 'application/json' });
    expect(json.status).toBe(413);
  });

  it('leads back to no other place than a page of the dashboard', async () => {
    for (const referer of ['https://attacker.example//evil', 'http://x//evil.example', 'x']) {
      const answer = await client.post('/language', { language: 'pt-BR' }, { referer });
      expect(answer.location).toBe('/');
    }
  });
});
