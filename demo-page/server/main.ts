import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { createDocs } from './docs.ts';
import { readPageFiles } from './page-file.ts';
import { createPaymentService } from './payment-service.ts';
import { readSettings, SettingError } from './settings.ts';
import { startShop } from './shop-server.ts';
import { createWebhookSecrets } from './webhook-secret.ts';

function print(line: string) {
  return process.stdout.write(`${line}\n`);
}

function complain(line: string) {
  return process.stderr.write(`shop: ${line}\n`);
}

try {
  const settings = readSettings(process.env);
  // Built, this file lies beside the page: dist/demo-page/{server,public}.
  const directory = join(import.meta.dirname, '..', 'public');
  const payments = createPaymentService({ baseUrl: settings.baseUrl, fetch: globalThis.fetch });
  const shop = await startShop({
    settings,
    files: await readPageFiles(directory, settings.baseUrl),
    docs: createDocs(
      join(import.meta.dirname, '..', '..', 'docs'),
      new Map([
        ['http://127.0.0.1:4010', settings.baseUrl],
        ['http://127.0.0.1:4011', settings.checkoutUrl],
        ['http://127.0.0.1:4013', settings.bankUrl],
        ['http://127.0.0.1:4020', `http://127.0.0.1:${settings.port}`],
      ]),
    ),
    payments,
    webhookSecrets: createWebhookSecrets(payments),
    now: () => new Date(),
    randomBytes,
    warn: complain,
  });
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
