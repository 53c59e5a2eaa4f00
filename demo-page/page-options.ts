export const MODES = ['element', 'hosted', 'direct'] as const;
export const LANGUAGES = ['pt-BR', 'en', 'es'] as const;
export const THEMES = ['auto', 'light', 'dark'] as const;

/**
 * What a tester may choose in the address: `?account=&mode=&lang=&theme=`. `order`: the one whose
 * result the page shows, `&pedido=`; null for the checkout.
 */
export type PageOptions = {
  account: string;
  mode: (typeof MODES)[number];
  lang: (typeof LANGUAGES)[number];
  theme: (typeof THEMES)[number];
  order: string | null;
};

export function readPageOptions(search: string): PageOptions {
  const parameters = new URLSearchParams(search);
  return {
    account: parameters.get('account') ?? 'no3ds',
    mode: oneOf(MODES, parameters.get('mode')),
    lang: oneOf(LANGUAGES, parameters.get('lang')),
    theme: oneOf(THEMES, parameters.get('theme')),
    order: ORDER.exec(parameters.get('pedido') ?? '')?.[0] ?? null,
  };
}

const ORDER = /^[\w-]{1,64}$/;

/** The same address for this order's result, or for the checkout. */
export function addressFor(search: string, order: string | null): string {
  const parameters = new URLSearchParams(search);
  if (order === null) parameters.delete('pedido');
  else parameters.set('pedido', order);
  const text = String(parameters);
  return text ? `/?${text}` : '/';
}

function oneOf<Value extends string>(values: readonly [Value, ...Value[]], value: string | null) {
  return values.find((candidate) => candidate === value) ?? values[0];
}
