/** As long as the number of a card, with what people put between its digits. */
const LONG_NUMBER = /\d(?:[ .-]?\d){12,}/g;

/**
 * What somebody outside has said, as one line of text that can be kept and shown: no control
 * characters, which a database refuses, nothing that turns a line around, and no more than
 * `maxCharacters`. Decision: numbers as long as that of a card are masked, since a receiver or a party
 * may echo anything and what they said is kept in the clear.
 */
export function toOutsideText(said: string, maxCharacters: number): string {
  const line = said
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(LONG_NUMBER, '•••')
    .trim();
  return [...line].slice(0, maxCharacters).join('');
}
