import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CardField } from '../../contract/card/card-field.ts';
import type { CardOptions } from '../../contract/frame/card-calls.ts';
import { isSeen, putStyles } from '../seen.cases.ts';
import * as brands from './brand.ts';
import type { CardForm, CardFormEvent } from './card-form.ts';
import { createCardForm } from './card-form.ts';
import { fillCardFields } from './field-markup.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../card.html'), 'utf8');
const MARKUP = /<main>[\s\S]*<\/main>/.exec(fillCardFields(PAGE))?.[0] ?? '';
const IDS = { holderName: 'cc-name', number: 'cc-number', expiry: 'cc-exp', cvv: 'cc-csc' };
const GOOD = {
  holderName: 'Maria da Silva',
  number: '4111111111111111',
  expiry: '0130',
  cvv: '123',
};
const OPTIONS: CardOptions = {
  amount: 10_000,
  installments: 1,
  maxInstallments: 1,
  referenceId: 'order-1',
  locale: 'pt-BR',
};

let form: CardForm;
let events: CardFormEvent[];
let onWords: () => void;

beforeEach(() => {
  document.body.innerHTML = MARKUP;
  events = [];
  onWords = () => undefined;
  form = createForm();
});

afterEach(() => form.destroy());

function createForm(loadBrands = () => Promise.resolve(brands)) {
  return createCardForm({
    document,
    now: () => new Date('2026-11-20T12:00:00Z'),
    loadBrands,
    onWords: () => onWords(),
    onEvent: (event) => events.push(event),
  });
}

type TextField = keyof typeof IDS;
function input(field: TextField) {
  return document.querySelector<HTMLInputElement>(`#${IDS[field]}`)!;
}
function select() {
  return document.querySelector<HTMLSelectElement>('#installments')!;
}
function errorOf(field: TextField) {
  return document.querySelector(`#${IDS[field]}-error`)!.textContent;
}
function mark() {
  const parts = [...document.querySelector('#brand-mark')!.children];
  return parts.map(({ tagName }) => tagName.toLowerCase()).join(' ');
}
function announced() {
  return document.querySelector('#announcer')!.textContent;
}
function formElement() {
  return document.querySelector('form')!;
}
function told(type: CardFormEvent['type']) {
  return events.filter((event) => event.type === type);
}

/** Types at the end of a field, key by key, as an input does. */
function type(field: TextField, keys: string) {
  input(field).focus();
  for (const key of keys) {
    input(field).value += key;
    sendInput(field, 'insertText', { data: key });
  }
}

function sendInput(field: TextField, inputType: string, init: InputEventInit = {}) {
  input(field).dispatchEvent(new InputEvent('input', { bubbles: true, inputType, ...init }));
}

/** Fills as a browser does: the whole value at once, by an event without a type. */
function fill(field: TextField, text: string) {
  input(field).value = text;
  input(field).dispatchEvent(new Event('input', { bubbles: true }));
}

/** A complete card, in which a case spoils one field. */
async function fillCard(spoiled: Partial<typeof GOOD> = {}) {
  input('holderName').focus();
  await brandsLoaded();
  for (const [field, text] of Object.entries({ ...GOOD, ...spoiled })) {
    if (isTextField(field)) fill(field, text);
  }
}

function isTextField(field: string): field is TextField {
  return field in IDS;
}

/** The chunk of brands comes by a promise: the next turn of the queue has it. */
async function brandsLoaded() {
  await Promise.resolve();
  await Promise.resolve();
}

describe('before it is configured', () => {
  test('the form is an inert skeleton with every error line and the live region in place', () => {
    expect(formElement().hasAttribute('inert')).toBe(true);
    expect(document.querySelector('[role=status]')).not.toBeNull();
    for (const control of document.querySelectorAll('input, select')) {
      for (const id of control.getAttribute('aria-describedby')!.split(' ')) {
        expect(document.getElementById(id)).not.toBeNull();
      }
    }
  });

  test('the markup has exactly the fields browsers fill, each with its label', () => {
    const fields = [...document.querySelectorAll('input')];
    const tokens = fields.map((field) => field.getAttribute('autocomplete'));
    expect(tokens).toEqual(['cc-name', 'cc-number', 'cc-exp', 'cc-csc']);
    for (const { id, name } of fields) {
      expect(name).toBe(id);
      expect(document.querySelector(`label[for=${id}]`)).not.toBeNull();
    }
    expect(select().getAttribute('autocomplete')).toBe('off');
  });

  test('the document has no inline style, handler or value, and no length that truncates', () => {
    expect(PAGE).not.toMatch(/\s(style|on\w+|value|maxlength)=/);
  });

  test('what a browser put back from before a reload is gone', () => {
    form.destroy();
    const fields = Object.keys(IDS).filter(isTextField);
    for (const field of fields) input(field).value = GOOD[field];
    form = createForm();
    expect(fields.map((field) => input(field).value)).toEqual(['', '', '', '']);
  });
});

