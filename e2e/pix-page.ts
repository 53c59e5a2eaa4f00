import type { FrameLocator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { callApi, payinOf } from './merchant-api.ts';
import type { MerchantSite } from './merchant-page.ts';
import type { System } from './system.ts';

/** The answer of POST /payin, as a merchant's server passes it on. */
export type PixPayin = { id: string; pix: { qrcode: string; viewToken: string } };

let made = 0;

/** A payin by PIX of a sandbox account. */
export async function createPix(system: System, { account = 'no3ds', amount = 15_990 } = {}) {
  made += 1;
  const { status, body } = await callApi(system, account, '/payin', {
    ...payinOf({}, `pix-${process.pid}-${made}`, amount),
    ...{ paymentMethod: 'PIX', card: undefined },
  });
  expect(status).toBe(201);
  return body as PixPayin;
}

export type PixPageOptions = {
  publicKey?: string;
  payin: unknown;
  options?: { [name: string]: unknown };
  headers?: { [name: string]: string };
  mounts?: boolean;
  before?: string;
  style?: string;
};

/**
 * A plain merchant page with the PIX element: `window.client`, `window.mounted`, a promise of the
 * element or of what it was refused with, and `window.heard`, all that callbacks told.
 */
export function pixPage(system: System, page: PixPageOptions): string {
  const init = { publicKey: page.publicKey ?? 'pk_test_no3ds', apiBaseUrl: system.baseUrl };
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Loja</title>
<style>${page.style ?? ''}</style>
<script src="${system.baseUrl}/checkout/sdk/checkout-sdk.js"></script>
<body>
<main>
<h1>Pague</h1>
${page.before ?? ''}
<div id="pix"></div>
<button id="below">Abaixo</button>
</main>
<script>
  window.heard = [];
  window.plain = (told) => told instanceof Error
    ? { code: told.code, message: told.message, userMessage: told.userMessage, details: told.details }
    : told;
  window.hear = (name) => (told) => heard.push({ name, told: plain(told) });
  window.payin = ${JSON.stringify(page.payin) ?? 'undefined'};
  window.mount = (target = '#pix', more = {}) => client.mountPixElement(target, {
    payin, onPaid: hear('onPaid'), onExpired: hear('onExpired'), onError: hear('onError'),
    ...${JSON.stringify(page.options ?? {})}, ...more,
  }).then((element) => (window.element = element, 'shown'), plain);
  window.client = CheckoutSDK.init(${JSON.stringify(init)});
  ${page.mounts === false ? '' : 'window.mounted = mount();'}
</script>
</body>
</html>`;
}

/** What is in the frame. `place`: what the page mounted it in. */
export function pixFrame(page: Page, place = '#pix') {
  const frame: FrameLocator = page.frameLocator(`${place} iframe`);
  return {
    frame,
    main: frame.locator('main'),
    amount: frame.locator('#amount'),
    payee: frame.locator('#payee'),
    left: frame.locator('#left'),
    code: frame.locator('#code'),
    copy: frame.locator('#copy'),
    qr: frame.locator('#qr'),
    headline: frame.locator('#headline'),
    note: frame.locator('#note'),
    news: frame.locator('#news'),
  };
}

export type PixScreen = ReturnType<typeof pixFrame>;

/** Opens such a page at the merchant's registered origin and waits until it is shown. */
export async function openPixPage(
  page: Page,
  { merchant, system }: { merchant: MerchantSite; system: System },
  options: PixPageOptions,
): Promise<PixScreen> {
  const body = pixPage(system, options);
  const headers = options.headers ?? {};
  await page.goto(merchant.origin + merchant.serve({ body, headers }));
  expect(await page.evaluate('mounted')).toBe('shown');
  return pixFrame(page);
}
