import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { startProgram } from './program.mjs';

/**
 * On free ports, with data of its own that is removed with it; nobody reads its log. `frameHost`:
 * the name of the frames' origin.
 */
export async function startPaymentService(root, settings = {}, { frameHost = '127.0.0.1' } = {}) {
  const place = openPlace(root);
  const ports = await place.choosePorts();
  const frame = `http://${frameHost}:${ports.CHECKOUT}`;
  const limits = { CHECKOUT_URL: frame, ...settings };
  const service = place.start(ports, { limits, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await service.ready();
  } catch (error) {
    await place.remove();
    throw error;
  }
  return {
    base: service.base,
    frame,
    dashboard: `http://localhost:${ports.DASHBOARD}`,
    pid: service.child.pid,
    async stop() {
      await service.stop();
      await place.remove();
    },
  };
}

export async function withPaymentService(root, settings, work) {
  const service = await startPaymentService(root, settings);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** `databaseUrl`: absent for the embedded engine. `dataDir`: absent for a new one. */
export function openPlace(root, { databaseUrl, dataDir } = {}) {
  const own = dataDir ?? mkdtempSync(join(tmpdir(), 'checkout-place-'));
  const always = {
    DATA_DIR: own,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const running = new Set();
  return {
    dataDir: own,
    databaseUrl,
    choosePorts,

    /**
     * On an earlier one's `ports`, or new. `program`: in place of the built service. `limits`: more
     * settings of this process alone. The rest is as `startProgram` has it.
     */
    start(ports, { program = [join(root, 'dist/service/main.js')], limits = {}, ...more } = {}) {
      const listeners = Object.entries(ports).map(([name, port]) => [`${name}_PORT`, `${port}`]);
      const settings = { ...Object.fromEntries(listeners), ...always, ...limits };
      const started = startProgram(program, { settings, ...more });
      running.add(started);
      started.ended.then(() => running.delete(started));
      const base = `http://127.0.0.1:${ports.API}`;
      return {
        ...started,
        base,
        ports,
        ready: () => started.answers(`${base}/health`),
        kill: () => started.stop('SIGKILL'),
      };
    },

    /** Runs a program of the build on the same data; gives its exit code and last line. */
    run(program, args = []) {
      const stdio = ['ignore', 'pipe', 'pipe'];
      const file = join(root, `dist/${program}/main.js`);
      return startProgram([file, ...args], { settings: always, stdio }).ended;
    },

    async remove() {
      for (const { stop } of running) await stop('SIGKILL');
      rmSync(own, { recursive: true, force: true });
    },
  };
}

async function choosePorts() {
  const ports = {};
  for (const name of ['API', 'CHECKOUT', 'THREEDS', 'BANK', 'PAYMENT_PAGE', 'DASHBOARD'])
    ports[name] = await freePort();
  return ports;
}
