import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildEnvironmentOptions } from 'vite';
import { defineConfig } from 'vitest/config';
import { APP, build, draftOf } from './scripts/build/built.mjs';
import {
  bareErrorCodes,
  cardFields,
  chunkApart,
  flattenDocuments,
  inlineFrameDocuments,
  leanAdvice,
  leanCardSchemes,
  leanComlink,
  plainDynamicImports,
} from './scripts/build/frame-document-plugin.ts';
import { assemblePackage } from './scripts/build/package/assemble-package.ts';
import { TEST_TAGS } from './scripts/checks/test-tags.ts';
import { countingReporter } from './scripts/checks/vitest-reporter.ts';

function path(name: string) {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Where the build is made before it takes the place of `dist`. */
const DRAFT = draftOf(APP);

/** A file or folder of the build. */
function built(name: string) {
  return join(DRAFT, name);
}

/** What browsers we build for: Chromium 94, Firefox 93, Safari 15.4 and later, phones included. */
const BROWSERS = 'es2022';
/** What older ones can read as well, to be told that they are too old. */
const READABLE = 'es2020';

/** Bytes before a buyer can type are counted; this is 3 % smaller than the default minifier. */
const SMALLEST = {
  minify: 'terser' as const,
  terserOptions: {
    ecma: 2020 as const,
    // Bugs of a browser that is not among them.
    safari10: false,
    compress: { passes: 4, pure_getters: true, unsafe_arrows: true, unsafe_methods: true },
    format: { comments: false },
  },
};

/** Written out alike again and again, which brotli makes less of than of what is shorter. */
const REPETITIVE = { arrows: false, comparisons: false, inline: 1, negate_iife: false } as const;

/** The only code that writes to the console there is comlink's, for origins we never give it. */
const SILENT = {
  ...SMALLEST,
  target: READABLE,
  terserOptions: {
    ...SMALLEST.terserOptions,
    compress: {
      ...SMALLEST.terserOptions.compress,
      drop_console: true,
      lhs_constants: false,
      ...REPETITIVE,
    },
  },
};

function forBrowsers(outDir: string, more: BuildEnvironmentOptions) {
  return {
    consumer: 'client' as const,
    build: { outDir: built(outDir), emptyOutDir: false, target: BROWSERS, ...more },
  };
}

/** A classic script, complete in one file. */
function classicScript(entry: string, fileName: string, outDir = 'sdk') {
  const output = { format: 'iife' as const, entryFileNames: fileName, codeSplitting: false };
  return forBrowsers(outDir, { ...SILENT, rollupOptions: { input: path(entry), output } });
}

/** A module in one file: of the sdk, loaded later from beside its script, or given alone. */
function oneModule(entry: string, fileName: string, outDir = 'sdk', more: object = SMALLEST) {
  return forBrowsers(outDir, {
    ...more,
    rollupOptions: {
      input: path(entry),
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: fileName, codeSplitting: false },
    },
  });
}

