import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './install.mjs';

// Checks the declarations of the built package with the last five minors of TypeScript, strict and
// with `skipLibCheck` off. They weigh 20 MB each, so they are installed for this run alone and are no
// part of `npm test`; it needs a registry, and a build in `dist/`.

const MINORS = ['5.7', '5.8', '5.9', '6.0', '7.0'];
/** `moduleResolution`, `module`, and a source of that kind; TypeScript 6 gave the first up. */
const RESOLUTIONS = [
  ['node10', 'commonjs', 'shop.ts'],
  ['node16', 'node16', 'shop.cts'],
  ['node16', 'node16', 'shop.mts'],
  ['nodenext', 'nodenext', 'shop.cts'],
  ['nodenext', 'nodenext', 'shop.mts'],
  ['bundler', 'esnext', 'shop.ts'],
];

process.chdir(new URL('..', import.meta.url).pathname);
if (!existsSync('dist/package/package.json')) throw new Error('run `npm run build` first');
const root = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'checkout-types-'));
try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  for (const [, , shop] of RESOLUTIONS) {
    copyFileSync('scripts/build/package/consumer.ts', join(folder, shop));
  }
  const compilers = MINORS.map((minor) => `typescript-${minor}@npm:typescript@~${minor}.0`);
  const linked = ['comlink', 'react', 'vue', '@types/react'];
  const packages = ['dist/package', ...linked.map((name) => `node_modules/${name}`)];
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
  const paths = packages.map((path) => join(root, path));
  run('npm', [
    'install',
    '--prefix',
    folder,
    '--install-links=false',
    ...quiet,
    ...compilers,
    ...paths,
  ]);
  const failed = MINORS.filter((minor) => !checks(minor));
  if (failed.length > 0)
    throw new Error(`the types do not hold in TypeScript ${failed.join(', ')}`);
  console.log(`The types hold in TypeScript ${MINORS.join(', ')}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function checks(minor) {
  const compiler = join(folder, `node_modules/typescript-${minor}/bin/tsc`);
  const known = RESOLUTIONS.filter(([resolution]) => resolution !== 'node10' || minor < '6');
  return known.every(([resolution, module, shop]) => {
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', module];
    const libraries = ['--lib', 'es2022,dom,dom.iterable', '--types', 'react'];
    const { status } = spawnSync(
      process.execPath,
      [compiler, ...options, '--moduleResolution', resolution, ...libraries, shop],
      { cwd: folder, stdio: 'inherit' },
    );
    const told = status === 0 ? 'right' : 'wrong';
    console.log(`TypeScript ${minor}, ${resolution}, ${shop}: ${told}`);
    return status === 0;
  });
}
