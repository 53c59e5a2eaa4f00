import type { Account, AccountStore } from './account.ts';
import { accountTime } from './account.ts';
import type { AntifraudSessionStore } from './antifraud-session.ts';
import type { CardTokenStore } from './card-token.ts';
import type { Cvvs } from './cvv.ts';
import type { IdempotencyStore } from './idempotency.ts';
import { IDEMPOTENCY_LIFETIME_MS } from './idempotency.ts';
import type { PixKeyMissStore } from './pix-directory.ts';
import { MISS_BUDGET } from './pix-directory.ts';

export type ExpiryServices = {
  accounts: AccountStore;
  antifraudSessions: AntifraudSessionStore;
  cardTokens: CardTokenStore;
  cvvs: Cvvs;
  idempotency: IdempotencyStore;
  pixKeyMisses: PixKeyMissStore;
  now: () => Date;
};

/**
 * Destroys what an account's time has passed over: CVVs first, then cards of unused tokens and
 * sessions, then old idempotency keys and what the directory did not know. Look-ups check the time
 * too; this makes it true on disk.
 */
export async function forgetExpired(account: Account, services: ExpiryServices): Promise<void> {
  const { companyId } = account;
  const realTime = services.now();
  const now = accountTime(account, realTime);
  await services.cvvs.deleteExpired(companyId, now);
  await services.cardTokens.spendExpired(companyId, now);
  await services.antifraudSessions.deleteExpired(companyId, now);
  const startedBefore = new Date(realTime.getTime() - IDEMPOTENCY_LIFETIME_MS);
  await services.idempotency.deleteStarted(companyId, startedBefore);
  const missedBefore = new Date(realTime.getTime() - MISS_BUDGET.windowMs);
  await services.pixKeyMisses.forgetBefore(companyId, missedBefore);
}

export async function forgetAllExpired(services: ExpiryServices): Promise<void> {
  for (const companyId of await services.accounts.listIds()) {
    const account = await services.accounts.find(companyId);
    if (account !== null) await forgetExpired(account, services);
  }
}
