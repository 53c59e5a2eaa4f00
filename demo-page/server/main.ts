import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { ACCOUNT_NAMES } from './merchant-account.ts';
import { readPageFiles } from './page-file.ts';
import { readSettings, SettingError } from './settings.ts';
import { startShop } from './shop-server.ts';
import { createWebhookSecrets } from './webhook-secret.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const SIGNING_TIMEOUT_MS = 5_000;

const complain = (line: string) => process.stderr.write(`shop: ${line}\n`);

try {
  const settings = readSettings(process.env);
  // Built, this file lies beside the page: dist/demo-page/{server,public}.
  const directory = join(import.meta.dirname, '..', 'public');
  const webhookSecrets = createWebhookSecrets({
    baseUrl: settings.baseUrl,
    fetch: globalThis.fetch,
    timeoutMs: SIGNING_TIMEOUT_MS,
  });
  const shop = await startShop({
    settings,
    files: await readPageFiles(directory, settings.baseUrl),
    fetch: globalThis.fetch,
    webhookSecrets,
    now: () => new Date(),
    randomBytes,
    warn: complain,
  });
  // Not waited for: an account without a secret is asked for it again at its first order.
  for (const account of ACCOUNT_NAMES) void webhookSecrets.secretFor(account);
  print(`shop: ${shop.url}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      await shop.stop();
      process.exit(0);
    });
  }
} catch (error) {
  complain(explain(error));
  process.exit(1);
}

function explain(error: unknown): string {
  if (error instanceof SettingError) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return 'SHOP_PORT is taken by another process.';
  if (code === 'ENOENT') return 'The page is not built; run "npm run build" first.';
  return error instanceof Error ? error.message : 'did not start';
}
