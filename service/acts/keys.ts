import * as z from 'zod/mini';
import { ApiError, invalidField } from '../base/shared/api-error.ts';
import type { StoredCredential } from '../domain/accounts/credential.ts';
import { hashCredential, keyIdOf, newKeyPair } from '../domain/accounts/credential.ts';
import type { KeyScope } from '../domain/accounts/key-scope.ts';
import { KEY_SCOPES } from '../domain/accounts/key-scope.ts';
import type { PermissionName, Role } from '../domain/people/roles.ts';
import { permissionOf } from '../domain/people/roles.ts';
import type { User } from '../domain/people/user.ts';
import { defineAct, logged, look, OF_COMPANY, provenChange, unknown } from './act.ts';
import { findCompany } from './find-company.ts';
import type { KeyedServices } from './services.ts';
import { idOf, listOf, oneOf, optional } from './values.ts';

const NEEDED_BY_MAKER: Readonly<Record<KeyScope, readonly PermissionName[]>> = {
  charge: [],
  refund: ['payments.refund'],
  payout: ['payouts.create'],
  read: ['payments.read', 'payouts.read', 'balance.read'],
};

/** Decision: nobody makes a key for more than their own role allows in full. */
export function mayGive(role: Role, scope: KeyScope): boolean {
  return NEEDED_BY_MAKER[scope].every((what) => permissionOf(role, what) === 'yes');
}

export const CREATE_KEY = defineAct({
  ...provenChange('key.create', 'key create', 'keys.manage'),
  summary: 'makes a key pair and shows its secret, this once',
  fields: {
    ...OF_COMPANY,
    scopes: logged(
      optional(listOf(oneOf(KEY_SCOPES), z.minLength(1))),
      `what it is for: ${KEY_SCOPES.join(',')}; all of it unless given`,
    ),
  },
  async run({ companyId, scopes = [...KEY_SCOPES] }, { actor, role, trail, services }) {
    if (role !== undefined && scopes.some((scope) => !mayGive(role, scope))) {
      throw new ApiError('FORBIDDEN', 'A key cannot be made for more than its maker may do.');
    }
    const { db, accounts, credentials, hash, randomBytes, now } = await services();
    const account = await findCompany(companyId, { accounts });
    const pair = newKeyPair(account, randomBytes);
    const hashes = hashCredential(hash, pair);
    const key = keyIdOf(hashes);
    await db.transaction(async (tx) => {
      const made = { ...hashes, scopes, createdBy: actor, createdAt: now() };
      await credentials.insert(tx, companyId, made);
      await trail.record(tx, { subjects: { key } });
    });
    return { key, scopes, ...pair };
  },
});

export const LIST_KEYS = defineAct({
  ...look('key.list', 'key list', 'keys.manage'),
  summary: 'lists the key pairs of an account, without the keys',
  fields: OF_COMPANY,
  async run({ companyId }, { services }) {
    const { accounts, credentials, users } = await services();
    await findCompany(companyId, { accounts });
    return listKeys(companyId, { credentials, users });
  },
});

export const REVOKE_KEY = defineAct({
  ...provenChange('key.revoke', 'key revoke', 'keys.manage'),
  summary: 'ends a key pair at once and for ever',
  fields: { ...OF_COMPANY, keyId: logged(idOf('key', '[0-9a-f]{12}'), 'its id, from "key list"') },
  async run({ companyId, keyId: key }, { trail, services }) {
    const { db, accounts, credentials, now } = await services();
    await findCompany(companyId, { accounts });
    const found = (await credentials.list(companyId)).find((one) => keyIdOf(one) === key);
    if (found === undefined) throw unknown('key');
    const revokedAt = now();
    await db.transaction(async (tx) => {
      if (!(await credentials.revoke(tx, companyId, found.publicKeyHash, revokedAt))) {
        throw invalidField('key', 'revoked');
      }
      await trail.record(tx);
    });
    return { key, revokedAt };
  },
});

/** `maker`: null for who is nobody of the dashboard. */
export type ListedKey = StoredCredential & { maker: User | null };

export async function listKeys(
  companyId: string,
  { credentials, users }: Pick<KeyedServices, 'credentials' | 'users'>,
): Promise<ListedKey[]> {
  const find = async (id: string | null) => (id === null ? null : users.find(id));
  const keys = await credentials.list(companyId);
  return Promise.all(keys.map(async (key) => ({ ...key, maker: await find(key.createdBy) })));
}

/** It still works, and who made it is removed. */
export function isLeftBehind({ maker, revokedAt }: ListedKey): boolean {
  return maker?.state === 'removed' && revokedAt === null;
}

export const KEY_ACTS = [CREATE_KEY, LIST_KEYS, REVOKE_KEY] as const;
