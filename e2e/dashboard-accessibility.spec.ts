import type { Browser, Page } from '@playwright/test';
import { PAGES, STATES } from './dashboard-addresses.ts';
import { plugInDevice } from './dashboard-device.ts';
import { lookAt } from './dashboard-look.ts';
import { openDashboard, unfold } from './dashboard-page.ts';
import { CARD, payByCard, payByPix } from './dashboard-payment.ts';
import { command, setApproval } from './dashboard-person.ts';
import { callApi, payinOf } from './merchant-api.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

// The signing secret is turned on and off here, which no other test may meet.
test.use({ systemOf: 'the looks at every page of the dashboard' });

// 320 is what is left of 1280 at 400 %.
const LOOKS = [
  { colorScheme: 'light', width: 1280, locale: 'pt-BR' },
  { colorScheme: 'dark', width: 320, locale: 'en-US' },
] as const;
type Look = (typeof LOOKS)[number];

const MERCHANT_ID = '4b1a0c7e-9a55-4c0e-8d6a-0f3b1f2e6d11';

async function openAs(
  browser: Browser,
  system: System,
  { as, colorScheme, width, locale }: Look & { as: 'owner' | 'operator' },
): Promise<Page> {
  const viewport = { width, height: 900 };
  const context = await browser.newContext({ bypassCSP: true, colorScheme, locale, viewport });
  const page = await context.newPage();
  await plugInDevice(page);
  await openDashboard(page, system, { as });
  return page;
}

