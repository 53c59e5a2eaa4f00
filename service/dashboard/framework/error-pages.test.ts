import { describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { DbUnavailable } from '../../base/shared/db.ts';
import { opened } from '../../testing/opened.ts';
import type { DashboardAnswer, DashboardClient } from '../../testing/test-dashboard.ts';
import { startTestDashboard } from '../../testing/test-dashboard.ts';
import { embeddedTestDatabase } from '../../testing/test-db.ts';
import { manualTimers } from '../../testing/test-timers.ts';

const SECRET = 'sk_test_of_nobody in SELECT 4111111111111111';

/** What the database does in place of answering. */
let fails: (() => Error) | null = null;

const dashboard = opened(async () => {
  const db = await embeddedTestDatabase.openEmpty();
  const orFail = <Result>(ask: () => Promise<Result>): Promise<Result> =>
    fails === null ? ask() : Promise.reject(fails());
  const failing: Db = {
    ...db,
    query: (statement, options) => orFail(() => db.query(statement, options)),
    transaction: (work, options) => orFail(() => db.transaction(work, options)),
  };
  return startTestDashboard({ db: failing, timers: manualTimers().timers });
});

/** Asks while the database fails so. */
async function during(failure: () => Error, ask: () => Promise<DashboardAnswer>) {
  fails = failure;
  try {
    return await ask();
  } finally {
    fails = null;
  }
}

type Case = {
  name: string;
  status: number;
  /** Its heading in each language. */
  title: Readonly<Record<'pt-BR' | 'en', string>>;
  /** Where it leads. */
  to: string;
  ask(client: DashboardClient, headers: Record<string, string>): Promise<DashboardAnswer>;
};

const CASES: readonly Case[] = [
  {
    name: 'of nothing',
    status: 404,
    title: { 'pt-BR': 'Não encontrado', en: 'Not found' },
    to: '/',
    ask: (client, headers) => client.get('/nowhere', headers),
  },
  {
    name: 'of a page that is for another role',
    status: 403,
    title: { 'pt-BR': 'Sem permissão', en: 'Not allowed' },
    to: '/',
    ask: (client, headers) => client.get('/system', headers),
  },
  {
    name: 'of a form from elsewhere',
    status: 403,
    title: { 'pt-BR': 'Formulário recusado', en: 'Form refused' },
    to: '/',
    ask: (client, headers) =>
      client.post('/webhooks/resend', {}, { ...headers, origin: 'https://evil.example' }),
  },
  {
    name: 'of a form of another session',
    status: 403,
    title: { 'pt-BR': 'Formulário vencido', en: 'Form out of date' },
    to: '/webhooks/resend',
    ask: (client, headers) => client.post('/webhooks/resend', { _token: 'x' }, headers),
  },
  {
    name: 'of a form that was sent once the session was over',
    status: 403,
    title: { 'pt-BR': 'Sessão encerrada', en: 'Session over' },
    to: '/sign-in?to=%2Fwebhooks%2Fresend',
    ask(client, headers) {
      client.cookies.set('dashboard-session', 'A'.repeat(43));
      return client.post('/webhooks/resend', {}, headers);
    },
  },
  {
    name: 'of more than a form may hold',
    status: 413,
    title: { 'pt-BR': 'Envio recusado', en: 'Not accepted' },
    to: '/webhooks/resend',
    ask: (client, headers) =>
      client.post('/webhooks/resend', { event: 'x'.repeat(70_000) }, headers),
  },
  {
    name: 'of too many tries',
    status: 429,
    title: { 'pt-BR': 'Muitas tentativas', en: 'Too many tries' },
    to: '/sign-in',
    async ask(client, headers) {
      const form = { email: 'slow@example.com', password: 'wrong horse battery' };
      let answer = await client.post('/sign-in', form, headers);
      for (let tries = 1; tries < 20 && answer.status !== 429; tries += 1) {
        answer = await client.post('/sign-in', form, headers);
      }
      return answer;
    },
  },
  {
    name: 'of what breaks',
    status: 500,
    title: { 'pt-BR': 'Algo deu errado', en: 'Something went wrong' },
    to: '/payments?q=x',
    ask: (client, headers) =>
      during(
        () => new Error(SECRET),
        () => client.get('/payments?q=x', headers),
      ),
  },
  {
    name: 'while the database is away',
    status: 503,
    title: { 'pt-BR': 'Serviço indisponível', en: 'Not available' },
    to: '/payments?q=x',
    ask: (client, headers) =>
      during(
        () => new DbUnavailable(new Error(SECRET)),
        () => client.get('/payments?q=x', headers),
      ),
  },
  {
    name: 'of a form, while the database is away',
    status: 503,
    title: { 'pt-BR': 'Serviço indisponível', en: 'Not available' },
    to: '/webhooks/resend',
    ask: (client, headers) =>
      during(
        () => new DbUnavailable(new Error(SECRET)),
        () => client.post('/webhooks/resend', {}, headers),
      ),
  },
];

describe.each(['pt-BR', 'en'] as const)('the page in %s', (language) => {
  it.each(CASES)('$name is $status, says what to do, and nothing of ours', async (one) => {
    const client = await dashboard.signIn('owner');
    const { status, headers, html } = await one.ask(client, { 'accept-language': language });

    expect(status).toBe(one.status);
    expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}">.*</html>$`, 's'));
    expect(html.match(/<h1>(.*?)<\/h1>/)?.[1]).toBe(one.title[language]);
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
    expect(/<p class="actions"><a href="([^"]*)">[^<]{4,}<\/a><\/p>/.exec(main)?.[1]).toBe(one.to);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Number(headers.get('retry-after')) > 0).toBe(status === 429 || status === 503);
    expect(html).not.toMatch(/sk_test_of|SELECT|411111|\n\s+at |\.tsx?:\d/);
  });
});

