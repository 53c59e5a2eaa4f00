import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startService } from '../service/run/app.ts';
import { askService, socketPathOf } from '../service/run/socket.ts';
import { readSettings } from '../service/settings.ts';
import { FREE_PORTS } from '../service/testing/free-ports.ts';
import { checkAnswersOf } from '../service/testing/test-checked-fetch.ts';
import { createHarness, createMachineClock } from '../simulators/server/harness.ts';
import type { MerchantSite } from './merchant-page.ts';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

/** Of a party that lives by the clock of this machine. */
export function simulatorHarness() {
  return createHarness(createMachineClock(), randomBytes(16).toString('hex'));
}

/** Where a page lives, and the service it asks, of a system at an outside party. */
export function placesAt<At extends { merchant: MerchantSite }>(at: At) {
  return { system: at, merchant: at.merchant };
}

/** A party as it is played. */
export type RoutedParty = { authorityPem: string; stop: () => Promise<void> };

/**
 * A service with what the build made, and a company whose cards an operator has sent to a provider as
 * it is played. `settings`: what the operator types for it.
 */
export async function startRoutedSystem({
  company,
  provider,
  party,
  hosts,
  settings,
}: {
  company: string;
  provider: string;
  party: RoutedParty;
  hosts: Readonly<Record<string, string>>;
  settings: Readonly<Record<string, string>>;
}) {
  const dataDir = mkdtempSync(join(tmpdir(), `${provider}-e2e-`));
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const service = await startService(
    {
      ...readSettings({ DATA_DIR: dataDir }),
      ...FREE_PORTS,
      webDir: DIST,
      templateDir: join(DIST, 'database'),
    },
    { providers: { [provider]: { hosts, trustedPem: party.authorityPem } }, log },
  );
  const endChecks = checkAnswersOf({ ...service, mode: 'sandbox' });

  async function operate(command: string, options: Record<string, string>): Promise<void> {
    const request = { command, options: { company, ...options }, actor: 'e2e' };
    const answer = await askService(socketPathOf(dataDir), request);
    if (answer === null || answer.isBad) throw new Error(`"${command}" was not done`);
  }

  await operate('provider add', { provider, ...settings });
  await operate('route set', { method: 'CREDIT_CARD', providers: provider });
  const { baseUrl, checkoutUrl, threeDSStageUrl } = service;
  return {
    ...{ baseUrl, checkoutUrl, threeDSStageUrl, dataDir },
    /** All that the service has logged. */
    logs: () => lines.join(''),
    async stop() {
      endChecks();
      await service.stop();
      await party.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
