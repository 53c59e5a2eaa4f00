import { CREATE_KEY, LIST_KEYS, REVOKE_KEY } from '../acts/keys.ts';
import type { StoredCredential } from '../domain/accounts/credential.ts';
import { keyIdOf } from '../domain/accounts/credential.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for the key pairs a merchant calls the service with. */
export const KEY_COMMANDS: readonly Command[] = [
  commandOf(
    CREATE_KEY,
    (made) => made,
    () => ({ notes: ['The secret key is kept nowhere and cannot be shown again.'] }),
  ),
  commandOf(LIST_KEYS, (keys) => keys.map(toRow)),
  commandOf(REVOKE_KEY, ({ key, revokedAt }) => ({ key, revokedAt: revokedAt.toISOString() })),
];

function toRow(credential: StoredCredential): Row {
  return {
    key: keyIdOf(credential),
    createdAt: credential.createdAt.toISOString(),
    lastUsedAt: credential.lastUsedAt?.toISOString() ?? null,
    revokedAt: credential.revokedAt?.toISOString() ?? null,
  };
}
