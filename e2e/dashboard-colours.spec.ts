import { openDashboard } from './dashboard-page.ts';
import { payByCard } from './dashboard-payment.ts';
import { expect, test } from './system.ts';

test('in forced colours what is chosen, said and focused is seen', async ({ page, system }) => {
  const { id } = await payByCard(system);
  await page.emulateMedia({ forcedColors: 'active' });
  await openDashboard(page, system, { as: 'owner', path: `/payments/${id}` });
  const styleOf = async (selector: string) => {
    const place = page.locator(selector).first();
    await place.focus();
    return place.evaluate((one) => {
      const { color, backgroundColor, borderTopStyle, outlineColor } = getComputedStyle(one);
      return { color, backgroundColor, borderTopStyle, outlineColor };
    });
  };
  const chosen = await styleOf('.menu a[aria-current]');
  const other = await styleOf('.menu a:not([aria-current])');
  expect(chosen.backgroundColor).not.toBe(other.backgroundColor);
  expect(chosen.color).not.toBe(chosen.backgroundColor);
  expect(chosen.outlineColor).not.toBe(other.backgroundColor);
  expect((await styleOf('.badge.good')).borderTopStyle).toBe('solid');
});
