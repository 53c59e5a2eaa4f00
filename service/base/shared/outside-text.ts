/** As long as the number of a card, with what people put between its digits. */
const LONG_NUMBER = /\d(?:[ .-]?\d){12,}/g;

/**
 * One line of text: no control characters, which a database refuses, nothing that turns a line
 * around. Decision: numbers as long as a card's are masked, since what a receiver or party may echo
 * is kept in the clear.
 */
export function toOutsideText(said: string, maxCharacters: number): string {
  const line = said
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(LONG_NUMBER, '•••')
    .trim();
  return [...line].slice(0, maxCharacters).join('');
}
