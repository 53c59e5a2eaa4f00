import type { ThreeDSResult } from '../../contract/card/test-card-numbers.ts';
import { TEST_CARD_NUMBERS } from '../../contract/card/test-card-numbers.ts';

const BY_NUMBER: ReadonlyMap<string, ThreeDSResult> = new Map(
  TEST_CARD_NUMBERS.flatMap(([, , outcome, numbers]) =>
    outcome === null ? [] : numbers.split(' ').map((number) => [number, outcome] as const),
  ),
);

export function hasOutcome(number: string): boolean {
  return BY_NUMBER.has(number);
}

/** Any valid number the table does not name is authenticated without a challenge. */
export function outcomeOf(number: string): ThreeDSResult {
  return BY_NUMBER.get(number) ?? 'authenticated';
}

/**
 * What a Directory Server says of a card's range. Decision: American Express ranges have no 3DS
 * Method, so that a flow without one can be tried.
 */
export function methodOf(number: string): 'none' | 'answers' | 'silent' {
  if (outcomeOf(number) === 'silent_method') return 'silent';
  return /^3[47]/.test(number) ? 'none' : 'answers';
}
