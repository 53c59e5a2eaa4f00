import { existsSync, fsyncSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { type RetryOptions, retryConflicts } from './conflict-retry.ts';
import type { Db } from './db.ts';
import { lockDirectory } from './directory-lock.ts';
import { EmbeddedEngine, keepExitCode } from './embedded-engine.ts';
import { SyncedFiles, syncAncestors, syncTree } from './synced-files.ts';
import { TRANSACTION_DEADLINE_MS, TransactionScope } from './transaction-scope.ts';
import { TurnQueue } from './turn-queue.ts';

export type EmbeddedOptions = RetryOptions & {
  /** How often the engine checkpoints what was written; it has no background process to do so. */
  checkpointEveryMs?: number;
  /** The host's fsync. */
  fsync?: (descriptor: number) => void;
  /** The files of an empty database, from `emptyDatabase`; made when they are needed and missing. */
  template?: Blob;
};

/** An embedded database; `forgetStatements` is for callers that drop tables. */
export type EmbeddedDb = Db & { forgetStatements(): Promise<void> };

// PGlite's own parameters but for `-F`, which turns fsync off.
const START_PARAMETERS = ['--single', '-O', '-j'];
const SETTINGS = {
  search_path: 'public',
  exit_on_error: 'false',
  log_checkpoints: 'false',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  synchronous_commit: 'on',
  wal_sync_method: 'fsync',
};

const startParameters = (fsync: 'on' | 'off'): string[] => [
  ...START_PARAMETERS,
  ...Object.entries({ ...SETTINGS, fsync }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/**
 * Opens the embedded database under `dataDir`, making it when there is none, and holds the
 * directory's lock until `close`. Throws `DirectoryInUse` when another process has it.
 * `durability` is what a self-test of this start has shown.
 */
export const openEmbeddedDb = async (
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDb> => {
  const lock = lockDirectory(join(dataDir, 'database.lock'));
  try {
    const directory = join(dataDir, 'database');
    if (!existsSync(directory)) await initialize(directory, options.template);
    const files = new SyncedFiles(directory, options.fsync ?? fsyncSync);
    const engine = await start({ fs: files, startParams: startParameters('on') });
    const durability = await proveSync(engine, files);
    const db = toDb(engine, durability, options);
    const stopUpkeep = keepUp(db, files, options.checkpointEveryMs ?? 60_000);
    return {
      ...db,
      close: async () => {
        stopUpkeep();
        await db.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
};

/** An embedded database in memory, for tests. */
export const openMemoryDb = async (options: EmbeddedOptions = {}): Promise<EmbeddedDb> => {
  const { template } = options;
  const engine = await start({
    startParams: startParameters('off'),
    ...(template === undefined ? {} : { loadDataDir: template }),
  });
  return toDb(engine, 'process-crash', options);
};

/** The files of an empty database: opening from them takes a quarter of the time. */
export const emptyDatabase = async (): Promise<Blob> =>
  await keepExitCode(async () => {
    const pglite = await PGlite.create();
    await pglite.exec('checkpoint');
    const template = await pglite.dumpDataDir('none');
    await pglite.close();
    return template;
  });

/**
 * A database directory appears whole or not at all: it is made beside its place, synced and moved
 * there. What a crash leaves half made is thrown away at the next start.
 */
const initialize = async (directory: string, template?: Blob): Promise<void> => {
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const engine = await start({
    fs: new SyncedFiles(draft),
    startParams: startParameters('on'),
    loadDataDir: template ?? (await emptyDatabase()),
  });
  await engine.close();
  syncTree(draft);
  renameSync(draft, directory);
  syncAncestors(resolve(directory));
};

const start = async (options: PGliteOptions): Promise<EmbeddedEngine> =>
  new EmbeddedEngine(await keepExitCode(() => PGlite.create(options)));

/** Commits once and sees whether the host was asked to sync. */
const proveSync = async (engine: EmbeddedEngine, files: SyncedFiles): Promise<Db['durability']> => {
  const before = files.syncs;
  await engine.command("select pg_logical_emit_message(true, 'self-test', '')");
  return files.syncs > before ? 'power-loss' : 'process-crash';
};

const toDb = (
  engine: EmbeddedEngine,
  durability: Db['durability'],
  options: EmbeddedOptions,
): EmbeddedDb => {
  const scope = new TransactionScope();
  const connection = new TurnQueue();
  const session = {
    query: <Row>(statement: Parameters<Db['query']>[0]) => engine.query<Row>(statement),
    begin: async () => void (await engine.command('begin isolation level read committed')),
    commit: () => engine.command('commit'),
    rollback: async () => {
      if (!engine.isBroken) await engine.command('rollback');
    },
  };
  return {
    engine: 'embedded',
    durability,
    query: async (statement) => {
      scope.assertOutside();
      return await retryConflicts(() => connection.run(() => engine.query(statement)), options);
    },
    transaction: async (work, { deadlineMs } = { deadlineMs: TRANSACTION_DEADLINE_MS }) => {
      scope.assertOutside();
      return await retryConflicts(
        () => connection.run(() => scope.run(session, work, deadlineMs)),
        options,
      );
    },
    isUp: async () => {
      try {
        await connection.run(() => engine.command('select 1'));
        return true;
      } catch {
        return false;
      }
    },
    close: () => connection.run(() => engine.close()),
    forgetStatements: () => connection.run(() => engine.forgetStatements()),
  };
};

// A single-process PostgreSQL has neither checkpointer nor autovacuum: without this its log grows
// until the process ends, and the start after a crash replays all of it.
const VACUUM_EVERY_CHECKPOINTS = 60;

const keepUp = (db: Db, files: SyncedFiles, everyMs: number): (() => void) => {
  let syncs = files.syncs;
  let checkpoints = 0;
  const run = async (): Promise<void> => {
    if (files.syncs === syncs) return;
    checkpoints += 1;
    if (checkpoints % VACUUM_EVERY_CHECKPOINTS === 0) await upkeep(db, 'vacuum');
    await upkeep(db, 'checkpoint');
    syncs = files.syncs;
  };
  // A broken engine answers every later call itself; upkeep adds nothing to that.
  const timer = setInterval(() => void run().catch(() => undefined), everyMs);
  timer.unref();
  return () => clearInterval(timer);
};

const upkeep = (db: Db, text: string) => db.query({ name: '', text, values: [] });
