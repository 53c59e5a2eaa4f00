import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from './synced-files.ts';

type Entry = { path: string; isFolder: boolean; content: Uint8Array };

const BLOCK = 512;
const FOLDER = '5'.charCodeAt(0);
/** Enough that a disk takes several syncs at once. */
const WRITERS = 8;

/** All of it is on the disk when this is done, but for the name of `folder`, which is there. */
export async function unpackSynced(archive: Uint8Array, folder: string): Promise<void> {
  const entries = [...entriesOf(archive)];
  const folders = entries.filter(({ isFolder }) => isFolder).map(({ path }) => join(folder, path));
  for (const path of folders) mkdirSync(path, { recursive: true, mode: 0o700 });
  const files = entries.filter(({ isFolder }) => !isFolder).values();
  const writeFiles = async () => {
    for (const { path, content } of files) await writeSynced(join(folder, path), content);
  };
  await Promise.all(Array.from({ length: WRITERS }, writeFiles));
  for (const path of [...folders, folder]) syncPath(path);
}

async function writeSynced(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

function* entriesOf(archive: Uint8Array): Generator<Entry> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const text = (start: number, end: number) =>
    bytes.toString('latin1', start, end).replace(/\0.*$/s, '');
  // A header without a name is the end.
  for (let at = 0; at < bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, at + 136), 8);
    const start = at + BLOCK;
    yield {
      path: text(at, at + 100),
      isFolder: bytes[at + 156] === FOLDER,
      content: bytes.subarray(start, start + size),
    };
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}
