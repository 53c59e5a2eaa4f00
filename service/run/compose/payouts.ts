import type { PayoutDependencies } from '../../domain/payouts/dependencies.ts';
import { createPayoutFollower } from '../../domain/payouts/payout-follower.ts';
import { createPayoutStore } from '../../store/tables/payouts/payout.ts';
import { createPixKeyMissStore } from '../../store/tables/payouts/pix-key-miss.ts';
import type { Dependencies } from './dependencies.ts';

export function createPayouts(
  dependencies: Omit<Dependencies, 'log'> &
    Pick<
      PayoutDependencies,
      | 'accounts'
      | 'answerWithinMs'
      | 'hash'
      | 'pollEach'
      | 'lookUps'
      | 'transitionPayout'
      | 'providers'
    >,
) {
  const { db } = dependencies;
  const made = {
    payouts: createPayoutStore(db),
    payoutsUnderWay: new Map(),
    pixKeyMisses: createPixKeyMissStore(db),
  };
  const payoutFollower = createPayoutFollower({ ...dependencies, ...made }, dependencies.onError);
  return { ...made, payoutFollower };
}
