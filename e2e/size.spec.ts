import { brotliCompressSync, constants } from 'node:zlib';
import type { Request } from '@playwright/test';
import { openElementPage, typeCard } from './element-page.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

/** Bytes of brotli at its best, which is how the service sends them. */
function packed(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(text, { params }).length;
}

async function served(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.status, url).toBe(200);
  return response.text();
}

/** The chunks of the card document by the name of their first file. */
async function cardChunks(system: System, html: string): Promise<Map<string, string>> {
  const found = [...html.matchAll(/assets\/([a-z-]+)-[\w-]{8}\.js/g)];
  const chunks = found.map(async ([file, name = '']) => {
    return [name, await served(`${system.checkoutUrl}/${file}`)] as const;
  });
  return new Map(await Promise.all(chunks));
}

test.describe('what is sent to a buyer', () => {
  test('is at most 16 KB for all that a card frame loads unasked', async ({ system }) => {
    // The account with the longest configuration.
    const html = await served(`${system.checkoutUrl}/card?key=pk_test_postorder`);
    const chunks = await cardChunks(system, html);
    const brand = chunks.get('brand') ?? '';
    expect(packed(brand)).toBeGreaterThan(0);
    const marks = chunks.get('brand-marks') ?? '';
    expect(packed(marks)).toBeGreaterThan(0);
    expect(packed(html) + packed(brand) + packed(marks)).toBeLessThanOrEqual(16_384);
  });

  test('is sent in brotli at its best', async ({ system }) => {
    for (const url of [
      `${system.baseUrl}/checkout/sdk/checkout-sdk.js`,
      `${system.checkoutUrl}/card?key=pk_test_no3ds`,
    ]) {
      const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
      expect(response.headers.get('content-encoding')).toBe('br');
      expect(Number(response.headers.get('content-length'))).toBe(packed(await response.text()));
    }
  });
});

test.describe('requests', () => {
  test('until ready are at most four, 24 KB', async ({ page, system, merchant, places }) => {
    const asked: Request[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(merchant.origin)) asked.push(request);
    });
    const logged = system.logs().length;
    await openElementPage(page, places);
    await page.evaluate('element.ready');
    const untilReady = [...asked];
    expect(untilReady.length).toBeLessThanOrEqual(4);
    const sizes = await Promise.all(
      untilReady.map(async (request) => (await request.sizes()).responseBodySize),
    );
    expect(sizes.every((size) => size > 0)).toBe(true);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(24 * 1024);
    expect(methodsIn(system.logs().slice(logged))).not.toContain('OPTIONS');
  });

  for (const account of ['no3ds', 'manual']) {
    test(`of a submit on ${account} are one, to the frame`, async ({ page, system, places }) => {
      const publicKey = `pk_test_${account}`;
      const card = await openElementPage(page, places, { publicKey });
      await typeCard(card);
      await expect(card.brand).toHaveText('Visa');
      await page.waitForLoadState('networkidle');
      const asked: string[] = [];
      page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
      const logged = system.logs().length;
      await page.evaluate('element.submit()');
      expect(asked).toEqual([`POST ${system.checkoutUrl}/checkout/tokens`]);
      await expect.poll(() => methodsIn(system.logs().slice(logged))).toEqual(['POST']);
    });
  }
});

/** The methods of the requests the service logged. */
function methodsIn(logs: string): string[] {
  return [...logs.matchAll(/"method":"([A-Z]+)"/g)].map(([, method]) => method ?? '');
}
