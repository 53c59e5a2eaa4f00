/**
 * What it fills, and that it does so once, is held beside `fill-samples`; the page, by a browser.
 *
 * @module-tag rare
 */

import { expect, it } from 'vitest';
import { opened } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';

const dashboard = opened(() => startTestDashboard({ now: () => new Date('2026-11-24T01:30:00Z') }));

it('an account is filled in the background, once, until the page has charts', async () => {
  const owner = await dashboard.signIn('owner', 'nocard');
  const answers = await Promise.all([owner.post('/samples'), owner.post('/samples')]);
  expect(answers.map(({ status, location }) => [status, location])).toEqual([
    [303, '/'],
    [303, '/'],
  ]);
  await expect
    .poll(async () => (await owner.get('/')).html.includes('<progress'), {
      timeout: 400_000,
      interval: 200,
    })
    .toBe(false);
  const { html } = await owner.get('/');
  expect(html).not.toContain('Preencher com 90 dias');
  expect(html).not.toContain('http-equiv="refresh"');
  expect(html).toMatch(/Aprovado em 30 dias<\/dt><dd><strong>R\$\s[1-9][\d.]+,\d\d/);
  expect(html).toContain('class="series-1"');
  const [first] = await sql<{ count: number; references: number }>(dashboard.db)`
    SELECT count(*) AS count, count(DISTINCT reference_id) AS references FROM payins
    WHERE company_id = 'nocard'`;
  expect(first?.count).toBeGreaterThan(200);
  expect(first?.references).toBe(first?.count);
  const entries = await sql<{ actor: string }>(dashboard.db)`SELECT actor FROM audit_entries
    WHERE company_id = 'nocard' AND action = 'sandbox fill'`;
  expect(entries).toEqual([{ actor: owner.user.id }]);
  // Pressed again, nothing is added.
  await owner.post('/samples');
  await expect
    .poll(async () => (await owner.get('/')).html.includes('<progress'), { timeout: 200_000 })
    .toBe(false);
  const [later] = await sql<{ count: number }>(dashboard.db)`SELECT count(*) AS count FROM payins
    WHERE company_id = 'nocard'`;
  expect(later?.count).toBe(first?.count);
}, 700_000);
