/**
 * @module-tag rare
 * @module-tag minutes
 */

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { PROVIDER_DEFINITIONS } from '../service/providers/registry.ts';
import { temporaryFolder } from '../service/testing/temporary-folder.ts';
import { basic, send, validPayin } from '../service/testing/test-service.ts';
import { buildRehearsal } from './build/rehearsal.mjs';
import type { BillOfMaterials } from './release/bill-of-materials.ts';
import { makeRelease } from './release/make-release.ts';
import { filesBelow } from './release/pack-folder.ts';
import type { Lock } from './release/production-packages.ts';
import type { Unprivileged } from './release/unprivileged.ts';
import { becomeUnprivileged } from './release/unprivileged.ts';

const ROOT = join(import.meta.dirname, '..');
/** Where the built artefacts are; `DIST_DIR` names another build than the one in `dist`. */
const DIST = resolve(ROOT, process.env.DIST_DIR ?? 'dist');
const SCHEMAS = join(ROOT, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');

const home = temporaryFolder('release');
const folder = join(home, `checkout-${packageFile.version}`);
let archive = '';
let files: string[] = [];

beforeAll(async () => {
  await buildRehearsal();
  archive = makeRelease({
    root: ROOT,
    dist: DIST,
    into: join(home, 'made'),
    commit: '0'.repeat(40),
    committedAt: new Date('2026-11-23T12:00:00Z'),
  });
  execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${home}`]);
  files = filesBelow(folder);
});

function readJson<Read>(file: string): Read {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

describe('the archive', () => {
  it('has the version and the platform in its name', () => {
    expect(basename(archive)).toMatch(
      new RegExp(`^checkout-${packageFile.version}-${process.platform}-${process.arch}\\b`),
    );
  });

  it('holds nothing else at its top, and of the build no shop', () => {
    const tops = (list: string[]) => [...new Set(list.map((file) => file.split('/')[0]))].sort();
    expect(tops(files.filter((file) => file.includes('/')))).toEqual([
      'deploy',
      'dist',
      'docs',
      'node_modules',
      'scripts',
    ]);
    const built = files.filter((file) => file.startsWith('dist/')).map((file) => file.slice(5));
    expect(tops(built)).toEqual([
      'backup-reader',
      'checkout-sdk.tgz',
      'dashboard',
      'docs',
      'hosted-frame',
      'operator',
      'payment-page',
      'reconcile',
      'rehearse',
      'sandbox-bank',
      'sdk',
      'service',
      'webhooks.d.ts',
      'webhooks.js',
    ]);
  });

  it('holds no test, source, key or setting of ours', () => {
    const ours = files.filter((file) => !file.startsWith('node_modules/'));
    expect(ours.length).toBeGreaterThan(100);
    const wrong = /(^|\/)\.|\.(test|spec)\.|(?<!\.d)\.tsx?$|\.(pem|key|map)$|key-encryption-key/;
    expect(ours.filter((file) => wrong.test(file))).toEqual([]);
    // Two secrets for signing are the documentation's examples.
    const secret =
      /-----BEGIN [A-Z ]*PRIVATE KEY-----\\?n?[\w+/]|\b(sk_live_|whsec_(?!8f2b6c1d|EXAMPLE))\w{12}/;
    const texts = ours.filter((file) => !/\.(tgz|png|woff2)$/.test(file));
    expect(texts.filter((file) => secret.test(readFileSync(join(folder, file), 'utf8')))).toEqual(
      [],
    );
  });

  it('holds an npm package that tells nothing of who built it', () => {
    const asked = ['--utc', '--numeric-owner', '-tvzf', join(folder, 'dist/checkout-sdk.tgz')];
    const told = execFileSync('tar', asked, { encoding: 'utf8' }).trimEnd().split('\n');
    expect(told.length).toBeGreaterThan(50);
    expect(told.filter((line) => !/^-rw-r--r-- 0\/0 .* 1985-10-26 /.test(line))).toEqual([]);
  });

  it('holds no package that only development needs', () => {
    const dependencies = Object.keys(packageFile.dependencies);
    const manifest = readJson<typeof packageFile>('package.json');
    expect(Object.keys(manifest.dependencies)).toEqual(dependencies);
    expect(manifest).not.toHaveProperty('devDependencies');
    for (const name of Object.keys(packageFile.devDependencies)) {
      expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false);
    }
    for (const name of dependencies) {
      expect(existsSync(join(folder, 'node_modules', name, 'package.json')), name).toBe(true);
    }
  });

  it('has a checksum of every file, and beside it one of itself', () => {
    const check = (list: string, at: string) =>
      execFileSync('sha256sum', ['--check', '--strict', '--quiet', list], { cwd: at });
    check('SHA256SUMS', folder);
    check(`${basename(archive)}.sha256`, join(home, 'made'));
    const listed = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    expect(['SHA256SUMS', ...listed.map((line) => line.slice(66))].sort()).toEqual(files);
  });
});

it('has the licences of all whose code is in it, in their own words', () => {
  const words = readFileSync(join(folder, 'LICENSES.txt'), 'utf8');
  for (const name of ['comlink', 'zod', 'pg']) expect(words).toContain(`\n${name} `);
  expect(words).toContain('Apache License');
});

describe('its bill of materials', () => {
  it('is CycloneDX by the schema of CycloneDX', () => {
    const read = (name: string) =>
      JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), 'utf8'));
    const ajv = new Ajv({ strict: false, formats: { 'iri-reference': true, 'idn-email': true } });
    addFormats.default(ajv);
    for (const name of ['spdx', 'jsf-0.82']) {
      ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    }
    const bill = readJson<{ specVersion: string; components: object[] }>('sbom.cdx.json');
    const isValid = ajv.compile(read(`bom-${bill.specVersion}`));
    expect(isValid(bill), ajv.errorsText(isValid.errors)).toBe(true);
    expect(isValid({ ...bill, components: [{ name: 'pg' }] })).toBe(false);
  });

  it('names every package of the archive by its version, its licence and its hash', () => {
    const { packages } = readJson<Lock>('package-lock.json');
    const inArchive = Object.entries(packages)
      .filter(([place]) => place !== '' && existsSync(join(folder, place)))
      .map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`);
    expect(inArchive.length).toBeGreaterThan(80);
    const { components } = readJson<BillOfMaterials>('sbom.cdx.json');
    const named = components.map(({ name, version }) => `${name}@${version}`);
    expect(named.sort()).toEqual([...new Set(inArchive)].sort());
    for (const component of components) {
      expect(component.licenses?.[0], component.name).toBeDefined();
      expect(component, component.name).toHaveProperty(['hashes', 0, 'content']);
    }
  });
});

