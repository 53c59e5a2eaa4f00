import { measurePayoutAcquirer } from '../metrics/measure-acquirer.ts';
import type { PayoutDependencies } from '../payouts/dependencies.ts';
import { createPayoutFollower } from '../payouts/payout-follower.ts';
import type { PayoutAcquirer } from '../providers/payout-acquirer.ts';
import { createSandboxPayouts } from '../providers/sandbox-acquirer/payouts.ts';
import type { Settings } from '../settings.ts';
import { SettingsError } from '../shared/settings-error.ts';
import { createPayoutStore } from '../store/payout.ts';
import { createPixKeyMissStore } from '../store/pix-key-miss.ts';
import { createProviderState } from '../store/provider-state.ts';
import type { Dependencies } from './dependencies.ts';

/** What keeps payouts, who transfers their money, and who follows them to their end. */
export function createPayouts(
  settings: Settings,
  dependencies: Omit<Dependencies, 'log'> &
    Pick<PayoutDependencies, 'accounts' | 'hash' | 'lookUps' | 'movePayout'>,
) {
  const { db } = dependencies;
  const made = {
    payouts: createPayoutStore(db),
    payoutAcquirer: createPayoutAcquirer(settings, dependencies),
    payoutsUnderWay: new Map(),
    pixKeyMisses: createPixKeyMissStore(db),
  };
  const payoutFollower = createPayoutFollower({ ...dependencies, ...made }, dependencies.onError);
  return { ...made, payoutFollower };
}

/** The sandbox's acquirer in the sandbox, where no other is given; what it answers is measured. */
function createPayoutAcquirer(
  settings: Settings,
  { db, envelope, randomBytes, metrics, overrides }: Omit<Dependencies, 'log'>,
): PayoutAcquirer {
  const acquirer =
    overrides.payoutAcquirer ??
    createSandboxPayouts({
      state: createProviderState(db, envelope, 'sandbox-acquirer'),
      randomId: () => Buffer.from(randomBytes(16)).toString('hex'),
    });
  if (settings.mode === 'production' && !acquirer.isReal) {
    throw new SettingsError('MODE production needs a real acquirer, and none is configured.');
  }
  return measurePayoutAcquirer(acquirer, { metrics, elapsedMs: () => performance.now() });
}
