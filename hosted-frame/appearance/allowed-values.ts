import type { AppearanceVariables, RuleProperty, RuleSelector } from '../../contract/appearance.ts';
import type { CardField } from '../../contract/card/card-field.ts';

/** `must` says it to the developer. */
export type Allowed = { fits: (value: string) => boolean; must: string };

type Allowances<Name extends string> = { [name in Name]: Allowed };

const NUMBER = String.raw`\d{1,3}(?:\.\d{1,3})?`;
const PART = String.raw`\s*${NUMBER}(?:%|deg)?\s*`;
const ALPHA = String.raw`(?:[,/]\s*(?:[01]?\.\d{1,4}|[01]|${NUMBER}%)\s*)?`;
/** Three numbers, by commas or blanks; so a fourth, which is transparency, is told from them. */
function rgb(alpha: string) {
  return String.raw`(?:rgb|hsl)a?\((?:${PART},${PART},${PART}|${PART}\s${PART}\s${PART})${alpha}\)`;
}
const OPAQUE = new RegExp(`^(?:#(?:[0-9a-f]{3}){1,2}|${rgb('')}|[a-z]{3,20})$`, 'i');
const COLOR = new RegExp(`^(?:#[0-9a-f]{3,8}|${rgb(ALPHA)}|[a-z]{3,20})$`, 'i');
/** Words that stand for what something else has, not for a colour. */
const CASCADE = /^(inherit|initial|unset|revert|currentcolor)$/i;
const FONT_NAMES = /^[\w\s,'"-]{1,200}$/;
const LENGTH = /^(-?\d{1,3}(?:\.\d{1,3})?)(px|rem|em)$/;
/**
 * Up to three px of solid shadow, which reaches no label, and a soft edge. `inset` is not there: it
 * could cover what is typed.
 */
const SHADOW = /^(?:-?[012](?:px)?\s){2}[0-8](?:px)?\s(?:[0-3](?:px)?\s)?(\S.*)$/;
const MAX_TEXT = 40;
/** Control and format characters, those that turn the direction of writing among them. */
const UNPRINTABLE = /\p{C}/u;

/** A rem or em is taken for 16 px. */
function toPixels(value: string): number {
  const [, count, unit] = LENGTH.exec(value) ?? [];
  return Number(count) * (unit === 'px' ? 1 : 16);
}

function length(least: number, most: number): Allowed {
  return {
    fits: (value) => toPixels(value) >= least && toPixels(value) <= most,
    must: `must be a length from ${least}px to ${most}px, in px, rem or em`,
  };
}

function word(...words: string[]): Allowed {
  return { fits: (value) => words.includes(value), must: `must be one of: ${words.join(', ')}` };
}

function line(least: number): Allowed {
  return {
    fits: (value) =>
      value.trim().length >= least && value.length <= MAX_TEXT && !UNPRINTABLE.test(value),
    must: `must be a line of ${least} to ${MAX_TEXT} characters without control characters`,
  };
}

/** `families`: of the fonts that the service keeps. */
export type Known = {
  isColor: (value: string) => boolean;
  fields: readonly CardField[];
  families: readonly string[];
};

export function allowedValues({ isColor, fields }: Known) {
  const color = (pattern: RegExp) => (value: string) =>
    pattern.test(value) && !CASCADE.test(value) && isColor(value);
  /** What is read must be seen: no page can hide a label or an error by its colour alone. */
  const opaque: Allowed = {
    fits: (value) => value.toLowerCase() !== 'transparent' && color(OPAQUE)(value),
    must: 'must be a plain CSS colour without transparency',
  };
  const anyColor: Allowed = { fits: color(COLOR), must: 'must be a plain CSS colour' };
  const shadow: Allowed = {
    fits: (value) => value === 'none' || color(COLOR)(SHADOW.exec(value)?.[1] ?? ''),
    must: 'must be none or one shadow, for example 0 1px 4px #0003: at most 2px aside, 8px soft, 3px wide',
  };
  const weight = word('normal', 'bold', '300', '400', '500', '600', '700', '800', '900');
  const slant = word('normal', 'italic');
  const spaced = length(-1, 4);

  const variables: Allowances<keyof AppearanceVariables> = {
    colorPrimary: opaque,
    colorText: opaque,
    colorTextSecondary: opaque,
    colorBackground: anyColor,
    colorBorder: anyColor,
    colorDanger: opaque,
    fontFamily: { fits: (value) => FONT_NAMES.test(value), must: 'must be a list of font names' },
    fontSize: length(12, 32),
    borderRadius: length(0, 48),
    borderWidth: length(0, 4),
    spacing: length(0, 48),
    fieldHeight: length(32, 96),
  };
  const input: Partial<Allowances<RuleProperty>> = {
    color: opaque,
    backgroundColor: anyColor,
    borderColor: anyColor,
    borderStyle: word('solid', 'dashed', 'dotted'),
    borderWidth: length(0, 4),
    borderRadius: length(0, 48),
    boxShadow: shadow,
    fontWeight: weight,
    letterSpacing: spaced,
  };
  const text: Partial<Allowances<RuleProperty>> = {
    color: opaque,
    fontWeight: weight,
    fontStyle: slant,
  };
  const rules: { [selector in RuleSelector]: Partial<Allowances<RuleProperty>> } = {
    '.Input': input,
    '.Input:hover': input,
    // A focus that is not seen is a field that is lost, so its outline only changes colour.
    '.Input:focus': { ...input, outlineColor: opaque },
    '.Input--invalid': input,
    '.Input::placeholder': text,
    '.Label': {
      ...text,
      letterSpacing: spaced,
      textTransform: word('none', 'uppercase', 'capitalize'),
    },
    '.Error': text,
  };
  const labels = Object.fromEntries(fields.map((field) => [field, line(1)]));
  const { installments, ...placeholders } = Object.fromEntries(
    fields.map((field) => [field, line(0)]),
  );
  return { variables, rules, labels, placeholders };
}
