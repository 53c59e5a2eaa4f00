/** For whoever reads the log: no stack, no list. */
export function isOneSentence(text) {
  return /^[A-Z][^\n]*\.$/.test(text);
}
