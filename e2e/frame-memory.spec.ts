import { CANARY } from './canary/canary.ts';
import { cardFrame, elementPage, typeCard } from './element-page.ts';
import { ELEMENT_SUBMIT } from './hostile/honest-flow.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

const executablePath = process.env.CHROMIUM_PATH;

// The driver switches the back/forward cache off, and a headless shell has none; buyers have it.
test.use({
  launchOptions: {
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

for (const isPaid of [false, true]) {
  test(`a page out of the back/forward cache has empty fields and a working element${isPaid ? ', also where a card was kept' : rare()}`, async ({
    page,
    system,
    merchant,
  }) => {
    const honest = elementPage(system, { options: { referenceId: 'memory-1' } });
    const headers = { 'cache-control': 'no-cache' };
    const at = merchant.origin + merchant.serve({ ...honest, headers });
    await page.goto(at);
    const card = cardFrame(page);
    await card.usable.waitFor();
    await typeCard(card, { name: CANARY.holderName, number: CANARY.number, cvv: CANARY.cvv });
    if (isPaid) {
      expect(await page.evaluate(ELEMENT_SUBMIT)).toMatchObject({ payinCard: {} });
      await expect(card.cvv).not.toBeEditable();
    }
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }));
    });

    const next = merchant.serve({ body: '<!doctype html><title>next</title>', headers });
    await page.goto(merchant.originOf('other') + next);
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(() => page.evaluate('window.persisted'), 'restored alive').toBe(true);

    // The driver has lost sight of the restored frame, so the frame itself is asked, and typed into
    // with the keyboard.
    const fields = ['holderName', 'number', 'expiry', 'cvv'];
    expect(await page.evaluate(ELEMENT_SUBMIT)).toMatchObject({
      code: 'INVALID_CARD',
      details: { fields: fields.map((field) => ({ field, problem: 'required' })) },
    });
    await page.evaluate(`
    window.isTyped = false;
    element.on('change', ({ fields }) => { isTyped ||= !fields.holderName.empty; })`);
    const box = await page.locator('iframe').boundingBox();
    // A buyer clicks into the first field; the browser sends keys to the frame some time after.
    await expect
      .poll(async () => {
        await page.mouse.click((box?.x ?? 0) + 80, (box?.y ?? 0) + 50);
        await page.keyboard.type('M');
        return page.evaluate('isTyped');
      }, 'keys reach the frame')
      .toBe(true);
    for (const text of ['ARINA ALVES', '4111111111111111', '1230', '123']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    expect(await page.evaluate(ELEMENT_SUBMIT)).toMatchObject({ card: { last4: '1111' } });
  });
}
