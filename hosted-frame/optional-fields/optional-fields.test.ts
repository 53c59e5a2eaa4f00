import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_CARD_FIELDS, OPTIONAL_CARD_FIELDS } from '../../contract/card/card-field.ts';
import { LOCALES } from '../../contract/locale.ts';
import * as brands from '../card-form/brand.ts';
import type { CardForm } from '../card-form/card-form.ts';
import { createCardForm } from '../card-form/card-form.ts';
import { fillCardFields } from '../card-form/field-markup.ts';
import { addOptionalFields } from './optional-fields.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../card.html'), 'utf8');
const MARKUP = /<main>[\s\S]*<\/main>/.exec(fillCardFields(PAGE))?.[0] ?? '';
const CPF = '52998224725';
const CNPJ = '11444777000161';
const OPTIONS = {
  amount: 10_000,
  installments: 1,
  maxInstallments: 1,
  referenceId: 'order-1',
  locale: 'pt-BR',
} as const;

let form: CardForm;

beforeEach(() => {
  document.body.innerHTML = MARKUP;
  form = createCardForm({
    document,
    now: () => new Date('2026-11-20T12:00:00Z'),
    loadBrands: () => Promise.resolve(brands),
    onWords: () => undefined,
    onEvent: () => undefined,
  });
});

function ask(...fields: unknown[]) {
  return addOptionalFields(fields, {
    document,
    required: DEFAULT_CARD_FIELDS,
    toError: (code, message, field) => Object.assign(new Error(message), { code, field }),
  });
}

function askDocument() {
  form.askAlso(ask(...DEFAULT_CARD_FIELDS, 'holderDocument'));
}

function input(id: string) {
  return document.querySelector<HTMLInputElement>(`#${id}`)!;
}

function fill(id: string, text: string) {
  input(id).value = text;
  input(id).dispatchEvent(new Event('input', { bubbles: true }));
}

function type(keys: string) {
  const field = input('holderDocument');
  field.focus();
  for (const key of keys) {
    field.value += key;
    const init = { bubbles: true, inputType: 'insertText', data: key };
    field.dispatchEvent(new InputEvent('input', init));
  }
  return field.value;
}

function fillCard() {
  fill('cc-name', 'Maria da Silva');
  fill('cc-number', '4111111111111111');
  fill('cc-exp', '0130');
  fill('cc-csc', '123');
}

describe('what a page asks for', () => {
  test.each<[string, unknown[]]>([
    ['a default field too few', ['number', 'expiry', 'cvv', 'holderDocument']],
    ['the optional field alone', ['holderDocument']],
    ['a field twice', [...DEFAULT_CARD_FIELDS, 'holderDocument', 'holderDocument']],
    ['the plan', [...DEFAULT_CARD_FIELDS, 'installments']],
    ['a field there is not', [...DEFAULT_CARD_FIELDS, 'pin']],
    ['a name every object has', [...DEFAULT_CARD_FIELDS, 'constructor']],
    ['no text', [...DEFAULT_CARD_FIELDS, {}]],
  ])('is refused with %s, before anything is shown', (_what, fields) => {
    const before = document.body.innerHTML;
    const refusal = { code: 'INVALID_ARGUMENT', field: 'fields' };
    expect(() => ask(...fields)).toThrow(expect.objectContaining(refusal));
    expect(document.body.innerHTML).toBe(before);
  });

  test('may be the default fields alone', () => {
    const before = document.body.innerHTML;
    expect(ask(...DEFAULT_CARD_FIELDS)).toEqual({});
    expect(document.body.innerHTML).toBe(before);
  });

  test.each(OPTIONAL_CARD_FIELDS)('may be %s, with words in every language', (name) => {
    const { [name]: field } = ask(...DEFAULT_CARD_FIELDS, name);
    for (const locale of LOCALES) expect(field?.words[locale].label).toMatch(/^\S.{3,40}$/);
    expect(input(name)).not.toBeNull();
  });
});

