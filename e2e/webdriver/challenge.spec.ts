import { expect, test } from './browser.ts';
import { BANK, HOSTED, openElement, start, toldOf, typeCard } from './checkout.ts';
import type { Session } from './session.ts';

const AUTHENTICATED = { threeDS: { skipped: false, status: 'AUTHENTICATED' } };
const CANCELLED = { code: 'THREEDS_FAILED', details: { reason: 'cancelled' } };
/** Its challenge ends well with the bank's code, 1234. */
const CHALLENGED = '4000000000002503';

test.beforeEach(async ({ session, system, merchant }) => {
  await openElement(
    session,
    { system, merchant },
    {
      publicKey: 'pk_test_preorder',
      before: '<main><h1>Loja</h1><button id="pay">Pagar</button>',
      after: '</main>',
    },
  );
  await typeCard(session, { number: CHALLENGED });
  await start(session, 'element.submit()');
  // The bank's page is there, and can be used.
  await session.frame(...BANK).text('input[name=code]');
});

test('the right code, after a wrong one, authenticates the buyer', async ({ session }) => {
  const bank = session.frame(...BANK);
  await bank.type('input[name=code]', '9999');
  await bank.click('button[name=confirm]');
  await expect.poll(() => bank.text('[role=alert]')).toContain('Restam 2 tentativas');
  await bank.type('input[name=code]', '1234');
  await bank.click('button[name=confirm]');
  await expect.poll(() => toldOf(session)).toMatchObject(AUTHENTICATED);
  await expectNoChallenge(session);
});

test("the bank's own way out cancels", async ({ session }) => {
  await session.frame(...BANK).click('button[name=cancel]');
  await expect.poll(() => toldOf(session)).toMatchObject(CANCELLED);
  await expectNoChallenge(session);
});

test('our close button asks; going on keeps what is typed, leaving ends', async ({ session }) => {
  const hosted = session.frame(HOSTED);
  const bank = session.frame(...BANK);
  await bank.type('input[name=code]', '12');
  expect(await hosted.isShown('#question')).toBe(false);
  await hosted.click('#close');
  await expect.poll(() => hosted.isShown('#question')).toBe(true);
  await hosted.click('#stay');
  await expect.poll(() => hosted.isShown('#question')).toBe(false);
  expect(await bank.evaluate(`document.querySelector('input[name=code]').value`)).toBe('12');
  await hosted.click('#close');
  await hosted.click('#leave');
  await expect.poll(() => toldOf(session)).toMatchObject(CANCELLED);
  await expectNoChallenge(session);
});

test('Escape in the page asks every time, and never closes by itself', async ({ session }) => {
  const hosted = session.frame(HOSTED);
  for (let times = 0; times < 3; times += 1) {
    // Blurred alone, the frame keeps the keys in WebKit.
    await session.page.evaluate('(document.activeElement.blur(), window.focus())');
    await session.press('Escape');
    await expect.poll(() => hosted.isShown('#question')).toBe(true);
    expect(await session.page.isShown('dialog[open]')).toBe(true);
    await hosted.click('#stay');
    await expect.poll(() => hosted.isShown('#question')).toBe(false);
  }
  expect(await toldOf(session)).toBeNull();
});

test("Escape inside the bank's page is the bank's", async ({ session }) => {
  await session.frame(...BANK).click('input[name=code]');
  await session.press('Escape');
  await session.press('Escape');
  expect(await session.frame(HOSTED).isShown('#question')).toBe(false);
  expect(await session.page.isShown('dialog[open]')).toBe(true);
  expect(await toldOf(session)).toBeNull();
});

test('a buyer confirms with the keyboard alone', async ({ session }) => {
  const bank = session.frame(...BANK);
  for (let times = 0; times < 4 && !(await isInCode(session)); times += 1) {
    await session.press('Tab');
  }
  expect(await isInCode(session)).toBe(true);
  await session.write('1234');
  expect(await bank.evaluate(`document.querySelector('input[name=code]').value`)).toBe('1234');
  await session.press('Enter');
  await expect.poll(() => toldOf(session)).toMatchObject(AUTHENTICATED);
});

function isInCode(session: Session): Promise<boolean> {
  return session
    .frame(...BANK)
    .evaluate(`document.hasFocus() && document.activeElement.name === 'code'`);
}

async function expectNoChallenge(session: Session): Promise<void> {
  const open = `document.querySelectorAll('dialog[open]').length`;
  await expect.poll(() => session.page.evaluate(open)).toBe(0);
}
