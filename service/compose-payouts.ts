import type { AdvanceServices } from './advance-payout.ts';
import type { Envelope, RandomBytes } from './envelope.ts';
import type { LedgerStore } from './ledger.ts';
import type { PayoutStore } from './payout.ts';
import type { PayoutAcquirer } from './payout-acquirer.ts';
import { createPayoutFollower } from './payout-follower.ts';
import { createPayoutPosting } from './payout-ledger.ts';
import type { PayoutEffects } from './payout-status.ts';
import { createSandboxPayouts } from './providers/sandbox-acquirer/payouts.ts';
import type { Settings } from './settings.ts';
import { SettingsError } from './settings.ts';
import type { Db } from './store/db.ts';
import { createPayoutStore } from './store/payout.ts';
import { createPixKeyMissStore } from './store/pix-key-miss.ts';
import { createProviderState } from './store/provider-state.ts';

/** Everything of payouts, and who transfers the money: the sandbox's acquirer in the sandbox. */
export function composePayouts(
  settings: Settings,
  world: Pick<AdvanceServices, 'accounts' | 'timers' | 'now'> & {
    /** Its commits wake whoever waits for what they write. */
    db: Db;
    envelope: Envelope;
    randomBytes: RandomBytes;
    ledger: LedgerStore;
    /** What else happens with every status entered. */
    effects: PayoutEffects;
    /** What is put around the store and the acquirer. */
    watched: {
      payouts: (store: PayoutStore) => PayoutStore;
      payoutAcquirer: (acquirer: PayoutAcquirer) => PayoutAcquirer;
    };
    payoutAcquirer: PayoutAcquirer | undefined;
    onError: (error: unknown) => void;
  },
) {
  const { db, accounts, timers, now, randomBytes } = world;
  const given =
    world.payoutAcquirer ??
    createSandboxPayouts({
      state: createProviderState(db, world.envelope, 'sandbox-acquirer'),
      randomId: () => Buffer.from(randomBytes(16)).toString('hex'),
    });
  const payoutAcquirer = world.watched.payoutAcquirer(given);
  if (settings.mode === 'production' && !payoutAcquirer.isReal) {
    throw new SettingsError('MODE production needs a real acquirer, and none is configured.');
  }
  const payouts = world.watched.payouts(createPayoutStore(db));
  const payoutEffects: PayoutEffects = [createPayoutPosting(world.ledger), ...world.effects];
  const advance: AdvanceServices = {
    db,
    accounts,
    payouts,
    payoutEffects,
    payoutAcquirer,
    timers,
    now,
  };
  return {
    payouts,
    payoutEffects,
    payoutAcquirer,
    payoutFollower: createPayoutFollower(advance, world.onError),
    payoutsUnderWay: new Map(),
    pixKeyMisses: createPixKeyMissStore(db),
  };
}