describe('configure', () => {
  test('shows the form and answers an empty, incomplete state without telling a change', () => {
    const { state } = form.configure(OPTIONS);
    expect(formElement().hasAttribute('inert')).toBe(false);
    expect(state).toMatchObject({ complete: false, empty: true, brand: null, installments: 1 });
    expect(state.fields.number).toEqual({ empty: true, valid: false, problem: null });
    expect(events).toEqual([]);
  });

  test.each([
    ['pt-BR', 'Número do cartão', 'MM/AA', 'Dados do cartão'],
    ['en', 'Card number', 'MM/YY', 'Card details'],
    ['es', 'Número de tarjeta', 'MM/AA', 'Datos de la tarjeta'],
  ] as const)('speaks %s', (locale, label, placeholder, title) => {
    form.configure({ ...OPTIONS, locale });
    expect(document.querySelector('[for=cc-number]')!.textContent).toBe(label);
    expect(input('expiry').placeholder).toBe(placeholder);
    expect(document.documentElement.lang).toBe(locale);
    expect(document.title).toBe(title);
  });

  test.each([
    [1, false],
    [2, true],
    [12, true],
  ])('with at most %i installments the row being seen is %s', (maxInstallments, seen) => {
    putStyles('card.css');
    form.configure({ ...OPTIONS, maxInstallments });
    expect(isSeen(document.querySelector('[data-field=installments]'))).toBe(seen);
  });

  test.each([
    [1, 1, 1],
    [3, 12, 3],
    [12, 6, 6],
  ])('installments %i of at most %i start as %i', (installments, maxInstallments, started) => {
    const { state } = form.configure({ ...OPTIONS, installments, maxInstallments });
    expect(state.installments).toBe(started);
  });
});

describe('typing', () => {
  beforeEach(() => form.configure(OPTIONS));

  test('a card typed key by key is complete, and only real changes are told', async () => {
    type('holderName', 'M');
    await brandsLoaded();
    type('number', GOOD.number);
    type('expiry', '130');
    type('cvv', '123');
    expect(input('number').value).toBe('4111 1111 1111 1111');
    expect(input('expiry').value).toBe('01/30');
    expect(form.state()).toMatchObject({ complete: true, brand: 'visa' });
    const states = told('change').map((event) => JSON.stringify(event));
    expect(new Set(states).size).toBe(states.length);
  });

  test('no event and no state holds a digit of the card', async () => {
    await fillCard();
    form.validate();
    const written = JSON.stringify([events, form.state()]);
    expect(written).not.toMatch(/\d{3}/);
    expect(written).not.toContain('Maria');
  });

  test('no attribute of the document holds a digit of the card', async () => {
    await fillCard();
    form.validate();
    expect(document.documentElement.outerHTML).not.toMatch(/4111|01\/30|Maria/);
  });

  test.each([
    ['number', '4111111111111111', '5', '4111 1111 1111 1111 5'],
    ['number', '5555555555554444', '5', '5555 5555 5555 4444'],
    ['number', '378282246310005', '5', '3782 822463 10005'],
  ] as const)('a digit more in the %s %s', async (field, full, key, shown) => {
    await fillCard({ number: full });
    type(field, key);
    expect(input(field).value).toBe(shown);
  });

  test.each([
    ['4111111111111111', '123'],
    ['378282246310005', '1234'],
  ])('the CVV of %s takes no more than %s', async (number, cvv) => {
    await fillCard({ number, cvv });
    type('cvv', '9');
    expect(input('cvv').value).toBe(cvv);
  });

  test('backspace over a space takes the digit before it', async () => {
    await fillCard();
    const field = input('number');
    field.focus();
    field.value = '41111111 1111 1111';
    field.setSelectionRange(4, 4);
    sendInput('number', 'deleteContentBackward');
    expect(field.value).toBe('4111 1111 1111 111');
    expect(field.selectionStart).toBe(3);
  });

  test('a digit typed in the middle leaves the caret behind it', async () => {
    input('number').focus();
    await brandsLoaded();
    fill('number', '41111111');
    const field = input('number');
    field.value = '41121 1111';
    field.setSelectionRange(4, 4);
    sendInput('number', 'insertText', { data: '2' });
    expect(field.value).toBe('4112 1111 1');
    expect(field.selectionStart).toBe(5);
  });

  test('what an input method composes is left alone until it is done', () => {
    input('number').value = '41111';
    sendInput('number', 'insertCompositionText', { isComposing: true });
    expect(input('number').value).toBe('41111');
    input('number').dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    expect(input('number').value).toBe('4111 1');
  });

  test('a number typed before the brands are there is formatted when they come', async () => {
    type('number', '37828224');
    expect(input('number').value).toBe('3782 8224');
    await brandsLoaded();
    type('number', '63');
    expect(input('number').value).toBe('3782 822463');
    expect(form.state().brand).toBe('amex');
  });

  test('the brand is a word to hear and a mark to see, and goes with the number', async () => {
    await fillCard();
    expect(document.querySelector('#brand-name')!.textContent).toBe('Visa');
    expect(mark()).toBe('rect path');
    form.drawMarksBy((name) => (name === 'visa' ? [document.createElement('b')] : null));
    expect(mark()).toBe('b');
    expect(announced()).toBe('Visa');
    fill('number', '');
    expect(document.querySelector('#brand-name')!.textContent).toBe('');
    expect(mark()).toBe('rect path');
    expect(form.state().brand).toBeNull();
  });
});

