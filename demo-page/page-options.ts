export const MODES = ['element', 'hosted', 'direct'] as const;
export const LANGUAGES = ['pt-BR', 'en', 'es'] as const;
export const THEMES = ['auto', 'light', 'dark'] as const;

/** What a tester may choose in the address: `?account=&mode=&lang=&theme=`. */
export type PageOptions = {
  account: string;
  mode: (typeof MODES)[number];
  lang: (typeof LANGUAGES)[number];
  theme: (typeof THEMES)[number];
};

export function readPageOptions(search: string): PageOptions {
  const parameters = new URLSearchParams(search);
  return {
    account: parameters.get('account') ?? 'no3ds',
    mode: oneOf(MODES, parameters.get('mode')),
    lang: oneOf(LANGUAGES, parameters.get('lang')),
    theme: oneOf(THEMES, parameters.get('theme')),
  };
}

function oneOf<Value extends string>(values: readonly [Value, ...Value[]], value: string | null) {
  return values.find((candidate) => candidate === value) ?? values[0];
}
