import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { readPageFiles } from './page-file.ts';
import { readSettings, SettingError } from './settings.ts';
import { startShop } from './shop-server.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`shop: ${line}\n`);

try {
  const settings = readSettings(process.env);
  // Built, this file lies beside the page: dist/demo-page/{server,public}.
  const directory = join(import.meta.dirname, '..', 'public');
  const shop = await startShop({
    settings,
    files: await readPageFiles(directory, settings.baseUrl),
    fetch: globalThis.fetch,
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