describe('brands that do not load', () => {
  test('the form still takes a card, and asks again at the next field', async () => {
    form.destroy();
    let asked = 0;
    form = createForm(() => {
      asked += 1;
      return Promise.reject(new Error('offline'));
    });
    form.configure(OPTIONS);
    await fillCard();
    expect(form.state()).toMatchObject({ complete: true, brand: null });
    input('expiry').focus();
    expect(asked).toBe(2);
  });

  test('they are asked for once, and not before the buyer comes', async () => {
    form.destroy();
    let asked = 0;
    form = createForm(() => {
      asked += 1;
      return Promise.resolve(brands);
    });
    form.configure(OPTIONS);
    expect(asked).toBe(0);
    input('cvv').focus();
    await brandsLoaded();
    input('expiry').focus();
    expect(asked).toBe(1);
  });
});

describe('leaving a field', () => {
  beforeEach(() => form.configure(OPTIONS));

  test.each([
    ['number', '4111', 'Faltam dígitos no número', 'incomplete'],
    ['number', '4111111111111112', 'Confira o número do cartão', 'invalid'],
    ['expiry', '12/2', 'Use mês e ano', 'incomplete'],
    ['expiry', '13/30', 'Confira a validade', 'invalid'],
    ['expiry', '01/20', 'Cartão vencido', 'expired'],
    ['cvv', '12', 'O CVV tem 3 dígitos', 'incomplete'],
    ['holderName', '4111 1111 1111', 'Use o nome como está no cartão', 'invalid'],
    ['holderName', ' ', 'Informe o nome no cartão', 'required'],
  ] as const)('with a wrong %s "%s" says "%s"', (field, text, message, problem) => {
    input(field).focus();
    fill(field, text);
    expect(errorOf(field)).toBe('');
    input(field).blur();
    expect(errorOf(field)).toBe(message);
    expect(announced()).toBe(message);
    expect(input(field).getAttribute('aria-invalid')).toBe('true');
    expect(form.state().fields[field]).toMatchObject({ valid: false, problem });
  });

  test('an empty field that was only passed through is no mistake', () => {
    input('number').focus();
    input('number').blur();
    expect(errorOf('number')).toBe('');
    expect(told('focus')).toEqual([{ type: 'focus', field: 'number' }]);
    expect(told('blur')).toEqual([{ type: 'blur', field: 'number' }]);
  });

  test('an error goes as soon as the buyer corrects', () => {
    type('number', '4111');
    input('number').blur();
    type('number', '1');
    expect(errorOf('number')).toBe('');
    expect(input('number').getAttribute('aria-invalid')).toBe('false');
  });

  test('a month without its zero gets it', () => {
    type('expiry', '1');
    input('expiry').value = '1/30';
    input('expiry').blur();
    expect(input('expiry').value).toBe('01/30');
  });

  test('a CVV that fits another brand is right once the number is of that brand', async () => {
    await fillCard({ cvv: '1234' });
    form.validate();
    expect(errorOf('cvv')).toBe('O CVV tem 3 dígitos');
    fill('number', '378282246310005');
    expect(errorOf('cvv')).toBe('');
  });
});

