import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { IN_BROWSERS, licencesOf } from '../licences.ts';

export type PackagePlace = { root: string; dist: string };

type Entry = { types: string; default: string };
type Manifest = { exports: { [path: string]: string | Entry } };

/**
 * Manifest, declarations that need no other package, the script-tag build to host oneself, and its
 * hashes. Packed too (`dist/checkout-sdk.tgz`): a folder that is installed is only linked to.
 */
export function assemblePackage({ root, dist }: PackagePlace): void {
  const into = join(dist, 'package');
  const template = join(root, 'sdk/package');
  const manifest: Manifest = JSON.parse(readFileSync(join(template, 'package.json'), 'utf8'));
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

  cpSync(join(template, 'README.md'), join(into, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(into, 'LICENSE'));
  writeFileSync(join(into, 'LICENSES.txt'), licencesOf(root, IN_BROWSERS));
  writeDeclarations(into, manifest);
  const { exports, main } = writeForCommonJs(into, manifest);
  writeJson(join(into, 'package.json'), {
    ...{ ...manifest, ...main, exports },
    version: project.version,
    dependencies: { comlink: project.dependencies.comlink },
  });
  writeClassicBuild(join(dist, 'sdk'), into, project.version);
  for (const module of ['react.mjs', 'cjs/react.js']) markForClients(join(into, module));
  pack(into, join(dist, 'checkout-sdk.tgz'));

  // The verifier is also given alone, to back ends that take nothing else.
  const verifier = ['events', 'index'].map((part) =>
    readFileSync(join(into, `types/sdk/webhooks/${part}.d.ts`), 'utf8'),
  );
  const imports = /^(import|export) .* from '.*';\n/gm;
  writeFileSync(join(dist, 'webhooks.d.ts'), verifier.join('').replace(imports, ''));
}

/** A React server component may render what uses hooks only where its module says so, first of all. */
function markForClients(module: string): void {
  writeFileSync(module, `'use client';\n${readFileSync(module, 'utf8')}`);
}

function pack(folder: string, tarball: string): void {
  // npm packs the rights that files have here, which are the builder's habit.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
  }
  const told = execFileSync('npm', ['pack', '--json', '--pack-destination', dirname(tarball)], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  renameSync(join(dirname(tarball), JSON.parse(told)[0].filename), tarball);
}

/** Those an entry reaches, by published names. The compiler leaves out what is `@internal`. */
function writeDeclarations(into: string, manifest: Manifest): void {
  const types = join(into, 'types');
  const raw = new Map(
    readdirSync(types, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.d.ts'))
      .map((file) => [file, readFileSync(join(types, file), 'utf8')]),
  );
  const waiting = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [] : [target.types.replace('./types/', '')],
  );
  rmSync(types, { recursive: true });
  const written = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (written.has(file)) continue;
    written.add(file);
    const source = raw.get(file);
    if (source === undefined) throw new Error(`no declaration of ${file} was built`);
    const declarations = source.replace(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2');
    mkdirSync(dirname(join(types, file)), { recursive: true });
    writeFileSync(join(types, file), declarations);
    for (const [, name = ''] of declarations.matchAll(/['"](\.[^'"]+)\.js['"]/g)) {
      waiting.push(`${posix.join(posix.dirname(file), name)}.d.ts`);
    }
  }
}

/**
 * What a `require` finds, which in Jest and in Node 20 may be of no ES module: every entry in `cjs/`,
 * with declarations of its own, since a compiler tells the kind of a module by where they lie. For
 * resolvers that know no `exports`, each entry is a folder as well, whose manifest leads there.
 */
function writeForCommonJs(into: string, { exports }: Manifest) {
  const manifest = { type: 'commonjs', sideEffects: false };
  writeJson(join(into, 'cjs/package.json'), manifest);
  cpSync(join(into, 'types'), join(into, 'cjs/types'), { recursive: true });
  const targets = Object.entries(exports).map(([path, target]) => {
    if (typeof target === 'string') return [path, target] as const;
    const types = target.types.replace('./', './cjs/');
    const file = target.default.replace(/^\.\/(.*)\.mjs$/, './cjs/$1.js');
    const main = { main: file, module: target.default, types };
    if (path !== '.') {
      mkdirSync(join(into, path));
      const away = Object.entries(main).map(([name, to]) => [name, `.${to}`]);
      writeJson(join(into, path, 'package.json'), Object.fromEntries(away));
    }
    return [path, { import: target, require: { types, default: file } }, main] as const;
  });
  return {
    main: targets.find(([path]) => path === '.')?.[2],
    exports: Object.fromEntries(targets.map(([path, target]) => [path, target])),
  };
}

/** The script-tag build without any service's values: `init` is given the `checkoutUrl`. */
function writeClassicBuild(from: string, into: string, version: string): void {
  const pix = readFileSync(join(from, 'checkout-sdk-pix.js'), 'utf8');
  const payment = readFileSync(join(from, 'checkout-sdk-payment.js'), 'utf8');
  const flows = readFileSync(join(from, 'checkout-sdk-flows.js'), 'utf8')
    .replace('%PIX_INTEGRITY%', () => integrityOf(pix))
    .replace('%PAYMENT_INTEGRITY%', () => integrityOf(payment));
  const main = readFileSync(join(from, 'checkout-sdk.js'), 'utf8')
    .replace('%CHECKOUT_URL%', '')
    .replace('%FLOWS_INTEGRITY%', () => integrityOf(flows));
  const files = {
    'checkout-sdk.js': main,
    'checkout-sdk-flows.js': flows,
    'checkout-sdk-payment.js': payment,
    'checkout-sdk-pix.js': pix,
  };
  mkdirSync(join(into, 'classic'), { recursive: true });
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(into, 'classic', name), text);
  writeJson(join(into, 'sri.json'), {
    version,
    files: Object.fromEntries(
      Object.entries(files).map(([name, text]) => [
        name,
        { path: `classic/${name}`, integrity: integrityOf(text) },
      ]),
    ),
  });
}

function integrityOf(text: string): string {
  return `sha384-${createHash('sha384').update(text, 'utf8').digest('base64')}`;
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
