import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { enterProject, inFolderWith, runs } from './install.mjs';

// Checks the declarations of the built package with the last eight minors of TypeScript, strict and
// with `skipLibCheck` off. They weigh 20 MB each, so they are installed for this run alone and are no
// part of `npm test`; it needs a registry, and a build in `dist/`.

const MINORS = ['5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '6.0', '7.0'];
/** `moduleResolution`, `module`, and a source of that kind; TypeScript 6 gave the first up. */
const RESOLUTIONS = [
  ['node10', 'commonjs', 'shop.ts'],
  ['node16', 'node16', 'shop.cts'],
  ['node16', 'node16', 'shop.mts'],
  ['nodenext', 'nodenext', 'shop.cts'],
  ['nodenext', 'nodenext', 'shop.mts'],
  ['bundler', 'esnext', 'shop.ts'],
];

enterProject();
if (!existsSync('dist/package/package.json')) throw new Error('run `npm run build` first');
const compilers = MINORS.map((minor) => `typescript-${minor}@npm:typescript@~${minor}.0`);
const linked = ['comlink', 'react', 'vue', '@types/react'].map((name) => `node_modules/${name}`);
const paths = ['dist/package', ...linked].map((path) => join(process.cwd(), path));
const flags = ['--install-links=false', '--legacy-peer-deps'];
const isRight = await inFolderWith([...flags, ...compilers, ...paths], (folder) => {
  for (const [, , shop] of RESOLUTIONS) {
    copyFileSync('scripts/build/package/consumer.ts', join(folder, shop));
  }
  const failed = MINORS.filter((minor) => !checks(folder, minor));
  if (failed.length > 0) console.log(`The types do not hold in TypeScript ${failed.join(', ')}.`);
  return failed.length === 0;
});
process.exit(isRight ? 0 : 1);

function checks(folder, minor) {
  const compiler = join(folder, `node_modules/typescript-${minor}/bin/tsc`);
  const known = RESOLUTIONS.filter(([resolution]) => resolution !== 'node10' || minor < '6');
  return known.every(([resolution, module, shop]) => {
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', module];
    const libraries = ['--lib', 'es2022,dom,dom.iterable', '--types', 'react'];
    const args = [compiler, ...options, '--moduleResolution', resolution, ...libraries, shop];
    const isGood = runs(process.execPath, args, { cwd: folder });
    console.log(`TypeScript ${minor}, ${resolution}, ${shop}: ${isGood ? 'right' : 'wrong'}`);
    return isGood;
  });
}
