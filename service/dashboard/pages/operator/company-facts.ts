import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { AuditSubjects } from '../../../domain/audit/audit-log.ts';
import { money, percent } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import type { Label } from './act-form.tsx';
import { labelText } from './act-form.tsx';
import { COMPANY_FORM, COMPANY_FORMS } from './company-forms.ts';
import { VALUES } from './words.ts';

/** What a fact of a company is called: as the form that sets it calls it. */
export function factName(name: string, language: Language): string {
  const fields = [...COMPANY_FORMS, COMPANY_FORM].flatMap(({ fields: all, title }) =>
    all.map((field) => ({ ...field, title })),
  );
  const field = fields.find(({ option, record }) => (record ?? option) === name);
  const label = OTHER_FACTS[name] ?? field?.label;
  if (label === undefined) return name;
  const said = labelText(label, language);
  // Alone they do not say what of: a fee is called as its method is.
  const isOfTitle = field !== undefined && OF_TITLES.includes(field.title);
  return isOfTitle ? `${labelText(field.title, language)}: ${said}` : said;
}

const OF_TITLES: readonly Label[] = ['fees', 'reserve'];

const OTHER_FACTS: Readonly<Record<string, Label>> = {
  kyc: 'kyc',
  blocked: 'blocked',
  sandbox: 'sandbox',
  tradeName: 'tradeName',
  webhookReceivers: 'webhookReceivers',
};

/** A value as people read it. */
export function factText(
  name: string,
  value: AuditSubjects[string] | undefined,
  language: Language,
): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return VALUES[language][value ? 'yes' : 'no'] ?? '';
  const text = String(value);
  if (name === 'document') return writtenDocument(text);
  if (name === 'reserveRate') return percent(Number(value), language);
  if (name === 'installmentMinimum') return money(Number(value), language);
  const [, basisPoints, fixed] = /^(\d+)\+(\d+)$/.exec(text) ?? [];
  if (basisPoints !== undefined) {
    return `${percent(Number(basisPoints), language)} + ${money(Number(fixed), language)}`;
  }
  const parts = text.split(',').map((part) => VALUES[language][part] ?? part);
  return parts.join(', ');
}
