import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { System } from './system.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Bundles a shop's script that imports the built package by its name, with the frameworks beside
 * it, as a shop under development does.
 */
export async function bundleShop(source: string): Promise<string> {
  // The real path: a module and its twin behind a link are two modules to a bundler.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-shop-')));
  try {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(ROOT, 'dist/package'), join(folder, 'node_modules/checkout-sdk'));
    for (const name of ['react', 'react-dom', 'vue']) {
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    }
    writeFileSync(join(folder, 'shop.js'), source);
    const result = await build({
      root: folder,
      configFile: false,
      mode: 'development',
      logLevel: 'error',
      build: {
        write: false,
        minify: false,
        modulePreload: false,
        rollupOptions: {
          input: join(folder, 'shop.js'),
          output: { format: 'iife', codeSplitting: false },
        },
      },
    });
    const [chunk] = 'output' in result ? result.output : [];
    if (chunk?.type !== 'chunk') throw new Error('the shop was not bundled');
    return chunk.code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A page with an empty `#shop` that runs such a script; `window.account` names the sandbox's. */
export function shopPage(system: System, script: string, publicKey = 'pk_test_no3ds') {
  const account = { publicKey, apiBaseUrl: system.baseUrl, checkoutUrl: system.checkoutUrl };
  return {
    body: `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Loja</title>
<body>
<div id="shop"></div>
<script>
  window.account = ${JSON.stringify(account)};
  window.heard = [];
  window.hear = (name) => (told) => heard.push({ name, told: told?.code ?? told });
</script>
<script>${script.replaceAll('</script', '<\\/script')}</script>
</body>
</html>`,
  };
}
