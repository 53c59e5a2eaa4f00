import { describe, expect, it } from 'vitest';
import { permissionOf, ROLES } from '../../domain/people/roles.ts';
import { opened } from '../../testing/opened.ts';
import { startTestDashboard } from '../../testing/test-dashboard.ts';
import { dashboardRoutes } from './routes.ts';
import type { DashboardServices } from './services.ts';

/** Only what the routes are is looked at here; none of them is run with these services. */
const ROUTES = dashboardRoutes({} as DashboardServices);
const GUARDED = ROUTES.filter(({ act }) => act !== 'anyone');

function addressOf(path: string): string {
  return path.replaceAll(/:\w+/g, 'x');
}

describe('every address of the dashboard', () => {
  const dashboard = opened(startTestDashboard);

  it('is there once', () => {
    const addresses = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(addresses).toEqual([...new Set(addresses)]);
    expect(GUARDED.length).toBeGreaterThan(2);
  });

  it('asks whoever is not signed in to sign in', async () => {
    const visitor = dashboard.visitor();
    for (const { method, path } of GUARDED) {
      const address = addressOf(path);
      const answer = await (method === 'GET' ? visitor.get(address) : visitor.post(address));
      const said = `${method} ${path}: ${answer.status} ${answer.location}`;
      expect(said).toContain(`${method} ${path}: 303 /sign-in?to=`);
    }
  });

  it.each(ROLES)('is closed to a role that it is not for: %s', async (role) => {
    const client = await dashboard.signIn(role);
    for (const { method, path, act } of GUARDED) {
      if (act === 'signed-in' || act === 'anyone' || permissionOf(role, act) !== 'no') continue;
      const address = addressOf(path);
      const answer = await (method === 'GET' ? client.get(address) : client.post(address));
      expect(`${method} ${path}: ${answer.status}`).toBe(`${method} ${path}: 403`);
      expect(answer.html).toContain('Sem permissão');
    }
  });

  it.each(ROLES)('that the menu offers can be opened: %s', async (role) => {
    const client = await dashboard.signIn(role);
    const { html } = await client.get('/');
    const entries = [...html.matchAll(/<li><a href="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(entries).toContain('/');
    for (const path of entries) {
      expect(`${path}: ${(await client.get(path)).status}`).toBe(`${path}: 200`);
    }
  });
});
