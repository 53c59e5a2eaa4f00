import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, choosePorts, environmentOf } from '../../scripts/system/payment-service.mjs';

/**
 * Where services keep everything, and which of them run. `databaseUrl`: absent for the embedded
 * engine. `dataDir`: absent for a new one.
 */
export function openPlace(root, { databaseUrl, dataDir } = {}) {
  const own = dataDir ?? mkdtempSync(join(tmpdir(), 'checkout-campaign-'));
  const settings = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const running = new Set();
  return {
    dataDir: own,
    databaseUrl,
    choosePorts,

    /**
     * Starts a process, on the same ports where `ports` are those of an earlier one. `openFiles`:
     * how many files it may have open. `program`: a file and its arguments, in place of the built
     * service. `limits`: more settings of this process alone.
     */
    start(
      ports,
      { openFiles = null, program = [join(root, 'dist/service/main.js')], limits = {} } = {},
    ) {
      const all = { ...settings, ...limits };
      const started = startProcess(program, { ports, dataDir: own, settings: all, openFiles });
      running.add(started);
      started.ended.then(() => running.delete(started));
      return started;
    },

    /** Runs a program that the build made beside the service; gives its exit code and last line. */
    run(program) {
      const child = spawn(process.execPath, [join(root, `dist/${program}/main.js`)], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: environmentOf({ ports: {}, dataDir: own, settings }),
      });
      return untilEnd(child);
    },

    async remove() {
      for (const { child, ended } of running) {
        child.kill('SIGKILL');
        await ended;
      }
      rmSync(own, { recursive: true, force: true });
    },
  };
}

/** A service as a process. `ended` gives its exit code and what it said on stderr. */
function startProcess(program, { ports, dataDir, settings, openFiles }) {
  const command = [process.execPath, ...program];
  const [file, ...args] =
    openFiles === null
      ? command
      : ['/bin/sh', '-c', 'ulimit -n "$0" && exec "$@"', `${openFiles}`, ...command];
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environmentOf({ ports, dataDir, settings }),
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = untilEnd(child).finally(() => process.off('exit', kill));
  const base = `http://127.0.0.1:${ports.API}`;
  return {
    child,
    base,
    ports,
    ended,
    ready: () => answers(`${base}/health`, child),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      return await ended;
    },
  };
}

function untilEnd(child) {
  const said = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => said.push(chunk));
  }
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, said: Buffer.concat(said).toString().trim() }));
  });
}
