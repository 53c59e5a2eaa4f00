import { cardFrame, typeCard } from './element-page.ts';
import { openChallenge } from './hostile/open-challenge.ts';
import { rare } from './rare.ts';
import { clickPay, openShop, shopResult } from './shop-page.ts';
import { expect, test } from './system.ts';
import {
  AUTHENTICATED,
  CHALLENGED,
  cardInput,
  challengeOf,
  createPayin,
  enterCode,
  expectNoChallenge,
  expectPayin,
  handling,
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
  // After its challenge the same is asked again, to know how it ended.
  for (const [last, count] of Object.entries({ tokens: 1, challenge: 1 })) {
    expect(sent.filter((path) => path.endsWith(`/${last}`))).toHaveLength(count);
  }
});
