import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function findProgram(name) {
  return searchPath()
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

export function searchPath() {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
}

/** As root, without asking. Null, or the end of a sentence that says why they are missing. */
export function installFromDebian(packages) {
  const names = packages.join(' and ');
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !findProgram('apt-get')) {
    return `only root on Debian can install ${names}`;
  }
  console.log(`Installing ${names} for the tests (apt-get install) ...`);
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, stderr } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=60', ...args], {
      // Without the policy Debian would start a server of its own beside ours.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      encoding: 'utf8',
      timeout: 600_000,
    });
    if (status !== 0) {
      return `apt-get ${args[0]} failed: ${stderr?.trim().split('\n').at(-1) ?? 'no answer'}`;
    }
  }
  return null;
}
