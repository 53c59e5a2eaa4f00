import { writeSync } from 'node:fs';
import { DirectoryInUse, lockDirectory } from '../store/engine/directory-lock.ts';

/** Takes a lock, prints how that went and holds it until its input ends. */
const [, , path = ''] = process.argv;

process.stdin.resume();
try {
  const lock = lockDirectory(path);
  writeSync(1, 'held\n');
  process.stdin.once('end', () => lock.release());
} catch (error) {
  writeSync(1, error instanceof DirectoryInUse ? 'refused\n' : `failed ${error}\n`);
}
