import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CONSENT } from '../service/testing/consent.ts';
import {
  bundleSample,
  expect as expectNow,
  openBundle,
  payByElement,
  test,
} from './docs-sample.ts';
import { cardFrame, press, typeCard } from './element-page.ts';
import { callApi, payinOf } from './merchant-api.ts';
import { paymentFrame, serveEndpoint } from './payment-page.ts';
import { rare } from './rare.ts';
import { CHALLENGED, challengeOf, enterCode } from './threeds-page.ts';

/** A whole payment lies between a click and its message: a busy machine is slow, not wrong. */
const expect = expectNow.configure({ timeout: 45_000 });

const GOOD = '4111111111111111';
const ROOT = fileURLToPath(new URL('..', import.meta.url));

for (const account of ['preorder', 'postorder'] as const) {
  test(`the quick start pays on ${account}, challenged${rare()}`, async ({ page, samples }) => {
    const shop = await samples.runShop({ account });
    await page.goto(shop.url);
    await payByElement(page, CHALLENGED);
    await enterCode(challengeOf(page, 'element'));
    await expect(page.locator('#message')).toContainText('Status: APPROVED');
  });
}

test('the ten lines of the README are paid', async ({ page, merchant, system }) => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, html = ''] = /```html\n([\s\S]*?)```/.exec(readme) ?? [];
  await serveEndpoint(page, { merchant, system });
  const lines = merchant.serve(html.replaceAll('https://api.example.com', system.baseUrl));
  await page.goto(merchant.origin + lines);
  await paymentFrame(page).typeCard();
  await page.locator('#buy').click();
  await expect(page).toHaveURL(`${merchant.origin}/thanks`);
});

test.describe('the sample of', () => {
  test('mountCardElement hears, changes and leaves', async ({ page, merchant, samples }) => {
    const html = readFileSync(join(samples.folder(), 'functions/card-element.html'), 'utf8');
    await page.goto(merchant.origin + merchant.serve(html));
    await expect(page.locator('#pay')).toBeEnabled();
    const card = cardFrame(page);
    await typeCard(card);
    await expect(page.locator('#pay')).toHaveText('Pagar com visa em 1x');
    await press(page.locator('#pay'));
    await expect(page.locator('#message')).toHaveText('visa 1111');
    await page.evaluate('later()');
    await expect(card.cvv).toBeFocused();
    await expect(card.installments.locator('option')).toHaveCount(6);
    await page.evaluate('leave()');
    await expect(card.iframe).toHaveCount(0);
  });

  test(`a saved card asks for its CVV${rare()}`, async ({ page, system, merchant, samples }) => {
    const order = { amount: 15_990, installments: 1, referenceId: `docs-saved-${merchant.port}` };
    const typed = { holderName: 'MARINA ALVES', number: GOOD, cvv: '123' };
    const expiry = { expirationMonth: '12', expirationYear: '2030' };
    const response = await fetch(`${system.checkoutUrl}/checkout/tokens`, {
      method: 'POST',
      headers: { 'x-public-key': 'pk_test_cardonfile', 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, card: { ...typed, ...expiry }, consent: CONSENT }),
    });
    const { token, brand, last4 } = await response.json();
    const first = payinOf({ token, installments: 1 }, order.referenceId, order.amount);
    const paid = await callApi(system, 'cardonfile', '/payin', first);
    expect(paid).toMatchObject({ body: { status: 'APPROVED' } });

    const saved = { token, card: { brand, last4 } };
    await page.addInitScript(`window.saved = ${JSON.stringify(saved)}`);
    const folder = samples.folder('cardonfile');
    const html = readFileSync(join(folder, 'functions/saved-card.html'), 'utf8');
    await page.goto(merchant.origin + merchant.serve(html));
    const card = cardFrame(page);
    await card.cvv.fill('123');
    await expect(card.number).toBeHidden();
    await press(page.locator('#pay'));
    await expect(page.locator('#message')).toHaveText('ready');
    const again = payinOf({ token, installments: 1 }, 'order-2', order.amount);
    const second = await callApi(system, 'cardonfile', '/payin', again);
    expect(second).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
  });

  for (const [mode, account] of [
    ['hosted', 'preorder'],
    ['direct', 'postorder'],
  ] as const) {
    test(`prepareCardPayment, ${mode}, pays on ${account} with a challenge${rare()}`, async ({
      page,
      samples,
    }) => {
      const shop = await samples.runShop({ account, page: PREPARE });
      await page.goto(`${shop.url}/?mode=${mode}`);
      await page.getByLabel('Nome no cartão').fill('MARINA ALVES');
      await page.getByLabel('Número do cartão').fill(CHALLENGED);
      await page.getByLabel('Validade').fill('12/30');
      await page.getByLabel('CVV').fill('123');
      await page.getByRole('button', { name: 'Pagar' }).click();
      await enterCode(challengeOf(page, mode));
      const status = account === 'preorder' ? 'APPROVED' : 'PENDING_3DS';
      await expect(page.locator('#message')).toHaveText(status);
    });
  }

  test('init, getConfig, diagnose and contentSecurityPolicy', async ({
    page,
    system,
    merchant,
    samples,
  }) => {
    const folder = samples.folder('preorder');
    const html = readFileSync(join(folder, 'functions/init.html'), 'utf8');
    await page.goto(merchant.origin + merchant.serve(html));
    await expect(page.locator('#out')).not.toBeEmpty();
    const { flow, header, diagnosis } = JSON.parse((await page.textContent('#out')) ?? '');
    expect(flow).toBe('pre-order');
    expect(header).toBe(
      `script-src ${system.baseUrl}; frame-src ${system.checkoutUrl}; connect-src ${system.baseUrl}`,
    );
    expect(diagnosis).toEqual(
      ['service', 'account', 'frame'].map((check) => expect.objectContaining({ check, ok: true })),
    );
  });
});

