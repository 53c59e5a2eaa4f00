import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Loaded = Awaited<ReturnType<NodeFS['init']>>;

const EIO = 29; // in Emscripten's numbering, which is not the host's

/**
 * The embedded engine's files on the host, with the fsync the engine's own file layer lacks:
 * without it the engine's `fsync = on` reaches no disk. It is in place before the engine's first
 * read, so that recovery after a crash is synced as well.
 */
export class SyncedFiles extends NodeFS {
  /** How often the engine has asked for an fsync and got one. */
  syncs = 0;
  readonly #fsync: (descriptor: number) => void;

  constructor(directory: string, fsync: (descriptor: number) => void = fsyncSync) {
    super(directory);
    this.#fsync = fsync;
  }

  override async init(pg: PGlite, options: Loaded['emscriptenOpts']): Promise<Loaded> {
    const loaded = await super.init(pg, options);
    loaded.emscriptenOpts.preRun?.push((engine) => {
      engine.NODEFS.stream_ops.fsync = (stream: { nfd: number }): number => {
        try {
          this.#fsync(stream.nfd);
        } catch {
          throw new engine.FS.ErrnoError(EIO);
        }
        this.syncs += 1;
        return 0;
      };
    });
    return loaded;
  }
}

export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Makes a new entry at `path` survive a power loss, and the folders above it, which may be as new.
 * Those that may not be opened were not made by us.
 */
export function syncAncestors(path: string): void {
  const parent = dirname(path);
  if (parent === path) return;
  try {
    syncPath(parent);
  } catch {
    return;
  }
  syncAncestors(parent);
}

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
