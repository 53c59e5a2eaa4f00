import type { Page } from '@playwright/test';
import { cardFrame, typeCard } from './element-page.ts';
import { expectCode } from './expected-code.ts';
import { openChallenge } from './hostile/open-challenge.ts';
import { rare } from './rare.ts';
import { clickPay, openShop, shopResult } from './shop-page.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';
import type { Mode, Told } from './threeds-page.ts';
import {
  AUTHENTICATED,
  CHALLENGED,
  cardInput,
  challengeOf,
  createPayin,
  enterCode,
  expectNoChallenge,
  expectPayin,
  fillElement,
  handling,
  newReference,
  openThreeDSPage,
  settle,
  startRun,
} from './threeds-page.ts';

for (const mode of ['element', 'direct'] as const) {
  const also = rare(mode !== 'element');
  const how = { flow: 'postorder', mode } as const;

  test.describe(`one payin in ${mode} mode`, () => {
    test(`asked for twice is one challenge with one outcome${also}`, async ({
      page,
      system,
      places,
    }) => {
      await openThreeDSPage(page, places, how);
      const opened: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/3ds/acs/challenge')) opened.push(request.url());
      });
      const run = await startRun(page, system, how);
      const again = settle(page, handling(mode, run.payin ?? {}, cardInput(run)));
      const challenge = challengeOf(page, mode);
      await challenge.code.waitFor();
      const client = `client.handlePendingThreeDS(${JSON.stringify(run.payin)}, { element })`;
      const third = settle(
        page,
        mode === 'element' ? client : handling(mode, run.payin ?? {}, cardInput(run)),
      );
      await enterCode(challenge);
      const outcome = await run.told;
      expect(outcome).toMatchObject(AUTHENTICATED);
      expect(await again).toEqual(outcome);
      expect(await third).toEqual(outcome);
      expect(opened).toHaveLength(1);
      await expectNoChallenge(page);
      // Once it has ended, nothing can be asked any more.
      expect(await settle(page, handling(mode, run.payin ?? {}, cardInput(run)))).toEqual(outcome);
      expect(opened).toHaveLength(1);
    });

    test(`in two tabs has one result${rare()}`, async ({ page, context, system, places }) => {
      const { run } = await openChallenge(page, places, how);
      const tab = await context.newPage();
      await openThreeDSPage(tab, places, how);
      const other = settle(tab, handling(mode, run.payin ?? {}, cardInput(run)));
      await enterCode(challengeOf(tab, mode));
      const outcome = await other;
      expect(outcome).toMatchObject(AUTHENTICATED);
      expect(await run.told).toEqual(outcome);
      await expectNoChallenge(page);
      await expectPayin(system, 'postorder', run.payin?.id, 'APPROVED');
      await tab.close();
    });

    test(`is taken up again after a reload by the same POST /payin${rare()}`, async ({
      page,
      system,
      places,
    }) => {
      const { run } = await openChallenge(page, places, how);
      await challengeOf(page, mode).code.fill('12');
      page.once('dialog', (dialog) => dialog.accept());
      await page.reload();
      if (mode === 'element') await page.evaluate('element.ready');
      const card = { token: run.token(), installments: 1 };
      const again = await createPayin(system, 'postorder', card, run.referenceId);
      expect(again).toEqual({ status: 201, body: run.payin });
      const told = settle(page, handling(mode, again.body, cardInput(run)));
      await enterCode(challengeOf(page, mode));
      expect(await told).toMatchObject({ payinId: run.payin?.id, ...AUTHENTICATED });
      await expectPayin(system, 'postorder', run.payin?.id, 'APPROVED');
    });

    test(`stripped by the back end is named by the field, and whole it goes on${also}`, async ({
      page,
      system,
      places,
    }) => {
      await openThreeDSPage(page, places, how);
      const referenceId = newReference();
      const { body: payin } = await pendingPayin(page, system, mode, referenceId);
      const input = cardInput({ referenceId });
      for (const field of [
        'threeDSecureSession',
        'threeDSecureTransactionId',
        'threeDSecureSdkUrl',
        'threeDSecureProvider',
        'threeDSecureAction',
        'threeDSecureAction.type',
        'threeDSecureAction.session_id',
        'threeDSecureAction.expires_at',
      ]) {
        for (const change of [undefined, null, '', 7]) {
          const told = await settle(page, handling(mode, changed(payin, field, change), input));
          expectCode(told, 'INVALID_DATA', {
            type: 'merchant',
            retryable: false,
            details: { field },
          });
        }
      }
      const nameless = handling(mode, changed(payin, 'id', undefined), input);
      expect(await settle(page, nameless)).toMatchObject({
        code: 'INVALID_ARGUMENT',
        details: { field: 'payin' },
      });
      const unknown = changed(payin, 'threeDSecureAction.type', 'REDIRECT');
      expect(await settle(page, handling(mode, unknown, input))).toMatchObject({
        code: 'THREEDS_SDK_UNAVAILABLE',
        details: { cause: 'unsupported' },
      });
      // None of it touched the action; PENDING is the status of the specification's guide.
      const told = settle(page, handling(mode, changed(payin, 'status', 'PENDING'), input));
      await enterCode(challengeOf(page, mode));
      expect(await told).toMatchObject(AUTHENTICATED);
      await expectPayin(system, 'postorder', payin.id, 'APPROVED');
    });
  });
}

test('double clicks in the shop are one order, one payin, one challenge', async ({
  page,
  system,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openShop(page, system, { account: 'postorder' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await typeCard(cardFrame(page), { number: CHALLENGED });
  await clickPay(page, { times: 3 });
  await enterCode(challengeOf(page, 'element'));
  await expect(shopResult(page).title).toHaveText('Pagamento aprovado');
  for (const [last, count] of Object.entries({ orders: 1, pay: 1, tokens: 1, challenge: 1 })) {
    expect(sent.filter((path) => path.endsWith(`/${last}`))).toHaveLength(count);
  }
});

/** A payin of this mode's own card that waits for its challenge. */
async function pendingPayin(page: Page, system: System, mode: Mode, referenceId: string) {
  const call =
    mode === 'element'
      ? 'element.submit()'
      : `client.prepareCardPayment(${JSON.stringify(cardInput({ referenceId }))})`;
  if (mode === 'element') {
    await page.evaluate(`element.update({ referenceId: '${referenceId}' })`);
    await fillElement(page, {});
  }
  const { payinCard } = await settle(page, call);
  return createPayin(system, 'postorder', Object(payinCard), referenceId);
}

/** `payin` with one member, by its path, changed or taken away. */
function changed(payin: Told, path: string, value: unknown): Told {
  const copy = structuredClone(payin);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder: Told = names.reduce((object, name) => Object(object[name]), copy);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}
