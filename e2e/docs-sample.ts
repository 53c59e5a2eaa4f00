import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { cardFrame, press, typeCard } from './element-page.ts';
import type { MerchantSite } from './merchant-page.ts';
import type { System } from './system.ts';
import { test as systemTest } from './system.ts';

const SAMPLES = fileURLToPath(new URL('../docs/samples/', import.meta.url));
const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../dist/package', import.meta.url));

export { expect } from './system.ts';

const START_DEADLINE_MS = 30_000;

/**
 * A folder with the documentation's samples as a reader has them: the addresses are those of the
 * system under test, the account is `account`, the built package is installed.
 */
function sampleFolder(system: System, account: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'docs-samples-'));
  cpSync(SAMPLES, folder, { recursive: true });
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|tsx?|jsx?)$/.test(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8')
      .replaceAll('http://127.0.0.1:4010', system.baseUrl)
      .replaceAll('http://127.0.0.1:4011', system.checkoutUrl)
      .replaceAll(/pk_test_\w+/g, `pk_test_${account}`);
    writeFileSync(join(folder, file), text);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(PACKAGE, join(folder, 'node_modules/checkout-sdk'));
  for (const name of ['react', 'react-dom', 'vue', '@types']) {
    symlinkSync(join(MODULES, name), join(folder, 'node_modules', name));
  }
  return folder;
}

export type Program = {
  url: string;
  /** What it wrote so far. */
  said: () => string;
};

export type Samples = {
  /** A folder of samples as a reader has them, for this account; gone after the test. */
  folder: (account?: string) => string;
  /**
   * Runs one of the samples' programs until the test ends, on a port beside the merchant's own.
   * Resolves once it answers.
   */
  run: (file: string, environment: { [name: string]: string }) => Promise<Program>;
  /** The merchant's server of the quick start, with one of the samples as its page. */
  runShop: (how: { account: string; page?: string }) => Promise<Program>;
};

/** `samples`: those of the documentation, run against the system under test. */
export const test = systemTest.extend<{ samples: Samples }>({
  samples: async ({ system, merchant }, use) => {
    const folders: string[] = [];
    const running: ChildProcess[] = [];
    const folder = (account = 'no3ds') => {
      const made = sampleFolder(system, account);
      folders.push(made);
      return made;
    };
    const start = async (within: string, file: string, environment: NodeJS.ProcessEnv) => {
      const port = merchant.port + 8 + running.length;
      const { child, program } = startProgram(join(within, file), port, environment);
      running.push(child);
      await answers(program, child);
      return program;
    };
    await use({
      folder,
      run: (file, environment) => start(folder(), file, environment),
      runShop: ({ account, page = 'index.html' }) =>
        start(folder(account), 'quick-start/server.mjs', {
          BASE_URL: system.baseUrl,
          PUBLIC_KEY: `pk_test_${account}`,
          SECRET_KEY: `sk_test_${account}`,
          PAGE: page,
        }),
    });
    await Promise.all(running.map(end));
    for (const made of folders) rmSync(made, { recursive: true });
  },
});

function startProgram(path: string, port: number, environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [path], {
    env: { PATH: process.env.PATH, PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => written.push(chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => written.push(chunk.toString('utf8')));
  const program: Program = { url: `http://localhost:${port}`, said: () => written.join('') };
  return { child, program };
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill();
  });
}

async function answers({ url, said }: Program, child: ChildProcess): Promise<void> {
  const giveUpAt = Date.now() + START_DEADLINE_MS;
  while (child.exitCode === null && Date.now() < giveUpAt) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the sample at ${url} does not answer\n${said()}`);
}

/** Types a card into the fields of a sample, and presses its button. */
export async function payByElement(page: Page, number: string): Promise<void> {
  await typeCard(cardFrame(page), { number });
  await press(page.locator('#pay'));
}

/** Bundles a program that uses a sample, as a merchant's build does. */
export async function bundleSample(
  folder: string,
  entry: string,
  use: string,
  environment: { [name: string]: string } = {},
): Promise<string> {
  const order = `const ORDER = { amount: 15990, referenceId: 'order-1' };`;
  writeFileSync(join(folder, entry), `${order}\n${use}`);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: Object.fromEntries(
      Object.entries({ NODE_ENV: 'production', ...environment }).map(([name, value]) => [
        `process.env.${name}`,
        JSON.stringify(value),
      ]),
    ),
    build: {
      target: 'es2022',
      outDir: 'out',
      lib: { entry, formats: ['es'], fileName: () => 'sample.js' },
      rollupOptions: { output: { codeSplitting: false } },
    },
  });
  return readFileSync(join(folder, 'out/sample.js'), 'utf8');
}

export async function openBundle(page: Page, merchant: MerchantSite, body: string): Promise<void> {
  const script = merchant.serve({ body, contentType: 'text/javascript' });
  const html = `<!doctype html><html lang="pt-BR"><title>Loja</title><body><div id="card"></div>
    <script type="module" src="${script}"></script></body></html>`;
  await page.goto(merchant.origin + merchant.serve(html));
}
