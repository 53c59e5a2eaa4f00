import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failureCode } from '../shared/failure-code.ts';
import { SettingsError } from '../shared/settings-error.ts';
import type { KeyEncryptionKey, RandomBytes } from './envelope.ts';

/** Only its owner can read it; it lies beside the database's directory and never in it. */
export async function readOrCreateKeyFile(
  path: string,
  randomBytes: RandomBytes,
): Promise<KeyEncryptionKey[]> {
  try {
    const text = (await read(path)) ?? (await create(path, randomBytes));
    // A copy of the file may have been made under a wider mask.
    await chmod(path, 0o600);
    return readKeyEncryptionKeys(text.trim());
  } catch (error) {
    const problem = error instanceof SettingsError ? 'is damaged' : 'cannot be read or made';
    const refusal = new SettingsError(`The key file ${path} under DATA_DIR ${problem}.`);
    refusal.cause = error;
    throw refusal;
  }
}

/** Newest first. The file is the old one or the new one, never a half. Throws `SettingsError`. */
export async function addKeyToFile(
  path: string,
  randomBytes: RandomBytes,
): Promise<KeyEncryptionKey[]> {
  const kept = await readOrCreateKeyFile(path, randomBytes);
  const version = Math.max(...kept.map((key) => key.version)) + 1;
  const keys = [{ version, key: randomBytes(32) }, ...kept];
  const draft = await writeDraft(path, toText(keys), randomBytes);
  await rename(draft, path);
  await syncDirectory(dirname(path));
  return keys;
}

function toText(keys: readonly KeyEncryptionKey[]): string {
  const entries = keys.map(
    ({ version, key }) => `${version}:${Buffer.from(key).toString('base64')}`,
  );
  return `${entries.join(',')}\n`;
}

/** The new name is safe only with the directory that holds it. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (failureCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whole or not at all: a process that dies here leaves no half a key, and two make one. */
async function create(path: string, randomBytes: RandomBytes): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const first = { version: 1, key: randomBytes(32) };
  const draft = await writeDraft(path, toText([first]), randomBytes);
  try {
    await link(draft, path);
  } catch (error) {
    if (failureCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return readFile(path, 'utf8');
}

async function writeDraft(path: string, text: string, randomBytes: RandomBytes): Promise<string> {
  const draft = `${path}.${Buffer.from(randomBytes(8)).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

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
