import { posix } from 'node:path';
import { parseSync } from 'vite';

/** One import as it is written: what it names, on which line, and whether only types come of it. */
export type Import = { specifier: string; line: number; isTypeOnly: boolean };

/** An import that the table does not allow. */
export type Offence = { file: string; line: number; target: string };

/** A wall: the files it stands around, and what they may import. First match wins. */
type Wall = {
  from: RegExp;
  may: readonly RegExp[];
  /** What may be named as a type alone. */
  mayNameTypesOf?: readonly RegExp[];
};

const CONTRACT = /^contract\//;
const CARD_FLOW = /^sdk\/card-flow\//;
/** What every wrapper is made of. */
const LIVE_CARD = /^sdk\/live-card\.ts$/;
const COMLINK = /^comlink$/;
const ZOD = /^zod\/mini$/;
const NODE = /^node:/;
/**
 * The domain lies at the root of the folder, the description of the API in one of its own; the
 * composition root lies at the root too, and is none of it.
 */
const DOMAIN = /^service\/(?!(?:app|main|compose-[^/]+)\.ts$)(?:api-document\/)?[^/]+\.ts$/;
/** The interface of the store with the errors it speaks of; everything beside it implements it. */
const DB_INTERFACE = /^service\/store\/db\.ts$/;
/** What a provider implements. */
const PROVIDER_INTERFACE = /^service\/(acquirer|payout-acquirer|three-d-secure-provider)\.ts$/;
/** Formats that are the central bank's and the banks', not ours. */
const PUBLISHED_FORMAT = /^service\/(br-code|boleto-line)\.ts$/;
/** What a provider serves to browsers. */
const PROVIDER_SCRIPT = /^service\/providers\/[^/]+\/browser\//;