/** Something of each kind, by the name that addresses have for it. */
async function makeAll(page: Page, system: System): Promise<Record<string, string>> {
  const { id: payin } = await payByCard(system);
  const { id: pending } = await payByPix(system);
  const declined = { ...CARD, number: '4000000000000002' };
  const order = payinOf(declined, `painel-${Date.now()}`, 12_345);
  const { body: refused } = await callApi(system, 'no3ds', '/payin', order);
  const { body: sold } = await callApi(system, 'no3ds', '/payment-page', {
    ...{ amount: 5_000, referenceId: `painel-${Date.now()}`, isPhysicalProduct: false },
    items: [{ title: 'Oficina', quantity: 1, unitPrice: 5_000 }],
  });
  await setApproval(system, 'four-eyes');
  const { body: payout } = await callApi(system, 'no3ds', '/payout', {
    amount: 1_000,
    pixKey: 'ana@example.com',
    pixKeyType: 'EMAIL',
    referenceId: `painel-${Date.now()}`,
  });
  const { content } = await command(system, 'provider list', { company: 'no3ds' });
  if (!('rows' in content) || content.rows.length === 0) {
    await command(system, 'provider add', {
      ...{ company: 'no3ds', provider: 'cielo', environment: 'sandbox' },
      ...{ 'merchant-id': MERCHANT_ID, 'merchant-key': 'A'.repeat(40) },
    });
  }
  const open = (path: string) => page.goto(`${system.dashboardUrl}${path}`);
  await open('/webhooks/test');
  await page.locator('#field-url').fill('https://receptor.example/eventos');
  await page.locator('main form button').click();
  await expect(page).toHaveURL(/\/webhooks\/evt_/);
  const event = new URL(page.url()).pathname.split('/')[2] ?? '';
  await open('/account/passkeys/new');
  await page.locator('[data-passkey] button').click();
  await expect(page).toHaveURL(`${system.dashboardUrl}/account/passkeys`);
  const partOf = async (at: string, link: RegExp) => {
    await open(at);
    const links = await page
      .locator('main a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    return links.flatMap((href) => link.exec(href ?? '')?.[1] ?? [])[0] ?? '';
  };
  return {
    ...{ payin, pending, event, refused: String(refused.id), payout: String(payout.id) },
    page: String(sold.id),
    user: await partOf('/people', /^\/people\/(usr_[\w-]+)$/),
    key: await partOf('/integration', /^\/integration\/keys\/(key_\w+)\/revoke$/),
    passkey: await partOf('/account/passkeys', /^\/account\/passkeys\/(psk_[\w-]+)$/),
    ...{ company: 'no3ds', provider: 'cielo' },
  };
}

type Act = {
  at: string;
  /** Which form, where a page has several. */
  form?: string;
  fill?: Readonly<Record<string, string>>;
  file?: string;
  /** Whether it is taken. */
  isDone?: boolean;
};

/** What a page is once one of its forms was sent: refused with a reason, or done. */
const ACTS: Readonly<Record<'owner' | 'operator', readonly Act[]>> = {
  owner: [
    { at: '/payments/:payin/refund', fill: { amount: '999.999,00' } },
    { at: '/payouts/new' },
    { at: '/payouts/batch', file: 'referencia;valor;tipo_chave;chave_pix\nx;1.234;cpf;1\n' },
    {
      at: '/payouts/batch',
      file: 'referencia;valor;tipo_chave;chave_pix\nfolha-1;1,00;e-mail;ana@example.com\n',
      isDone: true,
    },
    { at: '/webhooks/test', fill: { url: 'http://127.0.0.1:1/' } },
    { at: '/webhooks/receivers', fill: { url: 'x' } },
    { at: '/webhooks/undelivered', form: 'form[method=get]', isDone: true },
    { at: '/integration', form: 'form[action$="/origins/add"]', fill: { origin: 'x' } },
    { at: '/integration', form: 'form[action$="/keys"]', isDone: true },
    { at: '/webhooks/secret', isDone: true },
    { at: '/webhooks/secret', form: 'form[action$="/rotate"]', isDone: true },
    { at: '/people/invite' },
    { at: '/people/invite', fill: { name: 'Nair Melo', email: ':new' }, isDone: true },
    { at: '/account/security', form: 'form[action$="/password"]', fill: { old: 'x' } },
    { at: '/account/security', form: 'form[action$="/recovery-codes"]', isDone: true },
    { at: '/account/security/app', fill: { code: '12' } },
  ],
  operator: [
    { at: '/companies', form: 'form[action="/companies"][method=post]' },
    { at: '/companies/:company', form: 'form[action$="/company-set-fees"]', fill: { pix: '0,99' } },
    { at: '/providers/new?provider=cielo', fill: { company: '*' } },
    { at: '/system', form: 'form[action="/system/ledger"]', isDone: true },
  ],
};

async function send(page: Page, { form = 'form', fill = {}, file }: Act): Promise<number> {
  await unfold(page);
  const sent = page.locator(`main ${form}`).first();
  // What a browser would not send, the server has to refuse as well.
  await sent.evaluate((one) => one.setAttribute('novalidate', ''));
  for (const [name, value] of Object.entries(fill)) {
    const text = value === ':new' ? `nair-${Date.now()}@example.com` : value;
    await sent.locator(`[name="${name}"]`).first().fill(text);
  }
  if (file !== undefined) {
    const buffer = Buffer.from(file);
    const sheet = { name: 'saques.csv', mimeType: 'text/csv', buffer };
    await sent.locator('input[type=file]').setInputFiles(sheet);
  }
  const answered = page.waitForResponse((response) => response.request().isNavigationRequest());
  await sent.locator('button[type=submit]').first().click();
  const status = (await answered).status();
  await page.waitForLoadState();
  return status;
}

for (const as of ['owner', 'operator'] as const) {
  for (const look of LOOKS) {
    const { colorScheme, width, locale } = look;
    test.describe(`${as}, ${colorScheme}, ${width} wide, ${locale}`, () => {
      const tag = rare(as === 'owner' || colorScheme === 'light');
      test(`no violation is found on any page, nothing moves, and the keyboard comes to all${tag}`, async ({
        browser,
        system,
      }) => {
        // About sixty pages, each looked at in six ways.
        test.setTimeout(480_000);
        const page = await openAs(browser, system, { as, ...look });
        const owner =
          as === 'owner' ? page : await openAs(browser, system, { as: 'owner', ...look });
        const ids = await makeAll(owner, system);
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        const open = async (path: string) => {
          const address = path.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? '');
          const answer = await page.goto(`${system.dashboardUrl}${address}`);
          expect(page.url()).toBe(`${system.dashboardUrl}${address}`);
          return answer;
        };
        for (const path of PAGES[as]) {
          expect(`${path}: ${(await open(path))?.status()}`).toBe(`${path}: 200`);
          await lookAt(page, path);
        }
        expect(complaints).toEqual([]);
        for (const path of STATES[as]) {
          await open(path);
          await lookAt(page, path);
        }
        for (const act of ACTS[as]) {
          await open(act.at);
          const status = await send(page, act);
          const name = `${act.at} ${act.form ?? ''}`;
          expect(`${name}: ${status < 400}`).toBe(`${name}: ${act.isDone === true}`);
          await lookAt(page, `${name} once it was sent`);
        }
        if (as === 'owner') await turnOff(page, system);
        await page.context().close();
        if (as === 'operator') await owner.context().close();
      });
    });
  }
}

/** The signing secret, so that the next look begins as this one did. */
async function turnOff(page: Page, system: System): Promise<void> {
  await page.goto(`${system.dashboardUrl}/webhooks/secret`);
  await lookAt(page, '/webhooks/secret with two that count');
  await page.reload();
  const form = page.locator('form[action$="/deactivate"]');
  await form.locator('[name=sure]').check();
  await form.locator('button').click();
  await expect(page.locator('form[action$="/activate"]')).toBeVisible();
}
