/** The folders and files of a layer, and those it may import beside `base` and the contract. */
type Layer = {
  of: readonly string[];
  may: readonly string[];
  /** Not even `base` and the contract. */
  isAlone?: boolean;
};

/** The rooms of the domain: each may import those before it in this list. */
export const DOMAIN = [
  'service/domain/accounts',
  'service/domain/audit',
  'service/domain/limits',
  'service/domain/ledger',
  'service/domain/webhooks',
  'service/domain/cards',
  'service/domain/payins',
  'service/domain/pages',
  'service/domain/payouts',
  'service/domain/people',
  'service/domain/metrics',
  'service/domain/summaries',
  'service/domain/upkeep',
];

/** A file belongs to the layer with the longest name that it lies in. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  base: { of: ['service/base'], may: [] },
  http: { of: ['service/http'], may: [] },
  // What a provider is, without any one of them: the files of the folder itself.
  interfaces: { of: ['service/providers'], may: [] },
  // How requests leave to real outside parties, and what issuers' codes mean.
  outgoing: { of: ['service/providers/outgoing', 'service/providers/abecs'], may: ['interfaces'] },
  // Each folder of a provider is a layer of its own: it reaches into itself, not into another.
  provider: { of: [], may: ['interfaces', 'outgoing'] },
  // Efí is one of the banks of `pix-bacen`, with calls of its own.
  efi: {
    of: ['service/providers/efi'],
    may: ['interfaces', 'outgoing', 'service/providers/pix-bacen'],
  },
  // Names every one of them, so that whoever looks one up by its name need not.
  registry: { of: ['service/providers/registry.ts'], may: ['interfaces', 'efi', 'provider'] },
  // The providers of each company, opened with what is kept of them in the database, sealed.
  registered: { of: ['service/providers/registered'], may: ['interfaces', 'outgoing', 'registry'] },
  domain: { of: DOMAIN, may: ['interfaces'] },
  // What each party that the sandbox plays knows, how it remembers and how its pages look.
  sandboxBase: {
    of: [
      'service/sandbox/bank-page',
      'service/sandbox/records.ts',
      'service/sandbox/test-cards.ts',
    ],
    may: [],
  },
  sandboxAcquirer: { of: ['service/sandbox/acquirer'], may: ['interfaces', 'sandboxBase'] },
  sandboxThreeDSecure: {
    of: ['service/sandbox/three-d-secure'],
    may: ['interfaces', 'sandboxBase'],
  },
  // A provider's own script runs in a browser, and is the provider's alone.
  sandboxScript: { of: ['service/sandbox/three-d-secure/browser'], may: [], isAlone: true },
  sandbox: { of: ['service/sandbox'], may: ['domain'] },
  store: { of: ['service/store'], may: ['domain', 'interfaces'] },
  api: { of: ['service/api'], may: ['domain', 'interfaces', 'registered', 'sandbox', 'http'] },
  acts: { of: ['service/acts'], may: ['domain', 'interfaces', 'registry', 'registered'] },
  cli: { of: ['service/cli'], may: ['acts', 'domain', 'interfaces'] },
  dashboard: {
    of: ['service/dashboard'],
    may: ['acts', 'domain', 'interfaces', 'registry', 'registered', 'sandbox', 'http'],
  },
  // What of the dashboard runs in browsers.
  dashboardScript: { of: ['service/dashboard/browser'], may: ['dashboardStyles'], isAlone: true },
  // What of a payment page runs in browsers.
  pageScript: { of: ['service/api/payment-page/browser'], may: [], isAlone: true },
  dashboardStyles: { of: ['service/dashboard/styles'], may: [], isAlone: true },
  // Starts, wires, reads the environment, and so knows everything.
  run: { of: ['service/run', 'service/main.ts', 'service/settings.ts'], may: ['*'] },
  // What only tests use may use anything; nothing but a test may use it.
  testing: { of: ['service/testing'], may: ['*'] },
};

/** The packages of the service, each with the layers that may import it; Node's and zod any may. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  '@electric-sql/pglite': ['store'],
  pg: ['store'],
  hono: ['http', 'api', 'dashboard', 'sandboxBase', 'sandboxAcquirer', 'sandboxThreeDSecure'],
  '@hono/node-server': ['http'],
  pino: ['http', 'api', 'dashboard'],
  'prom-client': ['domain'],
  'age-encryption': ['base'],
  undici: ['base', 'interfaces', 'outgoing', 'registered'],
  'credit-card-type': ['domain'],
  '@brazilian-utils/brazilian-utils': ['base'],
  'lru-cache': ['domain', 'store', 'dashboard'],
  'ipaddr.js': ['domain', 'http'],
  '@node-rs/argon2': ['domain'],
  '@simplewebauthn/server': ['domain'],
  otpauth: ['domain'],
  tldts: ['api'],
  pdfkit: ['base'],
  'bwip-js': ['base'],
  qr: ['base', 'dashboard'],
  'd3-scale': ['dashboard'],
  'd3-shape': ['dashboard'],
  '@simplewebauthn/browser': ['dashboardScript'],
  'package.json': ['domain', 'dashboard'],
};

/**
 * Beside `scripts/` and packages. Bench and campaign make rows and steps by the store's own code.
 */
export const TOOLS: Readonly<Record<string, readonly string[]>> = {
  scripts: ['dist'],
  'scripts/build': ['hosted-frame', 'sdk'],
  'scripts/rehearse': ['contract', 'sdk', 'service', 'simulators'],
  'scripts/deployed': ['service', 'simulators'],
  bench: ['contract', 'service/store'],
  campaign: ['service/store'],
};