describe('validate', () => {
  beforeEach(() => form.configure(OPTIONS));

  test('reads a good card in the shapes of the contract', async () => {
    await fillCard({ holderName: '  Maria  da Silva ' });
    expect(form.validate()).toEqual({
      ok: true,
      card: {
        holderName: 'Maria da Silva',
        number: '4111111111111111',
        expirationMonth: '01',
        expirationYear: '2030',
        cvv: '123',
      },
      optional: {},
      installments: 1,
    });
  });

  test('reads what was filled without any event', () => {
    for (const field of ['holderName', 'number', 'expiry', 'cvv'] as const) {
      input(field).value = { ...GOOD, expiry: '2030-01' }[field];
    }
    expect(form.validate()).toMatchObject({ ok: true, card: { expirationMonth: '01' } });
  });

  test('of an empty form shows every error and goes to the first field, which is heard with its own', () => {
    const { ok, ...rest } = form.validate();
    expect(ok).toBe(false);
    expect(rest).toEqual({
      fields: (['holderName', 'number', 'expiry', 'cvv'] as const).map((field) => ({
        field,
        problem: 'required',
      })),
    });
    expect(document.activeElement).toBe(input('holderName'));
    expect(announced()).toBe('');
    expect(errorOf('cvv')).toBe('Informe o CVV');
    // The focus is there already: nothing would be heard of a second try.
    form.validate();
    expect(announced()).toBe('Informe o nome no cartão');
  });

  test.each([
    ['holderName', '', 'required'],
    ['number', '4111', 'incomplete'],
    ['number', '4111111111111112', 'invalid'],
    ['expiry', '13/30', 'invalid'],
    ['expiry', '10/26', 'expired'],
    ['cvv', '12', 'incomplete'],
    ['cvv', '1234', 'invalid'],
  ] as const)('with a spoiled %s "%s" finds it %s and goes there', async (field, text, problem) => {
    await fillCard({ [field]: text });
    expect(form.validate()).toEqual({ ok: false, fields: [{ field, problem }] });
    expect(document.activeElement).toBe(input(field));
  });

  test('a problem found elsewhere is shown like any other, until its field is edited', async () => {
    await fillCard();
    form.showProblems([{ field: 'number', problem: 'unsupported' }]);
    expect(errorOf('number')).toBe('Use um cartão de outra bandeira');
    expect(form.state().complete).toBe(false);
    fill('number', '5555555555554444');
    expect(form.state().complete).toBe(true);
  });
});

describe('update', () => {
  beforeEach(() => form.configure({ ...OPTIONS, maxInstallments: 6 }));

  test('another language keeps what is typed, the focus and the errors, reworded', async () => {
    await fillCard({ number: '4111111111111112' });
    form.validate();
    form.update({ locale: 'es' });
    expect(input('holderName').value).toBe('Maria da Silva');
    expect(document.activeElement).toBe(input('number'));
    expect(errorOf('number')).toBe('Revisa el número de tarjeta');
  });

  test('another amount keeps the chosen plan', () => {
    select().value = '3';
    select().dispatchEvent(new Event('input', { bubbles: true }));
    const { state } = form.update({ amount: 30_000 });
    expect(state.installments).toBe(3);
    expect(select().selectedOptions[0]?.textContent).toContain('100,00');
  });

  test('a plan that is no longer offered falls to the longest that is, and is told', () => {
    select().value = '6';
    form.update({ maxInstallments: 4 });
    expect(form.state().installments).toBe(4);
    expect(told('change')).toHaveLength(1);
  });

  test('a plan the page sets is taken', () => {
    expect(form.update({ installments: 2 }).state.installments).toBe(2);
  });

  test('a change that changes nothing is not told', () => {
    form.update({});
    form.update({ locale: 'en' });
    expect(told('change')).toEqual([]);
  });

  test('whoever has words of another writes them over ours each time, and errors stay ours', () => {
    onWords = () => {
      document.querySelector('[for=cc-csc]')!.textContent = 'Código';
      input('cvv').placeholder = '•••';
    };
    form.update({ locale: 'en' });
    expect(document.querySelector('[for=cc-name]')!.textContent).toBe('Name on card');
    expect(document.querySelector('[for=cc-csc]')!.textContent).toBe('Código');
    expect(input('cvv').placeholder).toBe('•••');
    form.showProblems([{ field: 'cvv', problem: 'required' }]);
    expect(errorOf('cvv')).toBe('Enter the CVV');
  });
});