const PREPARE = '../functions/prepare.html';

test.describe('the package, as the quick start writes it', () => {
  /** What the compiler says of files of a folder, under strict settings. */
  const compiled = (folder: string, settings: string, files: readonly string[]) =>
    spawnSync(
      join(ROOT, 'node_modules/.bin/tsc'),
      `--noEmit --strict --target es2022 --lib es2022,dom,dom.iterable ${settings}`
        .split(' ')
        .concat(files.map((file) => join(folder, file))),
      { cwd: folder, encoding: 'utf8' },
    ).stdout;

  test('type-checks under strict settings', ({ samples }) => {
    const samplesOf = ['quick-start/checkout.ts', 'quick-start/load.ts', 'typescript/errors.ts'];
    const files = [...samplesOf, 'typescript/events.ts'];
    expect(compiled(samples.folder(), '--module nodenext --types ', files)).toBe('');
  });

  test(`type-checks in a shop in Next.js${rare()}`, ({ samples }) => {
    const folder = samples.folder();
    const orders = `export async function findOrder(_request: Request, referenceId: string) {
      const customer = { name: '', document: '', email: '', phone: '' };
      const prices = { CREDIT_CARD: 15990 };
      return { referenceId, prices, isPhysicalProduct: true, customer, items: [] };
    }
    export async function markPaid(_referenceId: string): Promise<void> {}`;
    mkdirSync(join(folder, 'next/lib'));
    writeFileSync(join(folder, 'next/lib/orders.ts'), orders);
    const files = ['checkout/payment.tsx', 'api/pay/route.ts', 'api/webhooks/route.ts'];
    // As `create-next-app` sets it.
    const settings = '--module esnext --moduleResolution bundler --jsx react-jsx --types node';
    const inApp = files.map((file) => `next/app/${file}`);
    expect(compiled(folder, settings, inApp)).toBe('');
  });

  for (const [file, uses] of [
    ['checkout.ts', `const element = sample.mountCard(document.querySelector('#card'), ORDER);`],
    ['load.ts', `const element = sample.client.mountCardElement('#card', ORDER);`],
  ] as const) {
    test(`${file} mounts the card fields from a bundle${rare(file === 'load.ts')}`, async ({
      page,
      merchant,
      samples,
    }) => {
      const use = `import * as sample from './${file}';\n${uses}\nawait element.ready;`;
      const script = await bundleSample(samples.folder(), `quick-start/use-${file}`, use);
      await openBundle(page, merchant, script);
      await expect(cardFrame(page).number).toBeVisible();
    });
  }
});

