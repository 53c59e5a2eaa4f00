import decodeQr from 'qr/decode.js';
import { findViolations } from './axe.ts';
import { callApi, endPayin } from './merchant-api.ts';
import { frameDocument } from './merchant-page.ts';
import type { PixScreen } from './pix-page.ts';
import { createPix, openPixPage } from './pix-page.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

test.describe('a buyer who pays by PIX', () => {
  test('sees amount, merchant, time and how to pay', async ({ page, system, places }) => {
    const payin = await createPix(system, { amount: 123_456 });
    const screen = await openPixPage(page, places, { payin });
    await expect(screen.amount).toHaveText('R$\u00a01.234,56');
    await expect(screen.payee).toHaveText('Pagar a Três Marias');
    await expect(screen.left).toHaveText(/^(30:00|29:\d\d)$/);
    await expect(screen.code).toHaveValue(payin.pix.qrcode);
    await expect(screen.frame.getByRole('listitem')).toHaveCount(3);
    await page.evaluate("element.update({ locale: 'en' })");
    await expect(screen.amount).toHaveText('R$1,234.56');
    await expect(screen.copy).toHaveText('Copy code');
    await expect(page.locator('#pix iframe')).toHaveAttribute('title', 'Payment by PIX');
  });

  test('has a QR code that a camera reads as the code', async ({ page, system, places }) => {
    const payin = await createPix(system);
    await openPixPage(page, places, { payin, options: { appearance: { theme: 'dark' } } });
    const read = await page.evaluate(
      (picture) =>
        new Promise<{ width: number; height: number; data: number[] }>((resolve) => {
          const image = new Image();
          image.onload = () => {
            const { width, height } = image;
            const context = new OffscreenCanvas(width, height).getContext('2d')!;
            context.drawImage(image, 0, 0);
            resolve({ width, height, data: [...context.getImageData(0, 0, width, height).data] });
          };
          image.src = `data:image/png;base64,${picture}`;
        }),
      (await page.frameLocator('#pix iframe').locator('#qr').screenshot()).toString('base64'),
    );
    expect(decodeQr({ ...read, data: new Uint8Array(read.data) })).toBe(payin.pix.qrcode);
  });

  test('reads the button in colours that the system forces', async ({ page, system, places }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const screen = await openPixPage(page, places, { payin: await createPix(system) });
    await expect(screen.copy).toBeVisible();
    const [text, behind] = await screen.copy.evaluate((button) => {
      const { color, backgroundColor } = getComputedStyle(button);
      return [color, backgroundColor];
    });
    expect(text).not.toBe(behind);
  });

  test('reads that it is paid, and so does the page', async ({ page, system, places }) => {
    const payin = await createPix(system);
    const screen = await openPixPage(page, places, { payin });
    await endPayin(system, payin.id, 'pay');
    await expect(screen.headline).toHaveText('Pagamento confirmado');
    await expect(screen.code).toBeHidden();
    await expect(screen.qr).toBeHidden();
    const end = { payinId: payin.id, status: 'APPROVED' };
    await expect.poll(() => page.evaluate('heard')).toEqual([{ name: 'onPaid', told: end }]);
    await page.reload();
    await expect(screen.headline).toHaveText('Pagamento confirmado');
    await expect.poll(() => page.evaluate('heard')).toEqual([{ name: 'onPaid', told: end }]);
  });

  test('reads that it expired when the clock passes its end', async ({ page, system, places }) => {
    // An account of its own: its clock is moved.
    const account = 'manual';
    const payin = await createPix(system, { account });
    const screen = await openPixPage(page, places, { payin, publicKey: `pk_test_${account}` });
    await callApi(system, account, '/sandbox/clock', { advanceSeconds: 30 * 60 });
    await expect(screen.headline).toHaveText('Este PIX expirou');
    await expect(screen.code).toBeHidden();
    await expect
      .poll(() => page.evaluate('heard'))
      .toEqual([{ name: 'onExpired', told: { payinId: payin.id, status: 'EXPIRED' } }]);
  });
});

