import { beforeAll, describe, expect, it } from 'vitest';
import { isOfService, permissionOf, ROLES } from '../../domain/people/roles.ts';
import { BUYERS_DOCUMENT, makeOneOfEach } from '../../testing/one-of-each.ts';
import { opened, STORY } from '../../testing/opened.ts';
import { startTestDashboard } from '../../testing/test-dashboard.ts';
import { validPayin } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import type { DashboardRoute } from './route.ts';
import { dashboardRoutes } from './routes.ts';
import type { DashboardServices } from './services.ts';

/** Only what the routes are is looked at here; none of them is run with these services. */
const ROUTES = dashboardRoutes({} as DashboardServices);

const COMPANY_ROLES = ROLES.filter((role) => !isOfService(role));
const OTHER = 'manual';
/** In what the other company has, and in nothing that is sent by whoever looks for it. */
const SECRET = 'jabuticaba';

/** What a path names by each of its parts: of the other company, and of nobody at all. */
const IDS = {
  payin: { foreign: '', unknown: `pay_${OTHER}_${'z'.repeat(22)}` },
  page: { foreign: '', unknown: `pag_${OTHER}_${'z'.repeat(22)}` },
  payout: { foreign: '', unknown: `out_${OTHER}_${'z'.repeat(22)}` },
  event: { foreign: '', unknown: `evt_${OTHER}_${'z'.repeat(22)}` },
  user: { foreign: '', unknown: `usr_${'z'.repeat(22)}` },
  passkey: { foreign: '', unknown: `psk_${'z'.repeat(22)}` },
  key: { foreign: '', unknown: `key_${'z'.repeat(12)}` },
};
type Named = keyof typeof IDS;
function isNamed(name: string): name is Named {
  return name in IDS;
}
/** What the forms and filters of the dashboard are filled in with, each with what is not theirs. */
let foreign: Record<string, string>;

const dashboard = opened(() => startTestDashboard({ timers: manualTimers().timers }));
const other = opened(() => dashboard.signIn('owner', OTHER));
beforeAll(async () => {
  const made = await makeOneOfEach(dashboard, other, SECRET);
  for (const name of Object.keys(IDS).filter(isNamed)) IDS[name].foreign = made[name];
  for (const { foreign: id } of Object.values(IDS)) expect(id.length).toBeGreaterThan(8);
  const session = 'SELECT id FROM user_sessions WHERE user_id = $1';
  const [opened] = await query<{ id: string }>(session, other.user.id);
  foreign = {
    ...{ ...made, events: made.event, id: opened?.id ?? '' },
    ...{ company: OTHER, companyId: OTHER, company_id: OTHER, of: OTHER, account: 'available' },
    ...{ origin: `https://${SECRET}.example.com`, type: 'payin.refunded', sure: 'yes' },
    ...{ document: BUYERS_DOCUMENT, role: 'viewer', name: 'Nova', email: 'nova@example.com' },
    ...{ reference: 'painel-nova', amount: '1,00', pixKeyType: 'EMAIL', pixKey: 'ana@example.com' },
    ...{ back: '/webhooks', confirmed: 'yes', step: 'confirm', file: 'a;b' },
  };
  // Of their own, so that nobody fills the account with samples.
  const body = validPayin({ paymentMethod: 'PIX' });
  await dashboard.post('no3ds', '/payin', body);
});

function query<Row extends object>(text: string, ...values: string[]): Promise<Row[]> {
  return dashboard.db.query<Row>({ name: '', text, values });
}

/** Every row there is of the other company and of its owner. */
async function rowsOfOther(): Promise<string> {
  const tables = await query<{ name: string; owner: string }>(
    `SELECT table_name AS name, column_name AS owner FROM information_schema.columns
      WHERE table_schema = current_schema() AND column_name IN ('company_id', 'user_id')
      ORDER BY 1, 2`,
  );
  expect(tables.length).toBeGreaterThan(25);
  const rows: string[] = [];
  for (const { name, owner } of tables) {
    const id = owner === 'company_id' ? OTHER : other.user.id;
    const text = `SELECT to_jsonb(t)::text AS row FROM ${name} t WHERE ${owner} = $1`;
    const found = await query<{ row: string }>(text, id);
    rows.push(...found.map(({ row }) => `${name} ${row}`));
  }
  expect(rows.length).toBeGreaterThan(15);
  return rows.sort().join('\n');
}