test.describe('the sample for', () => {
  for (const [name, entry, use] of [
    [
      'React',
      'use-react.js',
      `import { createElement } from 'react';
       import { createRoot } from 'react-dom/client';
       import { Checkout } from './react.jsx';
       createRoot(document.querySelector('#card')).render(createElement(Checkout, ORDER));`,
    ],
    [
      'Vue',
      'use-vue.js',
      `import { createApp } from 'vue/dist/vue.esm-bundler.js';
       import { Checkout } from './vue.js';
       createApp(Checkout, ORDER).mount('#card');`,
    ],
    ['a custom element', 'use-element.js', `import './element.js';`],
  ] as const) {
    test(`${name} prepares cards${rare(name !== 'React')}`, async ({ page, merchant, samples }) => {
      const script = await bundleSample(samples.folder(), `wrappers/${entry}`, use);
      await openBundle(page, merchant, script);
      await typeCard(cardFrame(page, 'body'));
      await page.getByRole('button', { name: 'Pagar' }).click();
      await expect(page.getByRole('status')).toHaveText('visa 1111');
    });
  }

  test(`a browser test pays with a challenge${rare()}`, async ({ page, samples }) => {
    const shop = await samples.runShop({ account: 'preorder' });
    const file = pathToFileURL(join(samples.folder(), 'testing/pay.mjs')).href;
    const { payWithChallenge } = await import(file);
    await page.goto(shop.url);
    await payWithChallenge(page);
    await expect(page.locator('#message')).toHaveText('Status: APPROVED');
  });

  test('a component test does without a browser', ({ samples }) => {
    const file = join(samples.folder(), 'testing/double.mjs');
    expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe('');
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.describe('the samples for a shell', () => {
  test.skip(!hasCurl, 'there is no curl on this machine');

  /** What a sample printed, each line that is JSON. */
  const runIn = ({ baseUrl }: { baseUrl: string }, file: string, ...words: string[]) =>
    execFileSync('bash', [join(ROOT, 'docs/samples', file), ...words], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, BASE_URL: baseUrl },
    })
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));

  test('charge by PIX, boleto and open finance, and move them', async ({ system, samples }) => {
    const run = (file: string, ...words: string[]) => runIn(system, `payins/${file}`, ...words);
    const [pix, boleto, banks, consent] = run('other-methods.sh');
    expect(pix).toMatchObject({
      status: 'PENDING',
      pix: { qrcode: expect.stringMatching(/^0002/) },
    });
    expect(boleto).toMatchObject({ boleto: { barcode: expect.stringMatching(/^\d{47}$/) } });
    expect(banks.banks.map(({ id }: { id: string }) => id)).toContain('ipe');
    expect(consent.openFinanceRedirectUrl).toContain(system.bankUrl);

    const [page, link] = run('payment-page.sh');
    expect(page.url).toContain(`${system.paymentPageUrl}/p/`);
    expect(link).toMatchObject({ status: 'OPEN', reusable: true, limit: 50 });

    const [paid, record, clock, signing, deliveries] = run('sandbox.sh', pix.id);
    expect(paid).toMatchObject({ id: pix.id, status: 'APPROVED' });
    expect(record).toMatchObject({ id: pix.id, status: 'APPROVED' });
    expect(clock).toMatchObject({ now: expect.any(String) });
    expect(signing.secret).toMatch(/^whsec_/);
    expect(deliveries).toEqual({ data: expect.any(Array) });

    expect(run('cancel.sh', boleto.id)).toMatchObject([{ id: boleto.id, status: 'CANCELED' }]);
    const [part, pending] = run('refund.sh', pix.id);
    expect(part).toMatchObject({ payinId: pix.id, amount: 5_000, status: 'DONE' });
    expect(pending).toMatchObject({ payinId: pix.id, amount: 1_000, status: 'PENDING' });
    const script = join(samples.folder(), 'payins/refund.mjs');
    const refund = (referenceId: string) =>
      spawnSync(process.execPath, [script, pix.id, referenceId], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, BASE_URL: system.baseUrl },
      });
    const rest = JSON.parse(refund(`${pix.id}-rest`).stdout);
    expect(rest).toMatchObject({ amount: 15_990 - 6_000, status: 'DONE' });
    expect(refund(`${pix.id}-more`).stderr).toContain('INVALID_DATA: amount: more_than_left');
  });

  test('pay out, and read lists, balance and statement', async ({ system, samples }) => {
    const env = { PATH: process.env.PATH, BASE_URL: system.baseUrl };
    const run = (file: string, ...words: string[]) => runIn(system, file, ...words);
    const [payout, found] = run('payouts/payout.sh');
    expect(payout).toMatchObject({ status: 'PENDING', amount: 5_000 });
    expect(found).toMatchObject({ data: [{ id: payout.id }], meta: { total: 1 } });
    expect(run('payouts/show.sh', payout.id)).toMatchObject([{ id: payout.id, amount: 5_000 }]);

    const [payins, balance, statement] = run('lists/lists.sh');
    expect(payins).toMatchObject({ data: expect.any(Array), meta: { limit: 10 } });
    expect(balance).toMatchObject({ currency: 'BRL', available: expect.any(Number) });
    expect(statement.data).toHaveLength(2);

    const order = payinOf({}, `docs-lists-${payout.id}`, 15_990);
    const made = { ...order, paymentMethod: 'PIX', card: undefined };
    const { body: payin } = await callApi(system, 'manual', '/payin', made);
    await callApi(system, 'manual', `/sandbox/payins/${payin.id}/pay`, {});
    const keys = { PUBLIC_KEY: 'pk_test_manual', SECRET_KEY: 'sk_test_manual' };
    const every = execFileSync(
      process.execPath,
      [join(samples.folder(), 'lists/every-payin.mjs')],
      { encoding: 'utf8', env: { ...env, ...keys } },
    );
    expect(JSON.parse(every).paid).toBeGreaterThanOrEqual(15_990);
  });
});

