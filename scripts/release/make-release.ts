import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { licencesOf } from '../build/licences.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { checksumLine, packFolder, writeChecksums } from './pack-folder.ts';
import type { Lock } from './production-packages.ts';
import {
  installedLock,
  packageFolders,
  platformOf,
  productionLock,
} from './production-packages.ts';

/**
 * What is taken of the build. Decision: not the empty database, which has a random identifier and
 * would make every archive another one: a service without it makes its own, once, in some seconds;
 * nor the demo shop, which is no part of what one runs.
 */
const BUILT = [
  'service',
  'operator',
  'backup-reader',
  'reconcile',
  'rehearse',
  'sdk',
  'hosted-frame',
  'dashboard',
  'payment-page',
  'sandbox-bank',
  'checkout-sdk.tgz',
  'webhooks.js',
  'webhooks.d.ts',
  'docs',
];

const COPIED = [
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/openapi.json',
  'docs/operating.md',
  'docs/settings.md',
  // What a buyer of the rehearsal pays in.
  'docs/samples/quick-start/index.html',
  'deploy',
  'scripts/place-docs.mjs',
  'scripts/release-script.mjs',
];

const SCRIPTS = {
  start: 'node dist/service/main.js',
  operator: 'node dist/operator/main.js',
  reconcile: 'node dist/reconcile/main.js',
  rehearse: 'node dist/rehearse/main.js',
  prove: 'node dist/rehearse/main.js prove',
  'docs:place': 'node scripts/place-docs.mjs',
  'release:script': 'node scripts/release-script.mjs',
};

export type ReleaseOf = {
  root: string;
  dist: string;
  /** Where the archive is put, and beside it its checksum and its bill of materials. */
  into: string;
  commit: string;
  committedAt: Date;
};

export function makeRelease({ root, dist, into, commit, committedAt }: ReleaseOf): string {
  const project = readJson(join(root, 'package.json'));
  const productive = productionLock(readJson(join(root, 'package-lock.json')));
  const installed = installedLock(productive, root);
  const platform = platformOf(installed);
  const name = `checkout-${project.version}`;
  const work = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    const folder = join(work, name);
    for (const built of BUILT) take(join(dist, built), join(folder, 'dist', built));
    for (const file of COPIED) take(join(root, file), join(folder, file));
    for (const place of packageFolders(installed)) takePackage(root, place, folder);

    const { devDependencies: _, ...manifest } = project;
    writeJson(join(folder, 'package.json'), { ...manifest, scripts: SCRIPTS, gitHead: commit });
    writeJson(join(folder, 'package-lock.json'), productive);
    const materials = { manifest, lock: installed, releasedAt: committedAt };
    writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(materials));
    writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(root, packageFolders(installed)));
    writeChecksums(folder);

    mkdirSync(into, { recursive: true });
    const archive = join(into, `${name}-${platform}.tar.gz`);
    packFolder({ folder, archive, time: committedAt });
    writeFileSync(`${archive}.sha256`, checksumLine(archive));
    cpSync(join(folder, 'sbom.cdx.json'), archive.replace(/\.tar\.gz$/, '.cdx.json'));
    return archive;
  } finally {
    rmSync(work, { recursive: true });
  }
}

function take(from: string, to: string): void {
  if (!existsSync(from)) {
    throw new Error(`${from} is missing: run \`npm run build\` and \`npm run docs\` first.`);
  }
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, filter: isTaken });
}

/** The stamp says what was built from what, for the next build alone; a test is of the repository. */
function isTaken(path: string): boolean {
  return basename(path) !== '.built' && !/\.test\.\w+$/.test(path);
}

/** A package without those that lie in it: each of them is in the lock by itself. */
function takePackage(root: string, place: string, folder: string): void {
  const inside = join(root, place, 'node_modules');
  cpSync(join(root, place), join(folder, place), {
    recursive: true,
    filter: (path) => path !== inside,
  });
}

type Project = { name: string; version: string; devDependencies: object };

function readJson(file: string): Project & Lock {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
