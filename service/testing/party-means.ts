import { onTestFinished } from 'vitest';
import type { Identity } from '../../simulators/certificates/authority.ts';
import type { ClientIdentity } from '../providers/definition.ts';
import { createAgent } from '../providers/outgoing/agent.ts';
import type { OutgoingLogLine } from '../providers/outgoing-log-line.ts';
import { manualTimers } from './test-timers.ts';

/** Has something done once whoever arranged it has finished. */
export type OnFinished = (end: () => void | Promise<void>) => void;

type Party = { authorityPem: string };
type Clock = { now: () => number };

/** What the tests' company is given to reach a party as it is played; `lines`: the log of its calls. */
export function partyMeans(
  { authorityPem: trustedPem }: Party,
  { now }: Clock,
  {
    identity = null,
    onFinished = onTestFinished,
  }: { identity?: ClientIdentity | null; onFinished?: OnFinished } = {},
) {
  const dispatcher = createAgent({ identity, trustedPem });
  onFinished(() => dispatcher.destroy());
  const { timers, run, runAll } = manualTimers();
  const lines: OutgoingLogLine[] = [];
  const means = {
    ...({ account: 'acme', environment: 'production' } as const),
    ...{ dispatcher, timers, now },
    randomBytes: (size: number) => new Uint8Array(size).fill(7),
    log: (line: OutgoingLogLine) => void lines.push(line),
  };
  return { means, run, runAll, lines };
}

export function pemOf({ certificatePem, keyPem }: Identity) {
  return { kind: 'pem', certificatePem, keyPem } as const;
}
