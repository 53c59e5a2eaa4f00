import { spawn } from 'node:child_process';
import { pause } from './wait.mjs';

/** Seconds on a quiet machine; a busy one must not fail what has not begun. */
const START_DEADLINE_MS = 90_000;
const STOP_DEADLINE_MS = 60_000;
const INHERITED = ['PATH', 'HOME', 'LANG', 'TMPDIR'];

/**
 * It never outlives this one, and knows of our environment where programs and files lie.
 * `openFiles`: how many it may have open. `stdio`: what is piped is kept.
 */
export function startProgram(program, { settings = {}, cwd, openFiles = null, stdio } = {}) {
  const command = [process.execPath, ...program];
  const [file, ...args] =
    openFiles === null
      ? command
      : ['/bin/sh', '-c', 'ulimit -n "$0" && exec "$@"', `${openFiles}`, ...command];
  const inherited = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const child = spawn(file, args, {
    cwd,
    stdio: stdio ?? ['ignore', 'ignore', 'pipe'],
    env: { ...inherited, ...settings },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const written = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => written.push(chunk));
  }
  const said = () => Buffer.concat(written).toString();
  const ended = new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, said: said().trim() }));
  }).finally(() => process.off('exit', kill));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    child,
    ended,
    said,
    isRunning,

    /** Resolves once an address answers 200; throws where it ends first, or takes too long. */
    async answers(url) {
      const deadline = Date.now() + START_DEADLINE_MS;
      while (isRunning() && Date.now() < deadline) {
        const isUp = await fetch(url).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isUp) return;
        await pause(50);
      }
      // What it said last may still be on its way.
      if (!isRunning()) await ended;
      const how = child.signalCode ?? child.exitCode;
      throw new Error(`${url} does not answer (${how}); is the project built?\n${said()}`);
    },

    /** Gives its exit code and what was kept of what it wrote. */
    async stop(signal = 'SIGTERM') {
      const last = setTimeout(kill, STOP_DEADLINE_MS);
      child.kill(signal);
      const end = await ended;
      clearTimeout(last);
      return end;
    },
  };
}
