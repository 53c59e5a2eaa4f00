import type { PayinDependencies } from '../payins/dependencies.ts';
import type { Payout, PayoutStore } from './payout.ts';
import type { TransitionPayout } from './payout-transition.ts';
import type { PixKeyMissStore } from './pix-directory.ts';

export type PayoutDependencies = Pick<
  PayinDependencies,
  | 'accounts'
  | 'answerWithinMs'
  | 'hash'
  | 'lookUps'
  | 'now'
  | 'pollEach'
  | 'providers'
  | 'randomBytes'
  | 'slot'
  | 'timers'
> & {
  payouts: PayoutStore;
  /** Requests this process is working on, by company and reference. */
  payoutsUnderWay: Map<string, { fingerprint: Uint8Array; result: Promise<Payout> }>;
  transitionPayout: TransitionPayout;
  pixKeyMisses: PixKeyMissStore;
};
