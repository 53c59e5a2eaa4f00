import { beforeAll, describe, expect, it } from 'vitest';
import { createAuditLog } from '../../../store/tables/audit/audit-log.ts';
import { createUserStore } from '../../../store/tables/people/user.ts';
import { opened } from '../../../testing/opened.ts';
import type { DashboardClient } from '../../../testing/test-dashboard.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';

let now = new Date('2026-05-04T15:00:00Z');
let owner: DashboardClient;

const dashboard = opened(() => startTestDashboard({ now: () => now }));
beforeAll(async () => {
  owner = await dashboard.signIn('owner');
});

function find({ user }: DashboardClient) {
  return createUserStore(dashboard.db).find(user.id);
}
async function roleOf(client: DashboardClient) {
  return (await find(client))?.role;
}
async function stateOf(client: DashboardClient) {
  return (await find(client))?.state;
}
async function actsOf(action: string, user = '') {
  const entries = await createAuditLog(dashboard.db).list('no3ds', 500);
  return entries.filter((entry) => entry.action === action && entry.subjects.user === user);
}
async function idOf(email: string) {
  const users = await createUserStore(dashboard.db).list('no3ds');
  return users.find((one) => one.email === email)?.id;
}
function invitation(more: Record<string, string> = {}) {
  return { name: 'Nair Bittencourt', email: 'nair@example.com', role: 'finance', ...more };
}

describe('the page of people', () => {
  it('lists those of the company and nobody else', async () => {
    const finance = await dashboard.signIn('finance');
    const stranger = await dashboard.signIn('finance', 'threeds');
    const { status, html } = await owner.get('/people');
    expect(status).toBe(200);
    expect(html).toContain(finance.user.email);
    expect(html).toContain('Financeiro');
    expect(html).not.toContain(stranger.user.email);
    expect((await owner.get('/people', { 'accept-language': 'en' })).html).toContain('Finance');
  });
});

describe('an invitation', () => {
  it('shows its link once, and lets the log have the id alone', async () => {
    const email = 'nair.once@example.com';
    const { status, html } = await owner.post('/people/invite', invitation({ email }));
    expect(status).toBe(200);
    const link = /value="([^"]*\/invitations\/[\w-]{43})"/.exec(html)?.[1] ?? '';
    expect(link.startsWith(`${dashboard.dashboardUrl}/invitations/`)).toBe(true);
    expect((await owner.get('/people')).html).not.toContain('/invitations/');
    expect((await owner.get('/people')).html).toContain(email);
    const acts = await actsOf('user invite', await idOf(email));
    expect(acts).toMatchObject([{ actor: owner.user.id, result: 'done' }]);
    expect(JSON.stringify(acts)).not.toMatch(/nair\.once|Bittencourt/i);
  });

  it.each([
    ['an address that is taken', { email: 'NAIR@example.com' }, 'field-email'],
    ['no address', { email: 'nair' }, 'field-email'],
    ['no name', { name: ' ' }, 'field-name'],
    ['a role of the service', { role: 'operator' }, 'field-role'],
    ['a role of nobody', { role: 'root' }, 'field-role'],
  ])('is refused with %s, and what was typed stays', async (_what, more, field) => {
    await owner.post('/people/invite', invitation());
    const { status, html } = await owner.post('/people/invite', invitation(more));
    expect(status).toBe(400);
    expect(html).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
    expect(html).not.toContain('/invitations/');
  });

  it('is of the company of whoever invites, whatever the form says', async () => {
    const form = invitation({ email: 'form@example.com', company: 'threeds' });
    expect((await owner.post('/people/invite', form)).status).toBe(200);
    expect((await owner.get('/people')).html).toContain('form@example.com');
  });
});

