import { posix } from 'node:path';
import { parseSync } from 'vite';

/** One import as it is written: what it names, on which line, and whether only types come of it. */
export type Import = { specifier: string; line: number; isTypeOnly: boolean };

/** An import that the table does not allow. */
export type Offence = { file: string; line: number; target: string };

/**
 * What the files of one room may import beside their own: rooms, single files and packages, each
 * by its name. A room is a folder with those below it that are no room of their own.
 */
type Wall = {
  may: readonly string[];
  /** What may be named as a type alone. */
  mayNameTypesOf?: readonly string[];
};

/** Every Node module. */
const NODE = 'node:';

/** What every folder of the service's domain may use. */
export const DOMAIN_BASE = ['contract', 'service/shared', 'service/crypto', NODE];
/** The interface of the store; everything in `service/store` implements it. */
const DB_INTERFACE = 'service/shared/db.ts';
const SETTINGS = 'service/settings.ts';

/** A file belongs to the room with the longest name that it lies in. */
export const WALLS: Readonly<Record<string, Wall>> = {
  contract: { may: ['zod/mini'] },
  'contract/frame': { may: ['contract', 'zod/mini', 'comlink'] },

  // The two entries, the client, and what everything below it says to the merchant.
  sdk: {
    may: [
      'contract',
      'sdk/element',
      'sdk/flows',
      'sdk/frame',
      'sdk/loader/checkout-sdk.ts',
      'sdk/payment',
      'sdk/script',
    ],
    mayNameTypesOf: ['contract/frame', 'sdk/card-flow'],
  },
  'sdk/card-flow': { may: ['contract'], mayNameTypesOf: ['contract/frame'] },
  // The flows are a chunk of their own: the element is handed them, and never imports them.
  'sdk/element': {
    may: ['contract', 'contract/frame', 'sdk', 'sdk/card-flow', 'sdk/frame', 'sdk/payment'],
  },
  'sdk/flows': {
    may: ['contract', 'contract/frame', 'sdk/card-flow', 'sdk/payment', 'sdk/script'],
    mayNameTypesOf: ['sdk', 'sdk/element', 'sdk/frame'],
  },
  'sdk/frame': { may: ['contract', 'contract/frame'] },
  'sdk/loader': {
    may: ['contract', 'contract/frame', 'sdk', 'sdk/script'],
    mayNameTypesOf: ['sdk/payment'],
  },
  // What goes to the merchant's back end and comes back from it.
  'sdk/payment': { may: [], mayNameTypesOf: ['contract/frame', 'sdk/card-flow'] },
  // How the sdk puts a script of its own, or a provider's, into the page.
  'sdk/script': { may: ['contract'] },
  // A wrapper is small because it knows the sdk by its types; the element alone makes a client.
  'sdk/react': {
    may: ['sdk/element/live-card.ts', 'react'],
    mayNameTypesOf: ['sdk', 'sdk/element'],
  },
  'sdk/vue': { may: ['sdk/element/live-card.ts', 'vue'], mayNameTypesOf: ['sdk', 'sdk/element'] },
  'sdk/custom-element': {
    may: ['sdk/element/live-card.ts', 'sdk/index.ts'],
    mayNameTypesOf: ['contract', 'sdk', 'sdk/element'],
  },
  // Runs in a merchant's tests, where there may be no browser at all.
  'sdk/testing': {
    may: ['contract', 'sdk', 'sdk/element', 'sdk/payment'],
    mayNameTypesOf: ['sdk/flows'],
  },
  // A merchant installs it by itself, so it brings nothing.
  'sdk/webhooks': { may: [] },

  'hosted-frame': {
    may: ['contract', 'contract/frame', 'sdk/card-flow', 'zod/mini', 'credit-card-type'],
  },

  'demo-page': { may: [] },
  // The helper for webhooks is what a merchant installs; the shop takes it from its source.
  'demo-page/server': { may: ['sdk/webhooks', NODE, 'zod', 'bwip-js/node'] },

  // It tells what the sdk and the service say of themselves, and runs neither.
  docs: {
    may: [
      'contract',
      'docs/site',
      'sdk/testing',
      'service/api-document',
      'package.json',
      NODE,
      '@11ty/eleventy',
      'markdown-it',
      'vite',
      'highlight.js',
    ],
  },
  // As a merchant writes them.
  'docs/samples': { may: ['checkout-sdk'] },
  'docs/site': { may: ['contract', 'sdk/loader/checkout-sdk.ts'] },

  // Starts, wires, reads the environment.
  service: {
    may: [
      'service/compose',
      'service/http',
      'service/maintenance',
      'service/sandbox',
      'service/shared',
      SETTINGS,
      NODE,
    ],
    mayNameTypesOf: ['pino'],
  },
  [SETTINGS]: {
    may: ['service/crypto', 'service/shared', NODE],
  },
  // Wires, and so knows everything.
  'service/compose': { may: ['contract', 'service/*', 'package.json', NODE, 'pino'] },
  'service/programs': { may: ['contract', 'service/*', NODE, 'pino'] },

  'service/shared': { may: ['contract', 'service/crypto', NODE, 'zod/mini'] },
  // The interface of the store, with the errors it speaks of.
  [DB_INTERFACE]: { may: [] },
  'service/crypto': { may: ['service/shared', NODE] },
  'service/accounts': {
    may: [...DOMAIN_BASE, 'zod/mini'],
    mayNameTypesOf: [DB_INTERFACE, 'service/providers'],
  },
  'service/cards': {
    may: [
      ...DOMAIN_BASE,
      'service/accounts',
      'service/limits',
      'service/providers',
      'zod/mini',
      'credit-card-type',
    ],
    mayNameTypesOf: [DB_INTERFACE],
  },
  'service/ledger': {
    may: [...DOMAIN_BASE, 'service/accounts'],
    mayNameTypesOf: [DB_INTERFACE],
  },
  'service/limits': {
    may: [...DOMAIN_BASE],
    mayNameTypesOf: ['service/payins/three-d-secure', 'service/providers'],
  },
  'service/payins': {
    may: [
      ...DOMAIN_BASE,
      'service/accounts',
      'service/cards',
      'service/ledger',
      'service/payins/formats',
      'service/payins/three-d-secure',
      'service/providers',
      'service/webhooks',
    ],
    mayNameTypesOf: [DB_INTERFACE, 'service/maintenance'],
  },
  // The central bank's formats and the banks', not ours.
  'service/payins/formats': { may: [NODE, 'pdfkit', 'bwip-js/node'] },
  'service/payins/three-d-secure': {
    may: [...DOMAIN_BASE, 'service/accounts', 'service/cards', 'service/payins', 'zod/mini'],
    mayNameTypesOf: [DB_INTERFACE, 'service/providers'],
  },
  'service/payouts': {
    may: [
      ...DOMAIN_BASE,
      'service/accounts',
      'service/ledger',
      'service/providers',
      'service/webhooks',
    ],
    mayNameTypesOf: ['service/maintenance'],
  },
  'service/webhooks': {
    may: [...DOMAIN_BASE, 'service/accounts', 'ipaddr.js'],
    mayNameTypesOf: [DB_INTERFACE, 'service/payins'],
  },
  'service/maintenance': {
    may: [
      ...DOMAIN_BASE,
      'service/accounts',
      'service/ledger',
      'service/payins',
      'service/payins/three-d-secure',
      'service/payouts',
      'service/webhooks',
      'zod/mini',
    ],
    mayNameTypesOf: [DB_INTERFACE, 'service/cards', 'service/limits'],
  },
  'service/metrics': {
    may: [...DOMAIN_BASE],
    mayNameTypesOf: [
      DB_INTERFACE,
      'service/limits',
      'service/payins',
      'service/payouts',
      'service/providers',
      'service/webhooks',
    ],
  },
  'service/sandbox': {
    may: [
      ...DOMAIN_BASE,
      'service/accounts',
      'service/ledger',
      'service/maintenance',
      'service/payins',
      'service/payins/three-d-secure',
      'zod/mini',
    ],
    mayNameTypesOf: [DB_INTERFACE],
  },
  'service/web': { may: ['contract', NODE] },
  // Its pages are made of parts, which the documentation shows as well.
  'service/api-document': { may: ['contract', 'service/shared', NODE, 'zod/mini', 'hono'] },

  'service/providers': { may: ['contract'] },
  // A provider that plays a server of its own, such as a bank, serves it by hono; what it issues
  // is written in the formats everybody publishes. It reaches into itself, not into another.
  'service/providers/sandbox-3ds': {
    may: ['contract', 'service/providers', NODE, 'zod/mini', 'hono'],
    mayNameTypesOf: ['@hono/node-server'],
  },
  // A provider's own script runs in a browser, and is the provider's alone.
  'service/providers/sandbox-3ds/browser': { may: [] },
  'service/providers/sandbox-acquirer': {
    may: ['contract', 'service/providers', 'service/payins/formats', 'zod/mini', 'hono'],
  },

  'service/store': {
    may: [
      ...DOMAIN_BASE,
      DB_INTERFACE,
      'service/accounts',
      'service/ledger',
      'service/limits',
      'service/maintenance',
      'service/payins',
      'service/store/engine',
      'zod/mini',
    ],
    mayNameTypesOf: [
      'service/cards',
      'service/payins/three-d-secure',
      'service/payouts',
      'service/webhooks',
    ],
  },
  'service/store/engine': {
    may: [DB_INTERFACE, 'service/store/migrations', NODE, 'zod/mini', 'pg', '@electric-sql/pglite'],
  },
  'service/store/migrations': { may: [] },

  // Requests leave from there too, by a client of their own, and what was counted is written.
  // Decision: the errors of the store's interface are told apart where errors become answers.
  'service/http': {
    may: [
      ...DOMAIN_BASE,
      DB_INTERFACE,
      'service/accounts',
      'service/api-document',
      'service/webhooks',
      'package.json',
      'hono',
      '@hono/node-server',
      'undici',
      'prom-client',
    ],
    mayNameTypesOf: ['pino', 'service/metrics', 'service/web'],
  },
  'service/routes': {
    may: [
      ...DOMAIN_BASE,
      'service/accounts',
      'service/api-document',
      'service/cards',
      'service/http',
      'service/limits',
      'service/payins',
      'service/payins/three-d-secure',
      'service/payouts',
      'service/sandbox',
      'service/web',
      'service/webhooks',
      'hono',
    ],
    mayNameTypesOf: ['pino', 'service/maintenance', 'service/metrics'],
  },
  // The table of commands is an edge like the routes, for another caller.
  'service/operator': {
    may: [
      ...DOMAIN_BASE,
      'service/accounts',
      'service/cards',
      'service/ledger',
      'service/maintenance',
      'service/payins',
      'service/payouts',
      'service/webhooks',
      'zod/mini',
    ],
    mayNameTypesOf: [DB_INTERFACE, 'service/providers'],
  },
  // What only tests use may use anything; nothing but a test may use it.
  'service/testing': { may: ['*'] },
};

