import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { program } from '../../scripts/install.mjs';

// Not `npm ci`, which insists on the packages of every platform: the lock may be of this one.
const INSTALL = ['install', '--no-save', '--no-audit', '--no-fund'];

/** Of a commit, or an archive of `npm run release`. `program`: starts its service. */
export function openEarlierBuild(root, from) {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-earlier-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const home = existsSync(from) && statSync(from).isFile() ? unpack(from, folder) : build();
    return { program: [join(home, 'dist/service/main.js')], remove };
  } catch (error) {
    remove();
    throw error;
  }

  function build() {
    const git = (...args) => execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30 });
    const source = git('archive', '--format=tar', `${from}^{commit}`);
    execFileSync('tar', ['-x', '-C', folder], { input: source });
    const isSame = git('diff', '--name-only', from, '--', 'package-lock.json').length === 0;
    if (isSame) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    else execFileSync('npm', INSTALL, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    execFileSync(program('vite'), ['build', '--logLevel', 'warn'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return folder;
  }
}

function unpack(archive, folder) {
  execFileSync('tar', ['-xzf', resolve(archive), '-C', folder]);
  const [name] = readdirSync(folder);
  return join(folder, name);
}