const WALLS: readonly Wall[] = [
  { from: /^contract\/frame\//, may: [CONTRACT, ZOD, COMLINK] },
  { from: CONTRACT, may: [CONTRACT, ZOD] },
  { from: CARD_FLOW, may: [CONTRACT, CARD_FLOW] },
  // A merchant installs it by itself, so it brings nothing.
  { from: /^sdk\/webhooks\//, may: [/^sdk\/webhooks\//] },
  // Runs in a merchant's tests, where there may be no browser at all.
  { from: /^sdk\/testing\//, may: [CONTRACT, /^sdk\//] },
  // A wrapper is small because it knows the sdk by its types; the element alone makes a client.
  { from: /^sdk\/react\//, may: [LIVE_CARD, /^react$/], mayNameTypesOf: [CONTRACT, /^sdk\//] },
  { from: /^sdk\/vue\//, may: [LIVE_CARD, /^vue$/], mayNameTypesOf: [CONTRACT, /^sdk\//] },
  {
    from: /^sdk\/custom-element\//,
    may: [LIVE_CARD, /^sdk\/(index|subscribers)\.ts$/],
    mayNameTypesOf: [CONTRACT, /^sdk\//],
  },
  { from: /^sdk\//, may: [CONTRACT, /^sdk\/(?!testing\/)/, COMLINK] },
  {
    from: /^hosted-frame\//,
    may: [CONTRACT, CARD_FLOW, /^hosted-frame\//, COMLINK, ZOD, /^credit-card-type(\/|$)/],
  },
  {
    // The helper for webhooks is what a merchant installs; the shop takes it from its source.
    from: /^demo-page\/server\//,
    may: [
      /^demo-page\/server\//,
      NODE,
      /^zod(\/mini)?$/,
      /^bwip-js\/node$/,
      /^sdk\/webhooks\/verify-webhook\.ts$/,
    ],
  },
  { from: /^demo-page\//, may: [/^demo-page\/(?!server\/)/] },
  // As a merchant writes them.
  { from: /^docs\/samples\//, may: [/^checkout-sdk(\/|$)/] },
  { from: /^docs\/site\//, may: [CONTRACT, /^docs\/site\//, /^sdk\/checkout-sdk\.ts$/] },
  {
    // It tells what the sdk and the service say of themselves, and runs neither.
    from: /^docs\//,
    may: [
      CONTRACT,
      /^docs\//,
      /^sdk\/(user-message|testing\/[^/]+)\.ts$/,
      /^service\/(error-status|api-document\/[^/]+)\.ts$/,
      /^package\.json$/,
      NODE,
      /^(@11ty\/eleventy|markdown-it|vite)$/,
      /^highlight\.js\//,
    ],
  },
  {
    from: /^service\/(app|main|compose-[^/]+)\.ts$/,
    may: [CONTRACT, /^service\//, NODE, /^package\.json$/, /^[^./]+$/],
  },
  {
    from: /^service\/routes\//,
    may: [CONTRACT, DOMAIN, /^service\/(http|routes)\//, NODE, ZOD, /^@?hono(\/|$)/, /^pino$/],
  },
  {
    // Decision: the errors of the store's interface are told apart where errors become answers.
    from: /^service\/http\//,
    // Requests leave from there too, by a client of their own, and what was counted is written.
    may: [
      CONTRACT,
      DOMAIN,
      /^service\/http\//,
      DB_INTERFACE,
      NODE,
      ZOD,
      /^@?hono(\/|$)/,
      /^pino$/,
      /^undici$/,
      /^prom-client$/,
    ],
  },
  {
    // A provider's own script runs in a browser, and is the provider's alone.
    from: PROVIDER_SCRIPT,
    may: [PROVIDER_SCRIPT],
  },
  {
    // A provider that plays a server of its own, such as a bank, serves it by hono; what it issues
    // is written in the formats everybody publishes.
    from: /^service\/providers\//,
    may: [CONTRACT, PROVIDER_INTERFACE, PUBLISHED_FORMAT, NODE, ZOD, /^hono(\/|$)/],
    mayNameTypesOf: [/^@hono\/node-server$/],
  },
  {
    // The table of commands is an edge like the routes, for another caller.
    from: /^service\/operator\//,
    may: [CONTRACT, DOMAIN, /^service\/operator\//, NODE, ZOD],
    mayNameTypesOf: [DB_INTERFACE],
  },
  {
    from: /^service\/store\//,
    may: [CONTRACT, DOMAIN, /^service\/store\//, NODE, ZOD, /^pg$/, /^@electric-sql\//],
  },
  {
    from: DOMAIN,
    may: [CONTRACT, DOMAIN, NODE, ZOD, /^(credit-card-type|pdfkit|bwip-js\/node)$/, /^ipaddr\.js$/],
    mayNameTypesOf: [DB_INTERFACE],
  },
];

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
  const wall = WALLS.find(({ from }) => from.test(file));
  if (wall === undefined) return [];
  return importsOf(file, source)
    .map(({ specifier, ...rest }) => ({ ...rest, target: resolve(file, specifier) }))
    .filter(({ target, isTypeOnly }) => !isAllowed(wall, file, target, isTypeOnly))
    .map(({ target, line }) => ({ file, line, target }));
}

/** The files that `entries` reach among `files`, by any import. */
export function reachedFrom(entries: string[], files: ReadonlyMap<string, string>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const source = files.get(file);
    if (source === undefined || reached.has(file)) continue;
    reached.add(file);
    for (const { specifier } of importsOf(file, source)) waiting.push(resolve(file, specifier));
  }
  return reached;
}

function isAllowed(wall: Wall, file: string, target: string, isTypeOnly: boolean): boolean {
  if (isTest(file)) return !BROWSER.test(file) || !/^service\//.test(target);
  if (isTest(target)) return false;
  if (target === UNREADABLE && COMPUTES.test(file)) return true;
  // One provider is one folder: it reaches into itself, not into the one beside it.
  const provider = /^service\/providers\/[^/]+\//.exec(file)?.[0];
  if (provider !== undefined && !PROVIDER_SCRIPT.test(file) && target.startsWith(provider)) {
    return !PROVIDER_SCRIPT.test(target);
  }
  if (wall.may.some((pattern) => pattern.test(target))) return true;
  return isTypeOnly && (wall.mayNameTypesOf ?? []).some((pattern) => pattern.test(target));
}

const BROWSER = /^(contract|sdk|hosted-frame|demo-page\/(?!server\/))/;

/** An import whose target is computed cannot be checked, so it is refused. */
const UNREADABLE = '(computed)';

/** The one file that may: it loads the script's own chunk, from beside it and by its hash. */
const COMPUTES = /^sdk\/load-chunk\.ts$/;

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
