import type { Page } from '@playwright/test';
import type { Acquirer } from '../simulators/cielo/acquirer.ts';
import { openElementPage, typeCard } from './element-page.ts';
import { callApi, payinOf } from './merchant-api.ts';
import type { PartySystem } from './party-system.ts';
import { testDevice as test } from './party-system.ts';
import { rare } from './rare.ts';
import { placesAt } from './routed-system.ts';
import { expect } from './system.ts';

/**
 * The antifraud of an outside party: Cybersource as it is played sees the device by a script in a
 * document of its own, and judges the charge by the session it was seen in.
 */

const COMPANY = 'cardonfile';
const MODES = ['element', 'hosted', 'direct'] as const;
type Mode = (typeof MODES)[number];
const NUMBER = '4111111111111111';
const AMOUNT = 15990;
const SCRIPT = '**/fp/tags.js*';

// Certificates of the party are of its own authority.
test.use({ ignoreHTTPSErrors: true });

type Prepared = { payinCard: object; antifraud: { skipped: boolean; sessionId: string } };

let orders = 0;

/** Types or hands over a card, and gives what the page is told. */
async function prepare(page: Page, atParty: PartySystem<Acquirer>, mode: Mode) {
  orders += 1;
  const referenceId = `device-${mode}-${process.pid}-${orders}`;
  const card = await openElementPage(page, placesAt(atParty), {
    publicKey: `pk_test_${COMPANY}`,
    mounts: mode === 'element',
    options: { amount: AMOUNT, referenceId },
  });
  const input = {
    ...{ amount: AMOUNT, installments: 1, referenceId },
    card: { holderName: 'MARINA ALVES', number: NUMBER, expiry: '12/30', cvv: '123' },
  };
  if (mode === 'element') await typeCard(card, { number: NUMBER });
  const call = {
    element: 'element.submit()',
    hosted: `client.prepareCardPaymentHosted(${JSON.stringify(input)})`,
    direct: `client.prepareCardPayment(${JSON.stringify(input)})`,
  }[mode];
  const prepared = await page.evaluate<Prepared>(call);
  expect(prepared.antifraud).toEqual({ skipped: false, sessionId: expect.any(String) });
  const { payinCard, antifraud } = prepared;
  const body = payinOf(payinCard, referenceId, AMOUNT);
  const { sessionId } = antifraud;
  const pay = () => callApi(atParty, COMPANY, '/payin', { ...body, antifraud: { sessionId } });
  return { referenceId, pay };
}

for (const mode of MODES) {
  test.describe(`in ${mode} mode`, () => {
    const also = rare(mode === 'hosted');
    test(`the script sees the device in a document of its own, and the charge names the session${also}`, async ({
      page,
      atParty,
    }) => {
      const { party, threeDSStageUrl: stageUrl } = atParty;
      const loaded: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(party.device)) return;
        loaded.push(new URL(request.frame().url()).pathname);
        expect(request.frame().url().startsWith(`${stageUrl}/device?`)).toBe(true);
      });
      const seenBefore = party.devices.size;
      const { pay } = await prepare(page, atParty, mode);
      await expect.poll(() => party.devices.size).toBe(seenBefore + 1);
      const { status, body } = await pay();
      expect([status, body.status], JSON.stringify(body)).toEqual([201, 'APPROVED']);
      const sale = [...party.sales.values()].at(-1);
      const named = sale?.fields.Payment.FraudAnalysis?.Browser.BrowserFingerprint ?? '';
      expect([...party.devices].at(-1)).toBe(named);
      expect(loaded).toEqual(['/device']);
      expect(party.takeViolations()).toEqual([]);
    });
  });
}

test.describe('in element mode', () => {
  const mode = 'element';
  test('the script reads nothing around it, nor hears of the card', async ({ page, atParty }) => {
    const { party } = atParty;
    const before = party.requests.length;
    await prepare(page, atParty, mode);
    const device = () => page.frames().find((frame) => frame.url().includes('/device?'));
    await expect.poll(() => device()?.title()).toBe('0');
    expect(await device()?.evaluate('self.origin')).toBe('null');
    // Whatever may take the focus would hear the buyer's keys.
    const element = await device()?.frameElement();
    expect(await element?.boundingBox()).toBeNull();
    const told = JSON.stringify(
      party.requests.slice(before).filter(({ host }) => host === 'device'),
    );
    expect(told).toContain('/fp/tags.js');
    for (const secret of [NUMBER, 'MARINA ALVES', '"123"']) expect(told).not.toContain(secret);
  });

  for (const [what, harm] of [
    ['hangs', (page: Page) => page.route(SCRIPT, () => undefined)],
    ['is blocked', (page: Page) => page.route(SCRIPT, (route) => route.abort('blockedbyclient'))],
    [
      'is in a document that never comes',
      (page: Page) => page.route('**/device?*', () => undefined),
    ],
  ] as const) {
    const tag = rare(what !== 'hangs');
    test(`a script that ${what} lets the card be prepared${tag}`, async ({ page, atParty }) => {
      await harm(page);
      await prepare(page, atParty, mode);
    });
  }
});

test('there is no document of a session that is not the account’s', async ({ atParty }) => {
  const random = 'A'.repeat(22);
  for (const query of [
    `key=pk_test_${COMPANY}`,
    `key=pk_test_${COMPANY}&session=afs_postorder_${random}`,
    `key=pk_test_${COMPANY}&session=afs_${COMPANY}_${random}"><script>`,
    `key=pk_test_postorder&session=afs_postorder_${random}`,
    `key=pk_test_nobody&session=afs_${COMPANY}_${random}`,
  ]) {
    expect((await fetch(`${atParty.threeDSStageUrl}/device?${query}`)).status, query).toBe(404);
  }
});
