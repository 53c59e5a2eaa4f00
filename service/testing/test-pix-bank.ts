import { onTestFinished } from 'vitest';
import type { PixBankOptions } from '../../simulators/pix-bank/pix-bank.ts';
import { startPixBank } from '../../simulators/pix-bank/pix-bank.ts';
import { createTestHarness } from '../../simulators/server/harness.ts';

/** A bank as it is played, which fails the test where it was called as its documents forbid. */
export async function arrangePixBank(
  options: Pick<PixBankOptions, 'profile'> & Partial<PixBankOptions>,
) {
  const harness = createTestHarness();
  const bank = await startPixBank({ ...harness, ...options });
  onTestFinished(() => bank.stop());
  return { ...harness, bank };
}
