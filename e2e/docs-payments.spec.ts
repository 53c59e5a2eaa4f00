import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page, Route } from '@playwright/test';
import { compileScript, parse } from 'vue/compiler-sfc';
import {
  bundleSample,
  expect as expectNow,
  openBundle,
  payByElement,
  test,
} from './docs-sample.ts';
import { CUSTOMER, callApi, endPayin } from './merchant-api.ts';
import { paymentFrame } from './payment-page.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';

/** A whole payment lies between a click and its message: a busy machine is slow, not wrong. */
const expect = expectNow.configure({ timeout: 45_000 });

const GOOD = '4111111111111111';
const REFUSED = '4000000000000002';

type Answer = { status: number; body?: string };

/** Answers a page's endpoint, and loses the first answer to everything that it is asked. */
async function loseFirst(page: Page, answer: (route: Route) => Promise<Answer>): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/pay', async (route) => {
    const chosen = route.request().postData() ?? '';
    const isLost = !asked.includes(chosen);
    asked.push(chosen);
    const { status, body = '' } = await answer(route);
    const contentType = 'application/json';
    await route.fulfill(isLost ? { status: 504, body: 'Lost' } : { status, body, contentType });
  });
  return asked;
}

/** What the merchant's own server answers. */
async function fromServer(route: Route): Promise<Answer> {
  const response = await route.fetch();
  return { status: response.status(), body: await response.text() };
}

async function expectPaidOnce(system: System, referenceId: string): Promise<void> {
  const { body } = await callApi(system, 'no3ds', `/payin?referenceId=${referenceId}`);
  const payins: { status: string }[] = Object(body).data;
  expect(payins.filter(({ status }) => status === 'APPROVED')).toHaveLength(1);
}

async function payByForm(page: Page, number: string): Promise<void> {
  const card = { Nome: 'MARINA ALVES', Número: number, Validade: '12/30', CVV: '123' };
  for (const [label, text] of Object.entries(card)) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Pagar' }).click();
}

for (const [file, refusal, pay] of [
  ['index.html', 'cartão', payByElement],
  ['../functions/process.html', 'cartão', payByElement],
  ['../functions/prepare.html', 'REFUSED', payByForm],
] as const) {
  const tag = rare(file !== 'index.html');
  test(`${file}: refused, paid once, lost, reloaded${tag}`, async ({ page, system, samples }) => {
    const shop = await samples.runShop({ account: 'no3ds', page: file });
    await page.goto(shop.url);
    const asked = await loseFirst(page, fromServer);
    const message = page.locator('#message');
    for (const [number, told] of [
      [REFUSED, refusal],
      [GOOD, 'APPROVED'],
    ] as const) {
      await pay(page, number);
      await expect(message).toContainText(told);
    }
    expect([asked.length, new Set(asked).size]).toEqual([4, 2]);
    await page.reload();
    await expect(message).toContainText('APPROVED');
    await expectPaidOnce(system, new URL(page.url()).searchParams.get('order') ?? '');
  });
}

/** What a shop made of a sample is: its endpoint, and the script of its page. */
type Shop = {
  answer: (session: string, chosen: string) => Promise<Answer>;
  script: () => Promise<string>;
};
type Parts = { folder: string; system: System; referenceId: string };

/** The merchant's own part of a server: an order, for its session alone. */
function orderOf(referenceId: string): string {
  const prices = { CREDIT_CARD: 15_990, PIX: 15_990 };
  const items = [{ title: 'Café', quantity: 1, unitPrice: 15_990 }];
  const order = { referenceId, prices, isPhysicalProduct: true, customer: CUSTOMER, items };
  return `(session, id) =>
    session === 'own' && id === '${referenceId}' ? ${JSON.stringify(order)} : null`;
}

/** What a program of a sample exports, bundled as a merchant's build does and run here. */
async function runBundled(folder: string, entry: string, use: string) {
  await bundleSample(folder, entry, use);
  return import(pathToFileURL(join(folder, 'out/sample.js')).href);
}

async function nextShop({ folder, system, referenceId }: Parts): Promise<Shop> {
  mkdirSync(join(folder, 'next/lib'));
  const orders = `const orderOf = ${orderOf(referenceId)};
    export const findOrder = (request, id) => orderOf(request.headers.get('x-session'), id);`;
  writeFileSync(join(folder, 'next/lib/orders.ts'), orders);
  const keys = { CHECKOUT_KEY: 'pk_test_no3ds', CHECKOUT_SECRET: 'sk_test_no3ds' };
  const environment = { ...keys, CHECKOUT_API: system.baseUrl };
  const { POST } = await runBundled(
    folder,
    'next/serve.js',
    `Object.assign(process.env, ${JSON.stringify(environment)});
    export const { POST } = await import('./app/api/pay/route.ts');`,
  );
  const use = `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { Payment } from './app/checkout/payment.tsx';
    const order = { ...ORDER, referenceId: '${referenceId}' };
    createRoot(document.querySelector('#card')).render(createElement(Payment, { order }));`;
  return {
    async answer(session, body) {
      const headers = { 'x-session': session };
      const answer = await POST(new Request('http://shop.test', { method: 'POST', headers, body }));
      return { status: answer.status, body: await answer.text() };
    },
    script: () =>
      bundleSample(folder, 'next/use-payment.js', use, {
        NEXT_PUBLIC_CHECKOUT_KEY: 'pk_test_no3ds',
        NEXT_PUBLIC_CHECKOUT_API: system.baseUrl,
        NEXT_PUBLIC_CHECKOUT_FRAME: system.checkoutUrl,
      }),
  };
}

