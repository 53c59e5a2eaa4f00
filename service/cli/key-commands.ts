import { CREATE_KEY, LIST_KEYS, REVOKE_KEY } from '../acts/keys.ts';
import { keyIdOf } from '../domain/accounts/credential.ts';
import type { Command } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for the key pairs a merchant calls the service with. */
export const KEY_COMMANDS: readonly Command[] = [
  commandOf(CREATE_KEY, (made) => ({
    content: { record: made },
    notes: ['The secret key is kept nowhere and cannot be shown again.'],
  })),
  commandOf(LIST_KEYS, function tell(keys) {
    const rows = keys.map((credential) => ({
      key: keyIdOf(credential),
      createdAt: credential.createdAt.toISOString(),
      lastUsedAt: credential.lastUsedAt?.toISOString() ?? null,
      revokedAt: credential.revokedAt?.toISOString() ?? null,
    }));
    return { content: { rows } };
  }),
  commandOf(REVOKE_KEY, ({ key, revokedAt }) => ({
    content: { record: { key, revokedAt: revokedAt.toISOString() } },
  })),
];
