import { SettingsError } from '../shared/settings-error.ts';
import type { KeyEncryptionKey } from './envelope.ts';

/**
 * 32 bytes in base64, or `<version>:<base64>,…` with the newest first. Decision: one variable, so
 * that rotating is "put the new one in front"; a bare key is version 1.
 */
export function readKeyEncryptionKeys(text: string): KeyEncryptionKey[] {
  const keys = text.split(',').map((entry) => {
    const [, version = '1', encoded = ''] = /^(?:(\d{1,5}):)?(.*)$/.exec(entry.trim()) ?? [];
    const key = Buffer.from(encoded, 'base64');
    const inRange = Number(version) >= 1 && Number(version) <= 65_535;
    if (!inRange || key.length !== 32 || key.toString('base64') !== encoded) {
      throw new SettingsError(
        'KEY_ENCRYPTION_KEY must be 32 bytes in base64, or a list of <version>:<base64>.',
      );
    }
    return { version: Number(version), key: new Uint8Array(key) };
  });
  if (new Set(keys.map((key) => key.version)).size !== keys.length) {
    throw new SettingsError('KEY_ENCRYPTION_KEY must not name the same version twice.');
  }
  return keys;
}
