import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { MercadoPago } from '../parties/mercado-pago/mercado-pago.ts';
import { startMercadoPago } from '../parties/mercado-pago/mercado-pago.ts';
import { createMachineClock } from '../parties/server/clock.ts';
import { createSurroundings } from '../parties/server/surroundings.ts';
import { startService } from '../service/app.ts';
import { askService, socketPathOf } from '../service/operator/socket.ts';
import { readSettings } from '../service/settings.ts';
import { checkAnswersOf } from '../service/testing/test-checked-fetch.ts';
import { test as base } from './system.ts';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

/** The account after the order, whose cards an operator has sent to Mercado Pago as it is played. */
export const COMPANY = 'postorder';

export type MercadoPagoSystem = { baseUrl: string; party: MercadoPago };

/** `atMercadoPago`: a service of this worker with what the build made, and the party it charges at. */
export const test = base.extend<object, { atMercadoPago: MercadoPagoSystem }>({
  atMercadoPago: [
    // Playwright wants a destructuring pattern even where nothing is taken.
    // biome-ignore lint/correctness/noEmptyPattern: required by the runner
    async ({}, use) => {
      const { stop, ...system } = await startAtMercadoPago();
      await use(system);
      await stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

async function startAtMercadoPago() {
  const party = await startMercadoPago(
    createSurroundings(createMachineClock(), randomBytes(16).toString('hex')),
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'mercado-pago-e2e-'));
  const mercadopago = { hosts: { api: party.api }, trustedPem: party.authorityPem };
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
    { providers: { mercadopago }, log: pino({ level: 'silent' }) },
  );
  const endChecks = checkAnswersOf({ ...service, mode: 'sandbox' });
  const operate = async (command: string, options: Record<string, string>) => {
    const request = { command, options: { company: COMPANY, ...options }, actor: 'e2e' };
    const answer = await askService(socketPathOf(dataDir), request);
    if (answer === null || answer.isBad) throw new Error(`"${command}" was not done`);
  };
  const { accessToken, webhookSecret } = party.credentials;
  await operate('provider add', {
    provider: 'mercadopago',
    'access-token': accessToken,
    'webhook-secret': webhookSecret,
    'three-d-secure': 'on',
  });
  await operate('route set', { method: 'CREDIT_CARD', providers: 'mercadopago' });
  return {
    baseUrl: service.baseUrl,
    party,
    async stop() {
      endChecks();
      await service.stop();
      await party.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
