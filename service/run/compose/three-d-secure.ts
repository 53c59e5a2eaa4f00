import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CardTestingWatch } from '../../domain/limits/card-testing.ts';
import type { PayinDependencies } from '../../domain/payins/dependencies.ts';
import { followProvider } from '../../domain/payins/three-d-secure/complete-three-d-secure.ts';
import type { AuthenticationStore } from '../../domain/payins/three-d-secure/three-d-secure.ts';
import { createThreeDSVault } from '../../domain/payins/three-d-secure/three-d-secure-vault.ts';
import { watchAuthentications } from '../../domain/payins/three-d-secure/watch-authentications.ts';
import type { ListeningApp } from '../../http/server.ts';
import type { ThreeDSecureProvider } from '../../providers/three-d-secure-provider.ts';
import { createSandboxThreeDS } from '../../sandbox/three-d-secure/sandbox-three-d-secure.ts';
import type { Settings } from '../../settings.ts';
import { createProviderState } from '../../store/tables/providers/provider-state.ts';
import type { Dependencies } from './dependencies.ts';

export type SandboxBank = {
  app: ListeningApp;
  url: string | null;
  startsAt(bankUrl: string): void;
};

type ThreeDSDependencies = Pick<
  Dependencies,
  'db' | 'envelope' | 'randomBytes' | 'now' | 'timers' | 'log' | 'overrides'
> & {
  nowFor: (companyId: string) => Promise<Date>;
  cardTesting: CardTestingWatch;
  authentications: AuthenticationStore;
};

export async function createThreeDS(settings: Settings, dependencies: ThreeDSDependencies) {
  const { provider, bank } = await createProvider(settings, dependencies);
  return {
    services: {
      authentications: watchAuthentications(dependencies.authentications, dependencies),
      threeDSVault: createThreeDSVault(dependencies.envelope),
    },
    threeDS: provider,
    bank,
  };
}

async function createProvider(
  settings: Settings,
  { db, envelope, nowFor, randomBytes, timers, log, overrides }: ThreeDSDependencies,
): Promise<{ provider: ThreeDSecureProvider | null; bank: SandboxBank | null }> {
  const given = overrides.provider?.threeDS;
  if (settings.mode === 'production' || given !== undefined) return { provider: null, bank: null };
  // Known only once its port is, which may be left to the system.
  const address = { bankUrl: '' };
  const sdkScript = await readBankScript(settings.webDir);
  const { provider, app } = createSandboxThreeDS({
    get bankUrl() {
      return address.bankUrl;
    },
    state: createProviderState(db, envelope, 'sandbox-3ds'),
    now: nowFor,
    randomBytes,
    timers,
    log,
    sdkScript,
  });
  const bank: SandboxBank = {
    app,
    url: null,
    startsAt(bankUrl) {
      address.bankUrl = bankUrl;
      bank.url = bankUrl;
    },
  };
  return { provider, bank };
}

/** Follows what a provider tells; gives the function that waits for what is under way. */
export function followResults(
  threeDS: ThreeDSecureProvider | null,
  services: PayinDependencies,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const running = new Set<Promise<void>>();
  threeDS?.onResult?.((transactionId) => {
    const work = followProvider({ provider: threeDS.name, transactionId }, services)
      .catch(onError)
      .finally(() => running.delete(work));
    running.add(work);
  });
  return async () => {
    await Promise.all(running);
  };
}

/** Absent where only the API is run, as in most tests. */
async function readBankScript(webDir: string | undefined): Promise<string | undefined> {
  if (webDir === undefined) return undefined;
  return readFile(join(webDir, 'sandbox-bank', 'sdk.js'), 'utf8').catch(() => undefined);
}
