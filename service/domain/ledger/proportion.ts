/** `whole * part / total`, rounded down; exact, since the product may pass 2^53. */
export function proportion(whole: number, part: number, total: number): number {
  return Number((BigInt(whole) * BigInt(part)) / BigInt(total));
}
