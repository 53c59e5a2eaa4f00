import { elementPage, MOUNT_AND_WATCH, openElementPage, typeCard } from './element-page.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

const INIT = { preload: true };
const UNSEEN = 'html > iframe';

test('a card frame is preloaded unseen, and then mounted', async ({ page, system, places }) => {
  const said: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('request', (request) => {
    if (request.url().startsWith(`${system.checkoutUrl}/card`)) asked.push(request.url());
  });
  const options = { init: INIT, mounts: false };
  const card = await openElementPage(page, places, options);
  await expect(page.locator(UNSEEN)).toHaveCount(1);
  await expect(page.locator(UNSEEN)).toBeHidden();
  const unseen = page.frameLocator(UNSEEN);
  await expect(unseen.locator('form[inert]')).toHaveCount(1);
  expect(
    await page.evaluate(`(({ scrollHeight, scrollWidth }) =>
      scrollHeight <= innerHeight && scrollWidth <= innerWidth)(document.documentElement)`),
  ).toBe(true);
  // Nothing to come to by the keyboard.
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.tagName')).not.toBe('IFRAME');

  await page.evaluate('(window.element = mount()).ready');
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(page.locator('#card iframe')).toBeVisible();
  await typeCard(card);
  expect(await page.evaluate('element.submit()')).toMatchObject({ card: { last4: '1111' } });
  expect(asked).toHaveLength(1);
  expect(said).toEqual([]);
});

test(`a preloaded frame has the form that its card asks for${rare()}`, async ({ page, places }) => {
  const options = { locale: 'es', layout: 'stacked', appearance: { theme: 'dark' } };
  const card = await openElementPage(page, places, { init: INIT, mounts: false, options });
  await expect(page.frameLocator(UNSEEN).locator('form[inert]')).toHaveCount(1);
  const [inserted, ready, shift] = await page.evaluate<number[]>(MOUNT_AND_WATCH);
  expect([ready, shift]).toEqual([inserted, 0]);
  const root = card.frame.locator('html');
  await expect(root).toHaveAttribute('lang', 'es');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(root).toHaveAttribute('data-layout', 'stacked');
  await expect(card.installments.locator('option')).toHaveCount(3);
  await typeCard(card);
  expect(await page.evaluate('element.submit()')).toMatchObject({ card: { last4: '1111' } });
});

test(`a preloaded frame keeps a card’s policy${rare()}`, async ({ page, system, merchant }) => {
  const headers = {
    'content-security-policy': `default-src 'none'; script-src ${system.baseUrl} 'nonce-bm9uY2U'; frame-src ${system.checkoutUrl}; require-trusted-types-for 'script'; trusted-types 'none'`,
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
  };
  const options = { init: INIT, mounts: false, headers, nonce: 'bm9uY2U' };
  const watched = elementPage(system, {
    ...options,
    before: `<script nonce="bm9uY2U">
      window.broken = [];
      document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
        // Firefox asks for it of every page, and tells that too.
        if (!blockedURI.endsWith('/favicon.ico')) broken.push(blockedURI);
      });
    </script>`,
  });
  await page.goto(merchant.origin + merchant.serve(watched));
  await expect(page.locator(UNSEEN)).toHaveCount(1);
  await page.evaluate('(window.element = mount()).ready');
  expect(await page.evaluate('broken')).toEqual([]);
  await expect(page.locator('iframe')).toHaveCount(1);
});
