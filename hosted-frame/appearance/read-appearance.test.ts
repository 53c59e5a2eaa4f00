import { describe, expect, test } from 'vitest';
import type { Appearance } from '../../contract/appearance.ts';
import { CARD_FIELDS } from '../../contract/card/card-field.ts';
import type { CardAppearance } from '../../contract/frame/card-calls.ts';
import { readAppearance } from './read-appearance.ts';

/** Stands for the browser's own knowledge of colours. */
function isColor(value: string) {
  return !/blood|#12345$|#1234567$/.test(value);
}
function read(given: object) {
  return readWith(given, ['Nunito', 'Open Sans']);
}
function readWith(given: object, families: string[]) {
  return readAppearance(given as CardAppearance, { isColor, families, fields: CARD_FIELDS });
}
function variables(given: object) {
  return read({ appearance: { variables: given } });
}
function rules(given: object) {
  return read({ appearance: { rules: given } });
}

describe('variables', () => {
  test.each([
    ['colorText', '#123'],
    ['colorText', '#123456'],
    ['colorText', 'rebeccapurple'],
    ['colorText', 'rgb(1, 2, 3)'],
    ['colorText', 'hsl(210deg 50% 40%)'],
    ['colorBackground', 'transparent'],
    ['colorBackground', '#1234'],
    ['colorBackground', 'rgba(1, 2, 3, .5)'],
    ['colorBorder', 'rgb(1 2 3 / 50%)'],
    ['fontFamily', '"Segoe UI", Arial, sans-serif'],
    ['fontSize', '1.125rem'],
    ['borderRadius', '0px'],
    ['borderWidth', '4px'],
    ['spacing', '1em'],
    ['fieldHeight', '96px'],
  ])('take %s %s', (name, value) => {
    const taken = variables({ [name]: value });
    expect(taken.refused).toEqual([]);
    expect(taken.variables[name]).toBe(value);
  });

  test.each([
    ['colorText', 'transparent'],
    ['colorText', '#1234'],
    ['colorText', '#12345678'],
    ['colorText', 'rgba(1, 2, 3, .1)'],
    ['colorText', 'rgb(1, 2, 3, 0)'],
    ['colorText', 'rgb(1 2 3 / 0)'],
    ['colorText', 'inherit'],
    ['colorDanger', 'transparent'],
    ['colorPrimary', 'blood'],
    ['colorPrimary', '#12345'],
    ['colorPrimary', 'var(--x)'],
    ['colorPrimary', 'url(https://evil.test/x)'],
    ['colorPrimary', 'red; background: url(//evil.test)'],
    ['colorPrimary', 'expression(alert(1))'],
    ['colorBackground', 'image-set("https://evil.test/x")'],
    ['colorBackground', 'linear-gradient(red, red)'],
    ['fontFamily', 'url(//evil.test/f)'],
    ['fontFamily', 'x; @import "//evil.test"'],
    ['fontFamily', 'x'.repeat(201)],
    ['fontSize', '11px'],
    ['fontSize', '33px'],
    ['fontSize', '2.1rem'],
    ['fontSize', '16'],
    ['borderRadius', '-1px'],
    ['borderWidth', '5px'],
    ['spacing', '99999px'],
    ['spacing', 'calc(1px * 9)'],
    ['spacing', 'NaNpx'],
    ['fieldHeight', '31px'],
    ['fieldHeight', '100vh'],
    ['fieldHeight', 48],
    ['fieldHeight', ['48px']],
    ['opacity', '0'],
    ['constructor', '1px'],
    ['toString', '1px'],
  ])('leave out %s %s', (name, value) => {
    const taken = variables({ [name]: value });
    expect(taken.refused).toEqual([
      expect.stringMatching(new RegExp(`^appearance\\.variables\\.${name} (must|is not on)`)),
    ]);
    expect(Object.values(taken.variables).join('')).toBe('');
  });

  test('know every variable of the type, each for itself', () => {
    const every: Required<NonNullable<Appearance['variables']>> = {
      colorPrimary: 'red',
      colorText: 'red',
      colorTextSecondary: 'red',
      colorBackground: 'red',
      colorBorder: 'red',
      colorDanger: 'red',
      fontFamily: 'Arial',
      fontSize: '20px',
      borderRadius: '1px',
      borderWidth: '1px',
      spacing: '1px',
      fieldHeight: '50px',
    };
    expect(variables(every)).toMatchObject({ refused: [], variables: every });
    expect(Object.keys(variables({}).variables)).toEqual(Object.keys(every));
  });

  test('are told by name and need, never by value', () => {
    const { refused } = variables({ colorText: 'url(//secret)', spacing: '50px' });
    expect(refused).toHaveLength(2);
    expect(refused.join()).not.toMatch(/secret|50px/);
  });
});

