import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { Acquirer } from '../parties/cielo/acquirer.ts';
import { startAcquirer } from '../parties/cielo/acquirer.ts';
import { createMachineClock } from '../parties/server/clock.ts';
import { createSurroundings } from '../parties/server/surroundings.ts';
import { startService } from '../service/app.ts';
import { askService, socketPathOf } from '../service/operator/socket.ts';
import { readSettings } from '../service/settings.ts';
import { checkAnswersOf } from '../service/testing/test-checked-fetch.ts';
import { test as base } from './system.ts';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

/** An account with antifraud and without 3-D Secure, whose cards go to Cielo as it is played. */
export const COMPANY = 'cardonfile';

export type CieloSystem = { baseUrl: string; stageUrl: string; party: Acquirer };

/** `atCielo`: a service of this worker with what the build made, and the party it charges at. */
export const test = base.extend<object, { atCielo: CieloSystem }>({
  atCielo: [
    // Playwright wants a destructuring pattern even where nothing is taken.
    // biome-ignore lint/correctness/noEmptyPattern: required by the runner
    async ({}, use) => {
      const { stop, ...system } = await startAtCielo();
      await use(system);
      await stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

async function startAtCielo() {
  const surroundings = createSurroundings(createMachineClock(), randomBytes(16).toString('hex'));
  const party = await startAcquirer({ ...surroundings, profile: 'cielo' });
  const dataDir = mkdtempSync(join(tmpdir(), 'cielo-e2e-'));
  const hosts = { api: party.api, query: party.query, device: party.device };
  const cielo = { hosts, trustedPem: party.authorityPem };
  const service = await startService(
    {
      ...readSettings({ DATA_DIR: dataDir }),
      ...{
        apiPort: 0,
        checkoutPort: 0,
        threeDSPort: 0,
        bankPort: 0,
        dashboardPort: 0,
        metricsPort: 0,
      },
      ...{ drainMs: 0, webDir: DIST, templateDir: join(DIST, 'database') },
    },
    { providers: { cielo }, log: pino({ level: 'silent' }) },
  );
  const endChecks = checkAnswersOf({ ...service, mode: 'sandbox' });
  const operate = async (command: string, options: Record<string, string>) => {
    const request = { command, options: { company: COMPANY, ...options }, actor: 'e2e' };
    const answer = await askService(socketPathOf(dataDir), request);
    if (answer === null || answer.isBad) throw new Error(`"${command}" was not done`);
  };
  const { merchantId, merchantKey } = party.credentials;
  await operate('provider add', {
    provider: 'cielo',
    'merchant-id': merchantId,
    'merchant-key': merchantKey,
    'antifraud-merchant-id': party.deviceMerchantId,
  });
  await operate('route set', { method: 'CREDIT_CARD', providers: 'cielo' });
  return {
    baseUrl: service.baseUrl,
    stageUrl: service.threeDSStageUrl,
    party,
    async stop() {
      endChecks();
      await service.stop();
      await party.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
