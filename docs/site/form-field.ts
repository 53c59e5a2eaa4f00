import type { CallParameter } from './documented-call.ts';

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...content);
  return element;
}

/** A list to choose from; the first is chosen. */
export function selectOf(options: readonly (readonly [string, string])[]): HTMLSelectElement {
  return make(
    'select',
    {},
    ...options.map(([value, text]) => make('option', { value, textContent: text })),
  );
}

/** The field of a name in the path, which is required, or of one in the query, which is not. */
export function inputFor(
  { in: place, values }: CallParameter,
  any: string,
): HTMLInputElement | HTMLSelectElement {
  if (values.length > 0) {
    const offered = values.map((value) => [value, value] as const);
    return selectOf(place === 'path' ? offered : [['', any], ...offered]);
  }
  return make('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: false,
    required: place === 'path',
  });
}

/** A field below its name; `hint` is read with the name. */
export function labelled(name: string, field: HTMLElement, hint = ''): HTMLLabelElement {
  const text = make('span', {}, name);
  if (hint !== '') text.append(' ', make('small', {}, hint));
  return make('label', { className: 'field' }, text, field);
}
