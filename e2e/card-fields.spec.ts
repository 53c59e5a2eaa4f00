import type { Page } from '@playwright/test';
import { fillCard, GOOD, submit } from './card-entry.ts';
import { expectFrameToFit, heard, openElementPage, typeCard } from './element-page.ts';
import { expectCode } from './expected-code.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

/** The card data of each token request from now on. */
function watchTokens(page: Page): { card: { [field: string]: string }; installments: number }[] {
  const sent: { card: { [field: string]: string }; installments: number }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/checkout/tokens')) sent.push(request.postDataJSON());
  });
  return sent;
}

test.describe('a wrong field', () => {
  const AMEX = '378282246310005';
  // Every problem of every field is told beside the form itself; here the two whose words come
  // late: by the check digit, and by the brand that is loaded.
  for (const [what, fields, id, problem, message] of [
    ['a mistyped number', { number: '4111111111111112' }, 'cc-number', 'invalid', /Confira o nú/],
    ['an Amex with 3', { number: AMEX }, 'cc-csc', 'incomplete', 'O CVV tem 4 dígitos'],
  ] as const) {
    test(`is shown, announced and focused: ${what}`, async ({ page, system, merchant }) => {
      const card = await openElementPage(page, { system, merchant });
      const sent = watchTokens(page);
      await expect(card.announcer).toHaveText('');
      await fillCard(card, fields);
      // How long a CVV is, is known with the brand, and that comes a moment after the number.
      if (id === 'cc-csc') await expect(card.brand).not.toHaveText('');
      const error = await submit(page);
      const names = { 'cc-number': 'number', 'cc-csc': 'cvv' };
      expect(error).toMatchObject({
        code: 'INVALID_CARD',
        type: 'customer',
        retryable: true,
        userMessage: 'Confira os dados do cartão e tente de novo.',
        details: { fields: [{ field: names[id], problem }] },
      });
      const input = card.frame.locator(`#${id}`);
      await expect(card.error(id)).toHaveText(message);
      await expect(input).toBeFocused();
      await expect(input).toHaveAttribute('aria-invalid', 'true');
      const text = await card.error(id).textContent();
      await expect(input).toHaveAccessibleDescription(new RegExp(`${text}$`));
      await expect(card.announcer).toHaveText(text ?? '');
      await expect(card.frame.locator('.error:not(:empty)')).toHaveCount(1);

      await input.fill(id === 'cc-csc' ? '1234' : GOOD.number);
      await expect(card.error(id)).toHaveText('');
      await expect(input).toHaveAttribute('aria-invalid', 'false');
      expect(sent).toEqual([]);
      expect(await submit(page)).toMatchObject({ card: { last4: /\d{4}/ } });
      expect(sent).toHaveLength(1);
    });
  }

  test('is one of four where nothing was typed, and the first gets the focus', async ({
    page,
    system,
    merchant,
  }) => {
    const card = await openElementPage(page, { system, merchant });
    await expect(card.announcer).toHaveAttribute('aria-live', 'polite');
    const error = await submit(page);
    const fields = ['holderName', 'number', 'expiry', 'cvv'];
    expect(error).toMatchObject({
      code: 'INVALID_CARD',
      details: { fields: fields.map((field) => ({ field, problem: 'required' })) },
    });
    await expect(card.name).toBeFocused();
    await expect(card.frame.locator('.error:not(:empty)')).toHaveCount(4);
    await expect(card.announcer).toHaveText(
      /^Informe o nome no cartão\. Informe o número.*Informe o CVV$/,
    );
    expect(await page.evaluate('document.activeElement.tagName')).toBe('IFRAME');
  });

  test('is told when the buyer leaves it, but not when one only passes through', async ({
    page,
    system,
    merchant,
  }) => {
    const card = await openElementPage(page, { system, merchant });
    await card.name.focus();
    await card.number.focus();
    await expect(card.error('cc-name')).toHaveText('');
    await card.number.pressSequentially('4111');
    await expect(card.error('cc-number')).toHaveText('');
    await card.expiry.focus();
    await expect(card.error('cc-number')).toHaveText('Faltam dígitos no número');
  });
});

