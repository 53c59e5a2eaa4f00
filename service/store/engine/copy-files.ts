import { copyFile, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Db, Queryable } from '../../base/shared/db.ts';
import { NoRoom } from '../../base/shared/db.ts';

export type CopyHost = {
  copyFile: (from: string, to: string) => Promise<void>;
  freeBytes: (path: string) => Promise<number>;
};

export const REAL_COPY_HOST: CopyHost = {
  copyFile: (from, to) => copyFile(from, to),
  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  },
};

const CONTROL = join('global', 'pg_control');
const LOG = 'pg_wal';
/** A server makes these for itself when it starts. */
const LEFT_OUT = /(^|\/)(postmaster\.\w+|pg_internal\.init[^/]*|pgsql_tmp[^/]*)$/;
/** For what is written while it is copied, and for the database that goes on. */
const SPARE_BYTES = 256 * 1024 * 1024;
/** A big database takes its time; the engine has no deadline of its own. */
const DEADLINE_MS = 4 * 60 * 60_000;

/**
 * Copies the files of a database into a folder, as of one moment, while it is read and written; the
 * caller sees to it that no checkpoint is made meanwhile. It is what PostgreSQL calls a base backup:
 * files are copied as they are found, some of them half written, and the log since a checkpoint,
 * which has every changed page whole, makes them what they were at its end. Others wait for that
 * checkpoint, and for the last piece of the log. Throws `NoRoom` where the disk could not take it.
 */
export async function copyFiles(
  db: Pick<Db, 'session'>,
  { from, to, host }: { from: string; to: string; host: CopyHost },
): Promise<void> {
  const found = await filesBelow(from);
  await requireRoom(from, found, host);
  await mkdir(to, { recursive: true, mode: 0o700 });
  await makeFolders(from, to);
  const copy = async (name: string): Promise<void> => {
    await unlessGone(host.copyFile(join(from, name), join(to, name)));
  };

  const first = await db.session(
    async (session) => {
      await read(session, 'CHECKPOINT');
      await copy(CONTROL);
      return await read(session, 'SELECT redo_wal_file AS name FROM pg_control_checkpoint()');
    },
    { deadlineMs: DEADLINE_MS },
  );
  // Found anew: what was made before the checkpoint may have no trace in the log after it.
  for (const name of await filesBelow(from)) {
    if (name === CONTROL || dirname(name) === LOG) continue;
    await mkdir(dirname(join(to, name)), { recursive: true, mode: 0o700 });
    await copy(name);
  }

  const copied = new Set<string>();
  const copyLog = async (isTaken: (segment: string) => boolean): Promise<void> => {
    for (const segment of await segmentsOf(join(from, LOG))) {
      if (segment < first || copied.has(segment) || !isTaken(segment)) continue;
      await copy(join(LOG, segment));
      copied.add(segment);
    }
  };
  const current = (session: Queryable) =>
    read(session, 'SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name');
  const options = { deadlineMs: DEADLINE_MS };
  // What is behind the current one is written no more, so nobody waits for it.
  const before = await db.session(current, options);
  await copyLog((segment) => segment < before);
  await db.session(async (session) => {
    const last = await current(session);
    await copyLog((segment) => segment <= last);
  }, options);
}

async function read(session: Queryable, text: string): Promise<string> {
  const [row] = await session.query<{ name: string }>({ name: '', text, values: [] });
  return row?.name ?? '';
}

async function requireRoom(folder: string, files: readonly string[], { freeBytes }: CopyHost) {
  let bytes = SPARE_BYTES;
  for (const name of files) bytes += (await unlessGone(stat(join(folder, name))))?.size ?? 0;
  if ((await freeBytes(folder)) < bytes) throw new NoRoom();
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !LEFT_OUT.test(name));
}

/** Those without a file as well: the engine does not start where one is missing. */
async function makeFolders(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isDirectory())) {
    const name = relative(from, join(entry.parentPath, entry.name));
    await mkdir(join(to, name), { recursive: true, mode: 0o700 });
  }
}

/** Those of the log, oldest first. The engine keeps some ready for later under later names. */
async function segmentsOf(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort();
}

/** A table that is dropped takes its files with it: the log tells so as well. */
async function unlessGone<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
