import { createHmac } from 'node:crypto';
import type { Envelope, RandomBytes } from '../../base/crypto/envelope.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import type { Account, AccountStore } from '../accounts/account.ts';
import { accountTime, timeOf } from '../accounts/account.ts';

/** How long a secret stays valid after the next one. Source: spec, "Limits". */
const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1000;

export type SealedSecret = { sealed: Uint8Array; keyVersion: number };

export type StoredSigning = {
  current: SealedSecret;
  previous: (SealedSecret & { until: Date }) | null;
};

export interface WebhookSigningStore {
  find(companyId: string, tx?: Queryable): Promise<StoredSigning | null>;
  /** Signs with `secret` from now on. False, and nothing changes, where signing is on already. */
  insert(companyId: string, secret: SealedSecret, tx?: Queryable): Promise<boolean>;
  /**
   * The one before lives until `previousUntil`. False where the one before that still lives at
   * `now` and `endsPrevious` does not say so, or where signing is off.
   */
  rotate(
    companyId: string,
    secret: SealedSecret,
    when: { now: Date; previousUntil: Date; endsPrevious: boolean },
    tx?: Queryable,
  ): Promise<boolean>;
  delete(companyId: string, tx?: Queryable): Promise<void>;
  rewrap(companyId: string, from: StoredSigning, to: StoredSigning): Promise<void>;
}

export type SigningDependencies = {
  webhookSigning: WebhookSigningStore;
  accounts: AccountStore;
  envelope: Envelope;
  randomBytes: RandomBytes;
  now: () => Date;
};

/** Gives the secret, this once. 409 where signing is on: a second secret is a rotation. */
export async function enableSigning(
  account: Account,
  services: SigningDependencies,
  tx?: Queryable,
): Promise<string> {
  const { secret, kept } = newSecret(account, services);
  if (!(await services.webhookSigning.insert(account.companyId, kept, tx))) {
    throw new ApiError('ILLEGAL_TRANSITION', 'Webhook signing is on already; rotate its secret.');
  }
  return secret;
}

/**
 * The one before stays valid for 24 hours. A signature carries two secrets at most: 409 while an
 * earlier one lives, with the moment it ends, unless `endsPrevious`; also where signing is off.
 */
export async function rotateSecret(
  account: Account,
  { endsPrevious }: { endsPrevious: boolean },
  services: SigningDependencies,
  tx?: Queryable,
): Promise<string> {
  const { companyId } = account;
  const { secret, kept } = newSecret(account, services);
  const now = accountTime(account, services.now());
  const previousUntil = new Date(now.getTime() + PREVIOUS_SECRET_MS);
  const when = { now, previousUntil, endsPrevious };
  if (await services.webhookSigning.rotate(companyId, kept, when, tx)) return secret;
  const stored = await services.webhookSigning.find(companyId, tx);
  const until = stored?.previous?.until.toISOString();
  throw new ApiError(
    'ILLEGAL_TRANSITION',
    until === undefined
      ? 'Webhook signing is off; enable it first.'
      : `The secret before this one is valid until ${until}; a rotation now has to end it.`,
  );
}

function newSecret(
  { companyId }: Account,
  { envelope, randomBytes }: SigningDependencies,
): { secret: string; kept: SealedSecret } {
  const secret = `whsec_${Buffer.from(randomBytes(32)).toString('base64')}`;
  const sealed = envelope.seal(Buffer.from(secret), contextOf(companyId));
  return { secret, kept: { sealed, keyVersion: envelope.currentVersion } };
}

export async function liveSecrets(
  companyId: string,
  services: SigningDependencies,
): Promise<string[]> {
  const { webhookSigning, envelope } = services;
  const stored = await webhookSigning.find(companyId);
  if (stored === null) return [];
  const open = ({ sealed }: SealedSecret) =>
    Buffer.from(envelope.open(sealed, contextOf(companyId))).toString('utf8');
  const current = open(stored.current);
  if (stored.previous === null) return [current];
  const time = await timeOf(companyId, services);
  return time <= stored.previous.until ? [current, open(stored.previous)] : [current];
}

/** Throws `SealBroken` where a secret of an account cannot be opened, whether it still signs or not. */
export async function requireReadableSecrets(
  companyId: string,
  { webhookSigning, envelope }: SigningDependencies,
): Promise<void> {
  const stored = await webhookSigning.find(companyId);
  for (const secret of [stored?.current, stored?.previous]) {
    if (secret) envelope.open(secret.sealed, contextOf(companyId));
  }
}

export async function rewrapWebhookSecrets(
  companyId: string,
  { envelope, webhookSigning }: SigningDependencies,
): Promise<void> {
  const { currentVersion: keyVersion } = envelope;
  const from = await webhookSigning.find(companyId);
  if (from === null) return;
  const { current, previous } = from;
  const isNewest =
    current.keyVersion === keyVersion && (previous?.keyVersion ?? keyVersion) === keyVersion;
  if (isNewest) return;
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

function contextOf(companyId: string): string {
  return `webhook-secret|${companyId}`;
}

/**
 * `X-Webhook-Signature` of a body: `t=<seconds>,v1=<hex>`, one `v1` per secret, newest first; null
 * without a secret. The key is the whole `whsec_…` text. Source: spec, "Signature".
 */
export function signWebhook(
  body: string,
  { secrets, signedAtSeconds }: { secrets: readonly string[]; signedAtSeconds: number },
): string | null {
  if (secrets.length === 0) return null;
  const marks = secrets.map(
    (secret) =>
      `v1=${createHmac('sha256', secret).update(`${signedAtSeconds}.`).update(body).digest('hex')}`,
  );
  return [`t=${signedAtSeconds}`, ...marks].join(',');
}

/** Of secrets made since they are of that form; one made before has none until it is rotated. */
const STANDARD_SECRET = /^whsec_([A-Za-z0-9+/]{43}=)$/;

/**
 * `webhook-id`, `webhook-timestamp` and, keyed by the bytes that the secret decodes to,
 * `webhook-signature` over `<id>.<timestamp>.<body>`. Source: Standard Webhooks, "Signature scheme".
 */
export function standardHeaders(
  body: string,
  given: { id: string; secrets: readonly string[]; signedAtSeconds: number },
): { [name: string]: string } {
  const { id, secrets, signedAtSeconds } = given;
  const marks = secrets.flatMap((secret) => {
    const key = STANDARD_SECRET.exec(secret)?.[1];
    if (key === undefined) return [];
    const hmac = createHmac('sha256', Buffer.from(key, 'base64'));
    return `v1,${hmac.update(`${id}.${signedAtSeconds}.`).update(body).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': `${signedAtSeconds}`,
    ...(marks.length === 0 ? {} : { 'webhook-signature': marks.join(' ') }),
  };
}
