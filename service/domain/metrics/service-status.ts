import type { Health } from '../../../contract/health.ts';
import type { MethodStatus, ServiceStatus } from '../../../contract/service-status.ts';
import { STATUS_METHODS } from '../../../contract/service-status.ts';
import type { Metrics } from './metrics.ts';

const METHODS: Readonly<Record<string, MethodStatus['method']>> = {
  charge: 'CREDIT_CARD',
  issue_pix: 'PIX',
  issue_boleto: 'BOLETO',
  open_consent: 'OPEN_FINANCE',
  send_transfer: 'PAYOUT',
};

/** A refusal is an answer as good as an approval. */
const NO_ANSWERS: ReadonlySet<string> = new Set(['unavailable', 'timeout', 'failed']);

/** Fewer in a row may be one party's bad moment, or one company's credentials. */
const FAILING_AFTER = 3;

type Seen = Pick<MethodStatus, 'status'> & { since: Date; failures: number; failingSince: Date };

/**
 * By method and since when; of all companies and parties together, so that it tells of none.
 * Decision: as this process has seen it since its start; several each tell of their own.
 */
export function createServiceStatus(
  health: () => Promise<Pick<Health, 'status'>>,
  now: () => Date,
): { acquirerAnswered: Metrics['acquirerAnswered']; read(): Promise<ServiceStatus> } {
  const startedAt = now();
  const methods = new Map<string, Seen>();
  let service: Pick<ServiceStatus, 'status'> & { since: Date } = { status: 'ok', since: startedAt };
  return {
    acquirerAnswered({ verb, outcome }) {
      const method = METHODS[verb];
      if (method === undefined) return;
      methods.set(method, next(methods.get(method), NO_ANSWERS.has(outcome), now()));
    },
    async read() {
      const { status } = await health();
      if (status !== service.status) service = { status, since: now() };
      return {
        status,
        since: service.since.toISOString(),
        methods: STATUS_METHODS.map((method) => {
          const seen = methods.get(method);
          return {
            method,
            status: seen?.status ?? 'unseen',
            since: (seen?.since ?? startedAt).toISOString(),
          };
        }),
      };
    },
  };
}

function next(seen: Seen | undefined, isFailure: boolean, at: Date): Seen {
  if (!isFailure) {
    const since = seen?.status === 'working' ? seen.since : at;
    return { status: 'working', since, failures: 0, failingSince: at };
  }
  const failures = (seen?.failures ?? 0) + 1;
  const failingSince = seen !== undefined && seen.failures > 0 ? seen.failingSince : at;
  if (failures >= FAILING_AFTER) {
    return { status: 'failing', since: failingSince, failures, failingSince };
  }
  return { status: 'unseen', since: at, ...seen, failures, failingSince };
}