test('the webhook receiver hears of a payment once, of ours alone', async ({ system, samples }) => {
  const account = 'manual';
  // The shop has turned it on where it took a payment of this account before; its secret stays good.
  const enabled = await callApi(system, account, '/sandbox/webhooks/enable-signing', {});
  const { status, body } =
    enabled.status === 409
      ? await callApi(system, account, '/sandbox/webhooks/rotate-secret', {})
      : enabled;
  expect(status, JSON.stringify(body)).toBe(200);
  const secret = String(body.secret);
  const receiver = await samples.run('webhooks/receiver.mjs', { WEBHOOK_SECRET: secret });
  const order = { ...payinOf({}, 'docs-hook-1', 15_990), paymentMethod: 'PIX', card: undefined };
  const payin = await callApi(system, account, '/payin', { ...order, webhookUrl: receiver.url });
  expect(payin, JSON.stringify(payin.body)).toMatchObject({ status: 201 });
  const paid = await callApi(system, account, `/sandbox/payins/${payin.body.id}/pay`, {});
  expect(paid).toMatchObject({ status: 200, body: { status: 'APPROVED' } });
  // What was asked before it was ready was not signed.
  await expect.poll(receiver.said).toContain('docs-hook-1: APPROVED\n');
  const said = receiver.said();

  const event = JSON.stringify({ ...paid.body, referenceId: 'docs-hook-2' });
  const seconds = Math.floor(Date.now() / 1000);
  const signed = (key: string) =>
    `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${event}`).digest('hex')}`;
  const send = (id: string, signature: string) =>
    fetch(receiver.url, {
      method: 'POST',
      body: event,
      headers: { 'x-webhook-id': id, 'x-webhook-signature': signature },
    }).then(({ status }) => status);
  expect(await send('evt_2', signed('whsec_other'))).toBe(400);
  expect(await send('evt_2', signed(secret))).toBe(204);
  expect(await send('evt_2', signed(secret))).toBe(204);
  const told = receiver.said().slice(said.length);
  expect(told).toMatch(/^no signature is of this body and secret: .*\ndocs-hook-2: APPROVED\n$/);
});