describe('what breaks', () => {
  const LIVE = { 'x-live-refresh': '1' };

  it('is told as the request that our log knows, without what was in the error', async () => {
    const client = await dashboard.signIn('owner');
    const answer = await during(
      () => new Error(SECRET),
      () => client.get('/payments'),
    );
    const id = answer.headers.get('x-request-id') ?? '';
    expect(id).toMatch(/^[\w-]{36}$/);
    expect(answer.html).toContain(`<code>${id}</code>`);
    const lines = dashboard.logged.filter((line) => line.includes(id));
    expect(lines.some((line) => line.includes('page failed'))).toBe(true);
    expect(lines.join('')).not.toContain('sk_test_of');
  });

  it('is tried again by a page that refreshes itself', async () => {
    const client = await dashboard.signIn('owner');
    const away = () => new DbUnavailable(new Error(SECRET));
    expect((await during(away, () => client.get('/payments', LIVE))).status).toBe(503);
    expect((await client.get('/payments', LIVE)).status).toBe(200);
  });

  it('signs nobody out', async () => {
    const client = await dashboard.signIn('owner');
    const away = () => new DbUnavailable(new Error(SECRET));
    const { headers } = await during(away, () => client.get('/payments'));
    expect(headers.getSetCookie().filter((line) => line.includes('session'))).toEqual([]);
    expect((await client.get('/payments')).status).toBe(200);
  });
});

describe('a session that is over', () => {
  it('is told by the sign-in, once, which leads back', async () => {
    const client = await dashboard.signIn('owner');
    client.cookies.set('dashboard-session', 'A'.repeat(43));
    const answer = await client.get('/payments?q=x');
    expect([answer.status, answer.location]).toEqual([303, '/sign-in?to=%2Fpayments%3Fq%3Dx']);
    expect(client.cookies.has('dashboard-session')).toBe(false);
    const said = 'A sua sessão terminou. Entre de novo para continuar.';
    expect((await client.get(answer.location ?? '')).html).toContain(said);
    expect((await client.get(answer.location ?? '')).html).not.toContain(said);
  });

  it('is none of whoever never had one', async () => {
    const client = dashboard.visitor();
    const { location, headers } = await client.get('/payments');
    expect(headers.getSetCookie()).toEqual([]);
    expect((await client.get(location ?? '')).html).not.toContain('terminou');
  });
});
