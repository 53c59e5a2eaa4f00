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
export const NODE = 'node:';

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
      'sdk/payment',
      'sdk/pix',
      'sdk/script',
      'sdk/shared',
    ],
    mayNameTypesOf: ['contract/frame', 'sdk/card-flow'],
  },
  'sdk/card-flow': { may: ['contract'], mayNameTypesOf: ['contract/frame'] },
  // The flows are a chunk of their own: the element is handed them, and never imports them.
  'sdk/element': {
    may: ['contract', 'contract/frame', 'sdk/card-flow', 'sdk/frame', 'sdk/payment', 'sdk/shared'],
    mayNameTypesOf: ['sdk/pix'],
  },
  'sdk/flows': {
    may: [
      'contract',
      'contract/frame',
      'sdk/card-flow',
      'sdk/payment',
      'sdk/script',
      'sdk/shared/known-options.ts',
      'sdk/shared/log-unheard.ts',
    ],
    mayNameTypesOf: ['sdk/element', 'sdk/frame', 'sdk/pix', 'sdk/shared'],
  },
  // Another chunk, for pages that take PIX.
  'sdk/pix': {
    may: ['contract', 'contract/frame', 'sdk/element', 'sdk/shared'],
    mayNameTypesOf: ['sdk/frame', 'sdk/payment'],
  },
  'sdk/frame': { may: ['contract', 'contract/frame'] },
  'sdk/loader': {
    may: ['contract', 'contract/frame', 'sdk/checkout-sdk.ts', 'sdk/script', 'sdk/shared'],
  },
  // What goes to the merchant's back end and comes back from it.
  'sdk/payment': { may: ['contract'], mayNameTypesOf: ['contract/frame', 'sdk/card-flow'] },
  // The client's settings and errors, which everything below it is handed.
  'sdk/shared': { may: ['contract'] },
  // How the sdk puts a script of its own, or a provider's, into the page.
  'sdk/script': { may: ['contract'] },
  // A wrapper is small because it knows the sdk by its types; the element alone makes a client.
  'sdk/react': {
    may: ['sdk/element/live-card.ts', 'sdk/element/live-pix.ts', 'react'],
    mayNameTypesOf: ['sdk', 'sdk/element', 'sdk/pix'],
  },
  'sdk/vue': {
    may: ['sdk/element/live-card.ts', 'sdk/element/live-pix.ts', 'vue'],
    mayNameTypesOf: ['sdk', 'sdk/element', 'sdk/pix'],
  },
  'sdk/custom-element': {
    may: ['sdk/element/live-card.ts', 'sdk/element/live-pix.ts', 'sdk/index.ts'],
    mayNameTypesOf: ['contract', 'sdk', 'sdk/element', 'sdk/pix', 'sdk/shared'],
  },
  // Runs in a merchant's tests, where there may be no browser at all.
  'sdk/testing': {
    may: ['contract', 'sdk/element', 'sdk/payment', 'sdk/shared'],
    mayNameTypesOf: ['sdk/flows', 'sdk/init.ts', 'sdk/pix'],
  },
  // A merchant installs it by itself, so it brings nothing.
  'sdk/webhooks': { may: [] },

  'hosted-frame': {
    may: ['contract', 'contract/frame', 'sdk/card-flow', 'zod/mini', 'credit-card-type'],
  },

  'demo-page': { may: [] },
  // The helper for webhooks is what a merchant installs; the shop takes it from its source.
  'demo-page/server': { may: ['sdk/webhooks', NODE, 'zod'] },

  // It tells what the sdk and the service say of themselves, and runs neither.
  docs: {
    may: [
      'contract',
      'docs/site',
      'sdk/testing',
      'service/api-document',
      'service/providers/definition.ts',
      'service/providers/registry.ts',
      'service/sandbox/published-users.ts',
      'package.json',
      NODE,
      '@11ty/eleventy',
      'markdown-it',
      'vite',
      'highlight.js',
    ],
  },
  // As a merchant writes them.
  'docs/samples': { may: ['checkout-sdk', 'react'] },
  'docs/site': { may: ['contract', 'sdk/checkout-sdk.ts'] },

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
    may: [
      'service/crypto',
      'service/http/notice-settings.ts',
      'service/shared',
      'service/traces/trace-settings.ts',
      NODE,
    ],
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
    may: [...DOMAIN_BASE, 'service/providers/abecs'],
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
  'service/payins/formats': {
    may: [NODE, 'pdfkit', 'bwip-js/node', 'qr'],
    mayNameTypesOf: ['contract'],
  },
  'service/payins/three-d-secure': {
    may: [
      ...DOMAIN_BASE,
      'service/accounts',
      'service/cards',
      'service/payins',
      'service/providers',
      'zod/mini',
    ],
    mayNameTypesOf: [DB_INTERFACE],
  },
  // The people of the dashboard, whoever shows it to them.
  'service/people': {
    may: [
      ...DOMAIN_BASE,
      'service/limits',
      'service/maintenance/audit-log.ts',
      '@node-rs/argon2',
      '@simplewebauthn/server',
      'otpauth',
      'zod/mini',
    ],
    mayNameTypesOf: [DB_INTERFACE],
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
      'service/limits',
      'service/payins',
      'service/payins/three-d-secure',
      'service/payouts',
      'service/people',
      'service/providers/registered',
      'service/webhooks',
      'zod/mini',
    ],
    mayNameTypesOf: [DB_INTERFACE, 'service/cards'],
  },
  'service/metrics': {
    may: [...DOMAIN_BASE],
    mayNameTypesOf: [
      DB_INTERFACE,
      'service/limits',
      'service/payins',
      'service/payouts',
      'service/providers',
      'service/traces',
      'service/webhooks',
    ],
  },
  // Where a request goes, for a collector of traces.
  'service/traces': {
    may: ['service/shared', NODE],
    mayNameTypesOf: ['service/crypto', 'service/webhooks'],
  },
  // What many payments come to, and what of a company waits for a person.
  'service/summaries': {
    may: ['contract', 'service/payins'],
    mayNameTypesOf: ['service/payins/three-d-secure'],
  },
  'service/sandbox': {
    may: [
      ...DOMAIN_BASE,
      'service/accounts',
      'service/ledger',
      'service/maintenance',
      'service/payins',
      'service/payins/three-d-secure',
      'service/people',
      'zod/mini',
    ],
    mayNameTypesOf: [DB_INTERFACE],
  },
  'service/sandbox/samples': {
    may: ['contract', 'service/accounts', 'service/payins', 'service/payouts', 'service/shared'],
  },
  'service/web': { may: ['contract', 'service/shared', NODE, 'tldts', 'zod/mini'] },
  // Its pages are made of parts, which the documentation shows as well.
  'service/api-document': { may: ['contract', 'service/shared', NODE, 'zod/mini', 'hono'] },

  'service/providers': {
    may: ['contract'],
    mayNameTypesOf: [
      NODE,
      'service/crypto',
      'service/providers/outgoing',
      'service/shared',
      'undici',
      'zod/mini',
    ],
  },
  // Names every one of them, so that whoever looks one up by its name need not.
  'service/providers/registry.ts': {
    may: [
      'service/providers',
      'service/providers/cielo',
      'service/providers/efi',
      'service/providers/mercadopago',
      'service/providers/pagbank',
      'service/providers/pix-bacen',
    ],
  },
  // What issuers' codes mean, for every acquirer that hands them on.
  'service/providers/abecs': { may: [], mayNameTypesOf: ['contract', 'service/providers'] },
  // What is kept of them in the database, sealed, and who serves which company by it.
  'service/providers/registered': {
    may: [
      'service/crypto',
      'service/providers',
      'service/providers/outgoing',
      'service/providers/registry.ts',
      'service/shared',
      NODE,
      'zod/mini',
    ],
    mayNameTypesOf: [DB_INTERFACE, 'undici'],
  },
  // How requests leave to real outside parties. What is here and in their adapters is tried on
  // `parties/`, which tests, `service/testing` and the rehearsal in `scripts/` may import and nothing
  // else: what is played stays out of the program, and an adapter is written from the documents, not
  // from what we play. Whoever waits for a party says so, so that others are worked for meanwhile.
  'service/providers/outgoing': {
    may: ['service/shared/work-place.ts', NODE, 'undici', 'zod/mini'],
    mayNameTypesOf: ['service/shared'],
  },
  'service/providers/cielo': {
    may: [
      'service/providers',
      'service/providers/abecs',
      'service/providers/outgoing',
      NODE,
      'zod/mini',
    ],
    mayNameTypesOf: ['contract', 'service/shared', 'undici'],
  },
  'service/providers/pix-bacen': {
    may: [
      'service/providers',
      'service/providers/outgoing',
      'service/payins/formats',
      NODE,
      'zod/mini',
    ],
    mayNameTypesOf: ['service/shared', 'undici'],
  },
  // Efí is one of the banks of `pix-bacen`, with calls of its own.
  'service/providers/efi': {
    may: [
      'contract',
      'service/providers',
      'service/providers/outgoing',
      'service/providers/pix-bacen',
      'service/payins/formats',
      NODE,
      'zod/mini',
    ],
    mayNameTypesOf: ['service/shared'],
  },
  'service/providers/mercadopago': {
    may: [
      'contract',
      'service/providers',
      'service/providers/outgoing',
      'service/payins/formats',
      NODE,
      'zod/mini',
    ],
    mayNameTypesOf: ['service/shared', 'undici'],
  },
  'service/providers/pagbank': {
    may: [
      'contract',
      'service/providers',
      'service/providers/abecs',
      'service/providers/outgoing',
      'service/payins/formats',
      NODE,
      'zod/mini',
    ],
    mayNameTypesOf: ['service/shared', 'undici'],
  },
  // A provider that plays a server of its own, such as a bank, serves it by hono; what it issues
  // is written in the formats everybody publishes. It reaches into itself, not into another.
  'service/providers/sandbox-3ds': {
    may: ['contract', 'service/providers', NODE, 'zod/mini', 'hono'],
    mayNameTypesOf: ['@hono/node-server'],
  },
  // A provider's own script runs in a browser, and is the provider's alone.
  'service/providers/sandbox-3ds/browser': { may: [] },
  'service/providers/sandbox-acquirer': {
    may: [
      'contract',
      'service/providers',
      'service/payins/formats',
      'service/shared/work-place.ts',
      'zod/mini',
      'hono',
    ],
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
      'service/people',
      'service/providers/registered',
      'service/store/engine',
      'service/store/migrations',
      'service/summaries',
      'zod/mini',
    ],
    mayNameTypesOf: [
      'service/cards',
      'service/metrics',
      'service/payins/three-d-secure',
      'service/payouts',
      'service/webhooks',
    ],
  },
  'service/store/engine': {
    may: [DB_INTERFACE, 'service/store/migrations', NODE, 'zod/mini', 'pg', '@electric-sql/pglite'],
  },
  'service/store/migrations': { may: [], mayNameTypesOf: [DB_INTERFACE] },

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
    mayNameTypesOf: ['pino', 'service/metrics', 'service/traces', 'service/web'],
  },
  'service/routes': {
    may: [
      ...DOMAIN_BASE,
      'service/accounts',
      'service/api-document',
      'service/cards',
      'service/http',
      'service/ledger',
      'service/limits',
      'service/payins',
      'service/payins/three-d-secure',
      'service/payouts',
      'service/providers',
      'service/providers/registered',
      'service/sandbox',
      'service/web',
      'service/webhooks',
      'hono',
    ],
    mayNameTypesOf: [
      'pino',
      'service/maintenance',
      'service/metrics',
      'service/people',
      'service/providers/registered',
      'service/traces',
    ],
  },
  // What people do, each act one function: who may, what is checked, what is kept, what it does.
  'service/acts': {
    may: [
      ...DOMAIN_BASE,
      'service/accounts',
      'service/cards',
      'service/ledger',
      'service/maintenance',
      'service/payins',
      'service/payouts',
      'service/people',
      'service/providers/registered',
      'service/webhooks',
      'zod/mini',
    ],
    mayNameTypesOf: [DB_INTERFACE],
  },
  // The table of commands is an edge like the routes, for another caller.
  'service/operator': {
    may: [
      ...DOMAIN_BASE,
      'service/acts',
      'service/accounts',
      'service/cards',
      'service/ledger',
      'service/maintenance',
      'service/payins',
      'service/payouts',
      'service/people',
      'service/providers/registered',
      'service/providers/registry.ts',
      'service/webhooks',
      'zod/mini',
    ],
    mayNameTypesOf: [DB_INTERFACE, 'service/providers'],
  },

  // Pages for people, another edge: what the API and the commands do, and no SQL of its own.
  'service/dashboard': {
    may: [
      ...DOMAIN_BASE,
      DB_INTERFACE,
      'service/accounts',
      'service/acts',
      'service/http',
      'service/ledger',
      'service/limits/recently-used.ts',
      'service/maintenance',
      'service/operator',
      'service/payouts',
      'service/payins',
      'service/people',
      'service/webhooks',
      'service/providers/registered',
      'service/sandbox/samples',
      'service/summaries',
      'hono',
      'd3-scale',
      'd3-shape',
      'service/providers/registry.ts',
      'package.json',
      'service/sandbox',
      'qr',
    ],
    mayNameTypesOf: [
      'service/ledger',
      'service/payins/three-d-secure',
      'service/providers',
      'service/routes',
      'service/web',
    ],
  },
  // What of it runs in browsers.
  'service/dashboard/browser': {
    may: ['service/dashboard/styles/dashboard.css', '@simplewebauthn/browser'],
  },

  // The outside parties are written from their own documents alone, so that what we misread there
  // is not misread twice: nothing of ours is in them, and no party knows another. Efí is one of the
  // banks of `pix-bank/`, with calls of its own.
  parties: { may: [] },
  'parties/certificates': { may: [NODE] },
  'parties/server': { may: ['parties/certificates', NODE], mayNameTypesOf: ['zod'] },
  'parties/cielo': { may: ['parties/server', 'zod'] },
  'parties/efi': { may: ['parties/formats', 'parties/pix-bank', 'parties/server', 'zod'] },
  'parties/formats': { may: [] },
  'parties/mercado-pago': { may: ['parties/formats', 'parties/server', NODE, 'zod'] },
  'parties/pagbank': { may: ['parties/formats', 'parties/server', NODE, 'zod'] },
  'parties/pix-bank': {
    may: ['parties/formats', 'parties/server', 'zod'],
    mayNameTypesOf: ['parties/certificates'],
  },
  // What only their tests use.
  'parties/testing': {
    may: [NODE],
    mayNameTypesOf: [
      'parties/certificates',
      'parties/cielo',
      'parties/mercado-pago',
      'parties/pagbank',
      'parties/pix-bank',
    ],
  },

  // What only tests use may use anything; nothing but a test may use it.
  'service/testing': { may: ['*'] },
};
