import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import {
  flattenDocuments,
  inlineFrameDocuments,
  leanCardSchemes,
  plainDynamicImports,
} from './scripts/frame-document-plugin.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The artefacts of one `vite build`, in the order they are built. */
const ARTEFACTS = [
  'sdk',
  'sdkFlows',
  'sdkModule',
  'webhooks',
  'card',
  'hosted',
  'stage',
  'sandboxBank',
  'shop',
  'shopServer',
  'service',
  'reconcile',
];

/** What browsers we build for: Chromium 94, Firefox 93, Safari 15.4 and later, phones included. */
const BROWSERS = 'es2022';

/** Bytes before a buyer can type are counted; this is 3 % smaller than the default minifier. */
const SMALLEST = {
  minify: 'terser' as const,
  terserOptions: {
    ecma: 2020 as const,
    compress: { passes: 4, pure_getters: true, unsafe_arrows: true, unsafe_methods: true },
    format: { comments: false },
  },
};

/** A classic script, complete in one file. */
function classicScript(entry: string, fileName: string, outDir = 'dist/sdk') {
  return {
    consumer: 'client' as const,
    build: {
      outDir: path(outDir),
      emptyOutDir: false,
      target: BROWSERS,
      ...SMALLEST,
      rollupOptions: {
        input: path(entry),
        output: { format: 'iife' as const, entryFileNames: fileName, codeSplitting: false },
      },
    },
  };
}

/** A document of the hosted frame, with its script and styles inside it. */
function frameDocument(name: string) {
  return {
    consumer: 'client' as const,
    build: {
      outDir: path('dist/hosted-frame'),
      emptyOutDir: false,
      target: BROWSERS,
      modulePreload: false as const,
      ...SMALLEST,
      rollupOptions: {
        input: path(`hosted-frame/${name}.html`),
        output: {
          entryFileNames: `${name}.js`,
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
        },
      },
    },
  };
}

/** A program for Node; packages stay packages. */
function nodeProgram(entry: string, outDir: string) {
  return {
    consumer: 'server' as const,
    resolve: { noExternal: [] },
    build: {
      outDir: path(outDir),
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      ssr: true,
      rollupOptions: { input: path(entry), output: { entryFileNames: 'main.js' } },
    },
  };
}

/** A busy machine is slow, not wrong: only what never ends is cut off. */
const PATIENT = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  root: path('.'),
  plugins: [
    plainDynamicImports(['card']),
    leanCardSchemes(['card']),
    inlineFrameDocuments(['card', 'hosted', 'stage']),
    flattenDocuments(['card', 'hosted', 'stage', 'shop']),
  ],
  build: { reportCompressedSize: false },
  environments: {
    sdk: classicScript('sdk/global.ts', 'checkout-sdk.js'),
    sdkFlows: {
      consumer: 'client',
      build: {
        outDir: path('dist/sdk'),
        emptyOutDir: false,
        target: BROWSERS,
        ...SMALLEST,
        rollupOptions: {
          input: path('sdk/payment-flows.ts'),
          preserveEntrySignatures: 'strict',
          output: { format: 'es', entryFileNames: 'checkout-sdk-flows.js', codeSplitting: false },
        },
      },
    },
    sdkModule: {
      consumer: 'client',
      build: {
        outDir: path('dist/package'),
        emptyOutDir: false,
        target: BROWSERS,
        minify: false,
        modulePreload: false,
        rollupOptions: {
          input: path('sdk/index.ts'),
          preserveEntrySignatures: 'strict',
          external: ['comlink'],
          output: { entryFileNames: 'checkout-sdk.mjs', chunkFileNames: '[name].mjs' },
        },
      },
    },
    webhooks: {
      consumer: 'client',
      build: {
        outDir: path('dist'),
        emptyOutDir: false,
        target: BROWSERS,
        minify: false,
        modulePreload: false,
        rollupOptions: {
          input: path('sdk/webhooks/verify-webhook.ts'),
          preserveEntrySignatures: 'strict',
          output: { format: 'es', entryFileNames: 'webhooks.js', codeSplitting: false },
        },
      },
    },
    card: frameDocument('card'),
    hosted: frameDocument('hosted'),
    stage: frameDocument('stage'),
    sandboxBank: classicScript(
      'service/providers/sandbox-3ds/browser/sdk.ts',
      'sdk.js',
      'dist/sandbox-bank',
    ),
    shop: {
      consumer: 'client',
      build: {
        outDir: path('dist/demo-page/public'),
        emptyOutDir: false,
        target: BROWSERS,
        modulePreload: false,
        rollupOptions: { input: path('demo-page/index.html') },
      },
    },
    shopServer: nodeProgram('demo-page/server/main.ts', 'dist/demo-page/server'),
    service: nodeProgram('service/main.ts', 'dist/service'),
    reconcile: nodeProgram('service/compose-reconcile.ts', 'dist/reconcile'),
  },
  builder: {
    async buildApp(builder) {
      rmSync(path('dist'), { recursive: true, force: true });
      for (const name of ARTEFACTS) {
        const environment = builder.environments[name];
        if (environment !== undefined) await builder.build(environment);
      }
      // The declarations of the ESM build.
      execFileSync(path('node_modules/.bin/tsc'), ['-p', path('sdk/tsconfig.package.json')]);
    },
  },
  test: {
    projects: [
      {
        test: {
          name: 'node',
          ...PATIENT,
          environment: 'node',
          globalSetup: ['service/store/embedded-template.ts', 'service/store/postgres-server.ts'],
          include: ['{contract,service,demo-page,scripts}/**/*.test.ts', '*.test.ts'],
        },
      },
      {
        test: {
          name: 'browser-like',
          ...PATIENT,
          environment: 'happy-dom',
          include: ['{sdk,hosted-frame}/**/*.test.ts'],
        },
      },
    ],
  },
});
