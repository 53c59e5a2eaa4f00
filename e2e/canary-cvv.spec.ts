import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { CANARY, findCanary } from './canary/canary.ts';
import { openSpiedPage, typeCanary } from './canary/spied-page.ts';
import { ELEMENT_SUBMIT } from './hostile/honest-flow.ts';
import { callApi, payinOf } from './merchant-api.ts';
import type { Places, System } from './system.ts';
import { expect, test } from './system.ts';

const OPERATOR = fileURLToPath(new URL('../dist/operator/main.js', import.meta.url));
const ACCOUNT = 'cardonfile';
const AMOUNT = 15990;

type Prepared = { payinCard: { token: string }; card: { brand: string; last4: string } };

function charge(system: System, payinCard: object, referenceId: string) {
  return callApi(system, ACCOUNT, '/payin', payinOf(payinCard, referenceId, AMOUNT));
}

/** The canary is paid with once and stays on file; the page of the next order asks for its CVV. */
async function openSavedCanary(page: Page, places: Places, order: string) {
  const options = { amount: AMOUNT, referenceId: `${order}-first`, maxInstallments: 1 };
  const first = await openSpiedPage(page, places, { account: ACCOUNT, options });
  await typeCanary(first.card);
  const prepared = await page.evaluate<Prepared>(ELEMENT_SUBMIT);
  const paid = await charge(places.system, prepared.payinCard, `${order}-first`);
  expect(paid.body).toMatchObject({ status: 'APPROVED' });
  const { token } = prepared.payinCard;
  const saved = { fields: ['cvv'], token, card: prepared.card, referenceId: order };
  return openSpiedPage(page, places, { account: ACCOUNT, options: { ...options, ...saved } });
}

/** Runs the operator's program beside the service; gives all it printed. */
async function operate({ dataDir }: System, words: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [OPERATOR, ...words], {
    env,
  });
  return stdout + stderr;
}

test.describe('the CVV of a saved card, typed again, is nowhere to be found', () => {
  test('while it waits, in a backup, and once it was charged', async ({ page, system, places }) => {
    test.slow();
    const { card, ears, findings } = await openSavedCanary(page, places, 'cvv-1');
    const before = ears.carriers().length;
    await card.cvv.pressSequentially(CANARY.cvv);
    const prepared = await page.evaluate<Prepared>(ELEMENT_SUBMIT);
    expect(ears.carriers().slice(before)).toEqual([`${system.checkoutUrl}/checkout/tokens/cvv`]);
    expect(await findings()).toEqual([]);

    const folder = mkdtempSync(join(tmpdir(), 'checkout-backup-'));
    const file = join(folder, 'night.backup');
    const printed = [
      await operate(system, ['backup', '--file', file, '--json']),
      await operate(system, ['payin', 'list', '--company', ACCOUNT]),
      await operate(system, ['audit', 'list', '--json']),
    ].join('\n');
    expect(printed).toContain('APPROVED');
    expect(findCanary(printed, { andName: true })).toEqual([]);
    const backup = readFileSync(file, 'utf8');
    expect(backup).toContain('cvv-1-first');
    expect(findCanary(backup, { andName: true })).toEqual([]);
    const keys = readFileSync(join(system.dataDir, 'key-encryption-key'), 'utf8');
    for (const secret of [`sk_test_${ACCOUNT}`, ...(keys.match(/[\w+/]{43}=/g) ?? [])]) {
      expect(backup.includes(secret)).toBe(false);
    }
    rmSync(folder, { recursive: true });

    const { body } = await charge(system, prepared.payinCard, 'cvv-1');
    expect(body).toMatchObject({ status: 'APPROVED' });
    await page.evaluate(`element.conclude(${JSON.stringify(body)})`);
    await expect(card.cvv).toHaveValue('');
    expect(await findings({ fieldsAreEmpty: true })).toEqual([]);
  });
});
