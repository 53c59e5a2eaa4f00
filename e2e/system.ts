import type { StdioOptions } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { isFree } from '../scripts/system/free-port.mjs';
import type { Program } from '../scripts/system/program.mjs';
import { startProgram } from '../scripts/system/program.mjs';
import { checkAnswersOf } from '../service/testing/test-checked-fetch.ts';
import { framesAsSeen } from './frames-as-seen.ts';
import type { MerchantSite } from './merchant-page.ts';
import { startMerchantSite } from './merchant-page.ts';

/** The built system, running for one worker. */
export type System = {
  baseUrl: string;
  checkoutUrl: string;
  /** Origin of the 3-D Secure stage. */
  threeDSUrl: string;
  /** Origin of the sandbox's bank: the provider's script, and its challenge. */
  bankUrl: string;
  shopUrl: string;
  dashboardUrl: string;
  paymentPageUrl: string;
  /** Holds the database and the key file. */
  dataDir: string;
  /** Everything service and shop wrote to stdout and stderr so far. */
  logs: () => string;
  /** Ends the service and starts it again on its data. `SIGKILL`: without a good-bye. */
  restartService: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  stopService: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  startService: () => Promise<void>;
  stop: () => Promise<void>;
};

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

// Below the ports the system itself uses by default, and below the ephemeral ones of Linux.
const FIRST_PORT = 21_000;
const PORTS_A_WORKER = 12;
const TRIES = 40;

/** Accounts beside the sandbox's own, with registered origins. */
function moreAccounts({ origin, originOf }: MerchantSite) {
  const account = (id: string, name: string, more: object) => ({
    ...{ publicKey: `pk_test_${id}`, secretKey: `sk_test_${id}`, name: `${name} Ltda` },
    ...more,
  });
  const traits = { threeDSFlow: 'pre-order' };
  const vault = { ...traits, tokenizationMode: 'vault' };
  return [
    account('registered', 'Loja Registrada', { origins: [origin] }),
    account('twoorigins', 'Loja de Dois Endereços', { origins: [origin, originOf('second')] }),
    account('elsewhere', 'Loja de Outro Lugar', { origins: ['https://loja.example'] }),
    account('registeredthreeds', 'Loja Registrada com Banco', { origins: [origin], traits }),
    account('vaultthreeds', 'Loja com Cofre e Banco', { traits: vault }),
  ];
}

/** Where a page of the tests lives, and the service it asks. */
export type Places = { system: System; merchant: MerchantSite };

/**
 * `system`: service and shop as child processes of this worker, on ports and data of its own.
 * `merchant`: a site on other origins whose pages the tests write. `places`: both. `systemOf`: a file
 * that names itself here has a system that nobody has used before. `settings`: more of the service's
 * own.
 */
export const test = base.extend<
  { places: Places },
  { merchant: MerchantSite; system: System; systemOf: string; settings: { [name: string]: string } }
>({
  page: async ({ page }, use, info) => {
    await use(page);
    if (info.status === info.expectedStatus || page.isClosed()) return;
    process.stdout.write(`${await framesAsSeen(page)}\n`);
  },
  places: ({ system, merchant }, use) => use({ system, merchant }),
  merchant: [
    // Playwright wants a destructuring pattern even where nothing is taken.
    // biome-ignore lint/correctness/noEmptyPattern: required by the runner
    async ({}, use, worker) => {
      const site = await reservePorts(worker.parallelIndex);
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  systemOf: ['everybody', { scope: 'worker', option: true }],
  settings: [{}, { scope: 'worker', option: true }],
  system: [
    async ({ merchant, settings }, use) => {
      const system = await startSystem(merchant, settings);
      await use(system);
      await system.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

export { expect } from '@playwright/test';

/** The block of ports whose first one we could bind, and keep bound: the merchant's own site. */
async function reservePorts(index: number): Promise<MerchantSite> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const first = FIRST_PORT + (index + attempt * 8) * PORTS_A_WORKER;
    const site = await startMerchantSite(first).catch(() => null);
    if (site === null) continue;
    const rest = [1, 2, 3, 4, 5, 6, 7].map((offset) => isFree(first + offset));
    if ((await Promise.all(rest)).every(Boolean)) return site;
    await site.stop();
  }
  throw new Error('no free ports for the system under test');
}

async function startSystem(
  merchant: MerchantSite,
  settings: { [name: string]: string },
): Promise<System> {
  const [api, checkout, threeDS, bank, shopPort, dashboard, pages] = [1, 2, 3, 4, 5, 6, 7].map(
    (offset) => merchant.port + offset,
  );
  const baseUrl = `http://127.0.0.1:${api}`;
  const checkoutUrl = `http://127.0.0.1:${checkout}`;
  checkAnswersOf({ baseUrl, checkoutUrl, mode: 'sandbox' });
  const shopUrl = `http://localhost:${shopPort}`;
  const root = mkdtempSync(join(tmpdir(), 'checkout-e2e-'));
  const dataDir = join(root, 'data');
  const accountsFile = join(root, 'accounts.json');
  writeFileSync(accountsFile, JSON.stringify(moreAccounts(merchant)));
  const programs: Program[] = [];
  let service: Program | null = null;
  let shop: Program | null = null;

  const start = (file: string, own: { [name: string]: string }) => {
    const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
    const program = startProgram([join(DIST, file)], { settings: own, cwd: root, stdio });
    programs.push(program);
    return program;
  };

  async function startService(): Promise<void> {
    service = start('service/main.js', {
      API_PORT: String(api),
      CHECKOUT_PORT: String(checkout),
      THREEDS_PORT: String(threeDS),
      BANK_PORT: String(bank),
      DASHBOARD_PORT: String(dashboard),
      PAYMENT_PAGE_PORT: String(pages),
      DATA_DIR: dataDir,
      SANDBOX_ACCOUNTS_FILE: accountsFile,
      LOG_LEVEL: 'trace',
      ...settings,
    });
    await service.answers(`${baseUrl}/health`);
  }

  async function stopService(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const ending = service;
    service = null;
    await ending?.stop(signal);
  }

  async function stop(): Promise<void> {
    await Promise.all([stopService(), shop?.stop()]);
    rmSync(root, { recursive: true, force: true });
  }

  try {
    await startService();
    shop = start('demo-page/server/main.js', {
      SHOP_PORT: String(shopPort),
      BASE_URL: baseUrl,
      CHECKOUT_URL: checkoutUrl,
      BANK_PORT: String(bank),
    });
    await shop.answers(`${shopUrl}/healthz`);
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    baseUrl,
    checkoutUrl,
    threeDSUrl: `http://127.0.0.1:${threeDS}`,
    bankUrl: `http://127.0.0.1:${bank}`,
    shopUrl,
    dashboardUrl: `http://localhost:${dashboard}`,
    paymentPageUrl: `http://127.0.0.1:${pages}`,
    dataDir,
    logs: () => programs.map(({ said }) => said()).join(''),
    async restartService(signal) {
      await stopService(signal);
      await startService();
    },
    stopService,
    startService,
    stop,
  };
}
