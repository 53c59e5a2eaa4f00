import type { Page } from '@playwright/test';
import { CANARY, findCanary } from './canary/canary.ts';
import { everybodyHeard } from './hostile/open-challenge.ts';
import { NONCE, OPTIONS, rawFramePage } from './hostile/raw-frame.ts';
import { callApi } from './merchant-api.ts';
import { frameDocument } from './merchant-page.ts';
import { heardOf, openPaymentPage, paymentFrame } from './payment-page.ts';
import { createPix } from './pix-page.ts';
import { rare } from './rare.ts';
import type { Places, System } from './system.ts';
import { expect, test } from './system.ts';

/** Mounts the payment frame without the sdk, and holds the bare port. */
const CONNECT_RAW = `(async () => {
  const came = new Promise((resolve) => addEventListener('hello', resolve, { once: true }));
  iframe.src = CHECKOUT + '/payment?key=pk_test_no3ds#nonce=${NONCE}';
  await came;
  window.port = connectRaw('${NONCE}');
  return ask('configure', ${JSON.stringify(OPTIONS)});
})()`;

async function openRaw(page: Page, { merchant, system }: Places): Promise<void> {
  await page.goto(merchant.origin + merchant.serve(rawFramePage(system)));
  expect(await page.evaluate(CONNECT_RAW)).toMatchObject({ ok: true });
}

function markupOf(page: Page, system: System): Promise<string> {
  return frameDocument(page, system, 'payment').evaluate('document.documentElement.outerHTML');
}

test.describe('the page’s own endpoint', () => {
  test('has no say in the code, line and bank shown', async ({ page, places, system }) => {
    const thief = {
      amount: 15_990,
      merchantName: 'Ladrão',
      pix: { qrcode: '00020126THIEF', viewToken: 'THIEF' },
      pixCopyAndPaste: '00020126THIEF',
      boletoBarcode: '000THIEF',
      boletoPixCopyAndPaste: '00020126THIEF',
      openFinanceRedirectUrl: 'https://thief.example/',
      openFinance: { redirectUrl: 'https://thief.example/' },
    };
    const { method, pay, frame, again } = await openPaymentPage(page, places, {
      async answer(real) {
        const { status, body } = await real();
        return { status, body: { ...body, ...thief } };
      },
    });
    const recordOf = async (told: { [member: string]: unknown }) =>
      (await callApi(system, 'no3ds', `/payin/${Object(told.payin).id}`)).body;
    await method('PIX').check();
    const pix = await recordOf(await pay());
    await expect(frame.locator('#code')).toHaveValue(String(pix.pixCopyAndPaste));
    expect(await markupOf(page, system)).not.toMatch(/THIEF|thief|Ladrão/);
    await again.click();
    await method('Boleto').check();
    const boleto = await recordOf(await pay());
    await expect(frame.locator('#line')).toHaveValue(String(boleto.boletoBarcode));
    await expect(frame.locator('#code')).toHaveValue(String(boleto.boletoPixCopyAndPaste));
    expect(await markupOf(page, system)).not.toMatch(/THIEF|thief|Ladrão/);
    await again.click();
    await method('Seu banco').check();
    await frame.locator('.banks input').first().check();
    await pay();
    await expect(frame.locator('#go')).toHaveAttribute('href', new RegExp(`^${system.bankUrl}/`));
    expect(await markupOf(page, system)).not.toMatch(/THIEF|thief|Ladrão/);
  });

  test('cannot show a payin of another account', async ({ page, places, system }) => {
    const { pix } = await createPix(system, { account: 'manual' });
    const { method, pay, frame } = await openPaymentPage(page, places, {
      async answer(real) {
        const { status, body } = await real();
        return { status, body: { ...body, viewToken: pix.viewToken } };
      },
    });
    await method('PIX').check();
    expect(await pay()).toMatchObject({ code: 'NOT_FOUND' });
    await expect(frame.locator('#pix')).toHaveCount(0);
    await expect(method('PIX')).toBeVisible();
  });
});

