import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPaymentService } from '../../scripts/system/payment-service.mjs';
import { median } from '../../scripts/system/statistics.mjs';
import { printTable } from '../../scripts/system/table.mjs';

/** To the first 200 of `/health`, in a new directory and then in the same one again. */
export async function measureColdStart({ root }, { rounds }) {
  const samples = { first: [], again: [] };
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'checkout-bench-start-'));
    try {
      for (const name of ['first', 'again']) {
        const startedAt = performance.now();
        const service = await startPaymentService(root, { DATA_DIR: dataDir });
        samples[name].push((performance.now() - startedAt) / 1000);
        await service.stop();
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  const figures = { first: median(samples.first), again: median(samples.again) };
  printTable(
    'Cold start of the service on the embedded engine, seconds to the first healthy answer',
    ['', 'median', 'slowest'],
    [
      ['new directory', figures.first, Math.max(...samples.first)],
      ['existing directory', figures.again, Math.max(...samples.again)],
    ],
  );
  return figures;
}