/** What Nuxt puts in reach of every file of its server, as far as the sample uses it. */
const NUXT_SERVER = `Object.assign(globalThis, {
  defineEventHandler: (handler) => handler,
  readBody: async ({ body }) => JSON.parse(body),
  createError: ({ statusCode }) => Object.assign(new Error('refused'), { status: statusCode }),
  getRequestIP: () => '203.0.113.7',
  setResponseStatus: (event, status) => Object.assign(event, { status }),
  setResponseHeaders: () => {},
});`;

async function nuxtShop({ folder, system, referenceId }: Parts): Promise<Shop> {
  const config = JSON.stringify({
    checkoutSecret: 'sk_test_no3ds',
    public: {
      checkoutKey: 'pk_test_no3ds',
      checkoutApi: system.baseUrl,
      checkoutFrame: system.checkoutUrl,
    },
  });
  const { pay } = await runBundled(
    folder,
    'nuxt/serve.js',
    `${NUXT_SERVER}
    globalThis.useRuntimeConfig = () => (${config});
    const orderOf = ${orderOf(referenceId)};
    globalThis.findOrder = ({ session }, id) => orderOf(session, id);
    export const { default: pay } = await import('./server/api/pay.post.ts');`,
  );
  const source = readFileSync(join(folder, 'nuxt/app/components/Payment.client.vue'), 'utf8');
  const { descriptor } = parse(source);
  const { content } = compileScript(descriptor, { id: 'payment', inlineTemplate: true });
  const imported = `import { ref, useTemplateRef } from 'vue';
    const useRuntimeConfig = () => (${config});`;
  writeFileSync(join(folder, 'nuxt/payment.ts'), `${imported}\n${content}`);
  const use = `import { createApp } from 'vue';
    import Payment from './payment.ts';
    createApp(Payment, { order: { ...ORDER, referenceId: '${referenceId}' } }).mount('#card');`;
  return {
    async answer(session, body) {
      const event = { session, body, status: 200 };
      const answer = await pay(event).catch((refused: Answer) => refused);
      const { status } = answer instanceof Error ? Object(answer) : event;
      return { status, body: JSON.stringify(answer) };
    },
    script: () => bundleSample(folder, 'nuxt/use-payment.js', use),
  };
}

test.describe('every method, with answers lost: a card is refused, a PIX survives a reload', () => {
  async function payAndReload(page: Page, { home, system }: { home: string; system: System }) {
    const { frame, method, refusal, typeCard: type } = paymentFrame(page, home);
    const button = page.locator('button', { hasText: 'Pagar' });
    await method('Cartão').check();
    await type({ number: REFUSED });
    await button.click();
    await expect(refusal).toContainText('cartão');
    await method('PIX').check();
    const made = page.waitForResponse(
      (response) => response.url().endsWith('/pay') && response.status() === 201,
    );
    await button.click();
    const { id, pix, referenceId } = await (await made).json();
    await expect(frame.locator('#code')).toHaveValue(pix.qrcode);
    await page.reload();
    await expect(frame.locator('#code')).toHaveValue(pix.qrcode);
    await endPayin(system, id, 'pay');
    await expect(page.getByRole('status')).toHaveText(/APPROVED|aprovado/);
    await expectPaidOnce(system, referenceId);
  }

  test('in the quick start', async ({ page, system, samples }) => {
    const shop = await samples.runShop({ account: 'no3ds', page: 'payment.html' });
    await page.goto(shop.url);
    await loseFirst(page, fromServer);
    await payAndReload(page, { home: '#methods', system });
  });

  for (const [name, shopOf] of [
    ['Next.js', nextShop],
    ['Nuxt', nuxtShop],
  ] as const) {
    test(`in ${name}${rare()}`, async ({ page, system, samples, merchant }) => {
      const referenceId = `docs-${name}-${merchant.port}-${Date.now()}`;
      const { answer, script } = await shopOf({ folder: samples.folder(), system, referenceId });
      const chosen = JSON.stringify({ referenceId, paymentMethod: 'PIX' });
      expect((await answer('other', chosen)).status).toBe(404);
      await loseFirst(page, (route) => answer('own', route.request().postData() ?? ''));
      await openBundle(page, merchant, await script());
      await payAndReload(page, { home: '#card', system });
    });
  }
});

test("the quick start tells and charges nothing of another buyer's order", async ({ samples }) => {
  const { url } = await samples.runShop({ account: 'no3ds' });
  const order = async () => {
    const answer = await fetch(url, { redirect: 'manual' });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { searchParams } = new URL(answer.headers.get('location') ?? '', url);
    return { cookie, referenceId: searchParams.get('order') };
  };
  const [own, other] = [await order(), await order()];
  const card = { token: 'none', installments: 1 };
  const body = JSON.stringify({ ...own, paymentMethod: 'CREDIT_CARD', card });
  const pay = async (cookie: string) =>
    (await fetch(`${url}/pay`, { method: 'POST', headers: { cookie }, body })).status;
  const read = async (cookie: string) =>
    (await fetch(`${url}/order?order=${own.referenceId}`, { headers: { cookie } })).status;
  for (const cookie of [other.cookie, 'buyer=', '']) {
    expect([await pay(cookie), await read(cookie)]).toEqual([404, 404]);
  }
  // The service hears of the buyer's own, and refuses the token.
  expect([await pay(own.cookie), await read(own.cookie)]).toEqual([400, 200]);
});
