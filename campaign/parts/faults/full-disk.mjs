import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../../../scripts/system/ask.mjs';
import { ACCOUNT, createPayin, credentialsOf } from '../../../scripts/system/orders.mjs';
import { openPlace } from '../../../scripts/system/payment-service.mjs';
import { pause, until } from '../../../scripts/system/wait.mjs';
import { readRows, reconcile } from '../../checks/rows.mjs';
import { endWell } from '../trial.mjs';

const MEGABYTES = 128;
const CONNECTIONS = 6;
const BEFORE_MS = 1_000;
const FULL_FOR_MS = 60_000;
const HEALTH_TELLS_WITHIN_MS = 5_000;

export async function fullDisk({ root, findings }) {
  const disk = mountDisk();
  if (disk.reason !== undefined) return `skipped: ${disk.reason}`;
  const place = openPlace(root, { dataDir: join(disk.path, 'data') });
  try {
    return await fillBelow({ place, disk, findings });
  } finally {
    await place.remove();
    disk.remove();
  }
}

async function fillBelow({ place, disk, findings }) {
  const ports = await place.choosePorts();
  let service = place.start(ports);
  await service.ready();
  const acknowledged = [];
  const buying = buy(service, acknowledged);
  await pause(BEFORE_MS);
  const before = acknowledged.length;
  disk.fill();
  const healthOf = async () =>
    (await ask(service.base, { method: 'GET', path: '/health' }))?.status ?? null;
  const isTold = await until(async () => (await healthOf()) !== 200, {
    withinMs: HEALTH_TELLS_WITHIN_MS,
    everyMs: 100,
  });
  if (!isTold) findings.wrong('/health said ok on a full disk');
  const told = await healthOf();
  const hasEnded = await until(() => service.child.exitCode !== null, {
    withinMs: FULL_FOR_MS,
    everyMs: 50,
  });
  const end = hasEnded ? await service.ended : null;
  buying.stop();
  await buying.done;
  let seen = `/health ${told ?? 'gone'}, `;
  if (end === null) {
    seen += 'refused payins until there was room';
    disk.free();
    const isBack = await until(async () => (await healthOf()) === 200, {
      withinMs: HEALTH_TELLS_WITHIN_MS,
      everyMs: 100,
    });
    if (!isBack) findings.wrong('/health did not say ok once there was room');
  } else {
    seen += `ended with ${end.code}: ${end.said}`;
    if (end.code !== 1 || !isOneSentence(end.said)) {
      findings.wrong(`it ended with ${end.code}: ${end.said}`);
    }
    disk.free();
    service = place.start(ports);
    await service.ready();
  }
  const again = [];
  const buyingAgain = buy(service, again);
  await pause(BEFORE_MS);
  buyingAgain.stop();
  await buyingAgain.done;
  if (again.length === 0) findings.wrong('no payin was approved once there was room');
  await endWell(service, findings);
  await requireAll(place, [...acknowledged, ...again], findings);
  return `${seen} Acknowledged: ${before} before, ${acknowledged.length - before} on the full disk, ${again.length} after.`;
}

async function requireAll(place, acknowledged, findings) {
  const { payins } = await readRows(place, ACCOUNT);
  const statuses = new Map(payins.map(({ id, status }) => [id, status]));
  for (const id of acknowledged) {
    if (statuses.get(id) !== 'APPROVED') {
      findings.lost(`payin ${id} was acknowledged and is ${statuses.get(id) ?? 'not there'}`);
    }
  }
  await reconcile(place, findings);
}

/** Some callers that go on whatever they are answered, and keep the ids of what was approved. */
function buy({ base, child }, acknowledged) {
  let isOver = false;
  const headers = credentialsOf(ACCOUNT);
  const work = async () => {
    while (!isOver && child.exitCode === null) {
      const answer = await ask(base, { ...createPayin(), headers }, { patienceMs: 10_000 });
      if (answer?.status === 201) acknowledged.push(answer.body.id);
      else await pause(20);
    }
  };
  const done = Promise.all(Array.from({ length: CONNECTIONS }, work));
  return {
    done,
    stop() {
      isOver = true;
    },
  };
}

function mountDisk() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return { reason: 'only root on Linux can mount a small disk' };
  }
  const path = mkdtempSync(join(tmpdir(), 'checkout-campaign-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=700`, 'tmpfs', path];
  const mounted = spawnSync('mount', options, { encoding: 'utf8' });
  if (mounted.status !== 0) {
    rmSync(path, { recursive: true });
    return { reason: `mount: ${mounted.stderr?.trim() ?? 'is missing'}` };
  }
  const unmount = () => spawnSync('umount', ['-l', path]);
  process.once('exit', unmount);
  const filler = join(path, 'filler');
  return {
    path,
    fill: () => fill(filler),
    free: () => rmSync(filler, { force: true }),
    remove() {
      process.off('exit', unmount);
      unmount();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function fill(path) {
  const descriptor = openSync(path, 'w');
  for (const size of [1024 * 1024, 4096]) {
    const block = Buffer.alloc(size);
    try {
      for (;;) writeSync(descriptor, block);
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    }
  }
  closeSync(descriptor);
}

/** For whoever reads the log: no stack, no list. */
export function isOneSentence(text) {
  return /^[A-Z][^\n]*\.$/.test(text);
}
