import type { AntifraudResult, DeviceSignals } from '../../../contract/card/antifraud.ts';
import type { RandomBytes } from '../../base/crypto/envelope.ts';
import { newPublicId } from '../../base/crypto/public-id.ts';
import { invalidField } from '../../base/shared/api-error.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';

/** Decision: a session outlives the token it was opened for, and an hour of hesitation. */
const LIFETIME_MS = 60 * 60 * 1000;

export type AntifraudSession = {
  companyId: string;
  id: string;
  signals: DeviceSignals;
  createdAt: Date;
  expiresAt: Date;
};

export interface AntifraudSessionStore {
  insert(session: AntifraudSession): Promise<void>;
  isOpen(session: { companyId: string; id: string }, now: Date): Promise<boolean>;
  deleteExpired(companyId: string, now: Date): Promise<void>;
}

export async function openAntifraudSession(
  account: Account,
  signals: DeviceSignals,
  services: { antifraudSessions: AntifraudSessionStore; now: () => Date; randomBytes: RandomBytes },
): Promise<AntifraudResult> {
  if (!account.traits.antifraud) return { skipped: true, sessionId: null };
  const { companyId } = account;
  const createdAt = accountTime(account, services.now());
  const id = newPublicId('afs', companyId, services.randomBytes);
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  await services.antifraudSessions.insert({ companyId, id, signals, createdAt, expiresAt });
  return { skipped: false, sessionId: id };
}

/** 400 INVALID_DATA, also for another company's. */
export async function requireOpenSession(
  account: Account,
  sessionId: string,
  services: { antifraudSessions: AntifraudSessionStore; now: () => Date },
): Promise<void> {
  const now = accountTime(account, services.now());
  const key = { companyId: account.companyId, id: sessionId };
  if (await services.antifraudSessions.isOpen(key, now)) return;
  throw invalidField('antifraud.sessionId', 'unusable');
}
