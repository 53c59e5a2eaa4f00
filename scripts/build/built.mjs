import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRunning } from '../alone.mjs';
import { program, run } from '../install.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the services, the sdk and the shop are built from; packages are told by their lock. */
const SOURCES = [
  'contract',
  'sdk',
  'hosted-frame',
  'service',
  'demo-page',
  'scripts',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'LICENSE',
];

export const APP = { root, place: 'dist', inputs: SOURCES };
/** What `npm run docs` makes: gone with every new build of the rest, since it lies inside of it. */
export const DOCS = { root, place: 'dist/docs', inputs: [...SOURCES, 'docs'] };

/** Both change what the bundler writes. Read at once, since the bundler sets the second by itself. */
const MEANS = `${process.version} ${process.env.NODE_ENV || 'production'}`;

/** In the folder that was built, named so that the shop does not serve it. */
const STAMP = '.built';
const DRAFT = 'dist.making-';

export function ensureBuilt() {
  if (!isBuilt(APP)) run(program('vite'), ['build', '--logLevel', 'warn']);
}

export function isBuilt({ root, place, inputs }) {
  return holds(resolve(root, place), hashOfInputs(root, inputs));
}

/** The folder is put in the place once whole: a build cut off leaves the place as it was. */
export async function build(output, make, draft = draftOf(output)) {
  const place = resolve(output.root, output.place);
  removeLeftDrafts(output.root);
  rmSync(draft, { recursive: true, force: true });
  // Taken before: what is changed while it builds must be built again.
  const inputs = hashOfInputs(output.root, output.inputs);
  try {
    await make(draft);
    const files = filesIn(draft);
    const outputs = hashOf(draft, files);
    writeFileSync(join(draft, STAMP), JSON.stringify({ inputs, outputs, files }));
    if (!holds(place, inputs)) putInPlace(draft, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Where this process makes it: beside the place, since only there renaming is all it takes. */
export function draftOf({ root, place }, pid = process.pid) {
  return join(root, `${DRAFT}${pid}-${basename(place)}`);
}

function holds(folder, inputs) {
  try {
    const stamp = JSON.parse(readFileSync(join(folder, STAMP), 'utf8'));
    return stamp.inputs === inputs && stamp.outputs === hashOf(folder, stamp.files);
  } catch {
    // No stamp, half a one, or a file of the build is gone.
    return false;
  }
}

function hashOfInputs(root, inputs) {
  const files = inputs.flatMap((input) => {
    const path = join(root, input);
    if (!statSync(path).isDirectory()) return [input];
    return filesIn(path).map((file) => join(input, file));
  });
  return `${MEANS} ${hashOf(root, files)}`;
}

function hashOf(folder, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = readFileSync(join(folder, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** No folder replaces a full one, and another process may put its own there in between. */
function putInPlace(draft, place) {
  mkdirSync(dirname(place), { recursive: true });
  while (!moves(draft, place, ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'])) {
    const old = `${draft}-old`;
    moves(place, old, ['ENOENT']);
    rmSync(old, { recursive: true, force: true });
  }
}

function moves(from, to, unless) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (unless.includes(error.code)) return false;
    throw error;
  }
}

function removeLeftDrafts(root) {
  for (const name of readdirSync(root)) {
    const [, pid] = /^dist\.making-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) {
      rmSync(join(root, name), { recursive: true, force: true });
    }
  }
}
