import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { endProcess, runProcess } from '../run/process.ts';
import { readSettings } from '../settings.ts';

/**
 * The service as its process is, on a disk that is full from the first line of its input on: no
 * write reaches it any more.
 */
const sync = fs.fsyncSync;
let isFull = false;
fs.fsyncSync = (descriptor) => {
  if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  sync(descriptor);
};
syncBuiltinESMExports();
process.stdin.once('data', () => {
  isFull = true;
});
await runProcess(readSettings(process.env), process.env).catch(endProcess);