describe('rules', () => {
  test.each([
    ['.Input', 'borderColor', '#0003'],
    ['.Input', 'borderStyle', 'dashed'],
    ['.Input', 'boxShadow', '0 1px 4px #0003'],
    ['.Input', 'boxShadow', '0 0 0 3px rgb(1 2 3 / 50%)'],
    ['.Input', 'boxShadow', 'none'],
    ['.Input', 'letterSpacing', '-0.5px'],
    ['.Input:hover', 'backgroundColor', 'transparent'],
    ['.Input:focus', 'outlineColor', 'blue'],
    ['.Input--invalid', 'color', '#900'],
    ['.Input::placeholder', 'fontStyle', 'italic'],
    ['.Label', 'textTransform', 'uppercase'],
    ['.Error', 'fontWeight', '700'],
  ])('take %s { %s: %s }', (selector, property, value) => {
    const taken = rules({ [selector]: { [property]: value } });
    expect(taken.refused).toEqual([]);
    expect(taken.rules).toContainEqual([selector, { [property]: value }]);
  });

  test.each([
    ['.Input', 'position', 'fixed'],
    ['.Input', 'zIndex', '9'],
    ['.Input', 'opacity', '0'],
    ['.Input', 'height', '0px'],
    ['.Input', 'padding', '90px'],
    ['.Input', 'background', 'url(//evil.test)'],
    ['.Input', 'borderStyle', 'none'],
    ['.Input', 'outlineColor', 'red'],
    ['.Input', 'color', 'transparent'],
    ['.Input', 'boxShadow', 'inset 0 0 0 3px red'],
    ['.Input', 'boxShadow', '0 -40px 0 0 red'],
    ['.Input', 'boxShadow', '0 0 0 40px red'],
    ['.Input', 'boxShadow', '0 0 40px red'],
    ['.Input', 'boxShadow', '0 0 0 1px red, 0 0 0 3px blue'],
    ['.Input:focus', 'outlineColor', 'transparent'],
    ['.Input:focus', 'outlineStyle', 'none'],
    ['.Label', 'display', 'none'],
    ['.Label', 'color', '#0000'],
    ['.Label', 'letterSpacing', '-40px'],
    ['.Label', 'fontSize', '1px'],
    ['.Label', 'transform', 'scale(0)'],
    ['.Error', 'color', 'rgba(0, 0, 0, 0)'],
    ['.Error', 'content', '"ok"'],
  ])('leave out %s { %s: %s }', (selector, property, value) => {
    const taken = rules({ [selector]: { [property]: value } });
    expect(taken.refused).toEqual([expect.stringContaining(`rules.${selector}.${property} `)]);
    expect(taken.rules.every(([, declared]) => Object.keys(declared).length === 0)).toBe(true);
  });

  test.each(['.Frame', 'input', '.Input, body', '.Input{}body', '__proto__x', 'toString'])(
    'leave out the selector %s',
    (selector) => {
      const taken = rules({ [selector]: { color: 'red' } });
      expect(taken.refused).toEqual([`appearance.rules.${selector} is not on the list`]);
    },
  );

  test('come in the order of our list, whatever the order of the page', () => {
    const first = rules({ '.Input--invalid': {}, '.Input': {} }).rules.map(([name]) => name);
    expect(first.indexOf('.Input')).toBeLessThan(first.indexOf('.Input--invalid'));
    expect(first).toEqual(rules({}).rules.map(([name]) => name));
  });
});