test.describe('where it stands', () => {
  const boxOf = async (screen: PixScreen, part: 'copy' | 'qr') => {
    const box = await screen[part].boundingBox();
    if (box === null) throw new Error(`there is no ${part}`);
    return box;
  };

  test('copying is first on a phone, then the QR code', async ({ page, system, places }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const screen = await openPixPage(page, places, { payin: await createPix(system) });
    const [copy, qr] = [await boxOf(screen, 'copy'), await boxOf(screen, 'qr')];
    expect(copy.y + copy.height).toBeLessThan(qr.y);
    expect(copy.y + copy.height).toBeLessThan(400);
    expect(copy.height).toBeGreaterThanOrEqual(44);
    const frame = (await page.locator('#pix iframe').boundingBox())!;
    expect(qr.y + qr.height).toBeLessThanOrEqual(frame.y + frame.height);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test(`they stand side by side where there is room${rare()}`, async ({ page, system, places }) => {
    await page.setViewportSize({ width: 900, height: 740 });
    const screen = await openPixPage(page, places, { payin: await createPix(system) });
    const [copy, qr] = [await boxOf(screen, 'copy'), await boxOf(screen, 'qr')];
    expect(qr.x + qr.width).toBeLessThan(copy.x);
    expect(qr.y).toBeLessThan(copy.y);
  });

  test(`the page keeps its room${rare()}`, async ({ page, system, places }) => {
    await page.setViewportSize({ width: 360, height: 900 });
    const payin = await createPix(system);
    await openPixPage(page, places, { payin, mounts: false }).catch(() => undefined);
    await page.evaluate('void (window.mounted = mount())');
    const iframe = page.locator('#pix iframe');
    await iframe.waitFor({ state: 'attached' });
    const height = () => iframe.evaluate((node) => (node as HTMLElement).style.height);
    const reserved = await height();
    expect(await page.evaluate('mounted')).toBe('shown');
    expect(
      Math.abs(Number.parseInt(reserved, 10) - Number.parseInt(await height(), 10)),
    ).toBeLessThan(8);
  });

  test(`looks as the page asks, by what is allowed${rare()}`, async ({ page, system, places }) => {
    const appearance = {
      variables: { colorPrimary: '#7a1fa2', borderRadius: '0px' },
      rules: { '.Input': { borderColor: '#00aa00' } },
    };
    const screen = await openPixPage(page, places, {
      payin: await createPix(system),
      options: { appearance },
    });
    await expect(screen.copy).toHaveCSS('background-color', 'rgb(122, 31, 162)');
    await expect(screen.copy).toHaveCSS('border-radius', '0px');
    await expect(screen.code).toHaveCSS('border-color', 'rgb(0, 170, 0)');
    await page.evaluate("element.update({ appearance: { theme: 'dark' } })");
    await expect(screen.frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});

test.describe('with the keyboard alone', () => {
  test('a buyer copies, and leaves the frame again', async ({ page, context, system, places }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const payin = await createPix(system);
    const screen = await openPixPage(page, places, {
      payin,
      before: '<button id="above">Acima</button>',
    });
    await page.locator('#above').focus();
    await page.keyboard.press('Tab');
    await expect(screen.copy).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(screen.note).toHaveText('Código copiado');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(payin.pix.qrcode);
    await page.keyboard.press('Tab');
    await expect(page.locator('#below')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(screen.copy).toBeFocused();
    await endPayin(system, payin.id, 'pay');
    await expect(screen.headline).toHaveText('Pagamento confirmado');
    await expect(screen.news).toBeFocused();
  });
});

test.describe('no violation is found', () => {
  test.use({ bypassCSP: true });

  for (const [theme, width] of [
    ['light', 360],
    ['dark', 900],
  ] as const) {
    const tag = rare(theme === 'dark');
    test(`${theme}, ${width} wide: in all its states${tag}`, async ({ page, system, places }) => {
      await page.setViewportSize({ width, height: 900 });
      const style = theme === 'dark' ? 'body { background: #10161c; color: #eee }' : '';
      const how = { colorsOnly: theme === 'dark' };
      const open = async (payin: unknown) =>
        openPixPage(page, places, { payin, style, options: { appearance: { theme } } });
      const check = async (state: string) =>
        expect(await findViolations(frameDocument(page, system, 'pix'), how), state).toEqual([]);

      const payin = await createPix(system);
      const screen = await open(payin);
      await check('waiting');
      await screen.copy.click();
      await expect(screen.note).not.toHaveText('');
      await check('copied or selected');
      await endPayin(system, payin.id, 'pay');
      // However long the check took: who does something is told soon.
      await screen.copy.click();
      await expect(screen.headline).toHaveText('Pagamento confirmado');
      await check('paid');
      for (const [move, headline] of [
        ['expire', 'Este PIX expirou'],
        ['cancel', 'Este PIX foi encerrado'],
      ] as const) {
        const other = await createPix(system);
        await endPayin(system, other.id, move);
        await expect((await open(other)).headline).toHaveText(headline);
        await check(move);
      }
    });
  }
});
