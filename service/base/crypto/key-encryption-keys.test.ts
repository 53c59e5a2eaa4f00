import { describe, expect, it } from 'vitest';
import { SettingsError } from '../shared/settings-error.ts';
import { readKeyEncryptionKeys } from './key-file.ts';

const KEY = Buffer.alloc(32, 9).toString('base64');

describe('KEY_ENCRYPTION_KEY', () => {
  it('reads a bare key as version 1', () => {
    expect(readKeyEncryptionKeys(KEY)).toEqual([{ version: 1, key: new Uint8Array(32).fill(9) }]);
  });

  it('reads a list with the newest first', () => {
    const other = Buffer.alloc(32, 8).toString('base64');
    expect(readKeyEncryptionKeys(`2:${other},1:${KEY}`).map((key) => key.version)).toEqual([2, 1]);
  });

  it.each([
    [`1:${KEY},1:${KEY}`],
    [`0:${KEY}`],
    [`70000:${KEY}`],
    [`${KEY}=`],
    ['1:'],
    [`x:${KEY}`],
  ])('refuses %s', (text) => {
    expect(() => readKeyEncryptionKeys(text)).toThrow(SettingsError);
  });
});