test.describe('the brand', () => {
  for (const [number, name, label, shown] of [
    ['6516800000000015', 'elo', 'Elo', '6516 8000 0000 0015'],
    ['378282246310005', 'amex', 'American Express', '3782 822463 10005'],
    ['9999999999999995', 'unknown', '', '9999 9999 9999 9995'],
  ] as const) {
    test(`of ${number} is ${name}, while typing and in the token`, async ({
      page,
      system,
      merchant,
    }) => {
      const card = await openElementPage(page, { system, merchant });
      const cvv = name === 'amex' ? '1234' : '123';
      await typeCard(card, { number, cvv });
      await expect(card.number).toHaveValue(shown);
      await expect(card.brand).toHaveText(label);
      await expect(card.cvv).toHaveAttribute('placeholder', '0'.repeat(cvv.length));
      const changes = (await heard(page)).filter((one) => one.name === 'change');
      expect(changes.at(-1)).toMatchObject({ told: { brand: name, complete: true } });
      expect(JSON.stringify(await heard(page))).not.toContain(number.slice(0, 6));
      expect(await submit(page)).toMatchObject({ card: { brand: name, last4: number.slice(-4) } });
    });
  }

  test('stops a fifth CVV digit of an Amex and a fourth of a Visa', async ({
    page,
    system,
    merchant,
  }) => {
    const card = await openElementPage(page, { system, merchant });
    await typeCard(card, { number: '378282246310005', cvv: '12345' });
    await expect(card.cvv).toHaveValue('1234');
    await card.number.fill('');
    await card.cvv.fill('');
    await typeCard(card, { name: '', expiry: '', cvv: '1234' });
    await expect(card.cvv).toHaveValue('123');
  });
});

test.describe('what browsers and clipboards bring', () => {
  test('is understood as it is filled in', async ({ page, system, merchant }) => {
    const card = await openElementPage(page, { system, merchant });
    const sent = watchTokens(page);
    await fillCard(card, { number: '4111-1111-1111-1111', expiry: '2030-12' });
    await expect(card.number).toHaveValue('4111 1111 1111 1111');
    await expect(card.expiry).toHaveValue('12/30');
    await submit(page);
    expect(sent[0]?.card).toEqual({
      holderName: GOOD.name,
      number: GOOD.number,
      expirationMonth: '12',
      expirationYear: '2030',
      cvv: GOOD.cvv,
    });
  });

  test('is understood where it is pasted', async ({ page, context, system, merchant }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const card = await openElementPage(page, { system, merchant });
    for (const [field, pasted, value] of [
      [card.number, '4111 1111 1111 1111', '4111 1111 1111 1111'],
      [card.expiry, '2030-12', '12/30'],
    ] as const) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await field.focus();
      await field.press('ControlOrMeta+v');
      await expect(field).toHaveValue(value);
    }
  });

  test('counts where a browser filled the fields without a word', async ({
    page,
    system,
    merchant,
  }) => {
    const card = await openElementPage(page, { system, merchant });
    const sent = watchTokens(page);
    const values = { ...GOOD, expiry: '2030-12' };
    for (const field of ['name', 'number', 'expiry', 'cvv'] as const) {
      await card[field].evaluate((input, value) => {
        if (input instanceof HTMLInputElement) input.value = value;
      }, values[field]);
    }
    expect(await submit(page)).toMatchObject({ card: { last4: '1111' } });
    expect(sent[0]?.card.expirationYear).toBe('2030');
  });

  test('finds fields that name themselves', async ({ page, system, merchant }) => {
    const card = await openElementPage(page, { system, merchant });
    for (const [field, token, mode] of [
      [card.name, 'cc-name', null],
      [card.number, 'cc-number', 'numeric'],
      [card.expiry, 'cc-exp', 'numeric'],
      [card.cvv, 'cc-csc', 'numeric'],
    ] as const) {
      await expect(field).toHaveAttribute('autocomplete', token);
      expect(await field.getAttribute('inputmode')).toBe(mode);
    }
    expect(await page.locator('#card > *').count()).toBe(1);
  });
});