function namesIn({ path }: DashboardRoute): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

function mayCome(role: (typeof ROLES)[number], { act }: DashboardRoute): boolean {
  if (act === 'anyone') return false;
  return act === 'signed-in' || permissionOf(role, act) !== 'no';
}

/** What an answer says, but for what is of this answer alone. */
function saidBy({ status, html }: { status: number; html: string }): string {
  return `${status} ${html.replaceAll(/name="_token" value="[\w-]+"/g, '')}`;
}

/** The owner may do all that the others may. */
function tagsOf(role: (typeof ROLES)[number]) {
  return { tags: role === 'owner' ? [] : ['rare'] };
}

describe('what is of another company', STORY, () => {
  const named = ROUTES.filter((route) =>
    COMPANY_ROLES.some((role) => mayCome(role, route) && namesIn(route).length > 0),
  );

  it('is named in no address by anything that this test does not know', () => {
    expect(named.length).toBeGreaterThan(15);
    const names = named.flatMap(namesIn);
    expect(names.filter((name) => !isNamed(name))).toEqual([]);
    expect(new Set(names).size).toBe(Object.keys(IDS).length);
  });

  describe.each(COMPANY_ROLES)('for %s', (role) => {
    it('is at no address, as what is of nobody', tagsOf(role), async () => {
      const client = await dashboard.signIn(role);
      const before = await rowsOfOther();
      for (const route of named.filter((one) => mayCome(role, one))) {
        const answers = [];
        for (const which of ['foreign', 'unknown'] as const) {
          const path = route.path.replaceAll(/:(\w+)/g, (_, name) =>
            isNamed(name) ? IDS[name][which] : name,
          );
          const answer =
            route.method === 'GET' ? await client.get(path) : await client.post(path, foreign);
          expect(`${route.method} ${route.path}: ${answer.status}`).toContain(': 404');
          answers.push(saidBy(answer));
        }
        expect(answers[0]).toBe(answers[1]);
      }
      expect(await rowsOfOther()).toBe(before);
    });

    it('is on no page, whatever its address asks for', tagsOf(role), async () => {
      const client = await dashboard.signIn(role);
      const query = new URLSearchParams({ ...foreign, origin: '', after: '1.aud_x' });
      const pages = ROUTES.filter(({ method }) => method === 'GET').filter(
        (route) => mayCome(role, route) && namesIn(route).length === 0,
      );
      expect(pages.length).toBeGreaterThan(4);
      for (const { path } of pages) {
        for (const address of [path, `${path}?${query}`]) {
          const { html } = await client.get(address);
          expect(`${path}: ${html.toLowerCase().includes(SECRET)}`).toBe(`${path}: false`);
        }
      }
    });

    it('is changed by no form, whatever is filled in', tagsOf(role), async () => {
      const before = await rowsOfOther();
      const forms = ROUTES.filter(({ method }) => method === 'POST').filter(
        (route) => mayCome(role, route) && namesIn(route).length === 0,
      );
      expect(forms.length).toBeGreaterThan(6);
      for (const { path } of forms) {
        // Anew, since a form may end the session that sends it.
        const client = await dashboard.signIn(role);
        const { status, html } = await client.post(path, foreign);
        expect(`${path}: ${status}`).not.toContain(': 5');
        expect(`${path}: ${html.toLowerCase().includes(`ana ${SECRET}`)}`).toBe(`${path}: false`);
        expect(`${path}\n${await rowsOfOther()}`).toBe(`${path}\n${before}`);
      }
    });
  });

  it('is there for whoever it belongs to', async () => {
    for (const route of named.filter(({ method }) => method === 'GET')) {
      const path = route.path.replaceAll(/:(\w+)/g, (_, name) =>
        isNamed(name) ? IDS[name].foreign : name,
      );
      const isPaid = path.endsWith('/refund');
      if (!isPaid) expect(`${path}: ${(await other.get(path)).status}`).toBe(`${path}: 200`);
    }
    expect((await other.get('/payments')).html).toContain(SECRET);
  });
});
