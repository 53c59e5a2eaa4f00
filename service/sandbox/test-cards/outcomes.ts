/**
 * What the sandbox's bank does with a card. `challenge_*`: a challenge that ends Y with the right
 * code, or N whatever the code. `silent_method`: its 3DS Method never answers, then Y.
 */
export type CardOutcome =
  | 'authenticated'
  | 'challenge_authenticated'
  | 'challenge_refused'
  | 'not_authenticated'
  | 'attempted'
  | 'rejected'
  | 'unavailable'
  | 'not_supported'
  | 'system_error'
  | 'silent_method';

/** Published test numbers, by what they do. */
const NUMBERS: Readonly<Record<CardOutcome, readonly string[]>> = {
  authenticated: [
    '4000000000002701',
    '5200000000002235',
    '5200000000001005',
    '6505290000002000',
    '6505050000001000',
    '340000000002708',
  ],
  challenge_authenticated: [
    '4000000000002503',
    '5200000000002151',
    '5200000000001096',
    '6505290000002190',
    '6505050000001091',
  ],
  challenge_refused: [
    '4000000000002370',
    '5200000000002490',
    '5200000000001104',
    '6505290000002208',
    '6505050000001109',
  ],
  not_authenticated: [
    '4000000000002925',
    '5200000000002276',
    '5200000000001013',
    '6505290000002018',
    '6505050000001018',
    '340000000002096',
  ],
  attempted: ['4000000000002719', '5200000000002482', '6505290000002026', '340000000002872'],
  rejected: ['4000000000002537'],
  unavailable: ['4000000000002313'],
  not_supported: ['4000000000002420', '5200000000002664', '6505290000002257'],
  system_error: ['4000000000002644', '5200000000002656', '6505290000002265'],
  silent_method: ['4000000000002354'],
};

const BY_NUMBER: ReadonlyMap<string, CardOutcome> = new Map(
  Object.keys(NUMBERS)
    .filter(isOutcome)
    .flatMap((outcome) => NUMBERS[outcome].map((number) => [number, outcome] as const)),
);

/** Numbers the table names. */
export const NUMBERS_WITH_OUTCOME: readonly string[] = [...BY_NUMBER.keys()];

/** Any valid number the table does not name is authenticated without a challenge. */
export function outcomeOf(number: string): CardOutcome {
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

function isOutcome(key: string): key is CardOutcome {
  return Object.hasOwn(NUMBERS, key);
}
