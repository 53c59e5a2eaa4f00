import { beforeAll, describe, expect, it } from 'vitest';
import { SESSION_TIMES } from '../../domain/people/session.ts';
import { createPayoutStore } from '../../store/tables/payouts/payout.ts';
import { opened } from '../../testing/opened.ts';
import type { DashboardAnswer, DashboardClient } from '../../testing/test-dashboard.ts';
import { startTestDashboard } from '../../testing/test-dashboard.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import { newReference } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { dashboardRoutes } from './routes.ts';
import type { DashboardServices } from './services.ts';

/** Only what the routes are is looked at here; none of them is run with these services. */
const ROUTES = dashboardRoutes({} as DashboardServices);
const PAGES = ROUTES.filter(({ method }) => method === 'GET').map(({ path }) => path);
const SENT_TO = ROUTES.filter(({ method, path }) => method === 'POST' && !PAGES.includes(path)).map(
  ({ path }) => path,
);

/** The company whose people are published. */
const COMPANY = 'no3ds';

const clock = { ms: new Date('2026-05-04T15:00:00Z').getTime() };

const { timers } = manualTimers();
const dashboard = opened(() => startTestDashboard({ timers, now: () => new Date(clock.ms) }));
beforeAll(async () => {
  const operator = await openTestOperator(dashboard.db);
  await operator.run('company set-payout-approval', { company: COMPANY, mode: 'manual' });
});

describe('an address that a form is sent to', () => {
  it('leads to the page above it, with all that stands in the address', async () => {
    expect(SENT_TO.length).toBeGreaterThan(30);
    for (const path of SENT_TO) {
      const address = path.replaceAll(/:\w+/g, 'x');
      const { status, location } = await dashboard.visitor().get(`${address}?of=x`);
      expect(`${path}: ${status}`).toBe(`${path}: 303`);
      const above = location?.replace('?of=x', '') ?? '';
      expect(`${address}/`.startsWith(above === '/' ? above : `${above}/`)).toBe(true);
      const pages = PAGES.map((page) => page.replaceAll(/:\w+/g, 'x'));
      expect(`${path}: ${pages.includes(above)}`).toBe(`${path}: true`);
    }
  });

  it.each([
    ['/payouts/out_x/approve', '/payouts/out_x'],
    ['/payouts/batch/confirm', '/payouts/batch'],
    ['/webhooks/resend', '/webhooks'],
    ['/integration/origins/add', '/integration'],
    ['/companies/no3ds/company-set-fees', '/companies/no3ds'],
    ['/sign-in/as', '/sign-in'],
    ['/samples', '/'],
  ])('leads, such as %s, to %s', async (path, page) => {
    expect((await dashboard.visitor().get(path)).location).toBe(page);
  });

  it('sends nothing by being opened', async () => {
    const client = await dashboard.signIn('owner');
    const payout = await create(client);
    await client.get(`/payouts/${payout}/approve`);
    expect(await statusOf(payout)).toBe('AWAITING_APPROVAL');
  });
});

describe('a form that is sent with an old proof', () => {
  const SAID = 'Nada foi feito ainda';

  /** Follows where a browser is led. */
  async function follow(client: DashboardClient, answer: DashboardAnswer) {
    let [at, page] = ['', answer];
    for (let steps = 0; page.location !== null && steps < 5; steps += 1) {
      at = page.location;
      page = await client.get(at);
    }
    return { at, ...page };
  }
  async function published() {
    const client = dashboard.visitor();
    await client.post('/sign-in/as', { email: 'owner@tresmarias.example' });
    return client;
  }

  it.each([
    ['the page that has it', (payout: string) => `/payouts/${payout}`],
    ['a page that answered it', (payout: string) => `/payouts/${payout}/cancel`],
  ])('from %s does nothing, says so, and is done once it is sent again', async (_from, pageOf) => {
    const client = await published();
    const payout = await create(client);
    clock.ms += SESSION_TIMES.freshProofMs;
    const referer = `${dashboard.dashboardUrl}${pageOf(payout)}`;
    const cancel = () => client.post(`/payouts/${payout}/cancel`, {}, { referer });

    const asked = await follow(client, await cancel());
    expect(asked.at).toMatch(/^\/prove\?to=/);
    expect(asked.html).toContain(SAID);
    expect(await statusOf(payout)).toBe('AWAITING_APPROVAL');

    const to = /name="to" value="([^"]*)"/.exec(asked.html)?.[1] ?? '';
    const back = await follow(client, await client.post('/prove/as', { to }));
    expect([back.at, back.status]).toEqual([`/payouts/${payout}`, 200]);
    expect(back.html).toContain('Aguardando aprovação');
    expect(back.html).toContain(`action="/payouts/${payout}/cancel"`);
    expect(await statusOf(payout)).toBe('AWAITING_APPROVAL');

    expect((await cancel()).location).toBe(`/payouts/${payout}`);
    expect(await statusOf(payout)).toBe('CANCELED');
  });

  it('is told of nothing where only a page was asked for', async () => {
    const client = await published();
    clock.ms += SESSION_TIMES.freshProofMs;
    const asked = await follow(client, await client.get('/payouts/new?x=1'));
    expect(asked.at).toBe('/prove?to=%2Fpayouts%2Fnew%3Fx%3D1');
    expect(asked.html).not.toContain(SAID);
    const back = await follow(client, await client.post('/prove/as', { to: '/payouts/new?x=1' }));
    expect([back.at, back.status]).toEqual(['/payouts/new?x=1', 200]);
  });

  it('is kept from nobody who cannot prove it: each wrong proof keeps the way back', async () => {
    const client = await dashboard.signIn('owner');
    clock.ms += SESSION_TIMES.freshProofMs;
    const wrong = { password: 'wrong horse battery', code: '000000', to: '/people/invite' };
    const { status, html } = await client.post('/prove', wrong);
    expect(status).toBe(400);
    expect(html).toContain('name="to" value="/people/invite"');
    expect((await client.get('/people/invite')).location).toBe('/prove?to=%2Fpeople%2Finvite');
  });
});

async function create(client: DashboardClient): Promise<string> {
  const { location } = await client.post('/payouts/new', {
    reference: newReference(),
    amount: '10,00',
    pixKeyType: 'EMAIL',
    pixKey: 'ana@example.com',
    step: 'confirm',
  });
  return location?.slice('/payouts/'.length) ?? '';
}

async function statusOf(id: string) {
  return (await createPayoutStore(dashboard.db).find(COMPANY, id))?.status ?? null;
}
