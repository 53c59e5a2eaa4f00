import type { Account, AccountStore } from './account.ts';
import { accountTime } from './account.ts';
import { ApiError } from './api-error.ts';
import type { Envelope, RandomBytes } from './envelope.ts';
import type { Queryable } from './store/db.ts';

/** How long a secret stays valid after the next one. Source: spec, "Limits". */
const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1000;

export type SealedSecret = { sealed: Uint8Array; keyVersion: number };

export type StoredSigning = {
  current: SealedSecret;
  previous: (SealedSecret & { until: Date }) | null;
};

export interface WebhookSigningStore {
  find(companyId: string, tx?: Queryable): Promise<StoredSigning | null>;
  /** Signs with `secret` from now on; one that signed before becomes the previous one. */
  replace(
    companyId: string,
    secret: SealedSecret,
    previousUntil: Date,
    tx?: Queryable,
  ): Promise<void>;
  delete(companyId: string, tx?: Queryable): Promise<void>;
  /** Puts the same secrets under another key, unless they were changed meanwhile. */
  rewrap(companyId: string, from: StoredSigning, to: StoredSigning): Promise<void>;
}

export type WebhookSigningServices = {
  webhookSigning: WebhookSigningStore;
  accounts: AccountStore;
  envelope: Envelope;
  randomBytes: RandomBytes;
  now: () => Date;
};

/**
 * Signs every event of the account from now on; gives the secret, this once. Decision: where
 * signing is on already it is a rotation, since the secret in force cannot be shown again and
 * whoever has it must be able to go on.
 */
export async function enableSigning(
  account: Account,
  services: WebhookSigningServices,
  tx?: Queryable,
): Promise<string> {
  const { webhookSigning, envelope, randomBytes, now } = services;
  const secret = `whsec_${Buffer.from(randomBytes(32)).toString('base64url')}`;
  const { companyId } = account;
  const sealed = envelope.seal(Buffer.from(secret), contextOf(companyId));
  const previousUntil = new Date(accountTime(account, now()).getTime() + PREVIOUS_SECRET_MS);
  const kept = { sealed, keyVersion: envelope.currentVersion };
  await webhookSigning.replace(companyId, kept, previousUntil, tx);
  return secret;
}

/** A new secret; the one before it stays valid for 24 hours. 409 where signing is off. */
export async function rotateSecret(
  account: Account,
  services: WebhookSigningServices,
  tx?: Queryable,
): Promise<string> {
  if ((await services.webhookSigning.find(account.companyId, tx)) === null) {
    throw new ApiError('ILLEGAL_TRANSITION', 'Webhook signing is off; enable it first.');
  }
  return enableSigning(account, services, tx);
}

/** No event is signed any more; the secrets are destroyed. Idempotent. */
export async function disableSigning(
  account: Account,
  services: WebhookSigningServices,
  tx?: Queryable,
): Promise<void> {
  await services.webhookSigning.delete(account.companyId, tx);
}

/** The secrets that sign now, newest first; none where signing is off. */
export async function liveSecrets(
  companyId: string,
  services: WebhookSigningServices,
): Promise<string[]> {
  const { webhookSigning, accounts, envelope, now } = services;
  const stored = await webhookSigning.find(companyId);
  if (stored === null) return [];
  const open = ({ sealed }: SealedSecret) =>
    Buffer.from(envelope.open(sealed, contextOf(companyId))).toString('utf8');
  const current = open(stored.current);
  if (stored.previous === null) return [current];
  const account = await accounts.find(companyId);
  const time = account === null ? now() : accountTime(account, now());
  return time <= stored.previous.until ? [current, open(stored.previous)] : [current];
}

/** Brings the secrets of every account under the newest key-encryption key. */
export async function rewrapWebhookSecrets(services: WebhookSigningServices): Promise<void> {
  const { accounts, envelope, webhookSigning } = services;
  const { currentVersion: keyVersion } = envelope;
  for (const companyId of await accounts.listIds()) {
    const from = await webhookSigning.find(companyId);
    if (from === null) continue;
    const { current, previous } = from;
    const isNewest =
      current.keyVersion === keyVersion && (previous?.keyVersion ?? keyVersion) === keyVersion;
    if (isNewest) continue;
    const rewrap = <Sealed extends SealedSecret>(secret: Sealed) => ({
      ...secret,
      sealed: envelope.rewrap(secret.sealed, contextOf(companyId)),
      keyVersion,
    });
    await webhookSigning.rewrap(companyId, from, {
      current: rewrap(current),
      previous: previous === null ? null : rewrap(previous),
    });
  }
}

function contextOf(companyId: string): string {
  return `webhook-secret|${companyId}`;
}
