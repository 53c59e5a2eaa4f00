const MAX_CHARACTERS = 500;

/** As long as the number of a card, with what people put between its digits. */
const LONG_NUMBER = /\d(?:[ .-]?\d){12,}/g;

/**
 * The beginning of a receiver's answer, as one line of text that can be kept and shown: no control
 * characters, nothing that turns a line around. Decision: numbers as long as that of a card are
 * masked, since a receiver may echo anything and its answer is kept in the clear.
 */
export function toAnswerText(beginning: Uint8Array): string {
  const line = new TextDecoder()
    .decode(beginning)
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(LONG_NUMBER, '•••')
    .trim();
  return [...line].slice(0, MAX_CHARACTERS).join('');
}
