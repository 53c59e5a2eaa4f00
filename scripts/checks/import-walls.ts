/**
 * What a room outside of the service (see `layers.ts`) may import beside its own: rooms, files and
 * packages by name. A room is a folder with those below it that are no room of their own.
 */
type Wall = { may: readonly string[]; mayNameTypesOf?: readonly string[] };

export const NODE = 'node:';

const LIVE_ELEMENTS = ['card', 'payment', 'pix'].map((name) => `sdk/element/live-${name}.ts`);

/** A file belongs to the room with the longest name that it lies in. */
export const WALLS: Readonly<Record<string, Wall>> = {
  contract: { may: ['zod/mini'] },
  'contract/frame': { may: ['contract', 'comlink'] },

  // The two entries, the client, and what everything below it says to the merchant.
  sdk: {
    may: [
      'contract',
      'sdk/element',
      'sdk/flows',
      'sdk/frame',
      'sdk/payment',
      'sdk/payment-element',
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
    mayNameTypesOf: ['sdk/payment-element', 'sdk/pix'],
  },
  'sdk/flows': {
    may: [
      'contract',
      'contract/frame',
      'sdk/card-flow',
      'sdk/payment',
      'sdk/script',
      'sdk/shared/http-url.ts',
      'sdk/shared/known-options.ts',
      'sdk/shared/log-unheard.ts',
    ],
    mayNameTypesOf: ['sdk/element', 'sdk/frame', 'sdk/payment-element', 'sdk/pix', 'sdk/shared'],
  },
  // Another chunk, for pages that take PIX.
  'sdk/pix': {
    may: ['contract', 'contract/frame', 'sdk/element', 'sdk/shared'],
    mayNameTypesOf: ['sdk/frame', 'sdk/payment'],
  },
  // A chunk too: it is handed the flows, so that nothing is in a page twice.
  'sdk/payment-element': {
    may: [
      'contract',
      'contract/frame',
      'sdk/card-flow',
      'sdk/element',
      'sdk/payment',
      'sdk/shared',
    ],
    mayNameTypesOf: ['sdk/flows'],
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
  'sdk/script': { may: ['contract', 'contract/frame'] },
  // A wrapper is small because it knows the sdk by its types; the element alone makes a client.
  'sdk/react': {
    may: [...LIVE_ELEMENTS, 'react'],
    mayNameTypesOf: ['sdk', 'sdk/element', 'sdk/payment-element', 'sdk/pix'],
  },
  'sdk/vue': {
    may: [...LIVE_ELEMENTS, 'sdk/element/live-element.ts', 'vue'],
    mayNameTypesOf: ['sdk', 'sdk/element', 'sdk/payment-element', 'sdk/pix'],
  },
  'sdk/custom-element': {
    may: [...LIVE_ELEMENTS, 'sdk/element/live-element.ts', 'sdk/index.ts'],
    mayNameTypesOf: ['sdk', 'sdk/element', 'sdk/payment-element', 'sdk/pix', 'sdk/shared'],
  },
  // Runs in a merchant's tests, where there may be no browser at all.
  'sdk/testing': {
    may: ['contract', 'sdk/element', 'sdk/payment', 'sdk/shared'],
    mayNameTypesOf: [
      'contract/frame',
      'sdk/flows',
      'sdk/init.ts',
      'sdk/payment-element',
      'sdk/pix',
    ],
  },
  // A merchant installs it by itself, so it brings nothing.
  'sdk/webhooks': { may: ['contract/written-out.ts'], mayNameTypesOf: ['contract'] },
  'sdk/server': {
    may: ['contract/frame', 'sdk/webhooks', 'contract/written-out.ts'],
    mayNameTypesOf: ['contract'],
  },

  'hosted-frame': { may: ['contract', 'contract/frame', 'sdk/card-flow', 'credit-card-type'] },

  // Its SDK comes by script tag; the package's types are there for every merchant.
  'demo-page': { may: [], mayNameTypesOf: ['sdk/index.ts', 'sdk/checkout-sdk.ts'] },
  // The client for servers is what a merchant installs; the shop takes it from its source.
  'demo-page/server': {
    may: ['sdk/server', NODE, 'zod', 'hono', '@hono/node-server'],
    mayNameTypesOf: ['demo-page', 'contract/frame'],
  },

  // It tells what the sdk and the service say of themselves, and runs neither.
  docs: {
    may: [
      'contract',
      'docs/site',
      'sdk/testing',
      'service/api/reference',
      'service/providers/definition.ts',
      'service/providers/registry.ts',
      'service/sandbox/published-users.ts',
      'service/base/shared/rules-in-english.ts',
      'service/base/shared/rules-in-portuguese.ts',
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
  simulators: { may: [] },
  'simulators/certificates': { may: [NODE] },
  'simulators/server': { may: ['simulators/certificates', NODE], mayNameTypesOf: ['zod'] },
  'simulators/cielo': { may: ['simulators/server', 'zod'] },
  'simulators/efi': {
    may: ['simulators/formats', 'simulators/pix-bank', 'simulators/server', 'zod'],
  },
  'simulators/formats': { may: [] },
  'simulators/mercado-pago': { may: ['simulators/formats', 'simulators/server', NODE, 'zod'] },
  'simulators/pagbank': { may: ['simulators/formats', 'simulators/server', NODE, 'zod'] },
  'simulators/pix-bank': {
    may: ['simulators/formats', 'simulators/server', 'zod'],
    mayNameTypesOf: ['simulators/certificates'],
  },
  // What only their tests use.
  'simulators/testing': {
    may: [NODE],
    mayNameTypesOf: [
      'simulators/certificates',
      'simulators/cielo',
      'simulators/mercado-pago',
      'simulators/pagbank',
      'simulators/pix-bank',
    ],
  },
};
