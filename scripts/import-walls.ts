/**
 * Outside of the service, whose layers are in `layers.ts`: what the files of one room may import
 * beside their own: rooms, single files and packages, each
 * by its name. A room is a folder with those below it that are no room of their own.
 */
type Wall = {
  may: readonly string[];
  /** What may be named as a type alone. */
  mayNameTypesOf?: readonly string[];
};

/** Every Node module. */
export const NODE = 'node:';

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
};
