import type { Page } from '@playwright/test';
import type { CardFrame } from '../element-page.ts';
import { cardFrame, elementPage, typeCard } from '../element-page.ts';
import { cardDocument } from '../hostile/raw-frame.ts';
import type { Places } from '../system.ts';
import { CANARY } from './canary.ts';
import { PAGE_SPIES } from './page-realm.ts';
import type { Finding } from './search.ts';
import { listenToPage, searchFiles, searchLogs, searchRealm } from './search.ts';

/** What the element of such a page is mounted with, of which account. */
export type SpiedMount = { account: string; options: { [name: string]: unknown } };

/** A page that spies on itself, with the element mounted and every ear open. */
export async function openSpiedPage(
  page: Page,
  { merchant, system }: Places,
  { account, options }: SpiedMount,
) {
  const ears = listenToPage(page);
  const honest = elementPage(system, { publicKey: `pk_test_${account}`, options });
  const body = honest.body.replace('<title>', () => `<script>${PAGE_SPIES}</script><title>`);
  await page.goto(merchant.origin + merchant.serve({ ...honest, body }));
  const card = cardFrame(page);
  await card.usable.waitFor();

  async function findings({ fieldsAreEmpty = false } = {}): Promise<Finding[]> {
    const without = fieldsAreEmpty ? [] : ['DOM'];
    return [
      ...(await searchRealm('page', page.mainFrame(), { reach: true })),
      ...(await searchRealm('card frame', cardDocument(page, system), { without })),
      ...(await ears.findings()),
      ...searchLogs(system.logs()),
      ...searchFiles(system.dataDir),
    ];
  }
  return { card, ears, findings };
}

export function typeCanary(card: CardFrame, holderName: string = CANARY.holderName) {
  const typed = { name: holderName, number: CANARY.number, cvv: CANARY.cvv };
  return typeCard(card, typed, { byKey: true });
}
