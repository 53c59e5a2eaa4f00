import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';

const START_DEADLINE_MS = 60_000;
const INHERITED = ['PATH', 'HOME', 'LANG', 'TMPDIR'];

/**
 * The built service as a process of its own, on free ports, with data of its own that is removed
 * with it. `settings` are more environment variables, for example `DATABASE_URL`; its log is
 * written, as in production, and read by nobody. `frameHost`: the name the frames' origin goes by.
 */
export async function startPaymentService(root, settings = {}, { frameHost = '127.0.0.1' } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'checkout-bench-data-'));
  const ports = await choosePorts();
  const frame = `http://${frameHost}:${ports.CHECKOUT}`;
  const child = spawn(process.execPath, [join(root, 'dist/service/main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environmentOf({ ports, dataDir, settings: { CHECKOUT_URL: frame, ...settings } }),
  });
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const base = `http://127.0.0.1:${ports.API}`;
  const service = {
    base,
    frame,
    dashboard: `http://localhost:${ports.DASHBOARD}`,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      process.off('exit', kill);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await answers(`${base}/health`, child);
  } catch (error) {
    await service.stop();
    throw error;
  }
  return service;
}

/** A free port for each listener of a service. */
export async function choosePorts() {
  const ports = {};
  for (const name of ['API', 'CHECKOUT', 'THREEDS', 'BANK', 'DASHBOARD'])
    ports[name] = await freePort();
  return ports;
}

/** What a service is started with, and nothing else of ours but where programs and files lie. */
export function environmentOf({ ports, dataDir, settings }) {
  return {
    ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [`${name}_PORT`, `${port}`])),
    DATA_DIR: dataDir,
    ...settings,
  };
}

/** Resolves once the address answers 200; throws where the process ends first, or takes too long. */
export async function answers(url, child) {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the service did not start');
}
