import { beforeAll, describe, expect, it } from 'vitest';
import { ON_THE_WAY_IN, PAGES, STATES } from '../../../e2e/dashboard-addresses.ts';
import type { OneOfEach } from '../../testing/one-of-each.ts';
import { makeOneOfEach } from '../../testing/one-of-each.ts';
import { opened } from '../../testing/opened.ts';
import { saidInBoth, textsOf } from '../../testing/page-texts.ts';
import type { DashboardClient } from '../../testing/test-dashboard.ts';
import { startTestDashboard } from '../../testing/test-dashboard.ts';
import { manualTimers } from '../../testing/test-timers.ts';

const COMPANY = 'manual';
let ids: OneOfEach;
let clients: Record<'owner' | 'operator' | 'nobody', () => DashboardClient>;

const dashboard = opened(() => startTestDashboard({ timers: manualTimers().timers }));
beforeAll(async () => {
  const owner = await dashboard.signIn('owner', COMPANY);
  ids = await makeOneOfEach(dashboard, owner, 'marca');
  const operator = await dashboard.signIn('operator');
  // Whoever is nobody is somebody new with each page: a notice is shown once.
  clients = { owner: () => owner, operator: () => operator, nobody: () => dashboard.visitor() };
});

describe.each(['owner', 'operator', 'nobody'] as const)('the pages for %s', (who) => {
  const paths: string[] =
    who === 'nobody' ? [...ON_THE_WAY_IN] : [...PAGES[who], ...STATES[who], '/prove'];

  async function textsIn(language: string, path: string): Promise<Set<string>> {
    const client = clients[who]();
    const headers = { 'accept-language': language };
    let answer = await client.get(path, headers);
    if (answer.location !== null) answer = await client.get(answer.location, headers);
    return textsOf(answer.html);
  }

  it('say nothing in the other language', async () => {
    const said: string[] = [];
    for (const path of paths) {
      const address = path.replaceAll(/:(\w+)/g, (_, name) =>
        name === 'company' ? COMPANY : (new Map(Object.entries(ids)).get(name) ?? 'x'),
      );
      const portuguese = await textsIn('pt-BR', address);
      const english = await textsIn('en', address);
      expect(`${path} has texts: ${portuguese.size > 3}`).toBe(`${path} has texts: true`);
      const odd = saidInBoth(portuguese, english);
      said.push(...odd.map((text) => `${path}: ${text}`));
    }
    expect(said).toEqual([]);
  });
});
