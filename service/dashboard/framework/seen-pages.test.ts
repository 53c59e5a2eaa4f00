import { describe, expect, it } from 'vitest';
import { ON_THE_WAY_IN, PAGES } from '../../../e2e/dashboard-addresses.ts';
import { dashboardRoutes } from './routes.ts';
import type { DashboardServices } from './services.ts';

/** Only what the routes are is looked at here; none of them is run with these services. */
const PATHS = dashboardRoutes({} as DashboardServices)
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => path);

describe('the pages that are looked at in a browser', () => {
  const seen: string[] = [...PAGES.owner, ...PAGES.operator, ...ON_THE_WAY_IN].map(
    (address) => address.split('?')[0] ?? '',
  );

  it('are all that there are', () => {
    const pages = PATHS.filter((path) => !path.endsWith('.csv'));
    expect(pages.length).toBeGreaterThan(40);
    expect(pages.filter((path) => !seen.includes(path))).toEqual([]);
  });

  it('are none that are gone', () => {
    expect(seen.filter((path) => !PATHS.includes(path))).toEqual([]);
  });
});
