import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
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
  try {
    const text = (await read(path)) ?? (await create(path, randomBytes));
    // A copy of the file may have been made under a wider mask.
    await chmod(path, 0o600);
    return keyEncryptionKeys(text.trim());
  } catch (error) {
    const problem = error instanceof SettingsError ? 'is damaged' : 'cannot be read or made';
    const refusal = new SettingsError(`The key file ${path} under DATA_DIR ${problem}.`);
    refusal.cause = error;
    throw refusal;
  }
}

async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Whole or not at all: a process that dies here leaves no half a key, and two make one. */
async function create(path: string, randomBytes: RandomBytes): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${Buffer.from(randomBytes(8)).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`1:${Buffer.from(randomBytes(32)).toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return readFile(path, 'utf8');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
