import type { ChallengeWindowSize } from '../../contract/card/challenge.ts';

/** By CSS pixels: the whole screen on a phone (EMV window size 05), else 500 by 600 (03). */
export function windowSizeFor(viewport: { width: number; height: number }): ChallengeWindowSize {
  return viewport.width < 500 || viewport.height < 640 ? '05' : '03';
}
