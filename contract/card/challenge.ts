/** Lifetime of an authentication, by the service's clock. Source: spec, "Limits". */
export const THREEDS_LIFETIME_SECONDS = 15 * 60;

/** The one kind of action this version can carry out. */
export const THREEDS_ACTION_TYPE = 'THREEDS_CHALLENGE';

/** In CSS pixels; 05 is the full screen. Source: EMV 3-D Secure 2.2, challengeWindowSize. */
export const CHALLENGE_WINDOW_SIZES = {
  '01': [250, 400],
  '02': [390, 400],
  '03': [500, 600],
  '04': [600, 400],
  '05': [0, 0],
} as const satisfies { [code: string]: readonly [width: number, height: number] };
export type ChallengeWindowSize = keyof typeof CHALLENGE_WINDOW_SIZES;
