import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { ensurePostgres, isReady, unprivileged } from './postgres.mjs';

/**
 * Every commit waits for the disk. `{ reason }` where there can be none. `settings`: given its
 * folder. `data`: files that are there, such as a base backup.
 */
export async function startPostgres({ settings = () => ({}), data: given } = {}) {
  const { binaries, reason } = ensurePostgres();
  if (binaries === undefined) return { reason };
  const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-postgres-'));
  const account = unprivileged();
  if (account !== null) chownSync(folder, account.uid, account.gid);
  const place = { ...account, cwd: folder };
  const runTool = (name, args) => {
    const ended = spawnSync(join(binaries, name), args, { ...place, encoding: 'utf8' });
    if (ended.status !== 0) throw new Error(`${name} failed: ${ended.stderr}`);
  };
  const data = given ?? join(folder, 'data');
  if (given === undefined) {
    runTool('initdb', ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '-A', 'trust']);
  }
  const port = await freePort();
  const address = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
  const addressOf = (name) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...Object.entries(settings(folder)).map(([name, value]) => `${name}=${value}`),
  ];
  const start = async () => {
    const child = spawn(
      join(binaries, 'postgres'),
      ['-D', data, ...options.flatMap((option) => ['-c', option])],
      { ...place, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const exited = once(child, 'exit');
    await isReady(child);
    return { child, exited };
  };
  let running = await start();
  const kill = () => running.child.kill('SIGQUIT');
  process.once('exit', kill);
  /** Fast: connections are closed, what is not committed is undone. */
  const shutDown = async () => {
    running.child.kill('SIGINT');
    await running.exited;
  };
  return {
    folder,
    address: addressOf,
    database(name) {
      runTool('createdb', [...address, name]);
      return addressOf(name);
    },
    /** A copy of all files while the server works, in a folder of its own beside them. */
    baseBackup: (name) =>
      runTool('pg_basebackup', [...address, '-c', 'fast', '-D', join(folder, name)]),
    /** Shuts the server down, waits, and starts it again on the same data and port. */
    async restart(awayMs) {
      await shutDown();
      await new Promise((resolve) => setTimeout(resolve, awayMs));
      running = await start();
    },
    async stop() {
      await shutDown();
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function withPostgres(work, options = {}) {
  const postgres = await startPostgres(options);
  if (postgres.reason !== undefined) throw new Error(`no PostgreSQL: ${postgres.reason}`);
  try {
    return await work(postgres);
  } finally {
    await postgres.stop();
  }
}
