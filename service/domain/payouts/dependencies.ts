import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import type { LookUps } from '../../base/shared/look-ups.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import type { PollEach } from '../../base/shared/poll-each.ts';
import type { Providers } from '../../providers/providers.ts';
import type { AccountStore } from '../accounts/account.ts';
import type { Payout, PayoutStore } from './payout.ts';
import type { TransitionPayout } from './payout-transition.ts';
import type { PixKeyMissStore } from './pix-directory.ts';

export type PayoutsUnderWay = Map<string, { fingerprint: Uint8Array; result: Promise<Payout> }>;

export type PayoutDependencies = {
  accounts: AccountStore;
  payouts: PayoutStore;
  payoutsUnderWay: PayoutsUnderWay;
  transitionPayout: TransitionPayout;
  providers: Providers;
  pixKeyMisses: PixKeyMissStore;
  lookUps: LookUps;
  /** Now, and all of them; in the background when their turn comes. */
  pollEach: PollEach;
  hash: KeyedHash;
  randomBytes: RandomBytes;
  timers: Timers;
  /** How long whoever waits is kept by one question to an outside party; infinite where nobody waits. */
  answerWithinMs: number;
  /** Real time. */
  now: () => Date;
};
