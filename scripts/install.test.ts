/** @module-tag minutes */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../service/testing/temporary-folder.ts';

const INSTALL = new URL('./install.mjs', import.meta.url);
const home = temporaryFolder('install');

/** More than any process has, so that none has it. */
const ENDED_PROCESS = 99_999_999;

const ROOT = new URL('../', import.meta.url);

type Lock = {
  packages: Record<string, { optionalDependencies?: Record<string, string> } | undefined>;
};

/** Optional packages, those of the other platforms among them, that a lock names and does not hold. */
function missingFrom({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([place, found]) => {
    const names = Object.keys(found?.optionalDependencies ?? {});
    return names.filter((name) => !isWithin(packages, place, name));
  });
}

/** Node's own way: beside the one that asks, then in each folder around it. */
function isWithin(packages: Lock['packages'], place: string, name: string): boolean {
  if (packages[join(place, 'node_modules', name)] !== undefined) return true;
  return (
    place !== '' &&
    isWithin(packages, place.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name)
  );
}

describe('the lock', () => {
  const read = (): Lock => JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8'));

  // `npm ci` refuses the lock on every machine otherwise; npm itself leaves them out where the
  // packages are installed already while it writes a lock.
  it('holds the packages of every platform that a tool names', () => {
    expect(missingFrom(read())).toEqual([]);
  });

  it('is told from one that was made on a single platform', () => {
    const lock = read();
    delete lock.packages['node_modules/@biomejs/cli-win32-x64'];
    expect(missingFrom(lock)).toEqual(['@biomejs/cli-win32-x64']);
  });
});

describe('the packages of a clone', () => {
  let clones = 0;
  let clone = '';
  const read = (name: string) => {
    const file = join(clone, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };

  beforeEach(() => {
    clones += 1;
    clone = mkdtempSync(join(home, `clone-${clones}-`));
    writeFileSync(join(clone, 'package-lock.json'), '{}');
    writeFileSync(join(clone, 'package.json'), '{"dependencies":{"one":"1.0.0"}}');
    // In place of the real one: tells that it began, and ends once it may.
    const npm = `#!/bin/sh
echo began >> began
while [ ! -e go ]; do sleep 0.05; done
mkdir -p node_modules/one
`;
    writeFileSync(join(clone, 'npm'), npm);
    chmodSync(join(clone, 'npm'), 0o755);
  });

  /** A program that needs them, as `npm start` does. */
  function start() {
    const code = `import('${INSTALL.href}').then((install) => install.ensureInstalled());`;
    const PATH = [clone, dirname(process.execPath), process.env.PATH].join(delimiter);
    const child = spawn(process.execPath, ['-e', code], {
      cwd: clone,
      env: { ...process.env, PATH },
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const ended = once(child, 'close').then(([exitCode]) => exitCode);
    return { child, ended, said: () => said };
  }
  const begun = () => read('began').split('\n').length - 1;
  const letGo = () => writeFileSync(join(clone, 'go'), '');

  it('are installed once where two start at the same time', async () => {
    const first = start();
    await expect.poll(begun).toBe(1);
    const second = start();
    await expect.poll(() => begun() > 1 || second.said()).toContain('Waiting for another process');
    letGo();
    expect([await first.ended, await second.ended]).toEqual([0, 0]);
    expect(begun()).toBe(1);
    expect(existsSync(join(clone, 'node_modules.installing'))).toBe(false);
  });

  it('are installed again where the one that installed them was killed', async () => {
    writeFileSync(join(clone, 'node_modules.installing'), String(ENDED_PROCESS));
    letGo();
    expect(await start().ended).toBe(0);
    expect(begun()).toBe(1);
    expect(await start().ended).toBe(0);
    expect(begun()).toBe(1);
  });

  it('leave nothing in the way where npm fails', async () => {
    writeFileSync(join(clone, 'npm'), '#!/bin/sh\nexit 3\n');
    expect(await start().ended).toBe(3);
    expect(existsSync(join(clone, 'node_modules.installing'))).toBe(false);
  });
});
