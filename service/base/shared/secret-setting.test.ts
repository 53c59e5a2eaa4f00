import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../settings.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const KEY = Buffer.alloc(32, 9).toString('base64');
const DATABASE = 'postgres://pay:secret@127.0.0.1/pay';

describe('a secret that lies in a file', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = temporaryFolder('secret-setting');
    file = join(folder, 'secret');
  });

  const messageOf = (environment: Record<string, string>) => {
    try {
      readSettings(environment);
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return null;
  };

  it('counts as the setting, without the end of its line', () => {
    writeFileSync(file, `2:${KEY},1:${KEY}\n`);
    const { keyEncryptionKeys = [] } = readSettings({ KEY_ENCRYPTION_KEY_FILE: file });
    expect(keyEncryptionKeys.map(({ version }) => version)).toEqual([2, 1]);
    writeFileSync(file, `${DATABASE}\n`);
    expect(
      readSettings({ DATABASE_URL_FILE: file, DATABASE_REPLICA_URL_FILE: file }),
    ).toMatchObject({ databaseUrl: DATABASE, databaseReplicaUrl: DATABASE });
  });

  it('is held to what the setting is held to, by its name and never its value', () => {
    writeFileSync(file, 'c2hvcnQ=');
    expect(messageOf({ KEY_ENCRYPTION_KEY_FILE: file })).toBe(
      'KEY_ENCRYPTION_KEY must be 32 bytes in base64, or a list of <version>:<base64>.',
    );
  });

  it('is refused beside the setting itself, since one of them would be forgotten', () => {
    writeFileSync(file, KEY);
    expect(messageOf({ KEY_ENCRYPTION_KEY: KEY, KEY_ENCRYPTION_KEY_FILE: file })).toBe(
      'KEY_ENCRYPTION_KEY and KEY_ENCRYPTION_KEY_FILE must not both be set.',
    );
  });

  it('is refused where the file is empty or not there', () => {
    writeFileSync(file, '\n');
    expect(messageOf({ DATABASE_URL_FILE: file })).toBe('DATABASE_URL_FILE names an empty file.');
    expect(messageOf({ DATABASE_URL_FILE: join(folder, 'none') })).toBe(
      'DATABASE_URL_FILE names a file that cannot be read (ENOENT).',
    );
    expect(messageOf({ DATABASE_URL_FILE: folder })).toBe(
      'DATABASE_URL_FILE names a file that cannot be read (EISDIR).',
    );
  });
});
