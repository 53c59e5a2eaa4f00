import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/system/free-port.mjs';
import { ensurePostgres, isReady, unprivileged } from '../../scripts/system/postgres.mjs';

/**
 * A private PostgreSQL server for the time of a test run, its address in TEST_DATABASE_URL. An
 * address that is already there is used as it is. Where no server can be had, the tests of
 * PostgreSQL are skipped, and the end of the run says why.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL !== undefined) return undefined;
  const postgres = ensurePostgres();
  if ('reason' in postgres) {
    process.env.TEST_WITHOUT_POSTGRES = postgres.reason;
    return undefined;
  }
  const server = await startServer(postgres.binaries);
  process.env.TEST_DATABASE_URL = server.url;
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await server.stop();
  };
}

type ServerOptions = {
  /** The address of another one, which it is made from and follows; it can be read and not written. */
  standbyOf?: string;
  /** Of the account `postgres`; the server gives it where it asks another one for something. */
  password?: string;
  settings?: Readonly<Record<string, string>>;
};

/** A server of its own, that can be killed and started again. */
export type TestServer = Awaited<ReturnType<typeof startServer>>;

export async function startServer(
  binaries: string,
  { standbyOf, password = randomBytes(16).toString('hex'), settings = {} }: ServerOptions = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'payments-postgres-'));
  const account = unprivileged();
  const passwordFile = join(folder, 'password');
  const passwordsOfOthers = join(folder, 'passwords-of-others');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  writeFileSync(passwordsOfOthers, `*:*:*:postgres:${password}`, { mode: 0o600 });
  chmodSync(folder, 0o700);
  if (account !== null) {
    for (const path of [folder, passwordFile, passwordsOfOthers]) {
      chownSync(path, account.uid, account.gid);
    }
  }
  const data = join(folder, 'data');
  const place = { data, passwordFile, folder, account };
  if (standbyOf === undefined) initialize(join(binaries, 'initdb'), place);
  else copyFrom(standbyOf, join(binaries, 'pg_basebackup'), place);
  const port = await freePort();
  const start = async () => {
    const started = spawn(join(binaries, 'postgres'), serverArguments(data, port, settings), {
      ...account,
      cwd: folder,
      env: { ...process.env, PGPASSFILE: passwordsOfOthers },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await isReady(started);
    return started;
  };
  let child = await start();
  const killNow = () => void child.kill('SIGQUIT');
  process.once('exit', killNow);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    killNow();
    await exited;
  };
  return {
    port,
    url: Object.assign(new URL(standbyOf ?? `postgres://postgres:${password}@h/postgres`), {
      host: `127.0.0.1:${port}`,
    }).href,
    /** Ends it as a power loss would; what it has is still there for `startAgain`. */
    kill,
    async startAgain() {
      child = await start();
    },
    async stop() {
      process.off('exit', killNow);
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Place = {
  data: string;
  passwordFile: string;
  folder: string;
  account: ReturnType<typeof unprivileged>;
};

function initialize(program: string, place: Place): void {
  const result = spawnSync(
    program,
    [
      ...['-D', place.data, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync'],
      ...['-A', 'scram-sha-256', `--pwfile=${place.passwordFile}`],
    ],
    { ...place.account, cwd: place.folder, encoding: 'utf8' },
  );
  if (result.status !== 0) throw new Error(`initdb failed: ${result.error ?? result.stderr}`);
}

/** With the passwords and accounts of the other server, and where to follow it. */
function copyFrom(address: string, program: string, { data, folder, account }: Place): void {
  const args = ['-d', address, '-D', data, '-R', '--checkpoint=fast', '--no-sync'];
  const result = spawnSync(program, args, { ...account, cwd: folder, encoding: 'utf8' });
  if (result.status !== 0)
    throw new Error(`pg_basebackup failed: ${result.error ?? result.stderr}`);
}

// Nothing here has to outlive the run, so nothing waits for a disk.
function serverArguments(data: string, port: number, more: NonNullable<ServerOptions['settings']>) {
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: 'off',
    full_page_writes: 'off',
    deadlock_timeout: '50ms',
    autovacuum: 'off',
    ...more,
  };
  return [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