describe('words', () => {
  test('take labels and placeholders', () => {
    const labels = { cvv: 'Código', installments: 'Em quantas vezes?' };
    const placeholders = { number: '', expiry: 'MM/AA' };
    expect(read({ labels, placeholders })).toMatchObject({ labels, placeholders, refused: [] });
  });

  test('that a page does not speak of are told from those it takes back', () => {
    expect(read({})).toMatchObject({ labels: null, placeholders: null });
    expect(read({ labels: {} })).toMatchObject({ labels: {} });
  });

  test.each([
    ['labels', 'cvv', ''],
    ['labels', 'cvv', '   '],
    ['labels', 'cvv', 'x'.repeat(41)],
    ['labels', 'cvv', 'a\nb'],
    ['labels', 'cvv', 'a\u202eb'],
    ['labels', 'cvv', 7],
    ['labels', 'pin', 'PIN'],
    ['placeholders', 'cvv', 'x'.repeat(41)],
    ['placeholders', 'cvv', '\u0000'],
    ['placeholders', 'installments', '1x'],
  ])('leave out %s.%s %j', (list, field, text) => {
    const taken = read({ [list]: { [field]: text } });
    expect(taken.refused).toEqual([expect.stringContaining(`${list}.${field} `)]);
    expect(taken).toMatchObject({ [list]: {} });
  });
});

test.each([
  ['appearance', { appearance: 'dark' }],
  ['appearance', { appearance: null }],
  ['appearance.theme', { appearance: { theme: 'blood' } }],
  ['appearance.style', { appearance: { style: 'x' } }],
  ['appearance.variables', { appearance: { variables: [] } }],
  ['appearance.rules', { appearance: { rules: 'x' } }],
  ['appearance.rules..Input', { appearance: { rules: { '.Input': 'red' } } }],
  ['layout', { layout: 'diagonal' }],
  ['labels', { labels: 'CVV' }],
  ['placeholders', { placeholders: ['x'] }],
])('%s of another shape is left out by name', (path, given) => {
  const { refused } = read(given);
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')} `));
});

describe('fonts', () => {
  const fonts = (asked: unknown) => read({ appearance: { fonts: asked } });

  test('that the service keeps are taken', () => {
    expect(fonts(['Open Sans'])).toMatchObject({ fonts: ['Open Sans'], refused: [] });
    expect(fonts(['Open Sans', 'Nunito'])).toMatchObject({ fonts: ['Nunito', 'Open Sans'] });
    expect(fonts([])).toMatchObject({ fonts: [], refused: [] });
    expect(fonts(undefined)).toMatchObject({ fonts: [], refused: [] });
  });

  test.each([
    ['a family it does not keep', ['Roboto']],
    ['an address', ['url(https://evil.test/f.woff2)']],
    ['a family by parts of its characters', [{ family: 'Nunito', unicodeRange: 'U+30' }]],
    ['a text', 'Roboto'],
    ['another shape', { family: 'Nunito' }],
    ['nothing', null],
  ])('leave out %s, and say which there are', (_what, asked) => {
    expect(fonts(asked)).toMatchObject({
      fonts: [],
      refused: [
        'appearance.fonts must be a list of fonts that this service keeps: Nunito, Open Sans',
      ],
    });
  });

  test('keep what stands beside one that is left out', () => {
    expect(fonts(['Roboto', 'Nunito'])).toMatchObject({
      fonts: ['Nunito'],
      refused: [expect.any(String)],
    });
  });

  test('are none where the service keeps none', () => {
    expect(readWith({ appearance: { fonts: ['Nunito'] } }, []).refused).toEqual([
      'appearance.fonts must be a list of fonts that this service keeps: it keeps none',
    ]);
  });
});

test('a theme of ours is no offence', () => {
  for (const theme of ['light', 'dark', 'auto', 'contrast', undefined]) {
    expect(read({ appearance: { theme } }).refused).toEqual([]);
  }
});
