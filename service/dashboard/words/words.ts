/** The languages of the dashboard, the first one where a browser asks for neither. */
export const LANGUAGES = ['pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A page's own words: each language has the same, which the compiler holds. */
export function words<Words>(
  inEach: Readonly<Record<Language, Words>>,
): Readonly<Record<Language, Words>> {
  return inEach;
}

export function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/**
 * What somebody chose before; otherwise the first of what the browser prefers that we have, by
 * `Accept-Language`.
 */
export function languageFor(chosen: string | undefined, accepted: string | undefined): Language {
  if (isLanguage(chosen)) return chosen;
  for (const part of (accepted ?? '').split(',')) {
    const wanted = part.split(';')[0]?.trim().slice(0, 2).toLowerCase();
    const found = LANGUAGES.find((language) => language.slice(0, 2) === wanted);
    if (found !== undefined) return found;
  }
  return LANGUAGES[0];
}