describe('the archive, unpacked into an empty folder and run by nobody in particular', () => {
  let nobody: Unprivileged;

  beforeAll(() => {
    chmodSync(home, 0o755);
    nobody = becomeUnprivileged(home, folder);
  });
  afterAll(() => nobody.killAll());

  it('finds every package it names, and none of those it was built by', () => {
    const names = JSON.stringify([
      ...Object.keys(packageFile.dependencies),
      ...Object.keys(packageFile.devDependencies),
    ]);
    const asked = `
      const names = ${names};
      const tried = await Promise.allSettled(names.map((name) => import(name)));
      const found = names.filter((_, at) => tried[at].status === 'fulfilled');
      console.log(JSON.stringify(found));`;
    const { told } = nobody.ask('--input-type=module', '--eval', asked);
    expect(JSON.parse(told)).toEqual(Object.keys(packageFile.dependencies));
  });

  it('takes a card and a boleto, is operated, and ends cleanly on SIGTERM', async () => {
    const service = nobody.start('dist/service/main.js');
    const { baseUrl, checkoutUrl } = await service.until('ready');
    expect((await send(`${baseUrl}/health`)).status).toBe(200);

    const headers = basic('no3ds');
    const paid = await send(`${baseUrl}/payin`, { headers, body: validPayin() });
    expect([paid.status, paid.body.status]).toEqual([201, 'APPROVED']);

    const boleto = validPayin({ paymentMethod: 'BOLETO' });
    const issued = await send(`${baseUrl}/payin`, { headers, body: boleto });
    expect(issued.status).toBe(201);
    // Drawn by packages that are not part of the program's file.
    const drawn = await fetch(issued.body.boleto.url);
    expect((await drawn.text()).slice(0, 5)).toBe('%PDF-');

    const script = await fetch(`${baseUrl}/checkout/sdk/checkout-sdk.js`);
    expect(await script.text()).toContain(checkoutUrl);

    const operated = nobody.ask('dist/operator/main.js', 'company', 'list', '--json');
    expect(operated.code, operated.complained).toBe(0);
    expect(operated.told).toContain('"company": "no3ds"');

    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);

    const summed = nobody.ask('dist/reconcile/main.js');
    expect(summed.code, summed.complained).toBe(0);
  });

  it('rehearses with every party, as it is played, and the documentation says so', async () => {
    const rehearsed = nobody.ask('dist/rehearse/main.js', '--once');
    expect(rehearsed.told).toMatch(/^\d{2,} right, 0 wrong\.$/m);
    expect(rehearsed.code, rehearsed.complained).toBe(0);
    const told = rehearsedIn(rehearsed.told);
    await expect(told).toMatchFileSnapshot('../docs/reference/rehearsed.json');
  });
});

/** By each sentence of the rehearsal, the providers it was right of. */
function rehearsedIn(printed: string): string {
  const names = PROVIDER_DEFINITIONS.map(({ name }) => name).join('|');
  const line = new RegExp(`^ {2}right +[\\d.]+ s {2}(${names}):? ([^[\\n]*[^[\\n ])`, 'gm');
  const found = new Map<string, string[]>();
  for (const [, name = '', sentence = ''] of printed.matchAll(line)) {
    found.set(sentence, [...(found.get(sentence) ?? []), name].sort());
  }
  const told = [...found].sort().map(([sentence, all]) => [sentence, all.join(', ')]);
  return `${JSON.stringify(Object.fromEntries(told), null, 2)}\n`;
}
