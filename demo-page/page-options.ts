export const LANGUAGES = ['pt-BR', 'en', 'es'] as const;
export const THEMES = ['auto', 'light', 'dark'] as const;

/** What a tester may choose in the address: `?account=&lang=&theme=`; `&pedido=` is the order. */
export type PageOptions = {
  account: string;
  lang: (typeof LANGUAGES)[number];
  theme: (typeof THEMES)[number];
  order: string | null;
};

export function readPageOptions(search: string): PageOptions {
  const parameters = new URLSearchParams(search);
  return {
    account: parameters.get('account') ?? 'no3ds',
    lang: oneOf(LANGUAGES, parameters.get('lang')),
    theme: oneOf(THEMES, parameters.get('theme')),
    order: /^[\w-]{1,64}$/.exec(parameters.get('pedido') ?? '')?.[0] ?? null,
  };
}

/** The same address for this order; null: for a new one. */
export function addressFor(search: string, order: string | null): string {
  const parameters = new URLSearchParams(search);
  // What a buyer who comes back from their bank brings along.
  parameters.delete('payinId');
  if (order === null) parameters.delete('pedido');
  else parameters.set('pedido', order);
  const text = String(parameters);
  return text ? `/?${text}` : '/';
}

function oneOf<Value extends string>(values: readonly [Value, ...Value[]], value: string | null) {
  return values.find((candidate) => candidate === value) ?? values[0];
}
