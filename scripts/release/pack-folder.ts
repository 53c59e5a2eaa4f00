import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** What `sha256sum --check` reads, of every file below the folder. */
export function writeChecksums(folder: string): void {
  const lines = filesBelow(folder).map((file) => checksumLine(join(folder, file), file));
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

export function checksumLine(file: string, name = basename(file)): string {
  return `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${name}\n`;
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

type Packing = { folder: string; archive: string; time: Date };

/** The same files always give the same bytes: in order of their names, of one time, nobody's. */
export function packFolder({ folder, archive, time }: Packing): void {
  const same = [
    '--format=gnu',
    '--sort=name',
    `--mtime=@${Math.floor(time.getTime() / 1000)}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    '--use-compress-program=gzip --no-name',
  ];
  const what = [
    '--create',
    `--file=${archive}`,
    `--directory=${dirname(folder)}`,
    basename(folder),
  ];
  // Another locale sorts by other rules; GZIP would be read as options.
  execFileSync('tar', [...same, ...what], { env: { PATH: process.env.PATH, LC_ALL: 'C' } });
}
