import type { BrowserContext, Page } from '@playwright/test';
import { openDashboard } from './dashboard-page.ts';
import { payByCard } from './dashboard-payment.ts';
import { callApi } from './merchant-api.ts';
import type { MerchantSite } from './merchant-page.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

/** A page of somebody else, opened by an owner who is signed in to the dashboard beside it. */
const ATTACKERS = {
  // Another port alone: the browser sends the cookies of the dashboard along.
  'of the same site': ({ origin }: MerchantSite) => origin,
  'of another site': ({ originOf }: MerchantSite) => originOf('evil'),
} as const;

/** What would move money, give a secret away or let somebody in. */
const ACTS = {
  '/payments/:payin/refund': { amount: '1,00', id: 'A'.repeat(22), step: 'confirm' },
  '/payments/:payin/cancel': {},
  '/payouts/new': {
    ...{ amount: '1,00', pixKeyType: 'EMAIL', pixKey: 'e@vil.example', reference: 'x' },
    step: 'confirm',
  },
  '/integration/keys': {},
  '/people/invite': { name: 'Eve', email: 'eve@evil.example', role: 'owner' },
  '/webhooks/receivers/set': { type: 'payin.*', url: 'https://evil.example/events' },
  '/sign-out': {},
};

for (const [whose, originOf] of Object.entries(ATTACKERS)) {
  // The same site is the harder case: there the browser sends the cookies along.
  test.describe(`a hostile page ${whose}${rare(whose === 'of another site')}`, () => {
    async function lure(context: BrowserContext, system: System, merchant: MerchantSite) {
      const { id } = await payByCard(system);
      await openDashboard(await context.newPage(), system, { as: 'owner', path: '/payments' });
      const page = await context.newPage();
      await page.goto(originOf(merchant) + merchant.serve('<!doctype html><title>x</title>'));
      return { page, id };
    }

    test('holds the dashboard in no frame', async ({ context, system, merchant }) => {
      const { page } = await lure(context, system, merchant);
      for (const element of ['iframe', 'object', 'embed']) {
        const url = `${system.dashboardUrl}/payments?in=${element}`;
        const refused = page.waitForEvent('console', (message) =>
          message.text().includes("frame-ancestors 'none'"),
        );
        await page.evaluate(
          ([name, address]) => {
            const holder = document.createElement(name);
            holder.setAttribute(name === 'object' ? 'data' : 'src', address);
            document.body.append(holder);
          },
          [element, url] as const,
        );
        await refused;
      }
      for (const frame of page.frames().slice(1)) {
        expect(frame.url()).not.toContain(system.dashboardUrl);
      }
    });

    test('sends no form that is taken', async ({ context, system, merchant }) => {
      const { page, id } = await lure(context, system, merchant);
      const before = await stateOf(system, id);
      for (const [path, fields] of Object.entries(ACTS)) {
        for (const enctype of ['application/x-www-form-urlencoded', 'text/plain'] as const) {
          const action = system.dashboardUrl + path.replace(':payin', id);
          await page.goto(originOf(merchant) + merchant.serve('<!doctype html><title>x</title>'));
          expect(`${path} ${await submit(page, { action, enctype, fields })}`).toBe(`${path} 403`);
          await expect(page.locator('h1')).toHaveText('Formulário recusado');
        }
      }
      expect(await stateOf(system, id)).toEqual(before);
      // The session is what it was: nobody was signed out either.
      await page.goto(`${system.dashboardUrl}/payments`);
      await expect(page.locator('h1')).toHaveText('Pagamentos');
    });

    test('reads and changes nothing in the background', async ({ context, system, merchant }) => {
      const { page, id } = await lure(context, system, merchant);
      const before = await stateOf(system, id);
      for (const mode of ['cors', 'no-cors'] as const) {
        for (const [path, fields] of Object.entries({ '/payments': null, ...ACTS })) {
          const url = system.dashboardUrl + path.replace(':payin', id);
          const told = await page.evaluate(
            ([address, asked, body]) =>
              fetch(address, {
                mode: asked,
                credentials: 'include',
                ...(body === null ? {} : { method: 'POST', body: new URLSearchParams(body) }),
              }).then(
                (response) => response.text(),
                (error: Error) => error.name,
              ),
            [url, mode, fields] as const,
          );
          // Not even that there is an answer: no other origin may have it.
          expect(`${mode} ${path} ${told}`).toBe(`${mode} ${path} TypeError`);
        }
      }
      expect(await stateOf(system, id)).toEqual(before);
    });

    test('keeps no hold of a window that it opens', async ({ context, system, merchant }) => {
      const { page } = await lure(context, system, merchant);
      const opening = context.waitForEvent('page');
      await page.evaluate((url) => {
        Reflect.set(window, 'opened', window.open(url, 'dashboard'));
      }, `${system.dashboardUrl}/payments`);
      const opened = await opening;
      await opened.waitForLoadState();
      expect(await opened.evaluate(() => window.opener)).toBeNull();
      await expect.poll(() => page.evaluate(() => Reflect.get(window, 'opened').closed)).toBe(true);
    });
  });
}

/** Posts a form as the page itself would; the status of what answers it. */
async function submit(
  page: Page,
  form: { action: string; enctype: string; fields: Readonly<Record<string, string>> },
): Promise<number> {
  const answered = page.waitForResponse(form.action);
  await page.evaluate(({ action, enctype, fields }) => {
    const made = Object.assign(document.createElement('form'), { method: 'post', action, enctype });
    for (const [name, value] of Object.entries(fields)) {
      made.append(Object.assign(document.createElement('input'), { name, value }));
    }
    document.body.append(made);
    made.submit();
  }, form);
  const status = (await answered).status();
  await page.waitForLoadState();
  return status;
}

/** What an act of these would change. */
async function stateOf(system: System, payin: string): Promise<object> {
  const { body: payment } = await callApi(system, 'no3ds', `/payin/${payin}`);
  const { body: payouts } = await callApi(system, 'no3ds', '/payout');
  return { payment, payouts };
}
