import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
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
