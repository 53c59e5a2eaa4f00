import type { ChallengeWindowSize } from '../../contract/card/challenge.ts';

/**
 * The bank's window for the room the page has, in CSS pixels: the whole screen on a phone, else the
 * one of 500 by 600 (EMV window sizes 05 and 03).
 */
export function windowSizeFor(viewport: { width: number; height: number }): ChallengeWindowSize {
  return viewport.width < 500 || viewport.height < 640 ? '05' : '03';
}
