/** The languages of the site; each is a folder of pages and of addresses. */
export const LANGUAGES = ['en', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

export type Text = { readonly [language in Language]: string };

/** What a browser, a screen reader and the sdk call the language. */
export const LANGUAGE_TAGS = { en: 'en', pt: 'pt-BR' } as const;

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}