describe('the CVV of a saved card', () => {
  beforeEach(() => {
    form.askCvvAlone(brands.brandNamed('amex'));
    form.configure(OPTIONS);
  });

  test('is asked for with as many digits as its scheme has', () => {
    type('cvv', '12345');
    expect(input('cvv').value).toBe('1234');
  });

  test('is all that has to be good', () => {
    expect(form.state()).toMatchObject({ complete: false, empty: true, brand: 'amex' });
    type('cvv', '1234');
    expect(form.state().complete).toBe(true);
    expect(form.validate()).toMatchObject({ ok: true, card: { cvv: '1234' }, installments: 1 });
  });

  test('is told and gone to where it is not good', () => {
    type('cvv', '123');
    expect(form.validate()).toEqual({
      ok: false,
      fields: [{ field: 'cvv', problem: 'incomplete' }],
    });
    expect(errorOf('cvv')).toBe('O CVV tem 4 dígitos');
    expect(document.activeElement).toBe(input('cvv'));
  });

  test('keeps its scheme through a clear', () => {
    form.clear();
    expect(form.state().brand).toBe('amex');
  });
});

describe('submitting', () => {
  beforeEach(() => form.configure({ ...OPTIONS, maxInstallments: 6 }));

  function submit() {
    const event = new Event('submit', { bubbles: true, cancelable: true });
    formElement().dispatchEvent(event);
    return event;
  }

  test('Enter is told and never sends the form anywhere', () => {
    expect(submit().defaultPrevented).toBe(true);
    expect(told('submit')).toHaveLength(1);
  });

  test('while busy nothing can be edited or submitted, and the plan stays', () => {
    form.setBusy(true);
    select().value = '3';
    select().dispatchEvent(new Event('input', { bubbles: true }));
    expect(submit().defaultPrevented).toBe(true);
    expect(told('submit')).toEqual([]);
    expect(form.state().installments).toBe(1);
    expect(input('number').readOnly).toBe(true);
    expect(formElement().getAttribute('aria-busy')).toBe('true');
  });

  test('afterwards everything can be edited again', () => {
    form.setBusy(true);
    form.setBusy(false);
    select().value = '3';
    select().dispatchEvent(new Event('input', { bubbles: true }));
    expect(form.state().installments).toBe(3);
    expect(input('number').readOnly).toBe(false);
  });
});

describe('focus', () => {
  beforeEach(() => form.configure({ ...OPTIONS, maxInstallments: 2 }));

  test.each(['holderName', 'number', 'expiry', 'cvv', 'installments'] as CardField[])(
    'goes to the %s when asked',
    (field) => {
      form.focus(field);
      expect(events).toContainEqual({ type: 'focus', field });
    },
  );

  test('goes to the first field that is not good yet', async () => {
    await fillCard({ expiry: '' });
    form.focus();
    expect(document.activeElement).toBe(input('expiry'));
  });

  test('goes to the first field when all are good', async () => {
    await fillCard();
    form.focus();
    expect(document.activeElement).toBe(input('holderName'));
  });
});

describe('the end', () => {
  beforeEach(() => form.configure(OPTIONS));

  test('clear leaves no text, error, brand or announcement', async () => {
    await fillCard({ cvv: '1' });
    form.validate();
    form.clear();
    for (const field of ['holderName', 'number', 'expiry', 'cvv'] as const) {
      expect(input(field).value).toBe('');
      expect(errorOf(field)).toBe('');
    }
    expect(announced()).toBe('');
    expect(form.state()).toMatchObject({ empty: true, brand: null, complete: false });
    expect(told('change').at(-1)).toMatchObject({ state: { empty: true } });
  });

  test('destroy empties every field and hears nothing any more', async () => {
    await fillCard();
    form.destroy();
    const before = events.length;
    for (const field of ['holderName', 'number', 'expiry', 'cvv'] as const) {
      expect(input(field).value).toBe('');
      fill(field, '1');
      input(field).focus();
      input(field).blur();
    }
    formElement().dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    expect(events).toHaveLength(before);
    expect(formElement().hasAttribute('inert')).toBe(true);
  });

  test('brands that come after destroy change nothing', async () => {
    input('number').focus();
    form.destroy();
    const before = events.length;
    await brandsLoaded();
    expect(events).toHaveLength(before);
  });
});
