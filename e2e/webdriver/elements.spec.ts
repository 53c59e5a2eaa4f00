import { randomUUID } from 'node:crypto';
import { callApi, endPayin, payinOf } from '../merchant-api.ts';
import type { MerchantSite } from '../merchant-page.ts';
import { createPix, pixPage } from '../pix-page.ts';
import type { System } from '../system.ts';
import { expect, test } from './browser.ts';
import { CARD, openElement, start, toldOf, typeCard } from './checkout.ts';
import type { Session } from './session.ts';

const PIX = '#pix iframe';

type Served = { system: System; merchant: MerchantSite };

async function openPix(session: Session, { system, merchant }: Served, options = {}) {
  const payin = await createPix(system);
  const body = pixPage(system, { payin, options, before: '<button id="above">Acima</button>' });
  await session.open(merchant.origin + merchant.serve({ body }));
  expect(await session.page.evaluate('mounted')).toBe('shown');
  return { payin, pix: session.frame(PIX) };
}

test('a PIX is shown, copied by keys, and paid', async ({ session, system, merchant }) => {
  const { payin, pix } = await openPix(session, { system, merchant });
  expect(await pix.text('#amount')).toMatch(/R\$\s159,90/);
  expect(await pix.isShown('#qr')).toBe(true);
  await session.page.evaluate(`document.querySelector('#above').focus()`);
  await session.press('Tab');
  await expect.poll(() => pix.focused()).toBe('copy');
  await session.press('Enter');
  await expect.poll(() => pix.text('#note')).toMatch(/^Código (copiado|selecionado)/);
  await endPayin(system, payin.id, 'pay');
  await expect.poll(() => pix.text('#headline')).toBe('Pagamento confirmado');
  await expect
    .poll(() => session.page.evaluate('window.heard.map(({ name }) => name)'))
    .toEqual(['onPaid']);
});

test('a canceled PIX says so, in the page’s language', async ({ session, system, merchant }) => {
  const { payin, pix } = await openPix(session, { system, merchant }, { locale: 'es' });
  await endPayin(system, payin.id, 'cancel');
  await expect
    .poll(() => session.page.evaluate('window.heard.map(({ name }) => name)'))
    .toEqual(['onExpired']);
  expect(await pix.text('#headline')).toMatch(/\S/);
  expect(await pix.evaluate('document.documentElement.lang')).toBe('es');
});

/** A typed card, its token and the answer of POST /payin to it, which the element is told. */
async function payTyped(session: Session, { system, merchant }: Served, name: string) {
  const referenceId = `webkit-${randomUUID()}`;
  const options = { referenceId, maxInstallments: 1 };
  await openElement(session, { system, merchant }, { options });
  await typeCard(session, { name });
  await start(session, 'element.submit()');
  await expect.poll(() => toldOf(session)).toMatchObject({ card: { last4: '1111' } });
  const { payinCard } = await session.page.evaluate<{ payinCard: object }>('window.told');
  const { body } = await callApi(
    system,
    'no3ds',
    '/payin',
    payinOf(payinCard, referenceId, 15_990),
  );
  await session.page.evaluate(`element.conclude(${JSON.stringify(body)}).then(() => null)`);
  return body;
}

/** Which of the fields can be typed into, and what each holds. */
function fieldsOf(session: Session): Promise<[string, string, boolean][]> {
  return session
    .frame(CARD)
    .evaluate(
      `[...document.querySelectorAll('input')].map(({ id, value, readOnly }) => [id, value, readOnly])`,
    );
}

test('a refused card stays but for its CVV, and pays', async ({ session, system, merchant }) => {
  await payTyped(session, { system, merchant }, 'OTHE');
  await expect
    .poll(() => fieldsOf(session))
    .toEqual([
      ['cc-name', 'OTHE', false],
      ['cc-number', '4111 1111 1111 1111', false],
      ['cc-exp', '12/30', false],
      ['cc-csc', '', false],
    ]);
  const card = session.frame(CARD);
  await card.type('#cc-name', 'MARINA ALVES');
  await card.type('#cc-csc', '123');
  await start(session, 'element.submit()');
  await expect.poll(() => toldOf(session)).toMatchObject({ card: { last4: '1111' } });
});

test('a wrong CVV alone is asked for again', async ({ session, system, merchant }) => {
  await payTyped(session, { system, merchant }, 'SECU');
  await expect
    .poll(() => fieldsOf(session))
    .toEqual([
      ['cc-name', 'SECU', true],
      ['cc-number', '4111 1111 1111 1111', true],
      ['cc-exp', '12/30', true],
      ['cc-csc', '', false],
    ]);
});

test('the help for the CVV opens and closes by keys', async ({ session, system, merchant }) => {
  await openElement(session, { system, merchant });
  const card = session.frame(CARD);
  await card.click('#cc-csc');
  await session.press('Tab');
  await expect.poll(() => card.focused()).toBe('cvv-help');
  await session.press('Enter');
  await expect.poll(() => card.text('form')).toContain('No verso do cartão: 3 dígitos.');
  expect(await card.text('form')).toContain('American Express');
  await session.press('Escape');
  await expect.poll(() => card.text('form')).not.toContain('American Express');
  expect(await card.focused()).toBe('cvv-help');
});

test('installments with interest show their total', async ({ session, system, merchant }) => {
  const options = { amount: 16_000, maxInstallments: 12, installments: 12 };
  await openElement(session, { system, merchant }, { publicKey: 'pk_test_interest', options });
  const card = session.frame(CARD);
  expect(await card.text('#installments')).toMatch(/12x R\$\s15,12 \(total R\$\s181,44\)/);
  expect(await card.text('#plan-note')).toMatch(/CET: 26,68% a\.a\./);
});

test('fields that did not come are tried again', async ({ session, system, merchant }) => {
  await openElement(session, { system, merchant });
  // The element before has brought what draws the button.
  await session.page.evaluate('(element.submit().catch(() => null), element.destroy(), null)');
  await system.stopService();
  try {
    await session.page.evaluate('(window.element = mount(), null)');
    await expect.poll(() => session.page.text('#card button')).toMatch(/\S/);
  } finally {
    await system.startService();
  }
  await session.page.click('#card button');
  await session.frame(CARD).text('#card:not([inert])');
  await typeCard(session);
  await start(session, 'element.submit()');
  await expect.poll(() => toldOf(session)).toMatchObject({ card: { last4: '1111' } });
});
