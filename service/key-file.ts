import { chmod, mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { KeyEncryptionKey, RandomBytes } from './envelope.ts';
import { keyEncryptionKeys, SettingsError } from './settings.ts';

/**
 * The sandbox's key-encryption key: a file that only its owner can read, made at the first start,
 * beside the database's directory and never in it.
 */
export async function readOrCreateKeyFile(
  path: string,
  randomBytes: RandomBytes,
): Promise<KeyEncryptionKey[]> {
  await mkdir(dirname(path), { recursive: true });
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(`1:${Buffer.from(randomBytes(32)).toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!isExisting(error)) throw unreadable(path, error);
  }
  try {
    // A mask of the host may have been wider when the file was copied here.
    await chmod(path, 0o600);
    return keyEncryptionKeys((await readFile(path, 'utf8')).trim());
  } catch (error) {
    if (error instanceof SettingsError) {
      throw new SettingsError(`The key file ${path} under DATA_DIR is damaged.`);
    }
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): SettingsError {
  const error = new SettingsError(`The key file ${path} under DATA_DIR cannot be read or made.`);
  error.cause = cause;
  return error;
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
