/**
 * Details of a test that guards only against the rare: `npm test` leaves it out, and
 * `npm run test:all` runs it. With `isRare`, where that holds alone.
 */
export function rare(isRare = true): { tag?: string } {
  return isRare ? { tag: '@rare' } : {};
}
