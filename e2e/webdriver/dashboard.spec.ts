import { payByCard } from '../dashboard-payment.ts';
import { codeOf, invite, nextCodeOf, PASSWORD, setApproval } from '../dashboard-person.ts';
import type { System } from '../system.ts';
import { expect, test } from './browser.ts';
import type { Session } from './session.ts';

const SUBMIT = 'main form button[type=submit]';

test.beforeAll(({ system }) => setApproval(system, 'four-eyes'));
test.afterAll(({ system }) => setApproval(system, 'automatic'));

test('somebody is invited, signs in, proves it and refunds', async ({ session, system }) => {
  const { page } = session;
  const { id } = await payByCard(system);
  const { email, link } = await invite(system, 'finance');
  await session.open(link);
  await expectTitle(session, 'Aceitar o convite');
  await page.type('#field-password', PASSWORD);
  await page.type('#field-repeat', PASSWORD);
  await page.click(SUBMIT);
  await expectTitle(session, 'Proteja a sua conta');
  const secret = await page.text('code.secret');
  await page.type('#field-code', codeOf(secret));
  await page.click(SUBMIT);
  await expectTitle(session, 'Guarde os códigos de recuperação');
  const recovery = await page.text('.recovery-codes li:first-child');
  await page.click('.actions a.button');
  await expectTitle(session, 'Início');
  await page.click('form[action="/sign-out"] button');
  await expectTitle(session, 'Entrar');

  await session.open(`${system.dashboardUrl}/payments/${id}`);
  await expectTitle(session, 'Entrar');
  await page.type('#field-email', email);
  await page.type('#field-password', PASSWORD);
  await page.click('form[action="/sign-in"] button');
  await expectTitle(session, 'Segunda etapa');
  await expect.poll(() => page.focused()).toBe('field-code');
  await session.write(nextCodeOf(secret));
  await page.click(SUBMIT);
  await expectTitle(session, 'Pagamento');

  const refund = `/payments/${id}/refund`;
  await session.open(`${system.dashboardUrl}/prove?to=${encodeURIComponent(refund)}`);
  await expectTitle(session, 'Confirme que é você');
  await page.type('#field-password', 'wrong horse battery');
  await page.type('#field-code', '123456');
  await page.click('form[action="/prove"] button');
  await expectText(session, '#error-password', 'A senha ou o código não conferem');
  await expect.poll(() => page.focused()).toBe('field-password');
  await page.type('#field-password', PASSWORD);
  await page.type('#field-code', recovery);
  await page.click('form[action="/prove"] button');
  await expectTitle(session, 'Reembolsar pagamento');
  expect(await page.evaluate(`document.querySelector('#field-amount').value`)).toBe('123,45');
  await page.click(SUBMIT);
  await page.click('button[value=confirm]');
  await expectTitle(session, 'Pagamento');
  await expectText(session, '[role=status]', 'Reembolso de R$ 123,45 feito.');
});

test('a payout that one asks for is approved by another', async ({ session, system }) => {
  const { page } = session;
  await enterAs(session, system, { email: 'finance@tresmarias.example', path: '/payouts/new' });
  await page.type('#field-amount', '10,00');
  await page.evaluate(`document.querySelector('#field-pixKeyType').value = 'EMAIL'`);
  await page.type('#field-pixKey', 'ana@example.com');
  await page.click(SUBMIT);
  await page.click('button[value=confirm]');
  await expectText(session, '.facts .badge', 'Aguardando aprovação');
  expect(await page.evaluate(`document.querySelectorAll('form[action$="/approve"]').length`)).toBe(
    0,
  );
  const path: string = await page.evaluate('location.pathname');
  await page.click('form[action="/sign-out"] button');
  await expectTitle(session, 'Entrar');

  await enterAs(session, system, { email: 'owner@tresmarias.example', path });
  await page.click('form[action$="/approve"] button');
  await expectText(session, '[role=status]', 'Saque aprovado.');
});

async function enterAs(
  session: Session,
  { dashboardUrl }: System,
  { email, path }: { email: string; path: string },
): Promise<void> {
  await session.open(`${dashboardUrl}/sign-in?to=${encodeURIComponent(path)}`);
  await session.page.click(`button[name=email][value="${email}"]`);
  const here = () => session.page.evaluate('location.pathname');
  await expect(async () => expect(await here()).toBe(path)).toPass();
}

/** Waits for a page of the dashboard, by its heading. */
function expectTitle(session: Session, title: string): Promise<void> {
  return expectText(session, 'h1', title);
}

/** Asks again: a page that is left while something is looked for in it answers with an error. */
function expectText({ page }: Session, selector: string, text: string): Promise<void> {
  return expect(async () => expect(await page.text(selector)).toContain(text)).toPass();
}
