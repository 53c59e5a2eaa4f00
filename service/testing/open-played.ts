import { onTestFinished } from 'vitest';
import { createTestHarness } from '../../simulators/server/harness.ts';
import { createAgent } from '../providers/outgoing/agent.ts';
import type { Provider } from '../providers/provider.ts';
import { PROVIDER_DEFINITIONS } from '../providers/registry.ts';
import { PLAYED } from './play-provider.ts';
import { manualTimers } from './test-timers.ts';

/** A provider of the registry before its party; `open` gives one that has heard nothing yet. */
export async function openPlayed(name: string) {
  const harness = createTestHarness();
  const { clock } = harness;
  const party = await PLAYED[name]?.(harness);
  const definition = PROVIDER_DEFINITIONS.find((one) => one.name === name);
  if (party === undefined || definition === undefined) throw new Error(`${name} is not played`);
  onTestFinished(() => party.stop());
  const { hosts, settings: typed, authorityPem: trustedPem } = party;
  const { timers, runAll } = manualTimers();

  function open(): Provider {
    const settings = definition?.schema.parse(typed());
    const identity = definition?.identityOf(settings) ?? null;
    const dispatcher = createAgent({ identity, trustedPem });
    onTestFinished(() => dispatcher.destroy());
    const provider = definition?.create(settings, {
      ...{ account: 'acme', environment: 'production', dispatcher, hosts },
      ...{ timers, now: clock.now },
      randomBytes: (size) => new Uint8Array(size).fill(7),
      log: () => undefined,
    });
    if (provider === undefined) throw new Error('there is no provider');
    return provider;
  }

  return { party, open, clock, runAll };
}
