import { isExpired } from '../../../contract/card/card-expiry.ts';
import { toAsciiDigits } from '../../../contract/digits.ts';
import type { FormattedText, TextEdit } from '../text-edit.ts';
import { caretBehindDigits, toDigits } from '../text-edit.ts';
import type { Field } from './field.ts';

type Expiry = { expirationMonth: string; expirationYear: string };

export const expiry: Field = {
  words: {
    'pt-BR': {
      label: 'Validade',
      placeholder: 'MM/AA',
      problems: {
        required: 'Informe a validade',
        incomplete: 'Use mês e ano',
        invalid: 'Confira a validade',
        expired: 'Cartão vencido',
      },
    },
    en: {
      label: 'Expiry date',
      placeholder: 'MM/YY',
      problems: {
        required: 'Enter the expiry date',
        incomplete: 'Use month and year',
        invalid: 'Check the expiry date',
        expired: 'Card expired',
      },
    },
    es: {
      label: 'Vencimiento',
      placeholder: 'MM/AA',
      problems: {
        required: 'Ingresa la fecha',
        incomplete: 'Usa mes y año',
        invalid: 'Revisa la fecha',
        expired: 'Tarjeta vencida',
      },
    },
  },
  format: formatExpiry,
  findProblem({ text, now }) {
    if (text.trim() === '') return 'required';
    const typed = readExpiry(text);
    if (!typed) return 'incomplete';
    if (!/^(0[1-9]|1[0-2])$/.test(typed.expirationMonth)) return 'invalid';
    return isExpired(typed, now) ? 'expired' : null;
  },
};

/** Formats any way of writing an expiry as `MM/AA`, or as much of it as is there yet. */
export function formatExpiry(edit: TextEdit): FormattedText {
  const parts = split(edit.text);
  const month = edit.kind === 'delete' ? parts.month : padMonth(edit, parts);
  const slash = parts.separated || (month.length === 2 && edit.kind !== 'delete') || parts.year;
  const text = month + (slash ? '/' : '') + parts.year;
  if (text === edit.text) return edit;
  if (edit.caret >= edit.text.length) return { text, caret: text.length };
  const added = month.length - parts.month.length;
  const before = toDigits(edit.text.slice(0, edit.caret)).length + added;
  return { text, caret: caretBehindDigits(text, before, edit.kind) };
}

export function readExpiry(text: string): Expiry | null {
  const formatted = formatExpiry({ text, caret: text.length, kind: 'replace' }).text;
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(formatted) ?? [];
  return month && year ? { expirationMonth: month, expirationYear: `20${year}` } : null;
}

type Parts = { month: string; year: string; separated: boolean };

function split(raw: string): Parts {
  const text = toAsciiDigits(raw)
    .replace(/[\p{L}\p{Cf}]/gu, '')
    .trim();
  // 2030-01, 2030/1, 203001: no month is 20, so the year stands first.
  const [, year, month] = /^(20\d\d)(?:\D+(\d{1,2})|(?:0[1-9]|1[0-2]))$/.exec(text) ?? [];
  if (year) return { month: month ?? text.slice(4), year: year.slice(2), separated: true };
  const separated = /^(\d{0,2})\D+(\d*)/.exec(text);
  const [, first = '', rest = ''] =
    separated ?? /^(0\d?|1[0-2]?|[2-9])?(\d*)$/.exec(toDigits(text)) ?? [];
  return { month: first, year: toShortYear(rest), separated: separated !== null };
}

/** `203` stays, since the buyer may be typing 2030; once it is whole, 2030 becomes 30. */
function toShortYear(year: string): string {
  if (!year.startsWith('20')) return year.slice(0, 2);
  return year.length < 4 ? year : year.slice(2, 4);
}

/** 2 to 9 can only be a whole month; 1 is one as soon as the buyer has gone on to the year. */
function padMonth(edit: TextEdit, { month, year, separated }: Parts): string {
  const goneOn = edit.kind === 'replace' || edit.caret > 1;
  const whole = /^[2-9]$/.test(month) || (month === '1' && goneOn && (separated || year !== ''));
  return whole ? `0${month}` : month;
}
