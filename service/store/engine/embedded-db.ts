import { existsSync, fsyncSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PGliteOptions } from '@electric-sql/pglite';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import type { Db, Statement, Transaction } from '../../base/shared/db.ts';
import { Batcher } from './batcher.ts';
import type { RetryOptions } from './conflict-retry.ts';
import { retryConflicts } from './conflict-retry.ts';
import type { CopyHost } from './copy-files.ts';
import { copyFiles, REAL_COPY_HOST } from './copy-files.ts';
import { lockDirectory } from './directory-lock.ts';
import { EmbeddedEngine, keepExitCode } from './embedded-engine.ts';
import { runTransaction, TRANSACTION_DEADLINE_MS } from './run-transaction.ts';
import { SyncedFiles, syncAncestors } from './synced-files.ts';
import { unpackSynced } from './tar-archive.ts';
import { TurnQueue } from './turn-queue.ts';
import { proveRoom, WRITE_PROBE } from './write-probe.ts';

export type EmbeddedOptions = RetryOptions & {
  /** How often the engine checkpoints what was written; it has no background process to do so. */
  checkpointEveryMs?: number;
  fsync?: (descriptor: number) => void;
  copyHost?: Partial<CopyHost>;
  /** The files of an empty database, from `emptyDatabase`; made where they are needed and missing. */
  template?: Template;
  /**
   * Told once that the engine has stopped, such as for want of room for its log: nothing but
   * opening the database anew helps. `code` is the SQLSTATE, where there is one.
   */
  onBroken?: (code: string | null) => void;
};

type Template = () => Promise<Uint8Array | null>;

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
  // All of it is written at every start; what it does not hold is in the host's memory.
  shared_buffers: '64MB',
};

function startParameters(fsync: 'on' | 'off'): string[] {
  return [
    ...START_PARAMETERS,
    ...Object.entries({ ...SETTINGS, fsync }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]),
  ];
}

export function hasEmbeddedDb(dataDir: string): boolean {
  return existsSync(directoryOf(dataDir));
}

function directoryOf(dataDir: string): string {
  return join(dataDir, 'database');
}

/**
 * Opens the embedded database under `dataDir`, making it when there is none, and holds the
 * directory's lock until `close`. Throws `DirectoryInUse` when another process has it.
 * `durability` is what a self-test of this start has shown.
 */
