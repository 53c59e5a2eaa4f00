import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type LockedPackage = { version?: string; dev?: true; optional?: true };
/** By its folder (`node_modules/pg`); the empty name is the project itself. */
export type Lock = {
  name: string;
  packages: { [folder: string]: LockedPackage & { devDependencies?: object } };
};

/** The lock without what only development needs: `npm ci` takes it together with our manifest. */
export function productionLock(lock: Lock): Lock {
  const packages = Object.entries(lock.packages)
    .filter(([, { dev }]) => dev !== true)
    .map(([folder, { devDependencies: _, ...locked }]) => [folder, locked]);
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** Throws where a package that every platform needs is missing, or of another version. */
export function installedLock(lock: Lock, root: string): Lock {
  const packages = Object.entries(lock.packages).filter(([folder, { version, optional }]) => {
    if (folder === '') return true;
    const manifest = join(root, folder, 'package.json');
    if (!existsSync(manifest)) {
      if (optional === true) return false;
      throw new Error(`${folder} is not installed: run \`npm start\` or \`npm install\` first.`);
    }
    const installed: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
    if (installed.version === version) return true;
    throw new Error(`${folder} is installed as ${installed.version}, and locked as ${version}.`);
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

export function packageFolders({ packages }: Lock): string[] {
  return Object.keys(packages)
    .filter((folder) => folder !== '')
    .sort();
}

export function platformOf(lock: Lock): string {
  const native = packageFolders(lock).map((folder) => /\/argon2-([\w-]+)$/.exec(folder)?.[1]);
  const [platform, another] = native.filter((name) => name !== undefined);
  if (platform !== undefined && another === undefined) return platform;
  throw new Error('The packages are installed for no platform, or for several.');
}
