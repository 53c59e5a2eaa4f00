import type { Page } from '@playwright/test';
import type { MercadoPago } from '../simulators/mercado-pago/mercado-pago.ts';
import type { ElementPageOptions } from './element-page.ts';
import { press } from './element-page.ts';
import { forgeEnds } from './hostile/forge-ends.ts';
import { everybodyHeard, frameOf, watchSettling } from './hostile/open-challenge.ts';
import { askPolicy } from './own-policy.ts';
import type { PartySystem } from './party-system.ts';
import { testMercadoPago as test } from './party-system.ts';
import { rare } from './rare.ts';
import { placesAt } from './routed-system.ts';
import { expect } from './system.ts';
import type { Mode } from './threeds-page.ts';
import {
  AUTHENTICATED,
  barOf,
  CANCELLED,
  challengeOf,
  expectPayin,
  openThreeDSPage,
  startRun,
} from './threeds-page.ts';

/**
 * 3-D Secure that an acquirer runs after the order: Mercado Pago as it is played has the charge, and
 * shows the bank's page by itself.
 */

const MODES = ['element', 'hosted', 'direct'] as const;
const NUMBER = '5031433215406351';
const POSTORDER = 'postorder';

// Certificates of the party are of its own authority.
test.use({ ignoreHTTPSErrors: true });

/** A payment that waits for its buyer, whose bank's page is open. */
async function openBank(
  page: Page,
  atParty: PartySystem<MercadoPago>,
  { mode, ...more }: { mode: Mode } & ElementPageOptions,
) {
  const { party } = atParty;
  const before = party.payments.size;
  await openThreeDSPage(page, placesAt(atParty), { flow: POSTORDER, mode, ...more });
  party.challengeNext();
  const run = await startRun(page, atParty, { flow: POSTORDER, mode, number: NUMBER });
  expect(run.payin).toMatchObject({ status: 'PENDING_3DS' });
  const paymentId = Number(run.payin?.externalId);
  const { bank } = challengeOf(page, mode);
  const confirm = bank.getByRole('button', { name: 'Confirm', exact: true });
  const refuse = bank.getByRole('button', { name: 'Refuse', exact: true });
  await confirm.waitFor();
  const isSettled = watchSettling(run.told);
  const expectStatus = (status: string) => expectPayin(atParty, POSTORDER, run.payin?.id, status);
  return {
    ...{ run, party, paymentId, confirm, refuse },
    /** Nothing is decided, and the buyer still has the bank's page. */
    async expectUndecided() {
      await expectStatus('PENDING_3DS');
      expect(party.payments.get(paymentId)?.status).toBe('pending');
      await expect(confirm).toBeVisible();
      expect(isSettled()).toBe(false);
    },
    /** What the service and Mercado Pago have at the end, and nothing of the bank in the page. */
    async expectEnd(payin: string, payment: string) {
      await expectStatus(payin);
      expect(party.payments.get(paymentId)?.status).toBe(payment);
      expect(party.payments.size).toBe(before + 1);
      expect(party.takeViolations()).toEqual([]);
      await expect(page.locator('dialog[open]')).toHaveCount(0);
    },
  };
}

for (const mode of MODES) {
  const also = rare(mode === 'hosted');
  test.describe(`a bank's page that the acquirer names, in ${mode} mode`, () => {
    test(`has a confirmed payment charged once${also}`, async ({ page, atParty }) => {
      const { run, confirm, expectEnd } = await openBank(page, atParty, { mode });
      await press(confirm);
      expect(await run.told).toMatchObject(AUTHENTICATED);
      await expectEnd('APPROVED', 'approved');
    });

    test(`has the payment refused by a buyer who does not confirm${rare(mode !== 'element')}`, async ({
      page,
      atParty,
    }) => {
      const { run, refuse, expectEnd } = await openBank(page, atParty, { mode });
      await press(refuse);
      expect(await run.told).toMatchObject({
        code: 'THREEDS_FAILED',
        details: { reason: 'not_authenticated' },
      });
      await expectEnd('REFUSED', 'rejected');
    });
  });
}

test.describe("a bank's page that the acquirer names", () => {
  const mode = 'element';

  test('is called off at the acquirer by a buyer who leaves', async ({ page, atParty }) => {
    const { run, expectEnd } = await openBank(page, atParty, { mode });
    const { close, leave } = barOf(challengeOf(page, mode), mode);
    await press(close);
    await press(leave);
    expect(await run.told).toMatchObject(CANCELLED);
    await expectEnd('REFUSED', 'cancelled');
  });

  test('is not ended by words that come from within it', async ({ page, atParty }) => {
    const { merchant } = atParty;
    const evil = merchant.originOf('evil') + merchant.serve('<!doctype html><title>e</title>');
    const { run, party, confirm, expectUndecided, expectEnd } = await openBank(page, atParty, {
      mode,
    });
    const loading = page.waitForEvent('framenavigated', (frame) => frame.url() === evil);
    await frameOf(page, party.acs).evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src }));
    }, evil);
    await loading;
    await frameOf(page, evil).evaluate(forgeEnds, { from: 'top', nonce: '' } as const);
    await everybodyHeard(page);
    await expectUndecided();
    await press(confirm);
    expect(await run.told).toMatchObject(AUTHENTICATED);
    await expectEnd('APPROVED', 'approved');
  });

  test('decides nothing when it says too early it is over', async ({ page, atParty }) => {
    const { run, party, paymentId, confirm, expectEnd } = await openBank(page, atParty, {
      mode,
    });
    const early = page.waitForResponse(
      (response) => response.url().endsWith('/complete') && response.request().method() === 'POST',
    );
    await frameOf(page, party.acs).evaluate(() => {
      parent.postMessage({ status: 'COMPLETE' }, '*');
    });
    expect(await (await early).json()).toMatchObject({ status: 'OPEN' });
    await expect(confirm).toHaveCount(0);
    await expectPayin(atParty, POSTORDER, run.payin?.id, 'PENDING_3DS');
    expect(party.payments.get(paymentId)?.status).toBe('pending');
    party.endChallenge(paymentId, true);
    expect(await run.told).toMatchObject(AUTHENTICATED);
    await expectEnd('APPROVED', 'approved');
  });
});

test('a page needs no more than contentSecurityPolicy() says', async ({ page, atParty }) => {
  const mode = 'direct';
  const how = { flow: POSTORDER, mode } as const;
  const { own, violations } = await askPolicy(page, placesAt(atParty), how);
  const { run, confirm, expectEnd } = await openBank(page, atParty, { mode, ...own });
  await press(confirm);
  expect(await run.told).toMatchObject(AUTHENTICATED);
  expect(violations).toEqual([]);
  await expectEnd('APPROVED', 'approved');
});

test('a page whose policy blocks the bank is told so', async ({ page, atParty }) => {
  const { party } = atParty;
  const how = { flow: POSTORDER, mode: 'direct' } as const;
  const headers = { 'content-security-policy': "form-action 'self'" };
  await openThreeDSPage(page, placesAt(atParty), { ...how, headers });
  party.challengeNext();
  const { told, payin } = await startRun(page, atParty, { ...how, number: NUMBER });
  const { host } = new URL(party.acs);
  expect(await told).toMatchObject({
    code: 'THREEDS_SDK_UNAVAILABLE',
    details: { cause: 'csp', directive: 'form-action', host },
  });
  await expectPayin(atParty, POSTORDER, payin?.id, 'PENDING_3DS');
  expect(party.payments.get(Number(payin?.externalId))?.status).toBe('pending');
});
