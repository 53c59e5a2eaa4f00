import type { Text } from '../language.ts';

/** What a page says of one code: why it comes, what to do, how to see it in the sandbox. */
export type ErrorGuide = { cause: Text; action: Text; reproduce: Text };

/** A text in both languages. */
export type Both = readonly [en: string, pt: string];

/** The three texts in the order a table of codes reads best. */
export function guide(cause: Both, action: Both, reproduce: Both): ErrorGuide {
  return { cause: toText(cause), action: toText(action), reproduce: toText(reproduce) };
}

export function toText([en, pt]: Both): Text {
  return { en, pt };
}
