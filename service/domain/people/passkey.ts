import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { lineOfText } from '../../../contract/text.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { parseFields } from '../../base/shared/parse-fields.ts';
import type { User, UserStore } from './user.ts';

/** Decision: enough for the devices of one person, and a list that can still be read. */
export const MOST_PASSKEYS = 20;

export const PASSKEY_NAME_LENGTH = 60;

/** It proves who somebody is by itself: the device asks for a finger, a face or its code. */
export type Passkey = {
  id: string;
  userId: string;
  /** What the device calls it, in base64url; of one passkey in all of the service. */
  credentialId: string;
  publicKey: Uint8Array;
  /** How often the device says it was used; 0 for devices that do not count. */
  counter: number;
  transports: readonly string[];
  name: string;
  createdAt: Date;
  usedAt: Date | null;
};

export interface PasskeyStore {
  insert(tx: Queryable, passkey: Passkey): Promise<boolean>;
  findByCredential(credentialId: string): Promise<{ passkey: Passkey; user: User } | null>;
  /** The oldest first. */
  list(userId: string): Promise<Passkey[]>;
  count(tx: Queryable, userId: string): Promise<number>;
  /** False where the counter is not higher than the one that is kept; 0 stays 0. */
  use(tx: Queryable, credentialId: string, used: { counter: number; at: Date }): Promise<boolean>;
  rename(tx: Queryable, userId: string, id: string, name: string): Promise<boolean>;
  remove(tx: Queryable, userId: string, id: string): Promise<boolean>;
  hasOtherWayIn(tx: Queryable, userId: string, id: string): Promise<boolean>;
}

const nameSchema = z.object({ name: lineOfText(PASSKEY_NAME_LENGTH) });

/** 400 INVALID_DATA of `name` where it is no line of text or too long. */
export function readPasskeyName(name: string): string {
  return parseFields(nameSchema, { name }).name.trim();
}

/** False where there is none. 400 INVALID_DATA of `name`. */
export async function renamePasskey(
  tx: Queryable,
  { userId, id, name }: Pick<Passkey, 'userId' | 'id' | 'name'>,
  { passkeys }: { passkeys: PasskeyStore },
): Promise<boolean> {
  return passkeys.rename(tx, userId, id, readPasskeyName(name));
}

/**
 * 409 for the last one of who has no app for codes: a password alone opens nothing. The person
 * stays locked until the transaction ends, so that the last two are not removed at once.
 */
export async function removePasskey(
  tx: Queryable,
  { userId, id }: Pick<Passkey, 'userId' | 'id'>,
  { passkeys, users }: { passkeys: PasskeyStore; users: UserStore },
): Promise<boolean> {
  if ((await users.lock(tx, userId)) === null) return false;
  if (!(await passkeys.remove(tx, userId, id))) return false;
  if (await passkeys.hasOtherWayIn(tx, userId, id)) return true;
  throw new ApiError('ILLEGAL_TRANSITION', 'This passkey is the only way to sign in.', {
    details: [errorDetail('passkey', 'only_way_in')],
  });
}

export type PasskeySite = { rpId: string; origin: string };

/** Why there are none: browsers refuse them for IP addresses and for pages that are not secure. */
export type PasskeysUnavailable = 'ip-address' | 'not-secure';

export function passkeySiteOf(dashboardUrl: string): PasskeySite | PasskeysUnavailable {
  const { hostname, protocol, origin } = new URL(dashboardUrl);
  // An IPv6 address stands in brackets.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'ip-address';
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? { rpId: hostname, origin } : 'not-secure';
}
