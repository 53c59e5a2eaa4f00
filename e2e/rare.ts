/**
 * The end of a test's title where it guards only against the rare: `npm test` leaves such a test
 * out, and `npm run test:all` runs it.
 */
export function rare(isRare = true): '' | ' @rare' {
  return isRare ? ' @rare' : '';
}
