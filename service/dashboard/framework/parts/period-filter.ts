import { endDateSchema, startDateSchema } from '../../../../contract/payments/list-query.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import type { FieldProps } from './form.tsx';

/** A period as it stands in an address; whole days in Brasília. What cannot be read is null. */
export type Period = {
  from: Date | null;
  until: Date | null;
  typed: { from: string; until: string };
  wrong: 'from' | 'until' | null;
};

const WORDS = words({
  from: ['De', 'From'],
  until: ['Até', 'Until'],
  form: ['Informe uma data como 2026-01-31.', 'Give a date such as 2026-01-31.'],
  order: ['O fim deve vir depois do começo.', 'The end must come after the start.'],
});

/** `from` and `until` of an address, both of them optional and in the period. */
export function readPeriod(query: URLSearchParams): Period {
  const typed = { from: query.get('from') ?? '', until: query.get('until') ?? '' };
  const from = typed.from === '' ? null : startDateSchema.safeParse(typed.from);
  const until = typed.until === '' ? null : endDateSchema.safeParse(typed.until);
  if (from?.success === false) return { from: null, until: null, typed, wrong: 'from' };
  const period = { from: from?.data ?? null, until: until?.data ?? null, typed };
  const isReversed = period.from !== null && period.until !== null && period.until < period.from;
  return { ...period, wrong: until?.success === false || isReversed ? 'until' : null };
}

export function periodFields(period: Period, language: Language): FieldProps[] {
  const text = WORDS[language];
  const { typed, wrong, from, until } = period;
  const error = from !== null && until !== null ? text.order : text.form;
  return (['from', 'until'] as const).map((name) => ({
    name,
    label: text[name],
    type: 'date',
    value: typed[name],
    error: wrong === name ? error : undefined,
  }));
}