/** Code that checks the code: it may reach what it checks, but from a browser never the service. */
export function isTest(file: string): boolean {
  return /\.(test|cases)\.ts$/.test(file);
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

/** The imports of one file that its wall refuses. */
export function offencesOf(file: string, source: string): Offence[] {
  return importsOf(file, source)
    .map(({ specifier, ...rest }) => ({ ...rest, target: resolve(file, specifier) }))
    .filter(({ target, isTypeOnly }) => !isAllowed(file, target, isTypeOnly))
    .map(({ target, line }) => ({ file, line, target }));
}

/** The room a file lies in, each provider's folder being one; null outside of all walls. */
export function roomOf(file: string): string | null {
  const provider = /^service\/providers\/[^/]+(?=\/)/.exec(file)?.[0];
  const rooms = [...Object.keys(WALLS), ...(provider === undefined ? [] : [provider])].filter(
    (room) => file === room || file.startsWith(`${room}/`),
  );
  return rooms.sort((one, other) => other.length - one.length)[0] ?? null;
}

/** What a file imports: paths from the top of the repository, and packages. */
export function targetsOf(file: string, source: string): string[] {
  return importsOf(file, source).map(({ specifier }) => resolve(file, specifier));
}

/** The files that `entries` reach among `files`, by any import. */
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
  const room = roomOf(file);
  if (room === null) return true;
  if (isTest(file)) return !BROWSER.test(file) || !/^service\//.test(target);
  if (isTest(target)) return false;
  if (target === UNREADABLE) return COMPUTES.test(file) || WALLS[room]?.may.includes('*') === true;
  const targetRoom = roomOf(target);
  if (targetRoom === room) return true;
  const { may = [], mayNameTypesOf = [] } = WALLS[room] ?? {};
  const names = isTypeOnly ? [...may, ...mayNameTypesOf] : may;
  return names.some((name) => admits(name, target, targetRoom));
}

/** Whether an entry of the table admits what is imported: by its room, by itself, or any of it. */
export function admits(name: string, target: string, targetRoom: string | null): boolean {
  if (name === '*') return true;
  if (targetRoom === TESTING) return false;
  if (name.endsWith('/*')) return target.startsWith(name.slice(0, -1));
  if (name === NODE) return target.startsWith(NODE);
  if (targetRoom !== null) return name === targetRoom || name === target;
  return target === name || target.startsWith(`${name}/`);
}

const TESTING = 'service/testing';

const BROWSER = /^(contract|sdk|hosted-frame|demo-page\/(?!server\/))/;

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

/** A path from the top of the repository, or a package's name. */
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
