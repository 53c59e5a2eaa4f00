import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { cardFrame } from '../element-page.ts';
import type { System } from '../system.ts';
import { test as base, expect } from '../system.ts';

/** A whole payment lies between a click and its word: a busy machine is slow, not wrong. */
const PAID = { timeout: 45_000 };
const START_DEADLINE_MS = 60_000;

/** `nextUrl`: the built shop, served by Next.js itself. */
const test = base.extend<object, { nextUrl: string }>({
  nextUrl: [
    async ({ system }, use) => {
      const { url, child } = await startNext(system);
      await use(url);
      child.kill();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

async function startNext(system: System): Promise<{ url: string; child: ChildProcess }> {
  const folder = process.env.NEXT_SHOP;
  if (folder === undefined) throw new Error('NEXT_SHOP is not set: run `npm run test:next`');
  const child = spawn(
    process.execPath,
    [join(folder, 'node_modules/next/dist/bin/next'), 'start', '-p', '0'],
    {
      cwd: folder,
      env: {
        ...process.env,
        CHECKOUT_API: system.baseUrl,
        CHECKOUT_FRAME: system.checkoutUrl,
        NEXT_TELEMETRY_DISABLED: '1',
      },
    },
  );
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => reject(new Error(`no start: ${said}`)), START_DEADLINE_MS);
    const listen = (chunk: Buffer) => {
      said += chunk;
      const [found] = /http:\/\/localhost:\d+/.exec(said) ?? [];
      if (found === undefined || !said.includes('Ready')) return;
      clearTimeout(late);
      resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
  });
  return { url, child };
}

test('a page rendered by Next.js takes a card, its route charges it', async ({ page, nextUrl }) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(nextUrl);
  const card = cardFrame(page);
  await card.name.fill('MARINA ALVES');
  await card.number.fill('4111111111111111');
  await card.expiry.fill('12/30');
  await card.cvv.fill('123');
  await page.getByRole('button', { name: 'Pagar' }).click();
  await expect(page.locator('#told')).toHaveText('APPROVED', PAID);
  expect(complaints).toEqual([]);
});

test('a server component may import the wrapper, an empty node', async ({ page, nextUrl }) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  const sent = await (await fetch(`${nextUrl}/bare`)).text();
  expect(sent).toContain('<main id="bare"><div></div></main>');
  await page.goto(`${nextUrl}/bare`, { waitUntil: 'networkidle' });
  expect(complaints).toEqual([]);
});
