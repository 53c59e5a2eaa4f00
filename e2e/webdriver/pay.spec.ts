import { callApi } from '../merchant-api.ts';
import { RUNS, typeAtRandom } from '../typing-at-random.ts';
import { expect, test } from './browser.ts';
import { CARD, openElement, openShop, start, toldOf, typeCard } from './checkout.ts';

test('a card typed into the hosted fields is paid', async ({ session, system }) => {
  await openShop(session, system);
  await typeCard(session);
  await session.page.click('#pay');
  await expect.poll(() => session.page.text('#result-title')).toBe('Pagamento aprovado');
  expect(await session.page.focused()).toBe('result-title');
  const receipt: string[] = await session.page.evaluate(
    `[...document.querySelectorAll('#receipt dd')].map(({ textContent }) => textContent)`,
  );
  const id = receipt.find((line) => line.startsWith('pay_'));
  expect(await callApi(system, 'no3ds', `/payin/${id}`)).toMatchObject({
    status: 200,
    body: { status: 'APPROVED' },
  });
});

test('a refused card says so, and another one pays', async ({ session, system }) => {
  await openShop(session, system);
  await typeCard(session, { name: 'OTHE' });
  await session.page.click('#pay');
  await expect.poll(() => session.frame(CARD).text('#refusal')).toMatch(/não autorizou/);
  await session.frame(CARD).evaluate(`document.querySelector('#cc-name').value = ''`);
  await typeCard(session);
  await session.page.click('#pay');
  await expect.poll(() => session.page.text('#result-title')).toBe('Pagamento aprovado');
});

test('values filled in at once are taken', async ({ session, system, merchant }) => {
  await openElement(session, { system, merchant });
  // No driver can make WebKitGTK fill a stored card: these are the events such a filling makes.
  await session.frame(CARD).evaluate(`(() => {
    const filled = { 'cc-name': 'MARINA ALVES', 'cc-number': '4111111111111111', 'cc-exp': '12/30', 'cc-csc': '123' };
    for (const [token, value] of Object.entries(filled)) {
      const input = document.querySelector('input[autocomplete=' + token + ']');
      input.focus();
      input.value = value;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }
  })()`);
  await start(session, 'element.submit()');
  await expect
    .poll(() => toldOf(session))
    .toMatchObject({ card: { brand: 'visa', last4: '1111' } });
});

test('whatever is typed and filled in whatever order, no digit is lost or moved', async ({
  session,
  system,
  merchant,
}) => {
  await openElement(session, { system, merchant });
  const card = session.frame(CARD);
  // WebKit edits where a person has put the focus alone.
  await card.click('#cc-number');
  for (const run of RUNS) {
    expect(await card.evaluate(`(${typeAtRandom})(${JSON.stringify(run)})`)).toEqual([]);
  }
});

test('a wrong digit is not sent, the field is named', async ({ session, system, merchant }) => {
  await openElement(session, { system, merchant });
  await typeCard(session, { number: '4111111111111112' });
  await start(session, 'element.submit()');
  await expect
    .poll(() => toldOf(session))
    .toMatchObject({ code: 'INVALID_CARD', details: { fields: [{ field: 'number' }] } });
  expect(await session.frame(CARD).isShown('#cc-number-error')).toBe(true);
});

test('under the strict policy the element pays', async ({ session, system, merchant }) => {
  const nonce = 'cGFnZS1ub25jZQ';
  const policy = [
    "default-src 'none'",
    `script-src ${system.baseUrl} 'nonce-${nonce}'`,
    `frame-src ${system.checkoutUrl}`,
    `connect-src ${system.baseUrl}`,
    "style-src 'self'",
    // WebKitGTK asks for the site's icon, and counts it.
    "img-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types checkout-sdk',
  ].join('; ');
  const headers = { 'content-security-policy': policy };
  const before = `<script nonce="${nonce}">
    window.violations = [];
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      violations.push(effectiveDirective + ' ' + blockedURI);
    });
  </script>`;
  await openElement(session, { system, merchant }, { nonce, headers, before });
  await typeCard(session);
  await start(session, 'element.submit()');
  await expect.poll(() => toldOf(session)).toMatchObject({ card: { last4: '1111' } });
  expect(await session.page.evaluate('window.violations')).toEqual([]);
  // The policy is enforced, and the page would have heard.
  await session.page.evaluate(`document.body.setAttribute('style', 'color: red')`);
  await expect
    .poll(() => session.page.evaluate('window.violations'))
    .toEqual([expect.stringMatching(/^style-src/)]);
});
