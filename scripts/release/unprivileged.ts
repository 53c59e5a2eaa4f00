import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The user and the group that own nothing, on every Linux. */
const NOBODY = 65_534;

type Ready = { baseUrl: string; checkoutUrl: string };

/** Runs programs of an unpacked archive as somebody who may read it and write to a folder of data. */
export type Unprivileged = {
  ask(...args: string[]): { code: number | null; told: string; complained: string };
  /** `until`: resolves with the line of its log that says so. */
  start(program: string): {
    child: ChildProcess;
    ended: Promise<number | null>;
    until(message: string): Promise<Ready>;
  };
  killAll(): void;
};

/**
 * As root, `nobody` runs them, by a copy of Node in `home`: root's own may lie where nobody else
 * can read. Nothing of this process's environment is handed on.
 */
export function becomeUnprivileged(home: string, folder: string): Unprivileged {
  const dataDir = join(home, 'data');
  mkdirSync(dataDir);
  const isRoot = process.getuid?.() === 0;
  const node = isRoot ? join(home, 'node') : process.execPath;
  if (isRoot) {
    copyFileSync(process.execPath, node);
    chownSync(dataDir, NOBODY, NOBODY);
  }
  const ports = ['API', 'CHECKOUT', 'THREEDS', 'BANK', 'DASHBOARD', 'PAYMENT_PAGE', 'METRICS'];
  const options = {
    cwd: folder,
    env: { DATA_DIR: dataDir, ...Object.fromEntries(ports.map((name) => [`${name}_PORT`, '0'])) },
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  };
  const children: ChildProcess[] = [];
  return {
    ask: (...args) => {
      const { status, stdout, stderr } = spawnSync(node, args, { ...options, encoding: 'utf8' });
      return { code: status, told: stdout, complained: stderr };
    },
    start: (program) => {
      const child = spawn(node, [program], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
      children.push(child);
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      const log = createInterface({ input: child.stdout });
      const until = (message: string) =>
        new Promise<Ready>((resolve, reject) => {
          log.on('line', (line) => {
            const told = JSON.parse(line);
            if (told.msg === message) resolve(told);
          });
          ended.then((code) => reject(new Error(`ended with ${code} before it was ${message}`)));
        });
      return { child, ended, until };
    },
    killAll: () => {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
