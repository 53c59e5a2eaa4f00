import {
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { syncPath } from './synced-files.ts';

/**
 * One process a database directory. A second one would write the same files with caches of its
 * own, and the next open would find ruins.
 *
 * The lock is a file with its holder's pid, start time and boot id: a pid alone is reused by the
 * next process, in a container most likely by our own successor. A lock is never taken over
 * because of its age. Not seen: a holder on another machine, or in another container, that shares
 * the directory.
 */

const lockSchema = z.object({
  pid: z.int().check(z.positive()),
  startTime: z.nullable(z.string()),
  bootId: z.nullable(z.string()),
});

type Holder = z.infer<typeof lockSchema>;

export interface DirectoryLock {
  release(): void;
}

/** The directory is in use, or its lock cannot be read; the message is one sentence for the log. */
export class DirectoryInUse extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DirectoryInUse';
  }
}

const heldHere = new Set<string>();

/** Throws `DirectoryInUse`. */
export function lockDirectory(name: string): DirectoryLock {
  mkdirSync(dirname(name), { recursive: true, mode: 0o700 });
  const path = join(realpathSync(dirname(name)), basename(name));
  if (heldHere.has(path)) {
    throw new DirectoryInUse('DATA_DIR is already in use by this process.');
  }
  const mine = JSON.stringify(describeProcess(process.pid));
  take(path, mine);
  heldHere.add(path);
  return {
    release: () => {
      heldHere.delete(path);
      if (readText(path) === mine) unlinkSync(path);
    },
  };
}

function take(path: string, mine: string): void {
  while (!createWhole(path, mine)) {
    const found = readText(path);
    if (found === null) continue;
    const holder = parseHolder(found);
    if (holder === null) {
      throw new DirectoryInUse(
        `DATA_DIR has a lock file that is not ours; remove ${path} if no process uses it.`,
      );
    }
    if (isAlive(holder)) {
      throw new DirectoryInUse(`DATA_DIR is in use by process ${holder.pid}.`);
    }
    // Two starters may both find the lock stale: without a lock of its own over the take-over the
    // slower one would remove what the faster one has just taken.
    const takeover = `${path}.takeover`;
    take(takeover, mine);
    try {
      if (readText(path) === found) unlinkSync(path);
    } finally {
      unlinkSync(takeover);
    }
  }
}

/** Creates the file with its content at once; false if there is one. */
function createWhole(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  writeFileSync(draft, content, { flag: 'wx', mode: 0o600 });
  syncPath(draft);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

function isAlive(holder: Holder): boolean {
  const now = describeProcess(holder.pid);
  if (holder.bootId !== now.bootId) return false;
  // Has ended, and waits for its parent to take note: it holds no file any more.
  if (statOf(holder.pid)?.[0] === 'Z') return false;
  if (holder.startTime !== null && now.startTime !== null) {
    return holder.startTime === now.startTime;
  }
  // Our own pid in a lock we do not hold is that of the process we are the successor of.
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return !isCode(error, 'ESRCH');
  }
}

function describeProcess(pid: number): Holder {
  return {
    pid,
    // Field 22.
    startTime: statOf(pid)?.[19] ?? null,
    bootId: readText('/proc/sys/kernel/random/boot_id')?.trim() ?? null,
  };
}

/** What the system tells of a process from field 3 on; null where it tells nothing. */
function statOf(pid: number): string[] | null {
  // The second field, the name in brackets, may hold blanks and brackets itself.
  return readText(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ') ?? null;
}

function parseHolder(text: string): Holder | null {
  try {
    return lockSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ESRCH')) return null;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
