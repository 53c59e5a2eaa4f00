import type { Agent } from 'undici';
import type { BrokenRule } from '../../../contract/errors/broken-rule.ts';
import { broken } from '../../../contract/errors/broken-rule.ts';
import type { Envelope, RandomBytes } from '../../base/crypto/envelope.ts';
import { SealBroken } from '../../base/crypto/envelope.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import type { StoredCredentials, TypedSettings } from '../credentials.ts';
import { noticeAddressOf, openSettings } from '../credentials.ts';
import type { ProviderDefinition, ProviderEnvironment } from '../definition.ts';
import { methodsThatTellReturns } from '../definition.ts';
import { isResting } from '../outgoing/breaker.ts';
import type { OutgoingLogLine } from '../outgoing-log-line.ts';
import type { Provider } from '../provider.ts';
import { payingBy } from '../settlement-terms.ts';
import type { ProviderOverride, SettingFault } from './read-settings.ts';
import { readSettings } from './read-settings.ts';

export type OpeningOptions = {
  definitions: readonly ProviderDefinition[];
  overrides: Readonly<Record<string, ProviderOverride>>;
  environment: ProviderEnvironment;
  envelope: Envelope;
  randomBytes: RandomBytes;
  timers: Timers;
  /** Milliseconds of real time. */
  now: () => number;
  /** Where the service is called from outside; null where that is not known. */
  baseUrl: () => string | null;
  /** Whether a provider is to show a certificate with its notices. */
  isNoticeProved?: (provider: string) => boolean;
  onCall: (line: OutgoingLogLine) => void;
  /** The same provider, measured and watched. */
  watch?: (provider: Provider) => Provider;
};

export type OpenedProvider = {
  kind: 'opened';
  provider: Provider;
  definition: ProviderDefinition;
  agent: Agent;
  /** Until when none of its hosts is asked; null while one of them is. */
  restsUntil: () => number | null;
  /** When it last gave a token; null where it has given none, as one without tokens. */
  tokenGivenAt: () => number | null;
};

export function openProvider(
  credentials: StoredCredentials,
  options: OpeningOptions,
): OpenedProvider | SettingFault {
  const { provider: name, companyId, environment } = credentials;
  const definition = options.definitions.find((one) => one.name === name);
  if (definition === undefined) return faultOf(broken('unknown'));
  if (environment !== options.environment) {
    return faultOf(broken('other_environment', { environment: options.environment }));
  }
  const sealed = tryToOpen(credentials, options);
  if (sealed === null) return faultOf(broken('unreadable'));
  const override = options.overrides[name] ?? {};
  const read = readSettings(definition, sealed.typed, { environment, override });
  if (read.kind === 'fault') return read;
  const { timers, now, randomBytes, onCall, watch = (provider) => provider } = options;
  const rests = createRests(now);
  let tokenGivenAt: number | null = null;
  const agent = read.connect();
  const made = definition.create(read.settings, {
    ...{ account: companyId, environment, hosts: read.hosts, dispatcher: agent },
    ...{ timers, now, randomBytes, noticesAddress: sealed.noticesAddress },
    isNoticeProved: options.isNoticeProved?.(name) ?? false,
    log: (line) => {
      rests.tell(line);
      if (line.verb === 'token' && line.outcome === 'answered') tokenGivenAt = now();
      onCall(line);
    },
  });
  const cards = payingBy(read.terms, made.cards);
  const provider = watch({ ...made, cards, tellsReturns: methodsThatTellReturns(definition) });
  return {
    ...{ kind: 'opened', provider, definition, agent },
    ...{ restsUntil: rests.until, tokenGivenAt: () => tokenGivenAt },
  };
}

function tryToOpen(
  credentials: StoredCredentials,
  options: Pick<OpeningOptions, 'envelope' | 'baseUrl'>,
): { typed: TypedSettings; noticesAddress: string | null } | null {
  const { envelope } = options;
  const baseUrl = options.baseUrl();
  try {
    const typed = openSettings(credentials, envelope);
    if (baseUrl === null) return { typed, noticesAddress: null };
    return { typed, noticesAddress: noticeAddressOf(credentials, { baseUrl, envelope }) };
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

/** Without the host that gives tokens: while one lives, a party is asked without it. */
function createRests(now: () => number) {
  const byHost = new Map<string, number | null>();
  return {
    tell({ host, verb, restsUntil }: OutgoingLogLine): void {
      if (verb !== 'token') byHost.set(host, restsUntil);
    },
    until(): number | null {
      const ends = [...byHost.values()].map((end) =>
        end !== null && isResting(end, now()) ? end : null,
      );
      const resting = ends.filter((end) => end !== null);
      return ends.length > 0 && resting.length === ends.length ? Math.min(...resting) : null;
    },
  };
}

function faultOf(fault: BrokenRule): SettingFault {
  return { kind: 'fault', setting: null, fault };
}