export async function openEmbeddedDb(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDb> {
  const lock = lockDirectory(join(dataDir, 'database.lock'));
  try {
    const directory = directoryOf(dataDir);
    if (!existsSync(directory)) await initialize(directory, options.template);
    const { fsync = fsyncSync, onBroken } = options;
    const files = new SyncedFiles(directory, fsync);
    const engine = await start({ fs: files, startParams: startParameters('on') }, onBroken);
    const durability = await proveSync(engine, files);
    const db = toDb(engine, durability, options, () => proveRoom(dataDir, fsync));
    const upkeep = keepUp(db, files, options.checkpointEveryMs ?? 60_000);
    const copyHost = { ...REAL_COPY_HOST, ...options.copyHost };
    return {
      ...db,
      copyFiles: (to) =>
        upkeep.without(() => copyFiles(db, { from: directory, to, host: copyHost })),
      close: async () => {
        upkeep.stop();
        await db.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** For tests. */
export async function openMemoryDb(options: EmbeddedOptions = {}): Promise<EmbeddedDb> {
  const template = await options.template?.();
  const engine = await start({
    startParams: startParameters('off'),
    ...(template ? { loadDataDir: new Blob([new Uint8Array(template)]) } : {}),
  });
  return toDb(engine, 'process-crash', options);
}

/** The files of an empty database, or of what `prepare` makes of it, as a tar archive. */
export async function emptyDatabase(prepare?: (db: Db) => Promise<unknown>): Promise<Uint8Array> {
  const files = new KeptFiles();
  const engine = await start({ fs: files, startParams: startParameters('off') });
  const db = toDb(engine, 'process-crash', {});
  // What PostgreSQL makes further databases of. There is one, and these are two thirds of the files.
  for (const name of ['template0', 'template1']) {
    await engine.command(`ALTER DATABASE ${name} is_template false`);
    await engine.command(`DROP DATABASE ${name}`);
  }
  await prepare?.(db);
  await db.close();
  return files.archive;
}

class KeptFiles extends MemoryFS {
  archive = new Uint8Array();

  override async closeFs(): Promise<void> {
    const archive = await this.dumpTar('database', 'none');
    this.archive = new Uint8Array(await archive.arrayBuffer());
    await super.closeFs();
  }
}

/**
 * A database directory appears whole or not at all: it is made beside its place, synced and moved
 * there. What a crash leaves half made is thrown away at the next start.
 */
async function initialize(directory: string, template?: Template): Promise<void> {
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  await unpackSynced((await template?.()) ?? (await emptyDatabase()), draft);
  renameSync(draft, directory);
  syncAncestors(resolve(directory));
}

async function start(
  options: PGliteOptions,
  onBroken: EmbeddedOptions['onBroken'] = () => undefined,
): Promise<EmbeddedEngine> {
  return await keepExitCode(async () => {
    const pglite = new UntypedPGlite(options);
    await pglite.waitReady;
    return new EmbeddedEngine(pglite, onBroken);
  });
}

/** Without the look through the catalogue at every start that only PGlite's own `query` needs. */
class UntypedPGlite extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}

/** Commits once and sees whether the host was asked to sync. */
async function proveSync(engine: EmbeddedEngine, files: SyncedFiles): Promise<Db['durability']> {
  const before = files.syncs;
  await engine.command("SELECT pg_logical_emit_message(true, 'self-test', '')");
  return files.syncs > before ? 'power-loss' : 'process-crash';
}

/** `proveGrowth`: throws where the files cannot grow. */
function toDb(
  engine: EmbeddedEngine,
  durability: Db['durability'],
  options: EmbeddedOptions,
  proveGrowth: () => void = () => undefined,
): EmbeddedDb {
  const connection = new TurnQueue();
  const session = {
    query: <Row>(statement: Parameters<Db['query']>[0]) => engine.query<Row>(statement),
    begin: async () => void (await engine.command('BEGIN ISOLATION LEVEL READ COMMITTED')),
    commit: () => engine.command('COMMIT'),
    rollback: async () => {
      if (!engine.isBroken) await engine.command('ROLLBACK');
    },
  };
  const query = <Row>(statement: Statement): Promise<Row[]> =>
    retryConflicts(() => connection.run(() => engine.query<Row>(statement)), options);
  const transaction = <Result>(
    work: (tx: Transaction) => Promise<Result>,
    deadlineMs = TRANSACTION_DEADLINE_MS,
  ): Promise<Result> =>
    retryConflicts(() => connection.run(() => runTransaction(session, work, deadlineMs)), options);
  const runAll = async ([first, ...others]: readonly Statement[]): Promise<never[][]> => {
    if (first === undefined) return [];
    if (others.length === 0) return [await query<never>(first)];
    return await transaction(async (tx) => {
      const answers = [await tx.query<never>(first)];
      for (const other of others) answers.push(await tx.query<never>(other));
      return answers;
    });
  };
  // Whoever has the connection has the turn of everything.
  const batcher = new Batcher<Statement, never[]>(runAll);
  return {
    engine: 'embedded',
    durability,
    query: async (statement, batching) => {
      // What writes nothing costs no commit, and there is no way to the engine to be shared.
      const isWrite = !/^\s*SELECT\b/i.test(statement.text);
      return await (batching !== undefined && isWrite
        ? batcher.run(statement, batching)
        : query<never>(statement));
    },
    transaction: async (work, { deadlineMs } = {}) => {
      return await transaction(work, deadlineMs);
    },
    session: async (work) => {
      return await connection.run(() => work(engine));
    },
    isUp: async (onRefused) => {
      try {
        const written = await connection.run(() => engine.query(WRITE_PROBE));
        proveGrowth();
        return written.length > 0;
      } catch (error) {
        onRefused?.(error);
        return false;
      }
    },
    close: () => connection.run(() => engine.close()),
    forgetStatements: () => connection.run(() => engine.forgetStatements()),
  };
}

// A single-process PostgreSQL has neither checkpointer nor autovacuum: without this its log grows
// until the process ends, and the start after a crash replays all of it.
const VACUUM_EVERY_CHECKPOINTS = 60;

type Upkeep = {
  stop(): void;
  /** Makes no checkpoint while this work goes on. */
  without<Result>(work: () => Promise<Result>): Promise<Result>;
};

function keepUp(db: Db, files: SyncedFiles, everyMs: number): Upkeep {
  let syncs = files.syncs;
  let checkpoints = 0;
  let held = 0;
  const run = async (): Promise<void> => {
    if (held > 0 || files.syncs === syncs) return;
    checkpoints += 1;
    if (checkpoints % VACUUM_EVERY_CHECKPOINTS === 0) await upkeep(db, 'vacuum');
    if (held > 0) return;
    // Whoever holds it from now on comes after it, since all wait in one line.
    await upkeep(db, 'checkpoint');
    syncs = files.syncs;
  };
  // A broken engine answers every later call itself; upkeep adds nothing to that.
  const timer = setInterval(() => void run().catch(() => undefined), everyMs);
  timer.unref();
  return {
    stop: () => clearInterval(timer),
    async without(work) {
      held += 1;
      try {
        return await work();
      } finally {
        held -= 1;
      }
    },
  };
}

function upkeep(db: Db, text: string) {
  return db.query({ name: '', text, values: [] });
}
