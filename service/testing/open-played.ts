import { onTestFinished } from 'vitest';
import { createTestHarness } from '../../simulators/server/harness.ts';
import type { OutgoingLogLine } from '../providers/outgoing-log-line.ts';
import type { Provider } from '../providers/provider.ts';
import { findDefinition } from '../providers/registry.ts';
import { partyMeans } from './party-means.ts';
import { PLAYED } from './play-provider.ts';
import { manualTimers } from './test-timers.ts';

/**
 * A provider of the registry before its party; `open` gives one that has heard nothing yet, of what
 * an operator typed. `lines`: the log of all their calls.
 */
export async function openPlayed(name: string) {
  const harness = createTestHarness();
  const { clock } = harness;
  const party = await PLAYED[name]?.(harness);
  const definition = findDefinition(name);
  if (party === undefined || definition === null) throw new Error(`${name} is not played`);
  onTestFinished(() => party.stop());
  const { timers, runAll } = manualTimers();
  const lines: OutgoingLogLine[] = [];

  const open = (typed: Record<string, unknown> = party.settings()): Provider => {
    const settings = definition.schema.parse(typed);
    const identity = definition.identityOf(settings);
    const { means } = partyMeans(party, clock, { identity });
    const log = (line: OutgoingLogLine) => void lines.push(line);
    return definition.create(settings, { ...means, hosts: party.hosts, timers, log });
  };

  return { party, definition, open, clock, runAll, lines };
}
