import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system in memory, of `owner` where one is given; null where that is not allowed. */
export function mountSmallDisk(size: string, owner?: { uid: number; gid: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const of = owner === undefined ? '' : `,mode=0700,uid=${owner.uid},gid=${owner.gid}`;
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${size}${of}`, 'tmpfs', folder];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch {
    return null;
  }
  return {
    folder,
    /** Leaves no room, by a file that it names. */
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      const filler = join(folder, 'filler');
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
      return filler;
    },
    unmount() {
      // An engine that has stopped keeps its files open for as long as the process lives.
      execFileSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}
