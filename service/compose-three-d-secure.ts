import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FollowServices } from './complete-three-d-secure.ts';
import { followProvider } from './complete-three-d-secure.ts';
import type { Envelope, RandomBytes } from './envelope.ts';
import type { ListeningApp } from './http/server.ts';
import type { Timers } from './periodic.ts';
import type { SandboxThreeDSOptions } from './providers/sandbox-3ds/sandbox-three-d-secure.ts';
import { createSandboxThreeDS } from './providers/sandbox-3ds/sandbox-three-d-secure.ts';
import type { Settings } from './settings.ts';
import { SettingsError } from './settings.ts';
import type { Db } from './store/db.ts';
import { createProviderState } from './store/provider-state.ts';
import type { ThreeDSecureProvider } from './three-d-secure-provider.ts';

/** Who authenticates cardholders. `bank`: the sandbox's own origin, where the sandbox plays one. */
export type ComposedThreeDS = {
  provider: ThreeDSecureProvider | null;
  bank: {
    app: ListeningApp;
    /** Null until its port is known. */
    url: string | null;
    startsAt(bankUrl: string): void;
  } | null;
};

/** The sandbox's provider in the sandbox; in production a real one or none. */
export async function composeThreeDS(
  settings: Settings,
  world: {
    db: Db;
    envelope: Envelope;
    nowFor: (companyId: string) => Promise<Date>;
    randomBytes: RandomBytes;
    timers: Timers;
    log: NonNullable<SandboxThreeDSOptions['log']>;
    provider: ThreeDSecureProvider | undefined;
  },
): Promise<ComposedThreeDS> {
  if (world.provider !== undefined) {
    if (settings.mode === 'production' && !world.provider.isReal) {
      throw new SettingsError('MODE production must not use a 3-D Secure provider of the sandbox.');
    }
    return { provider: world.provider, bank: null };
  }
  if (settings.mode === 'production') return { provider: null, bank: null };
  // Known only once its port is, which may be left to the system.
  const address = { bankUrl: '' };
  const sdkScript = await readBankScript(settings.webDir);
  const { provider, app } = createSandboxThreeDS({
    get bankUrl() {
      return address.bankUrl;
    },
    state: createProviderState(world.db, world.envelope, 'sandbox-3ds'),
    now: world.nowFor,
    randomBytes: world.randomBytes,
    timers: world.timers,
    log: world.log,
    sdkScript,
  });
  const bank: NonNullable<ComposedThreeDS['bank']> = {
    app,
    url: null,
    startsAt(bankUrl) {
      address.bankUrl = bankUrl;
      bank.url = bankUrl;
    },
  };
  return { provider, bank };
}

/** Follows what the provider tells; gives the function that waits for what is under way. */
export function followResults(
  services: FollowServices,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const running = new Set<Promise<void>>();
  services.threeDSProvider?.onResult((transactionId) => {
    const work = followProvider(transactionId, services)
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