describe('an invitation that nobody has accepted', () => {
  const linkIn = (html: string) => /value="[^"]*(\/invitations\/[\w-]{43})"/.exec(html)?.[1] ?? '';

  /** Whether a link leads to the page that lets somebody in. */
  const opens = async (link: string) => {
    const visitor = dashboard.visitor();
    await visitor.get(link);
    return (await visitor.get('/invitation')).status === 200;
  };

  it('is shown as expired after three days, and is made anew with a link that works', async () => {
    const email = 'late@example.com';
    const first = linkIn((await owner.post('/people/invite', invitation({ email }))).html);
    const path = `/people/${await idOf(email)}`;
    expect((await owner.get(path)).html).toContain('Convidada');

    now = new Date(now.getTime() + 72 * 60 * 60 * 1_000);
    // A session does not last as long.
    owner = await dashboard.signIn('owner');
    expect((await owner.get('/people')).html).toContain('Convite vencido');
    const page = await owner.get(path, { 'accept-language': 'en' });
    expect(page.html).toContain('Invitation expired');
    expect(page.html).toContain('Create another link');
    expect(await opens(first)).toBe(false);

    const renewed = await owner.post(`${path}/invitation`);
    expect(renewed.status).toBe(200);
    const second = linkIn(renewed.html);
    expect(second).not.toBe(first);
    expect([await opens(second), await opens(first)]).toEqual([true, false]);
    expect((await owner.get(path)).html).toContain('Convidada');
    expect((await owner.get(path)).html).not.toContain('/invitations/');
    const acts = await actsOf('user renew-invitation', await idOf(email));
    expect(acts).toMatchObject([{ actor: owner.user.id, result: 'done' }]);
  });

  it('is not made anew for somebody who is in already', async () => {
    const target = await dashboard.signIn('viewer');
    const path = `/people/${target.user.id}`;
    expect((await owner.get(path)).html).not.toContain(`${path}/invitation`);
    const { status, html } = await owner.post(`${path}/invitation`);
    expect(status).toBe(409);
    expect(html).toContain('Esta pessoa já aceitou o convite.');
    expect(html).not.toContain('/invitations/');
  });
});

describe('somebody of the company', () => {
  it('gets another role, from the next page on', async () => {
    const target = await dashboard.signIn('viewer');
    expect((await owner.get(`/people/${target.user.id}`)).html).toContain(target.user.name);
    const path = `/people/${target.user.id}/role`;
    const { status, location } = await owner.post(path, { role: 'owner' });
    expect([status, location]).toEqual([303, '/people']);
    expect((await target.get('/people')).status).toBe(200);
    const subjects = { user: target.user.id, role: 'owner', was: 'viewer' };
    const acts = await actsOf('user set-role', target.user.id);
    expect(acts).toMatchObject([{ actor: owner.user.id, subjects }]);
  });

  it('is removed, and signed out at once', async () => {
    const target = await dashboard.signIn('finance');
    const { location } = await owner.post(`/people/${target.user.id}/remove`);
    expect(location).toBe('/people');
    expect((await target.get('/')).location).toMatch(/^\/sign-in/);
    expect(await stateOf(target)).toBe('removed');
    expect((await owner.get(`/people/${target.user.id}`)).status).toBe(404);
    expect((await owner.post(`/people/${target.user.id}/remove`)).status).toBe(404);
  });

  it.each(['operator', 'root', ''])('gets no role such as "%s"', async (role) => {
    const target = await dashboard.signIn('viewer');
    expect((await owner.post(`/people/${target.user.id}/role`, { role })).status).toBe(400);
    expect(await roleOf(target)).toBe('viewer');
  });

  it('changes nothing of themselves', async () => {
    const { id } = owner.user;
    expect((await owner.get(`/people/${id}`)).html).not.toContain(`action="/people/${id}`);
    for (const answer of [
      await owner.post(`/people/${id}/role`, { role: 'viewer' }),
      await owner.post(`/people/${id}/remove`),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.html).toContain('Ninguém muda o próprio papel');
    }
    expect(await roleOf(owner)).toBe('owner');
    expect(await stateOf(owner)).toBe('active');
  });

  it('of another company is not found, nor is anybody of the service', async () => {
    const stranger = await dashboard.signIn('viewer', 'threeds');
    const operator = await dashboard.signIn('operator');
    for (const { id } of [stranger.user, operator.user, { ...owner.user, id: 'usr_nobody' }]) {
      const answers = [
        await owner.get(`/people/${id}`),
        await owner.post(`/people/${id}/role`, { role: 'owner' }),
        await owner.post(`/people/${id}/remove`),
        await owner.post(`/people/${id}/invitation`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    expect(await stateOf(stranger)).toBe('active');
    expect(await roleOf(operator)).toBe('operator');
  });
});
