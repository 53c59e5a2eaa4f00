import type { Envelope, RandomBytes } from '../base/crypto/envelope.ts';
import type { KeyedHash } from '../base/crypto/keyed-hash.ts';
import type { StoredCredentials } from '../providers/credentials.ts';
import { newNoticeSecret, sealSettings } from '../providers/credentials.ts';

type Sealing = { envelope: Envelope; hash: KeyedHash; randomBytes: RandomBytes };

/** Credentials of a company at a provider, as a command keeps them; tests spoil one thing of them. */
export function storedCredentials(
  services: Sealing,
  changes: Partial<StoredCredentials> = {},
  settings: Record<string, string> = { 'client-secret': 'a-secret' },
): StoredCredentials {
  const key = { companyId: changes.companyId ?? 'no3ds', provider: changes.provider ?? 'inter' };
  return {
    ...key,
    environment: 'sandbox',
    certificateEndsAt: null,
    connectedAt: null,
    proof: null,
    version: 1,
    createdAt: new Date('2026-11-20T12:00:00Z'),
    rotatedAt: null,
    sealedSettings: sealSettings(settings, key, services.envelope),
    ...newNoticeSecret(key, services),
    ...changes,
  };
}
