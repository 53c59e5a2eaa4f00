import { make } from '../page-element.ts';

const PARTS: readonly { name: string; pattern: string }[] = [
  { name: 'comment', pattern: '//[^\\n]*' },
  { name: 'string', pattern: `'(?:[^'\\\\\\n]|\\\\.)*'|"(?:[^"\\\\\\n]|\\\\.)*"` },
  { name: 'tag', pattern: '</?[a-z]+|/?>(?=[\\s<]|$)' },
  { name: 'word', pattern: '=>|\\b(?:const|import|from|true|false|null)\\b' },
  { name: 'number', pattern: '\\b\\d+(?:\\.\\d+)?\\b' },
];

export type CodePart = { name: string | null; text: string };

/** Cuts code into parts to be coloured; together they are the code again. */
export function partsOf(code: string): CodePart[] {
  const pattern = new RegExp(PARTS.map((part) => `(${part.pattern})`).join('|'), 'g');
  const parts: CodePart[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) parts.push({ name: null, text: code.slice(end, match.index) });
    const which = match.slice(1).findIndex((group) => group !== undefined);
    parts.push({ name: PARTS[which]?.name ?? null, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) parts.push({ name: null, text: code.slice(end) });
  return parts;
}

/** Shows code in `element`. Text is always text: nothing in it becomes markup. */
export function showCode(element: HTMLElement, code: string): void {
  element.replaceChildren(
    ...partsOf(code).map(({ name, text }) =>
      name === null ? text : make('span', { class: `code-${name}` }, text),
    ),
  );
}
