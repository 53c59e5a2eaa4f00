import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const LOOK_EVERY_MS = 200;

/**
 * `lock` holds the number of the process that does `work`. What a killed one left is taken away; of
 * two that find that at once, the later may work beside the other.
 */
export function alone(lock, work) {
  const mine = String(process.pid);
  let isTold = false;
  while (!isTaken(lock, mine)) {
    const holder = readHolder(lock);
    if (holder !== null && !isRunning(holder)) rmSync(lock, { force: true });
    else if (!isTold) console.log('Waiting for another process that does the same…');
    isTold = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
  }
  // Also where the work ends this process.
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    return work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Made whole, so that nobody finds one without its number. */
function isTaken(lock, mine) {
  const draft = `${lock}.${mine}`;
  writeFileSync(draft, mine);
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Null where it is gone by now, or is none of ours. */
function readHolder(lock) {
  try {
    const text = readFileSync(lock, 'utf8');
    return /^\d+$/.test(text) ? Number(text) : null;
  } catch {
    return null;
  }
}

export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
