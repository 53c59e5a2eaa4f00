import type { Frame, Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { searchFiles, searchLogs } from './canary/search.ts';
import type { Heard } from './element-page.ts';
import {
  expectFrameToFit,
  heard,
  MOUNT_AND_WATCH,
  openElementPage,
  typeCard,
} from './element-page.ts';
import { callApi, payinOf } from './merchant-api.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

test.use({ bypassCSP: true });

/** Used nowhere else, so that it is found wherever it is. */
const DOCUMENT = '29537995593';
const FIELDS = ['holderName', 'number', 'expiry', 'cvv', 'holderDocument'];

function cardFrameOf(page: Page): Frame {
  const frame = page.frames().find((one) => one.url().includes('/card?'));
  if (!frame) throw new Error('the page has no card frame');
  return frame;
}

test.describe("the holder's document", () => {
  test('is typed and paid with, told by nobody', async ({ page, system, places }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const options = { fields: FIELDS, referenceId: 'document-1', maxInstallments: 1 };
    const card = await openElementPage(page, places, { options });
    await page.evaluate('element.ready');
    const field = card.frame.getByLabel('CPF ou CNPJ do titular');
    await typeCard(card);
    await expect(card.brand).toHaveText('Visa');
    await field.pressSequentially('29537995594');
    await page.evaluate('element.submit().catch(() => undefined)');
    await expect(card.error('holderDocument')).toHaveText('Confira o CPF ou CNPJ');
    expect(await findViolations(cardFrameOf(page))).toEqual([]);

    await field.fill('');
    await field.pressSequentially(DOCUMENT);
    await expect(field).toHaveValue('295.379.955-93');
    expect(await findViolations(cardFrameOf(page))).toEqual([]);
    const request = page.waitForRequest('**/checkout/tokens');
    const prepared = await page.evaluate<{ payinCard: object }>('element.submit()');
    expect((await request).postDataJSON()).toMatchObject({ holderDocument: DOCUMENT });

    const payin = payinOf(prepared.payinCard, 'document-1', 15990);
    const answer = await callApi(system, 'no3ds', '/payin', payin);
    expect(answer).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
    const record = await callApi(system, 'no3ds', `/payin/${answer.body.id}`);
    const told: Heard[] = await heard(page);
    const content = await page.content();
    const everything = JSON.stringify([prepared, answer, record, told, content]) + system.logs();
    expect(everything).not.toContain(DOCUMENT);
    expect(everything).not.toContain('295.379.955-93');
    expect([...searchLogs(system.logs()), ...searchFiles(system.dataDir)]).toEqual([]);
  });

  for (const [layout, width] of [
    ['row', 480],
    ['row', 250],
    ['line', 480],
  ] as const) {
    const tag = rare(layout !== 'row' || width !== 480);
    test(`moves nothing in ${layout} of ${width} pixels${tag}`, async ({ page, places }) => {
      await page.setViewportSize({ width: 900, height: 900 });
      const before = `<style>#card { width: ${width}px }</style>`;
      const options = { fields: FIELDS, layout, maxInstallments: 3 };
      const card = await openElementPage(page, places, { options, before, mounts: false });
      const [inserted, ready, shift] = await page.evaluate<number[]>(MOUNT_AND_WATCH);
      expect(ready, 'between mount and ready').toBe(inserted);
      expect(shift).toBe(0);
      await expectFrameToFit(card);
      const [cvv, field] = await Promise.all(
        [card.cvv, card.frame.locator('#holderDocument')].map((one) => one.boundingBox()),
      );
      expect(field?.y).toBeGreaterThan((cvv?.y ?? 0) + 44);
      expect(field?.height).toBeGreaterThanOrEqual(44);
    });
  }
});
