import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { PagBank } from '../parties/pagbank/pagbank.ts';
import { startPagBank } from '../parties/pagbank/pagbank.ts';
import { createMachineClock } from '../parties/server/clock.ts';
import { createSurroundings } from '../parties/server/surroundings.ts';
import { startService } from '../service/app.ts';
import { askService, socketPathOf } from '../service/operator/socket.ts';
import { readSettings } from '../service/settings.ts';
import { checkAnswersOf } from '../service/testing/test-checked-fetch.ts';
import { test as base } from './system.ts';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

/** The account before the order, whose cards an operator has sent to PagBank as it is played. */
export const COMPANY = 'preorder';

export type PagBankSystem = {
  baseUrl: string;
  checkoutUrl: string;
  threeDSStageUrl: string;
  party: PagBank;
  dataDir: string;
  logs: () => string;
};

/** `atPagBank`: a service of this worker with what the build made, and the party it charges at. */
export const test = base.extend<object, { atPagBank: PagBankSystem }>({
  atPagBank: [
    // Playwright wants a destructuring pattern even where nothing is taken.
    // biome-ignore lint/correctness/noEmptyPattern: required by the runner
    async ({}, use) => {
      const { stop, ...system } = await startAtPagBank();
      await use(system);
      await stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

async function startAtPagBank() {
  const party = await startPagBank(
    createSurroundings(createMachineClock(), randomBytes(16).toString('hex')),
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'pagbank-e2e-'));
  const { api, sdk, assets, bank } = party;
  const pagbank = { hosts: { api, sdk, assets, bank }, trustedPem: party.authorityPem };
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
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
    { providers: { pagbank }, log },
  );
  const endChecks = checkAnswersOf({ ...service, mode: 'sandbox' });
  const operate = async (command: string, options: Record<string, string>) => {
    const request = { command, options: { company: COMPANY, ...options }, actor: 'e2e' };
    const answer = await askService(socketPathOf(dataDir), request);
    if (answer === null || answer.isBad) throw new Error(`"${command}" was not done`);
  };
  await operate('provider add', { provider: 'pagbank', token: party.credentials.token });
  await operate('route set', { method: 'CREDIT_CARD', providers: 'pagbank' });
  const { baseUrl, checkoutUrl, threeDSStageUrl } = service;
  return {
    ...{ baseUrl, checkoutUrl, threeDSStageUrl, party, dataDir },
    logs: () => lines.join(''),
    async stop() {
      endChecks();
      await service.stop();
      await party.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
