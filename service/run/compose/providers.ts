import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { inEnglish } from '../../base/shared/error-detail.ts';
import type { Traces } from '../../base/traces/traces.ts';
import type { Metrics } from '../../domain/metrics/metrics.ts';
import type { NoticeAuthorities } from '../../providers/notice-authorities.ts';
import type { OutgoingLogLine } from '../../providers/outgoing-log-line.ts';
import type { Provider } from '../../providers/provider.ts';
import { daysLeft, needsCare } from '../../providers/registered/provider-watch.ts';
import type { RegisteredProviders } from '../../providers/registered/registered-providers.ts';
import { createRegisteredProviders } from '../../providers/registered/registered-providers.ts';
import type { Settings } from '../../settings.ts';
import type { Dependencies } from './dependencies.ts';
import type { Stores } from './stores.ts';

export function createProviders(
  settings: Settings,
  dependencies: Dependencies &
    Stores & {
      hash: KeyedHash;
      addresses: { readonly baseUrl: string };
      noticeAuthorities: NoticeAuthorities;
      watch: (provider: Provider) => Provider;
    },
) {
  const { log, metrics, traces, overrides, addresses, noticeAuthorities } = dependencies;
  return createRegisteredProviders({
    ...dependencies,
    environment: settings.mode,
    credentials: dependencies.providerCredentials,
    routes: dependencies.providerRoutes,
    overrides: overrides.providers ?? {},
    baseUrl: () => addresses.baseUrl || null,
    isNoticeProved: (provider) => noticeAuthorities.has(provider),
    onCall(line) {
      metrics.providerAnswered(line);
      traceCall(line, traces);
      const isFine = line.outcome === 'answered';
      log[isFine ? 'debug' : 'warn'](line, 'an outside party was asked');
    },
    onTrouble: ({ fault, ...whose }) =>
      log.error({ ...whose, problem: inEnglish(fault) }, 'a provider cannot be used'),
  });
}

function traceCall(line: OutgoingLogLine, traces: Traces): void {
  const { provider, verb, outcome, durationMs } = line;
  traces.close(traces.open(), {
    name: `${provider} ${verb}`,
    kind: 'client',
    durationMs,
    attributes: {
      'checkout.provider': provider,
      'checkout.verb': verb,
      'checkout.outcome': outcome,
    },
    isError: outcome === 'unknown' || outcome === 'not_sent',
  });
}

/** Tells the metrics how the providers are that were switched on; gives how many want an operator. */
export async function readProviders({
  registeredProviders,
  metrics,
  now,
}: {
  registeredProviders: RegisteredProviders;
  metrics: Metrics;
  now: () => Date;
}): Promise<number> {
  const all = await registeredProviders.overview();
  metrics.providersRead(
    all.map(({ companyId, provider, certificateEndsAt, trouble, restsUntil, tokenGivenAt }) => ({
      ...{
        provider,
        company: companyId,
        isUsable: trouble === null,
        isResting: restsUntil !== null,
      },
      certificateDaysLeft: certificateEndsAt === null ? null : daysLeft(certificateEndsAt, now()),
      tokenAgeSeconds:
        tokenGivenAt === null ? null : (now().getTime() - tokenGivenAt.getTime()) / 1000,
    })),
  );
  return all.filter((one) => needsCare(one, now())).length;
}
