import type { BrokenRule } from '../../../contract/errors/broken-rule.ts';
import { broken } from '../../../contract/errors/broken-rule.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { toDetail } from '../../base/shared/error-detail.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import type { Receiver, Transfer } from '../../providers/payout-acquirer.ts';
import type { Provider } from '../../providers/provider.ts';
import { askProvider } from '../../providers/provider.ts';
import type { Account } from '../accounts/account.ts';

export interface PixKeyMissStore {
  /** How many keys were missed since, whether this is one of them, and the oldest of them. */
  recall(
    companyId: string,
    keyHash: Uint8Array,
    since: Date,
  ): Promise<{ count: number; isKnown: boolean; oldest: Date | null }>;
  keep(companyId: string, keyHash: Uint8Array, now: Date): Promise<void>;
  forgetBefore(companyId: string, before: Date): Promise<void>;
}

type DirectoryDependencies = {
  pixKeyMisses: PixKeyMissStore;
  hash: KeyedHash;
  timers: Timers;
  now: () => Date;
};

/** Decision: nobody reads the directory through us; a missed key is not asked again. Real time. */
export const MISS_BUDGET = { misses: 30, windowMs: 10 * 60_000 };

/**
 * Whose the key is, null where nobody tells before it is sent. 400 INVALID_PIX_KEY or BEYOND_LIMITS,
 * 502 TEMPORARY_UNAVAILABLE, 429 RATE_LIMITED.
 */
export async function requirePayable(
  account: Account,
  { transfer, provider }: { transfer: Transfer; provider: Provider },
  services: DirectoryDependencies,
): Promise<Receiver | null> {
  const { companyId } = account;
  const { pixKeyMisses, now } = services;
  const { pixKeyType, pixKey } = transfer;
  const keyHash = services.hash('pix-key', `${companyId}|${pixKeyType}|${pixKey}`);
  const realTime = now();
  const since = new Date(realTime.getTime() - MISS_BUDGET.windowMs);
  const missed = await pixKeyMisses.recall(companyId, keyHash, since);
  if (missed.isKnown) throw invalidPixKey(broken('unknown'));
  if (missed.count >= MISS_BUDGET.misses) throw tooManyMisses(missed.oldest ?? realTime, realTime);
  const check = provider.payouts?.check?.bind(provider.payouts);
  if (check === undefined) return null;
  const answer = await askProvider(provider, (signal) => check(transfer, signal), services);
  switch (answer?.kind) {
    case 'payable':
      return answer.receiver ?? null;
    case 'unknown_key':
      await pixKeyMisses.keep(companyId, keyHash, realTime);
      throw invalidPixKey(broken('unknown'));
    case 'beyond_limits':
      throw new ApiError('BEYOND_LIMITS', 'The amount exceeds the limit allowed at this time.');
    default:
      throw payoutsUnavailable();
  }
}

export function payoutsUnavailable(): ApiError {
  return new ApiError('TEMPORARY_UNAVAILABLE', 'The acquirer is unavailable; try again later.');
}

export function invalidPixKey(fault: BrokenRule): ApiError {
  return new ApiError('INVALID_PIX_KEY', 'The PIX key is not valid or does not exist.', {
    details: [toDetail('pixKey', fault)],
  });
}

function tooManyMisses(oldest: Date, now: Date): ApiError {
  const leftMs = oldest.getTime() + MISS_BUDGET.windowMs - now.getTime();
  return new ApiError('RATE_LIMITED', 'Too many keys were not found; try again later.', {
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  });
}
