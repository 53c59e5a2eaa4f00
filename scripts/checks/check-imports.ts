import { posix } from 'node:path';
import { parseSync } from 'vite';
import { NODE, WALLS } from './import-walls.ts';
import { DOMAIN, LAYERS, PACKAGES, TOOLS } from './layers.ts';

/** One import as it is written: what it names, on which line, and whether only types come of it. */
export type Import = { specifier: string; line: number; isTypeOnly: boolean };

export type Offence = { file: string; line: number; target: string };

/** Code that checks the code: it may reach what it checks, but from a browser never the service. */
export function isTest(file: string): boolean {
  return /\.(test|cases)\.tsx?$/.test(file);
}

/** Every import of a source text: static, dynamic, re-exported, and `import('…')` as a type. */
export function importsOf(file: string, source: string): Import[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse`);
  const found: Import[] = [];

  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    if (isNode(node) && IMPORTING.has(node.type) && node.source) {
      const { value } = node.source;
      const line = source.slice(0, node.start).split('\n').length;
      const specifier = typeof value === 'string' ? value : UNREADABLE;
      found.push({ specifier, line, isTypeOnly: isTypeOnly(node) });
    }
    Object.values(node).forEach(visit);
  }

  visit(program);
  return found;
}

export function offencesOf(file: string, source: string): Offence[] {
  return importsOf(file, source)
    .map(({ specifier, ...rest }) => ({ ...rest, target: resolve(file, specifier) }))
    .filter(({ target, isTypeOnly }) => !isAllowed(file, target, isTypeOnly))
    .map(({ target, line }) => ({ file, line, target }));
}

/** The room outside of the service that a file lies in; null outside of all walls. */
export function roomOf(file: string): string | null {
  return longestAround(file, Object.keys(WALLS));
}

/** Null outside of the service. That of a provider is its folder. */
export function layerOf(file: string): string | null {
  const folder = longestAround(
    file,
    Object.values(LAYERS).flatMap(({ of }) => of),
  );
  const layer = Object.entries(LAYERS).find(([, { of }]) => folder !== null && of.includes(folder));
  if (layer?.[0] !== 'interfaces') return layer?.[0] ?? null;
  return /^service\/providers\/[^/]+(?=\/)/.exec(file)?.[0] ?? 'interfaces';
}

function longestAround(file: string, folders: readonly string[]): string | null {
  const around = folders.filter((folder) => file === folder || file.startsWith(`${folder}/`));
  return around.sort((one, other) => other.length - one.length)[0] ?? null;
}

export function targetsOf(file: string, source: string): string[] {
  return importsOf(file, source).map(({ specifier }) => resolve(file, specifier));
}

export function reachedFrom(entries: string[], files: ReadonlyMap<string, string>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const source = files.get(file);
    if (source === undefined || reached.has(file)) continue;
    reached.add(file);
    waiting.push(...targetsOf(file, source));
  }
  return reached;
}

function isAllowed(file: string, target: string, isTypeOnly: boolean): boolean {
  if (isTest(file)) {
    if (SIMULATOR.test(file)) return !OURS.test(target);
    return !BROWSER.test(file) || !/^service\//.test(target);
  }
  const layer = layerOf(file);
  if (layer === 'testing') return true;
  if (isTest(target)) return false;
  if (target === UNREADABLE) return COMPUTES.test(file);
  if (layer !== null) return isBelow(layer, file, target);
  if (/^service\//.test(file)) return false;
  const tool = longestAround(file, Object.keys(TOOLS));
  if (tool !== null)
    return !REST.test(target) || longestAround(target, [tool, ...(TOOLS[tool] ?? [])]) !== null;
  const room = roomOf(file);
  if (room === null) return true;
  const targetRoom = roomOf(target);
  if (targetRoom === room) return true;
  const { may = [], mayNameTypesOf = [] } = WALLS[room] ?? {};
  const names = isTypeOnly ? [...may, ...mayNameTypesOf] : may;
  return names.some((name) => admits(name, target, targetRoom));
}

/** Whether what a file of a layer imports lies below it, or to its left where both are the domain. */
function isBelow(layer: string, file: string, target: string): boolean {
  const to = layerOf(target);
  const kind = kindOf(layer);
  const { may = [], isAlone = false } = LAYERS[kind] ?? {};
  if (to === null) {
    if (!isAlone && /^(contract\/|node:|zod(\/|$))/.test(target)) return true;
    const layers = PACKAGES[packageOf(target)];
    return layers !== undefined && (layer === 'run' || layers.includes(kind));
  }
  if (to === 'testing') return false;
  if (to === 'domain' && layer === 'domain') return placeInDomain(target) <= placeInDomain(file);
  if (to === layer || (to === 'base' && !isAlone)) return true;
  return may.some((name) => name === to || name === kindOf(to) || name === '*');
}

/** A row of the table: all providers share one. */
export function kindOf(layer: string): string {
  return layer in LAYERS ? layer : 'provider';
}

function placeInDomain(file: string): number {
  return DOMAIN.indexOf(longestAround(file, DOMAIN) ?? '');
}

export function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Whether an entry of the table admits what is imported: by its room, by itself, or any of it. */
export function admits(name: string, target: string, targetRoom: string | null): boolean {
  if (name === '*') return true;
  if (name.endsWith('/*')) return target.startsWith(name.slice(0, -1));
  if (name === NODE) return target.startsWith(NODE);
  if (targetRoom !== null) return name === targetRoom || name === target;
  return target === name || target.startsWith(`${name}/`);
}

const BROWSER = /^(contract|sdk|hosted-frame|demo-page\/(?!server\/))/;

const REST =
  /^(contract|sdk|hosted-frame|demo-page|docs|service|simulators|bench|campaign|e2e|dist)\//;

/** The outside parties know nothing of ours, in their tests neither. */
const SIMULATOR = /^simulators\//;
const OURS = /^(contract|sdk|hosted-frame|demo-page|docs|service)\//;

/** An import whose target is computed cannot be checked, so it is refused. */
const UNREADABLE = '(computed)';

/** The one file that may: it loads the script's own chunk, from beside it and by its hash. */
const COMPUTES = /^sdk\/script\/load-chunk\.ts$/;

const IMPORTING: ReadonlySet<unknown> = new Set([
  'ImportDeclaration',
  'ImportExpression',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'TSImportType',
]);

function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return posix.join(posix.dirname(file), specifier);
}

type SyntaxNode = {
  type: unknown;
  start: number;
  source?: { value?: unknown } | null;
  importKind?: string;
  exportKind?: string;
  specifiers?: { importKind?: string; exportKind?: string }[];
};

function isNode(value: object): value is SyntaxNode {
  return 'type' in value;
}

function isTypeOnly({ type, importKind, exportKind, specifiers = [] }: SyntaxNode): boolean {
  if (type === 'TSImportType' || importKind === 'type' || exportKind === 'type') return true;
  return (
    specifiers.length > 0 &&
    specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type')
  );
}
