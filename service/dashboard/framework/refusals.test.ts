import { describe, expect, it } from 'vitest';
import { permissionOf, ROLES } from '../../domain/people/roles.ts';
import { SESSION_TIMES } from '../../domain/people/session.ts';
import { opened } from '../../testing/opened.ts';
import type { DashboardClient } from '../../testing/test-dashboard.ts';
import { startTestDashboard } from '../../testing/test-dashboard.ts';
import type { DashboardRoute } from './route.ts';
import { dashboardRoutes } from './routes.ts';
import type { DashboardServices } from './services.ts';

/** Only what the routes are is looked at here; none of them is run with these services. */
const ROUTES = dashboardRoutes({} as DashboardServices);
const GUARDED = ROUTES.filter(({ act }) => act !== 'anyone');
const POSTED = ROUTES.filter(({ method }) => method === 'POST');
const FRESH = ROUTES.filter(({ isFresh }) => isFresh);

const clock = { ms: new Date('2026-05-04T15:00:00Z').getTime() };

const dashboard = opened(() => startTestDashboard({ now: () => new Date(clock.ms) }));

async function visit(client: DashboardClient, { method, path }: DashboardRoute) {
  const address = path.replaceAll(/:\w+/g, 'x');
  return await (method === 'GET' ? client.get(address) : client.post(address));
}

/** Of somebody who has the cookies as they are now. */
function thiefOf(client: DashboardClient): DashboardClient {
  const thief = dashboard.visitor();
  for (const [name, value] of client.cookies) thief.cookies.set(name, value);
  return thief;
}

it.each([
  ['another origin', 'owner', { origin: 'https://attacker.example' }, {}],
  ['a page that hides where it is', 'operator', { origin: 'null' }, {}],
  ['who says no origin', 'owner', { origin: '' }, {}],
  ['a page of ours without its token', 'operator', {}, { _token: '' }],
  ['a page of ours with a token of nobody', 'owner', {}, { _token: 'A'.repeat(86) }],
] as const)('every form refuses %s, with %s signed in', async (_who, role, headers, form) => {
  expect(POSTED.length).toBeGreaterThan(50);
  const client = await dashboard.signIn(role);
  for (const { path } of POSTED) {
    const answer = await client.post(path.replaceAll(/:\w+/g, 'x'), form, headers);
    const said = [answer.status, answer.html.includes('Nada foi alterado.')];
    expect([path, ...said, answer.headers.getSetCookie()]).toEqual([path, 403, true, []]);
  }
});

it('every address that asks for a fresh proof leads to it whoever proved five minutes ago who they are', async () => {
  expect(FRESH.length).toBeGreaterThan(20);
  for (const role of ROLES) {
    const client = await dashboard.signIn(role);
    clock.ms += SESSION_TIMES.freshProofMs;
    for (const route of FRESH) {
      const { act, method, path } = route;
      if (act === 'anyone') throw new Error(`${path} asks nobody for a proof`);
      if (act !== 'signed-in' && permissionOf(role, act) === 'no') continue;
      const { status, location } = await visit(client, route);
      const said = `${method} ${path}: ${status} ${location}`;
      expect(said).toContain(`${method} ${path}: 303 /prove?to=`);
    }
  }
});

/** One guard stands before them all; each address is tried with some of the ways. */
function everyThird(nth: number): readonly DashboardRoute[] {
  return GUARDED.filter((_route, index) => index % 3 === nth);
}

describe('a stolen cookie', () => {
  it.each([
    ['its owner signed out', 0, signedOut],
    ['its owner ended all other sessions', 1, ended],
    ['its owner was removed', 2, removed],
    ['half an hour has gone', 0, idle],
  ])('opens no address once %s', async (_why, nth, steal) => {
    const { thief, revoke } = await steal();
    expect((await thief.get('/')).status).toBe(200);
    await revoke();
    for (const route of everyThird(nth)) {
      // Each time with all that was stolen: who is told that a session is over has it no more.
      const { status, location } = await visit(thiefOf(thief), route);
      const said = `${route.method} ${route.path}: ${status} ${location}`;
      // The token of a page of that session is none any more.
      const refused = route.method === 'GET' ? '303 /sign-in?to=' : '403 null';
      expect(said).toContain(`${route.method} ${route.path}: ${refused}`);
    }
  });

  it('opens no more than the role that its owner was given since', async () => {
    const [owner, client] = [await dashboard.signIn('owner'), await dashboard.signIn('owner')];
    const thief = thiefOf(client);
    expect((await thief.get('/people')).status).toBe(200);
    await owner.post(`/people/${client.user.id}/role`, { role: 'viewer' });
    for (const route of GUARDED) {
      const { act, method, path } = route;
      if (act === 'signed-in' || act === 'anyone' || permissionOf('viewer', act) !== 'no') continue;
      const { status } = await visit(thief, route);
      expect(`${method} ${path}: ${status}`).toBe(`${method} ${path}: 403`);
    }
  });
});

async function signedOut() {
  const client = await dashboard.signIn('viewer');
  return { thief: thiefOf(client), revoke: () => client.post('/sign-out') };
}

async function ended() {
  const [client, other] = [dashboard.visitor(), dashboard.visitor()];
  for (const one of [client, other]) {
    await one.post('/sign-in/as', { email: 'viewer@tresmarias.example' });
  }
  const revoke = () => client.post('/account/security/end-other-sessions');
  return { thief: thiefOf(other), revoke };
}

async function removed() {
  const [owner, client] = [await dashboard.signIn('owner'), await dashboard.signIn('viewer')];
  const revoke = () => owner.post(`/people/${client.user.id}/remove`);
  return { thief: thiefOf(client), revoke };
}

async function idle() {
  const revoke = async () => {
    clock.ms += SESSION_TIMES.idleMs;
  };
  return { thief: thiefOf(await dashboard.signIn('viewer')), revoke };
}