describe('the document of the holder', () => {
  test('stands between the CVV and the plan, in a row of its own, with parts of its own', () => {
    askDocument();
    const rows = [...document.querySelectorAll('[data-field]')];
    expect(rows.map((row) => row.getAttribute('data-field'))).toEqual([
      ...DEFAULT_CARD_FIELDS,
      'holderDocument',
      'installments',
    ]);
    expect(rows[4]?.className).toBe('field');
    const field = input('holderDocument');
    expect(field.name).toBe('holderDocument');
    expect(field.autocomplete).toBe('off');
    expect(field.inputMode).toBe('text');
    expect(field.getAttribute('autocapitalize')).toBe('characters');
    expect(field.getAttribute('enterkeyhint')).toBe('go');
    expect(input('cc-csc').getAttribute('enterkeyhint')).toBe('next');
    expect(document.querySelector('label[for=holderDocument]')).not.toBeNull();
    expect(field.getAttribute('aria-describedby')).toBe('holderDocument-error');
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test.each([
    ['pt-BR', 'CPF ou CNPJ do titular', 'Confira o CPF ou CNPJ'],
    ['en', "Cardholder's CPF or CNPJ", 'Check the CPF or CNPJ'],
    ['es', 'CPF o CNPJ del titular', 'Revisa el CPF o CNPJ'],
  ] as const)('is worded in %s', (locale, label, wrong) => {
    askDocument();
    form.configure({ ...OPTIONS, locale });
    expect(document.querySelector('[for=holderDocument]')!.textContent).toBe(label);
    fill('holderDocument', '11111111111');
    expect(form.validate().ok).toBe(false);
    expect(document.querySelector('#holderDocument-error')!.textContent).toBe(wrong);
  });

  test.each([
    ['5', '5'],
    ['5299', '529.9'],
    [CPF, '529.982.247-25'],
    ['114447770001', '11.444.777/0001'],
    [CNPJ, '11.444.777/0001-61'],
    [`${CNPJ}9`, '11.444.777/0001-61'],
    ['1a', '1A'],
    ['12abc345', '12.ABC.345'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    ['12abc34501de35x', '12.ABC.345/01DE-35'],
    ['529.982.247-25', '529.982.247-25'],
  ])('%s is shown as %s while it is typed', (keys, shown) => {
    askDocument();
    form.configure(OPTIONS);
    expect(type(keys)).toBe(shown);
  });

  test.each([
    ['', 'required'],
    ['5299822472', 'incomplete'],
    ['114447770001', 'incomplete'],
    ['52998224724', 'invalid'],
    ['11444777000160', 'invalid'],
    ['5299822472A', 'incomplete'],
    ['12ABC34501DE36', 'invalid'],
    ['00000000000', 'invalid'],
    ['00000000000000', 'invalid'],
    [`${CNPJ}9`, 'invalid'],
  ] as const)('of %j is told as %s', (text, problem) => {
    askDocument();
    form.configure(OPTIONS);
    fillCard();
    fill('holderDocument', text);
    expect(form.state()).toMatchObject({
      complete: false,
      fields: { holderDocument: { empty: text === '', valid: false } },
    });
    expect(form.validate()).toEqual({ ok: false, fields: [{ field: 'holderDocument', problem }] });
  });

  test.each([
    ['529.982.247-25', CPF],
    ['11.444.777/0001-61', CNPJ],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
  ])('%s goes with the card without separators, to the page as a state alone', (text, digits) => {
    askDocument();
    form.configure(OPTIONS);
    fillCard();
    fill('holderDocument', text);
    expect(JSON.stringify(form.state())).not.toMatch(/529|444/);
    expect(form.state().complete).toBe(true);
    expect(form.validate()).toMatchObject({
      ok: true,
      card: { holderName: 'Maria da Silva' },
      optional: { holderDocument: digits },
    });
    form.clear();
    expect(input('holderDocument').value).toBe('');
  });

  test.each([
    ['12.AB', '12.A', '12.A'],
    ['12.ABC.3', '12.ABC.', '12.ABC'],
    ['12.ABC.3', '12.ABC3', '12.AB3'],
  ])('of %s loses one sign at a time: %s becomes %s', (before, left, after) => {
    askDocument();
    form.configure(OPTIONS);
    fill('holderDocument', before);
    const field = input('holderDocument');
    field.focus();
    field.value = left;
    const caret = left.startsWith('12.ABC') ? 6 : left.length;
    field.setSelectionRange(caret, caret);
    const inputType = 'deleteContentBackward';
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
    expect(field.value).toBe(after);
  });

  test('that is not asked for is nowhere: not in the document, the state or what is sent', () => {
    const { state } = form.configure(OPTIONS);
    expect(Object.keys(state.fields)).toEqual([...DEFAULT_CARD_FIELDS, 'installments']);
    expect(document.querySelector('#holderDocument')).toBeNull();
    form.focus('holderDocument');
    fillCard();
    expect(form.validate()).toMatchObject({ ok: true, optional: {} });
  });
});
