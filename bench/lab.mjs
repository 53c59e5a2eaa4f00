import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBuilder } from 'vite';
import { ensureBrowser } from '../scripts/browser.mjs';
import { startPaymentService } from '../scripts/system/payment-service.mjs';
import { FRAME_HOST, launchChromium } from './browser/chromium.mjs';
import { startChild } from './service/child.mjs';

/** The browser, our service, the site with merchant pages and floor; `stop` ends all of it. */
export async function openLab(root) {
  const stops = [];
  const keep = (started) => {
    stops.push(started.stop);
    return started;
  };
  const stop = async () => {
    for (const end of stops.reverse().splice(0)) await end();
  };
  try {
    const chromium = keep(await launchChromium(await ensureBrowser()));
    // As production has it: the frames on a site that no other origin of ours shares.
    const service = keep(await startPaymentService(root, {}, { frameHost: FRAME_HOST }));
    const { told: site } = keep(await startSite());
    const origins = {
      floor: { base: site.base, frame: site.frame },
      ours: { base: service.base, frame: service.frame },
    };
    return { root, chromium, service, site, origins, pageOf, stop };

    function pageOf(name, more = {}, at = origins) {
      const query = new URLSearchParams({ ...at[name], ...more });
      return `${site.merchant}/${name}?${query}`;
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The merchant's site and the floor's; with the channel's script also the pages that use it. */
export function startSite(channelScript) {
  const file = fileURLToPath(new URL('site/main.mjs', import.meta.url));
  return startChild(file, channelScript === undefined ? [] : [channelScript]);
}

/** Builds one of the bench's own scripts for a page as the sdk's script is, into `dist/bench`. */
export async function bundle(root, entry) {
  const outDir = join(root, 'dist/bench');
  const fileName = entry.replaceAll('/', '-');
  mkdirSync(outDir, { recursive: true });
  const input = fileURLToPath(new URL(entry, import.meta.url));
  const output = { entryFileNames: fileName };
  const builder = await createBuilder({
    root,
    logLevel: 'error',
    environments: { sdk: { build: { outDir, rollupOptions: { input, output } } } },
  });
  await builder.build(builder.environments.sdk);
  return join(outDir, fileName);
}