/** A document of the hosted frame, with its script and styles inside it. */
function frameDocument(name: string) {
  return forBrowsers('hosted-frame', {
    modulePreload: false,
    ...SMALLEST,
    rollupOptions: {
      input: path(`hosted-frame/${name}.html`),
      output: {
        entryFileNames: `${name}.js`,
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  });
}

/** Scripts and styles of pages that the service draws. */
function pageFiles(outDir: string, folder: string, names: readonly string[]) {
  const output = { entryFileNames: '[name].js', assetFileNames: '[name][extname]' };
  return forBrowsers(outDir, {
    modulePreload: false,
    ...SMALLEST,
    rollupOptions: {
      input: names.map((name) => path(`${folder}/${name}.ts`)),
      output: { format: 'es', ...output },
    },
  });
}

/** A program for Node; packages stay packages. */
function nodeProgram(entry: string, outDir: string) {
  return {
    consumer: 'server' as const,
    resolve: { noExternal: [] },
    build: {
      outDir: built(outDir),
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      ssr: true,
      rollupOptions: { input: path(entry), output: { entryFileNames: 'main.js' } },
    },
  };
}

/**
 * A program whose start is waited for: the packages it always loads are in its file, since six
 * hundred files take longer to find than to run. The engine has files beside its code.
 */
function quickProgram(entry: string, outDir: string) {
  const { build, ...program } = nodeProgram(entry, outDir);
  const rollupOptions = { ...build.rollupOptions, external: APART };
  return { ...program, resolve: { noExternal: true as const }, build: { ...build, rollupOptions } };
}

const APART = [
  /^@electric-sql\/pglite(\/|$)/,
  /^pdfkit$/,
  /^bwip-js(\/|$)/,
  /^@node-rs\//,
  // Loaded only when somebody uses a passkey.
  /^@simplewebauthn\/server$/,
];

/** What one `vite build` makes, in this order. */
const ARTEFACTS = {
  sdk: classicScript('sdk/script.ts', 'checkout-sdk.js'),
  sdkFlows: oneModule('sdk/flows/payment-flows.ts', 'checkout-sdk-flows.js', 'sdk', {
    ...SMALLEST,
    target: READABLE,
  }),
  sdkPayment: oneModule('sdk/payment-element/run-payment.ts', 'checkout-sdk-payment.js'),
  sdkPix: oneModule('sdk/pix/mount-pix-element.ts', 'checkout-sdk-pix.js'),
  sdkModule: forBrowsers('package', {
    minify: false,
    // As a library: otherwise dynamic imports are wrapped in a helper that the bundler of a shop
    // would declare a second time.
    lib: {
      entry: {
        'checkout-sdk': path('sdk/index.ts'),
        load: path('sdk/loader/index.ts'),
        react: path('sdk/react/index.ts'),
        vue: path('sdk/vue/index.ts'),
        element: path('sdk/custom-element/index.ts'),
        testing: path('sdk/testing/index.ts'),
        webhooks: path('sdk/webhooks/index.ts'),
        server: path('sdk/server/index.ts'),
      },
    },
    rollupOptions: {
      external: ['comlink', 'react', 'vue'],
      // The same twice: for `import`, and for a `require` that cannot load an ES module.
      output: [
        { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name].mjs' },
        {
          format: 'cjs',
          strict: true,
          entryFileNames: 'cjs/[name].js',
          chunkFileNames: 'cjs/shared/[name].js',
        },
      ],
    },
  }),
  webhooks: oneModule('sdk/webhooks/index.ts', 'webhooks.js', '', {
    minify: false,
    modulePreload: false,
  }),
  card: frameDocument('card'),
  hosted: frameDocument('hosted'),
  payment: frameDocument('payment'),
  pix: frameDocument('pix'),
  stage: frameDocument('stage'),
  sandboxBank: classicScript(
    'service/sandbox/three-d-secure/browser/sdk.ts',
    'sdk.js',
    'sandbox-bank',
  ),
  // The second is for the few pages that ask a device.
  dashboard: pageFiles('dashboard', 'service/dashboard/browser', ['dashboard', 'passkey']),
  paymentPage: pageFiles('payment-page', 'service/api/payment-page/browser', ['page']),
  shop: forBrowsers('demo-page/public', {
    modulePreload: false,
    rollupOptions: {
      input: [path('demo-page/index.html'), path('demo-page/playground/playground.html')],
    },
  }),
  shopServer: nodeProgram('demo-page/server/main.ts', 'demo-page/server'),
  service: quickProgram('service/main.ts', 'service'),
  reconcile: nodeProgram('service/run/programs/reconcile.ts', 'reconcile'),
  operator: nodeProgram('service/run/programs/operator.ts', 'operator'),
  backupReader: nodeProgram('service/run/programs/backup-reader.ts', 'backup-reader'),
  database: nodeProgram('service/run/programs/database-template.ts', 'database'),
};

/** Made by itself: of what one tries before there is a first real credential. */
const REHEARSAL = nodeProgram('scripts/rehearse/main.ts', '../dist/rehearse');

/** A busy machine is slow, not wrong: only what never ends is cut off (`minutes` may take longer). */
const PATIENT = {
  tags: TEST_TAGS,
  testTimeout: 60_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
};

/** Where tests for Node lie. */
const SERVER_TESTS = 'sdk/server/*.test.ts';
const NODE_TESTS = [
  '{campaign,contract,service,simulators,demo-page,scripts,docs}/**/*.test.{ts,tsx}',
  '*.test.ts',
  SERVER_TESTS,
];

/** Of those: one that puts another module in the place of ours. */
const MOCKS_MODULES = 'service/api/api-routes.test.ts';

/** The same, of what runs in pages, and one that leaves the global of the script in its page for good. */
const PAGE_TESTS_APART = [
  'sdk/script.test.ts',
  'sdk/card-flow/three-d-secure-run.test.ts',
  'hosted-frame/challenge/{stage,hosted-flow}.test.ts',
];

/** Frames are there, and nothing is loaded into them. */
const PAGE = {
  environment: 'happy-dom',
  environmentOptions: {
    happyDOM: {
      settings: {
        enableIframePageLoading: true,
        navigation: { disableChildFrameNavigation: true },
      },
    },
  },
};

/** Of what runs in pages, of the bank and of the dashboard, though it lies with the service. */
const PAGE_TESTS = 'service/{sandbox/three-d-secure,dashboard}/browser/*.test.ts';

export default defineConfig({
  root: path('.'),
  plugins: [
    cardFields(['card', 'payment']),
    plainDynamicImports(['card', 'payment', 'pix']),
    chunkApart(['card', 'payment'], '/card-payment/card-payment.ts'),
    chunkApart(['payment'], '/payment/shown-payment.ts', '?shown'),
    leanCardSchemes(['card', 'payment']),
    bareErrorCodes(['card', 'payment', 'pix']),
    leanAdvice(['sdk'], 'card'),
    leanAdvice(['hosted', 'stage'], 'sentence'),
    leanComlink(['sdk', 'card', 'hosted', 'payment', 'pix', 'stage']),
    inlineFrameDocuments(['card', 'hosted', 'payment', 'pix', 'stage']),
    flattenDocuments(['card', 'hosted', 'payment', 'pix', 'stage', 'shop']),
  ],
  build: {
    reportCompressedSize: false,
    // On a busy machine the bundler would tell how long the minifier takes.
    rollupOptions: { checks: { bundlerTimings: false } },
  },
  environments: { ...ARTEFACTS, rehearsal: REHEARSAL },
  builder: {
    async buildApp(builder) {
      await build(APP, async () => {
        for (const name of Object.keys(ARTEFACTS)) {
          const environment = builder.environments[name];
          if (environment !== undefined) await builder.build(environment);
        }
        // What a new embedded database is made of; kept between builds.
        execFileSync(process.execPath, [
          built('database/main.js'),
          built('database'),
          path('node_modules/.cache/database'),
        ]);
        // The declarations of the ESM build.
        execFileSync(path('node_modules/.bin/tsc'), [
          ...['-p', path('sdk/tsconfig.package.json')],
          ...['--outDir', built('package/types')],
        ]);
        assemblePackage({ root: path('.'), dist: DRAFT });
      });
    },
  },
  test: {
    // Vitest itself would leave one processor out, which is half of a machine with two.
    maxWorkers: '100%',
    reporters: ['default', countingReporter()],
    projects: [
      {
        test: {
          name: 'node',
          ...PATIENT,
          environment: 'node',
          // Half of the time went into loading the same modules for every file again. Their state is
          // what a process of the service has, so tests that share it must leave nothing running.
          isolate: false,
          globalSetup: [
            'service/testing/embedded-template.ts',
            'service/testing/postgres-server.ts',
          ],
          include: NODE_TESTS,
          exclude: ['**/node_modules/**', MOCKS_MODULES, PAGE_TESTS],
        },
      },
      {
        test: {
          name: 'node-apart',
          ...PATIENT,
          environment: 'node',
          globalSetup: ['service/testing/embedded-template.ts'],
          include: [MOCKS_MODULES],
        },
      },
      {
        test: {
          name: 'browser-like',
          ...PATIENT,
          ...PAGE,
          // One page for the tests of a process, as for those of the service: a page for each file
          // took longer to make than its tests to run.
          isolate: false,
          setupFiles: ['sdk/empty-page.cases.ts'],
          include: ['{sdk,hosted-frame}/**/*.test.ts', PAGE_TESTS],
          exclude: ['**/node_modules/**', ...PAGE_TESTS_APART, SERVER_TESTS],
        },
      },
      { test: { name: 'browser-like-apart', ...PATIENT, ...PAGE, include: PAGE_TESTS_APART } },
    ],
  },
});
