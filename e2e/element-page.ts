import type { FrameLocator, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { MerchantPage, MerchantSite } from './merchant-page.ts';
import type { System } from './system.ts';

/** All that a page needs of a service; that of the tests at an outside party is another one. */
export type ServedSdk = Pick<System, 'baseUrl'>;

export type ElementPageOptions = {
  publicKey?: string;
  /** What `mountCardElement` gets, beside the callbacks that note what they hear. */
  options?: { [name: string]: unknown };
  headers?: { [name: string]: string };
  /** Given to both scripts, for policies that trust by nonce. */
  nonce?: string;
  /** False: the sdk's own script is trusted by its address alone. */
  sdkNonce?: boolean;
  /** Mounted by the page itself; a test that wants to do it later says no. */
  mounts?: boolean;
  /** More markup around the mount node. */
  before?: string;
  after?: string;
  sdkAddress?: string;
  /** Of the sdk's script element. */
  integrity?: string;
  /** Overrides of what `init` gets. */
  init?: { [name: string]: unknown };
};

/**
 * A plain merchant page with the card element: `window.client`, `window.element` and
 * `window.heard`, the list of all that callbacks and promises told.
 */
export function elementPage(system: ServedSdk, page: ElementPageOptions = {}): MerchantPage {
  const nonce = page.nonce ? ` nonce="${page.nonce}"` : '';
  const sdk = page.sdkAddress ?? `${system.baseUrl}/checkout/sdk/checkout-sdk.js`;
  const integrity = page.integrity ? ` integrity="${page.integrity}" crossorigin="anonymous"` : '';
  const init = {
    publicKey: page.publicKey ?? 'pk_test_no3ds',
    apiBaseUrl: system.baseUrl,
    ...page.init,
  };
  const options = { amount: 15990, referenceId: 'e2e-1', maxInstallments: 3, ...page.options };
  const body = `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Loja</title>
<script src="${sdk}"${page.sdkNonce === false ? '' : nonce}${integrity}></script>
<body>
${page.before ?? ''}
<div id="card"></div>
<p id="below">Abaixo do cartão</p>
${page.after ?? ''}
<script${nonce}>
  window.heard = [];
  window.hear = (name) => (told) => heard.push({ name, told: plain(told) });
  window.plain = (told) => told instanceof Error
    ? { code: told.code, type: told.type, message: told.message, userMessage: told.userMessage,
        details: told.details, retryable: told.retryable, outcome: told.outcome }
    : told;
  window.mount = (target = '#card', more = {}) => {
    const element = client.mountCardElement(target, {
      ...${JSON.stringify(options)},
      onResult: hear('onResult'), onError: hear('onError'), ...more,
    });
    for (const name of ['ready', 'change', 'focus', 'blur', 'error', 'loaderror']) {
      element.on(name, hear(name));
    }
    return element;
  };
  window.client = CheckoutSDK.init(${JSON.stringify(init)});
  ${page.mounts === false ? '' : 'window.element = mount();'}
</script>
</body>
</html>`;
  return { body, ...(page.headers ? { headers: page.headers } : {}) };
}

/**
 * Mounts, and sums every layout shift of the page from the moment the iframe stands there, in
 * `window.shift` too. Gives where the next thing was then, where it is when ready, and the sum.
 */
export const MOUNT_AND_WATCH = `(async () => {
  const painted = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const top = () => document.querySelector('#below').offsetTop;
  window.shift = 0;
  window.element = mount();
  for (let turn = 0; turn < 50 && !document.querySelector('#card iframe'); turn += 1) await null;
  const inserted = top();
  await painted();
  await painted();
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value;
  }).observe({ type: 'layout-shift' });
  await element.ready;
  await painted();
  await painted();
  return [inserted, top(), shift];
})()`;

/** Opens such a page at the merchant's registered origin. */
export async function openElementPage(
  page: Page,
  { merchant, system }: { merchant: MerchantSite; system: ServedSdk },
  options: ElementPageOptions = {},
): Promise<CardFrame> {
  await page.goto(merchant.origin + merchant.serve(elementPage(system, options)));
  return cardFrame(page);
}

/** The fields of the mounted element. */
export type CardFrame = ReturnType<typeof cardFrame>;

/**
 * Each field is found once a buyer can reach it: until the form is configured it is inert, what is
 * typed goes nowhere, and a driver types all the same.
 */
export function cardFrame(page: Page, within = '#card') {
  const frame: FrameLocator = page.frameLocator(`${within} iframe`);
  const usable = frame.locator('#card:not([inert])');
  const field = (id: string) => usable.locator(`#${id}`);
  return {
    frame,
    iframe: page.locator(`${within} iframe`),
    form: frame.locator('#card'),
    usable,
    name: field('cc-name'),
    number: field('cc-number'),
    expiry: field('cc-exp'),
    cvv: field('cc-csc'),
    cvvHelp: field('cvv-help'),
    installments: field('installments'),
    planNote: frame.locator('#plan-note'),
    announcer: frame.locator('#announcer'),
    brand: frame.locator('#brand-name'),
    error: (id: string) => frame.locator(`#${id}-error`),
  };
}

export type TypedCard = { name?: string; number?: string; expiry?: string; cvv?: string };

/**
 * Fills in a card; what is left out is good. `byKey`: key by key, where what a key does is the
 * subject.
 */
export async function typeCard(
  card: CardFrame,
  {
    name = 'MARINA ALVES',
    number = '4111111111111111',
    expiry = '1230',
    cvv = '123',
  }: TypedCard = {},
  { byKey = false } = {},
): Promise<void> {
  for (const [field, text] of [
    [card.name, name],
    [card.number, number],
    [card.expiry, expiry],
    [card.cvv, cvv],
  ] as const) {
    await (byKey ? field.pressSequentially(text) : field.fill(text));
  }
}

export type Heard = { name: string; told: unknown };

/** What the page's callbacks heard so far. */
export function heard(page: Page): Promise<Heard[]> {
  return page.evaluate('window.heard');
}

/** No scrollbar, and no empty room: the iframe is exactly as high as the form. */
export async function expectFrameToFit(card: CardFrame): Promise<void> {
  await expect(async () => {
    const iframe = await card.iframe.evaluate((frame) => frame.getBoundingClientRect().height);
    const { form, height, width, scrollHeight, scrollWidth } = await card.form.evaluate(
      (element) => {
        const root = document.documentElement;
        return {
          form: Math.ceil(element.getBoundingClientRect().height),
          height: innerHeight,
          width: innerWidth,
          scrollHeight: root.scrollHeight,
          scrollWidth: root.scrollWidth,
        };
      },
    );
    expect(iframe).toBe(form);
    expect(scrollHeight).toBeLessThanOrEqual(height);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  }).toPass();
}

/**
 * Presses a button by itself, once it can be: a click at a point goes to whichever document the
 * browser last drew there, and is lost where the frames around have just moved.
 */
export async function press(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.focus();
  await button.evaluate((each: HTMLButtonElement) => each.click());
}
