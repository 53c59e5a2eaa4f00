import { elementPage } from './element-page.ts';
import { everybodyHeard, frameOf, openChallenge } from './hostile/open-challenge.ts';
import { reachOut } from './hostile/reach-out.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';
import { enterCode, expectPayin, settle } from './threeds-page.ts';

const PREORDER = 'pk_test_preorder';

test('code in the stage reads nothing of ours', async ({ page, system, merchant, places }) => {
  const { run, challenge } = await openChallenge(page, places, { mode: 'element' });
  const evil = merchant.originOf('evil') + merchant.serve('window.evil = 1');
  const stage = frameOf(page, `${system.threeDSUrl}/stage`);
  const { tried, others } = await stage.evaluate(reachOut, { checkout: system.checkoutUrl, evil });
  // The page, the card fields, the hosted document, and the bank's frame.
  expect(others).toBe(4);
  for (const [what, came] of Object.entries(tried)) {
    expect(`${what}: ${came}`).toMatch(/: (SecurityError|TypeError|refused)$/);
  }
  expect(merchant.requests().filter(({ path }) => evil.endsWith(path))).toEqual([]);
  await enterCode(challenge);
  expect(await run.told).toMatchObject({ threeDS: { status: 'AUTHENTICATED' } });
});

// What each document's policy says, and where it is served, is told beside the documents.
test('a stage opened by a page itself says nothing to it', async ({ page, system, merchant }) => {
  const stage = `${system.threeDSUrl}/stage?key=${PREORDER}#nonce=00112233445566778899aabbccddeeff`;
  const body = `<!doctype html><script>window.said = [];
    addEventListener('message', ({ data }) => said.push(data));</script>
    <iframe id="stage" src="${stage}"></iframe>`;
  await page.goto(merchant.originOf('evil') + merchant.serve(body));
  const frame = page.frameLocator('#stage');
  await frame.locator('#challenge').waitFor({ state: 'attached' });
  await page.evaluate(() => {
    const iframe = document.querySelector('iframe');
    const message = { checkout: 'connect', version: 1, nonce: '00112233445566778899aabbccddeeff' };
    iframe?.contentWindow?.postMessage(message, '*', [new MessageChannel().port1]);
  });
  await everybodyHeard(page);
  expect(await page.evaluate('said')).toEqual([]);
  expect(page.frames().some((each) => each.url().includes('/3ds/'))).toBe(false);
});

test.describe('another page of the same browser', () => {
  test('with a foreign key finds nothing', async ({ page, context, system, merchant, places }) => {
    const victim = await openChallenge(page, places, { flow: 'postorder', mode: 'hosted' });
    const evil = await context.newPage();
    const foreign = elementPage(system, { publicKey: PREORDER, mounts: false });
    await evil.goto(merchant.originOf('evil') + merchant.serve(foreign));
    const stolen = JSON.stringify(victim.run.payin);
    for (const hosted of [false, true]) {
      const told = await settle(
        evil,
        `client.handlePendingThreeDS(${stolen}, { hosted: ${hosted} })`,
      );
      expect(told, `hosted: ${hosted}`).toMatchObject({ code: 'NOT_FOUND' });
    }
    await evil.close();
    expect(victim.isSettled()).toBe(false);
    await enterCode(victim.challenge);
    expect(await victim.run.told).toMatchObject({ threeDS: { status: 'AUTHENTICATED' } });
    await expectPayin(system, 'postorder', victim.run.payin?.id, 'APPROVED');
  });

  test(`with the same key can only guess${rare()}`, async ({ page, system, merchant, places }) => {
    const victim = await openChallenge(page, places);
    const id = victim.run.sessionId();
    expect(id.length).toBeGreaterThanOrEqual(32);
    const evil = await page.context().newPage();
    const own = elementPage(system, { publicKey: PREORDER, mounts: false });
    await evil.goto(merchant.originOf('evil') + merchant.serve(own));
    await evil.evaluate('client.prepareCardPaymentHosted({}).catch(() => null)');
    const realms = [];
    for (const frame of evil.frames()) {
      realms.push(await frame.content());
      realms.push(
        await frame.evaluate(() => {
          try {
            return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
          } catch {
            return '';
          }
        }),
      );
    }
    expect(realms.join()).not.toContain(id);
    await evil.close();
    await enterCode(victim.challenge);
    expect(await victim.run.told).toMatchObject({ threeDS: { status: 'AUTHENTICATED' } });
  });
});