test.describe('a script of the page', () => {
  test('learns no digit by event, error or request', async ({ page, places, system, merchant }) => {
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin === system.checkoutUrl) return;
      elsewhere.push(`${request.url()} ${request.postData() ?? ''}`);
    });
    const { frame, pay, method, again } = await openPaymentPage(page, places);
    await page.evaluate(`['change', 'focus', 'blur', 'submit', 'error', 'ready'].forEach(
      (name) => element.on(name, hear(name)))`);
    const typeCanary = async (name: string) => {
      for (const [id, value] of [
        ['cc-name', name],
        ['cc-number', CANARY.number],
        ['cc-exp', '12/30'],
        ['cc-csc', CANARY.cvv],
      ] as const) {
        await frame.locator(`#${id}`).fill(value);
      }
    };
    await typeCanary('EXPI');
    expect(await pay()).toMatchObject({ code: 'PAYMENT_DECLINED' });
    await method('PIX').check();
    expect(await pay()).toMatchObject({ outcome: 'pending' });
    await again.click();
    await method('Cartão').check();
    await typeCanary(CANARY.holderName);
    expect(await pay()).toMatchObject({ outcome: 'paid' });
    const kept = await page.evaluate<string>(
      'JSON.stringify([heard, { ...sessionStorage }, { ...localStorage }, document.cookie])',
    );
    expect(findCanary(kept, { andName: true })).toEqual([]);
    expect(elsewhere.length).toBeGreaterThan(2);
    expect(findCanary(elsewhere.join('\n'), { andName: true })).toEqual([]);
    const seen = merchant.requests().map(({ path, body }) => `${path} ${body}`);
    expect(findCanary(seen.join('\n'), { andName: true })).toEqual([]);
    expect(findCanary(system.logs(), { andName: true })).toEqual([]);
  });

  test('reads nothing, and puts no markup in', async ({ page, places, system }) => {
    await openRaw(page, places);
    expect(
      await page.evaluate(
        "(() => { try { return iframe.contentWindow.document.body.innerHTML } catch { return 'no' } })()",
      ),
    ).toBe('no');
    const frame = page.frameLocator('#frame');
    await frame.locator('#cc-number').fill(CANARY.number);
    const message = '<img src=x onerror="document.title = 1"><b>Pague a THIEF</b>';
    const said = { 'pt-BR': message, en: '', es: '' };
    expect(await page.evaluate(`ask('refuse', ${JSON.stringify(said)})`)).toMatchObject({
      ok: true,
    });
    await expect(frame.locator('#refusal')).toHaveText(message);
    await expect(frame.locator('#refusal *')).toHaveCount(0);
    for (const wrong of [{}, { ...said, en: 1 }, { ...said, es: 'x'.repeat(301) }]) {
      expect(await page.evaluate(`ask('refuse', ${JSON.stringify(wrong)})`)).toMatchObject({
        ok: false,
        error: { code: 'INVALID_ARGUMENT' },
      });
    }
    for (const name of ['qrcode', 'view', 'banks', 'constructor', '__proto__']) {
      expect(await page.evaluate(`ask('${name}', {}, { deadlineMs: 200 })`)).toBeNull();
    }
    const { pix } = await createPix(system);
    const { viewToken } = pix;
    expect(await page.evaluate(`ask('show', ${JSON.stringify({ viewToken })})`)).toMatchObject({
      ok: true,
      value: { paymentMethod: 'PIX', status: 'PENDING' },
    });
    await expect(frame.locator('#code')).toHaveValue(pix.qrcode);
    const learnt = await page.evaluate<string>('JSON.stringify([hellos, answers, told])');
    expect(learnt).not.toContain('0002012');
    expect(findCanary(learnt)).toEqual([]);
  });

  test('that posts, covers and clicks moves nothing in it', async ({ page, places, system }) => {
    const { method, typeCard, frame, sent } = await openPaymentPage(page, places);
    await typeCard();
    await page.evaluate(`(() => {
      const iframe = document.querySelector('#pay iframe');
      const { port1, port2 } = new MessageChannel();
      window.stolen = [];
      port1.onmessage = ({ data }) => stolen.push(data);
      iframe.contentWindow.postMessage({ checkout: 'connect', version: 1, nonce: '' }, '*', [port2]);
      for (const path of ['submit', 'choose']) {
        port1.postMessage({ id: path, type: 'APPLY', path: [path],
          argumentList: [{ type: 'RAW', value: {} }] });
      }
      const cover = document.createElement('div');
      cover.style.cssText = 'position:fixed;inset:0;opacity:0.01';
      document.body.append(cover);
      const at = { bubbles: true, clientX: 60, clientY: 200 };
      for (const target of [iframe, cover, document.elementFromPoint(60, 200)]) {
        target.dispatchEvent(new MouseEvent('click', at));
        target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      }
      iframe.click();
      cover.remove();
    })()`);
    await everybodyHeard(page);
    await everybodyHeard(page);
    expect(await page.evaluate('stolen')).toEqual([]);
    expect(sent).toEqual([]);
    await expect(method('Cartão')).toBeChecked();
    await expect(frame.locator('#cc-number')).toHaveValue('4111 1111 1111 1111');
    expect(await markupOf(page, system)).toContain('id="methods"');
  });

  test('that moves the frame elsewhere loses it and what was typed', async ({ page, places }) => {
    const { typeCard, sent } = await openPaymentPage(page, places);
    await typeCard();
    const lost = page.evaluate(
      `new Promise((resolve) => element.on('loaderror', (error) => resolve(plain(error))))`,
    );
    await page.evaluate(`document.body.append(document.querySelector('#pay iframe'))`);
    expect(await lost).toMatchObject({ code: 'FRAME_LOST' });
    expect(await page.evaluate('element.submit().then(plain, plain)')).toMatchObject({
      code: 'FRAME_LOST',
    });
    expect(sent).toEqual([]);
  });

  test(`that stores another payin sees the service’s answer${rare()}`, async ({ page, places }) => {
    const { referenceId } = await openPaymentPage(page, places);
    await page.evaluate('element.ready');
    for (const viewToken of ['THIEF', '<img src=x onerror=alert(1)>', 'x'.repeat(400)]) {
      const kept = JSON.stringify({ referenceId, viewToken });
      await page.evaluate(`sessionStorage.setItem('checkout-payment', ${JSON.stringify(kept)})`);
      await page.reload();
      await page.evaluate('element.ready');
      await expect.poll(() => page.evaluate('sessionStorage.length')).toBe(0);
      await expect(paymentFrame(page).method('Cartão')).toBeVisible();
      await expect(paymentFrame(page).frame.locator('#pix')).toHaveCount(0);
    }
    expect(await heardOf(page, 'onPending')).toEqual([]);
  });
});