test.describe('three languages', () => {
  for (const [locale, title, labels, missing, plan] of [
    [
      'pt-BR',
      'Dados do cartão',
      ['Nome no cartão', 'Validade'],
      'Informe o nome no cartão',
      /3x de R\$\s53,30/,
    ],
    [
      'en',
      'Card details',
      ['Name on card', 'Expiry date'],
      'Enter the name on the card',
      /3x of R\$\s?53\.30/,
    ],
    [
      'es',
      'Datos de la tarjeta',
      ['Nombre en la tarjeta', 'Vencimiento'],
      'Ingresa el nombre de la tarjeta',
      /3x de .*53,30/,
    ],
  ] as const) {
    test(`speak to the buyer in ${locale}${rare(locale === 'en')}`, async ({
      page,
      system,
      merchant,
    }) => {
      const card = await openElementPage(page, { system, merchant }, { options: { locale } });
      await expect(card.frame.locator('html')).toHaveAttribute('lang', locale);
      await expect(card.iframe).toHaveAttribute('title', title);
      await expect(card.frame.locator('label[for=cc-name]')).toHaveText(labels[0]);
      await expect(card.frame.locator('label[for=cc-exp]')).toHaveText(labels[1]);
      await expect(card.installments.locator('option').nth(2)).toHaveText(plan);
      await submit(page);
      await expect(card.error('cc-name')).toHaveText(missing);
    });
  }
});

test.describe('a live update', () => {
  test('changes amount, plans and language, and keeps text, plan and focus', async ({
    page,
    system,
    merchant,
  }) => {
    const card = await openElementPage(page, { system, merchant });
    const sent = watchTokens(page);
    await fillCard(card, { cvv: '12' });
    await card.installments.selectOption('2');
    await card.cvv.focus();
    await page.evaluate(`element.update({ amount: 10001, maxInstallments: 6, locale: 'en' })`);
    await expect(card.installments.locator('option')).toHaveCount(6);
    await expect(card.installments.locator('option').nth(1)).toHaveText(/^2x of R\$50\.00/);
    await expect(card.planNote).toHaveText('1x of R$50.01 + 1x of R$50.00');
    await expect(card.installments).toHaveValue('2');
    await expect(card.frame.locator('label[for=cc-csc]')).toHaveText('CVV');
    await expect(card.iframe).toHaveAttribute('title', 'Card details');
    await expect(card.name).toHaveValue(GOOD.name);
    await expect(card.number).toHaveValue('4111 1111 1111 1111');
    await expect(card.cvv).toBeFocused();
    await card.cvv.press('3');
    await page.evaluate('element.update({ installments: 4 })');
    await expect(card.installments).toHaveValue('4');
    await submit(page);
    expect(sent).toMatchObject([{ amount: 10001, installments: 4, card: { cvv: '123' } }]);
  });

  test('hides the plans where there is one', async ({ page, system, merchant }) => {
    const card = await openElementPage(page, { system, merchant });
    await expect(card.installments).toBeVisible();
    await page.evaluate('element.update({ maxInstallments: 1, installments: 1 })');
    await expect(card.installments).toBeHidden();
    await expectFrameToFit(card);
  });

  test('offers what was chosen before no more where the most is less', async ({
    page,
    system,
    merchant,
  }) => {
    const card = await openElementPage(
      page,
      { system, merchant },
      { options: { installments: 3 } },
    );
    await expect(card.installments).toHaveValue('3');
    await page.evaluate('element.update({ maxInstallments: 2 })');
    await expect(card.installments).toHaveValue('2');
  });

  test('never begins with more installments than the most', async ({ page, system, merchant }) => {
    await openElementPage(page, { system, merchant }, { mounts: false });
    for (const [options, fields] of [
      [{ installments: 4, maxInstallments: 3 }, ['installments', 'maxInstallments']],
      [{ maxInstallments: 0 }, ['maxInstallments']],
      [{ installments: 0 }, ['installments']],
    ] as const) {
      const told = await page.evaluate<{ details: { fields: { path: string }[] } }>(
        `(() => {
          const element = mount('#card', ${JSON.stringify(options)});
          return element.ready.then(plain, plain).finally(() => element.destroy());
        })()`,
      );
      expectCode(told, 'INVALID_ARGUMENT', { retryable: false });
      expect(told.details.fields.map(({ path }) => path)).toEqual(fields);
    }
  });

  test('is refused where it makes no sense, and changes nothing', async ({
    page,
    system,
    merchant,
  }) => {
    const card = await openElementPage(page, { system, merchant });
    await fillCard(card);
    for (const change of [
      { amount: 0 },
      { amount: '1' },
      { installments: 99 },
      { installments: 4 },
      { maxInstallments: 0 },
      { referenceId: '' },
    ]) {
      const call = `element.update(${JSON.stringify(change)}).then(plain, plain)`;
      expect(await page.evaluate(call)).toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    await expect(card.installments.locator('option').nth(0)).toHaveText(/159,90/);
    await expect(card.number).toHaveValue('4111 1111 1111 1111');
  });
});
