import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lock } from './production-packages.ts';

type License = { license: { id: string } } | { expression: string };

export type BillOfMaterials = {
  serialNumber: string;
  metadata: { timestamp: string; component: { name: string } };
  components: { name: string; version: string; licenses?: License[] }[];
};

/** Packages whose manifest names no licence, and the one that their LICENSE file is. */
const LICENSES_READ: { readonly [name: string]: string } = { 'png-js': 'MIT' };

type Materials = { manifest: { name: string }; lock: Lock; releasedAt: Date };

/** As npm writes it, with the release's time and a serial number that follows from its list. */
export function billOfMaterials({ manifest, lock, releasedAt }: Materials): string {
  const { serialNumber: _, ...bill } = askNpm(manifest, lock);
  bill.metadata.timestamp = releasedAt.toISOString();
  // npm calls it after the folder it lies in.
  bill.metadata.component.name = manifest.name;
  for (const component of bill.components) {
    component.licenses ??= [{ license: { id: licenseRead(component.name) } }];
  }
  return `${JSON.stringify({ ...bill, serialNumber: serialNumberOf(bill) }, null, 2)}\n`;
}

function askNpm(manifest: object, lock: Lock): BillOfMaterials {
  const folder = mkdtempSync(join(tmpdir(), 'bill-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const asked = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];
    const told = execFileSync('npm', [...asked, '--package-lock-only'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return JSON.parse(told);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function licenseRead(name: string): string {
  const license = LICENSES_READ[name];
  if (license !== undefined) return license;
  throw new Error(`${name} names no licence: read its LICENSE file and add it to LICENSES_READ.`);
}

/** A UUID whose digits are a hash, marked as one that somebody defined (version 8). */
function serialNumberOf(bill: object): string {
  const hex = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}`;
}
