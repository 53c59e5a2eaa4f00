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

type Opened = Awaited<ReturnType<typeof openPaymentPage>>;

/** What a buyer is at: how it is while nobody harms it, and when the frame has come again. */
const STATES: readonly [
  what: string,
  open: (opened: Opened) => Promise<{
    expectUntouched: () => Promise<void>;
    expectShown: () => Promise<void>;
  }>,
][] = [
  [
    'a typed card',
    async ({ typeCard, frame }) => {
      await typeCard();
      const number = frame.locator('#cc-number');
      return {
        expectUntouched: () => expect(number).toHaveValue('4111 1111 1111 1111'),
        expectShown: () => expect(number).toHaveValue(''),
      };
    },
  ],
  [
    'an open PIX',
    async ({ method, pay, frame }) => {
      await method('PIX').check();
      const { payin } = Object(await pay());
      const shown = () => expect(frame.locator('#code')).toHaveValue(payin.pix.qrcode);
      return { expectUntouched: shown, expectShown: shown };
    },
  ],
  [
    'the way to a bank',
    async ({ method, pay, frame }) => {
      await method('Seu banco').check();
      await frame.locator('.banks input').first().check();
      await pay();
      const address = await frame.locator('#go').getAttribute('href');
      const shown = () => expect(frame.locator('#go')).toHaveAttribute('href', String(address));
      return { expectUntouched: shown, expectShown: shown };
    },
  ],
];

const LOSSES = [
  ['turns it to another address', 'iframe.src = evil'],
  ['leads its window elsewhere', 'iframe.contentWindow.location.replace(evil)'],
  ['takes it to another place', 'document.body.append(iframe)'],
] as const;

/** Says a hello as ours does, and tells the page what it is told. */
const IMPOSTOR = `<!doctype html><script>
  onmessage = ({ data, ports }) => parent.postMessage({ got: [data, ports.length] }, '*');
  const nonce = new URLSearchParams(location.hash.slice(1)).get('nonce');
  parent.postMessage({ checkout: 'hello', version: 1, nonce }, '*');
</script>`;

/** Sends a port of its own to every frame of the page, and calls by it. */
const FORGE = `
  for (let index = 0; index < at.length; index += 1) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => top.stolen.push(data);
    at[index].postMessage({ checkout: 'connect', version: 1, nonce: '' }, '*', [port2]);
    for (const path of ['submit', 'choose', 'show']) {
      port1.postMessage({ id: path, type: 'APPLY', path: [path],
        argumentList: [{ type: 'RAW', value: {} }] });
    }
  }`;

const COVER = `
  const at = window;
  ${FORGE}
  const cover = document.createElement('div');
  cover.style.cssText = 'position:fixed;inset:0;opacity:0.01';
  document.body.append(cover);
  for (let clientY = 20; clientY < innerHeight; clientY += 20) {
    for (const target of [iframe, cover, document.elementFromPoint(60, clientY)]) {
      target?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 60, clientY }));
      target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    }
  }
  iframe.focus();
  iframe.click();
  cover.remove();`;

const CONNECT = `
  const sibling = document.createElement('iframe');
  sibling.srcdoc = '<script>const at = parent;' + ${JSON.stringify(FORGE)} + '<' + '/script>';
  await new Promise((resolve) => {
    sibling.onload = resolve;
    document.body.append(sibling);
  });`;

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

  for (const [what, open] of STATES) {
    for (const [how, attack] of LOSSES) {
      const tag = rare(what !== 'an open PIX' || how !== 'turns it to another address');
      test(`that ${how} gets nothing of ${what}, and it comes again${tag}`, async ({
        page,
        places,
        merchant,
      }) => {
        const opened = await openPaymentPage(page, places);
        const { expectShown } = await open(opened);
        const before = opened.sent.length;
        const evil = merchant.originOf('evil') + merchant.serve(IMPOSTOR);
        const lost = await page.evaluate(`(async () => {
          window.leaked = [];
          addEventListener('message', ({ data }) => data.got && leaked.push(data.got));
          const iframe = document.querySelector('#pay iframe');
          const evil = ${JSON.stringify(evil)} + new URL(iframe.src).hash;
          const lost = new Promise((resolve) => element.on('loaderror', resolve));
          ${attack};
          return [plain(await lost), await element.submit().then(plain, plain)];
        })()`);
        expect(lost).toMatchObject([{ code: 'FRAME_LOST' }, { code: 'FRAME_LOST' }]);
        expect(opened.sent).toHaveLength(before);
        await page.getByRole('button', { name: 'Tentar de novo' }).click();
        await expectShown();
        expect(await page.evaluate('leaked')).toEqual([]);
      });
    }

    for (const [how, attack] of [
      ['covers it and scripts clicks and keys', COVER],
      ['connects to it from a sibling frame', CONNECT],
    ] as const) {
      const tag = rare(what !== 'an open PIX');
      test(`that ${how} moves nothing of ${what}${tag}`, async ({ page, places, merchant }) => {
        const opened = await openPaymentPage(page, places);
        const { expectUntouched } = await open(opened);
        const before = { address: page.url(), sent: opened.sent.length };
        await page.evaluate(`(async () => {
          window.stolen = [];
          const iframe = document.querySelector('#pay iframe');
          const evil = ${JSON.stringify(merchant.originOf('evil') + merchant.serve(IMPOSTOR))};
          ${attack}
        })()`);
        // What was sent has arrived after the first round, and an answer to it after the second.
        await everybodyHeard(page);
        await everybodyHeard(page);
        await expectUntouched();
        expect(await page.evaluate('stolen')).toEqual([]);
        expect({ address: page.url(), sent: opened.sent.length }).toEqual(before);
      });
    }
  }

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
