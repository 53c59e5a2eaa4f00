import { NONCE, rawFramePage } from './hostile/raw-frame.ts';
import { frameDocument } from './merchant-page.ts';
import { createPix, openPixPage } from './pix-page.ts';
import { expect, test } from './system.ts';

/** Mounts the PIX frame without the sdk, and holds the bare port. */
const CONNECT_RAW = `(async () => {
  const came = new Promise((resolve) => addEventListener('hello', resolve, { once: true }));
  iframe.src = CHECKOUT + '/pix?key=KEY#nonce=${NONCE}';
  await came;
  window.port = connectRaw('${NONCE}');
})()`;

test.describe('a hostile page', () => {
  test('has no say in what is drawn', async ({ page, system, places }) => {
    const payin = await createPix(system);
    const swapped = {
      ...payin,
      amount: 1,
      pix: { ...payin.pix, qrcode: '00020126THIEF' },
      merchantName: 'Ladrão',
    };
    const labels = { code: 'THIEF', copy: 'THIEF', payee: 'THIEF' };
    const options = { qrcode: '00020126THIEF', labels, placeholders: labels };
    const screen = await openPixPage(page, places, { payin: swapped, options });
    await expect(screen.code).toHaveValue(payin.pix.qrcode);
    await expect(screen.amount).toHaveText('R$\u00a0159,90');
    expect(
      await frameDocument(page, system, 'pix').evaluate('document.documentElement.outerHTML'),
    ).not.toMatch(/THIEF|Ladrão/);
  });

  test('finds the view token in no address and no log', async ({ page, system, places }) => {
    const payin = await createPix(system);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await openPixPage(page, places, { payin });
    const secret = payin.pix.viewToken.slice(-43);
    expect(addresses.join('\n')).toContain('/checkout/pix-view');
    expect([...addresses, system.logs()].join('\n')).not.toContain(secret);
  });

  test('reads nothing of the frame by window or port', async ({ page, system, merchant }) => {
    const payin = await createPix(system);
    await page.goto(merchant.origin + merchant.serve(rawFramePage(system)));
    await page.evaluate(CONNECT_RAW.replace('KEY', 'pk_test_no3ds'));
    const { viewToken } = payin.pix;
    const configured = await page.evaluate(
      `ask('configure', ${JSON.stringify({ viewToken, locale: 'pt-BR' })})`,
    );
    expect(configured).toEqual({
      ok: true,
      value: { height: expect.any(Number), status: 'PENDING' },
    });
    expect(
      await page.evaluate(
        "(() => { try { return iframe.contentWindow.document.body.innerHTML } catch { return 'no' } })()",
      ),
    ).toBe('no');
    // A second payin is not shown in its place, and there are no other calls.
    const again = await page.evaluate(
      `ask('configure', ${JSON.stringify({ viewToken, locale: 'en' })})`,
    );
    expect(again).toMatchObject({ ok: false, error: { code: 'CALL_NOT_ALLOWED' } });
    for (const name of ['submit', 'qrcode', 'view', 'constructor', '__proto__']) {
      expect(await page.evaluate(`ask('${name}', {}, { deadlineMs: 200 })`)).toBeNull();
    }
    expect(JSON.stringify(await page.evaluate('[answers, told]'))).not.toContain('0002012');
  });
});
