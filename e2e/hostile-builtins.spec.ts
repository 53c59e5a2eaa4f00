import type { Page } from '@playwright/test';
import type { ElementPageOptions } from './element-page.ts';
import { cardFrame, elementPage, typeCard } from './element-page.ts';
import { expectCode } from './expected-code.ts';
import { ELEMENT_SUBMIT, typeAndWatch } from './hostile/honest-flow.ts';
import { BROKEN, SPY, WRAPPED } from './hostile/overrides.ts';
import { rare } from './rare.ts';
import type { Places } from './system.ts';
import { expect, test } from './system.ts';

/** The page of a merchant with scripts of somebody else before the sdk. */
async function open(
  page: Page,
  { merchant, system }: Places,
  before: string,
  options: ElementPageOptions = {},
): Promise<void> {
  const honest = elementPage(system, options);
  const body = honest.body.replace('<title>', () => `<script>${before}</script><title>`);
  await page.goto(merchant.origin + merchant.serve({ ...honest, body }));
}

/** What a message passes on its way to the frame. */
const EVERYDAY = ['Promise.prototype.then', 'MessagePort.prototype.postMessage'];

test.describe('a page that wrapped built-ins still pays, and they see no card:', () => {
  for (const [name, script] of WRAPPED) {
    for (const moment of ['before', 'after'] as const) {
      const isEveryday = EVERYDAY.includes(name) && moment === 'before';
      if (moment === 'after' && !EVERYDAY.includes(name)) continue;
      test(`${name}, ${moment} it loads${rare(!isEveryday)}`, async ({ page, system, places }) => {
        const block = `${SPY} { ${script} }`;
        await open(page, places, moment === 'before' ? block : '');
        await cardFrame(page).usable.waitFor();
        if (moment === 'after') {
          await page.evaluate((text) => {
            const element = document.createElement('script');
            element.text = text;
            document.head.append(element);
          }, block);
        }
        const watched = await typeAndWatch(page, system);
        await watched.expectHonestSubmit(ELEMENT_SUBMIT);
        const spied = await page.evaluate<string>("spied.join('\\n')");
        expect(spied).not.toMatch(/4111\D?1111\D?1111/);
        expect(spied).not.toContain('MARINA');
      });
    }
  }
});

test.describe('a page that broke built-ins gets a code, and no card goes out:', () => {
  for (const [name, script] of BROKEN) {
    test(`${name}${rare(name !== 'a port that throws')}`, async ({ page, places }) => {
      await open(page, places, '', { mounts: false });
      const tokens: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/checkout/tokens')) tokens.push(request.url());
      });
      await page.evaluate((text) => {
        Object.assign(window, { failed: null });
        const element = document.createElement('script');
        element.text = `
          { ${text} }
          try {
            mount('#card', { onError(error) { window.failed = error.code; } });
          } catch (error) {
            window.failed = error.code ?? error.name;
          }`;
        document.head.append(element);
      }, script);
      await expect
        .poll(() => page.evaluate('window.failed'))
        .toMatch(/^(INTERNAL|TIMEOUT|UNSUPPORTED|FRAME_UNAVAILABLE)$/);
      await expect(page.locator('#card iframe')).toHaveCount(0);
      expect(tokens).toEqual([]);
    });
  }

  test('ports that fall silent after the buyer typed', async ({ page, places }) => {
    await open(page, places, '');
    await typeCard(cardFrame(page));
    const told = await page.evaluate(`
      MessagePort.prototype.postMessage = () => { throw new Error('no'); };
      element.submit().catch(plain)`);
    expectCode(told, 'INTERNAL');
  });
});
