/** Languages the checkout speaks; Brazilian Portuguese is the default. */
export const LOCALES = ['pt-BR', 'en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'pt-BR';

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** The locale that fits a language tag best: `es-AR` is `es`; undefined where none does. */
export function findLocale(tag: unknown): Locale | undefined {
  const language = String(tag).toLowerCase().split('-')[0];
  return LOCALES.find((locale) => locale.slice(0, 2) === language);
}

export function toLocale(tag: unknown): Locale {
  return findLocale(tag) ?? DEFAULT_LOCALE;
}
