import type { Traces } from '../../base/traces/traces.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Metrics } from './metrics.ts';

type MeasureServices = {
  metrics: Pick<Metrics, 'acquirerAnswered'>;
  traces: Traces;
  elapsedMs: () => number;
  log: { info: Tell; debug: Tell };
};

/** Ids of ours, no field of an order, no text of a provider's. */
type AskedLine = { companyId: string; payinId?: string; provider: string; verb: string };
type Tell = (line: AskedLine & { outcome: string; durationMs: number }, message: string) => void;

/** What a look-up answers while nothing has happened. */
const NO_NEWS: readonly string[] = ['open', 'processing', 'not_found'];

const VERBS: Readonly<Record<string, string>> = {
  charge: 'charge',
  findCharge: 'find_charge',
  voidCharge: 'void_charge',
  storeCard: 'store_card',
  check: 'check_transfer',
  send: 'send_transfer',
  find: 'find_transfer',
  issuePix: 'issue_pix',
  issueBoleto: 'issue_boleto',
  openConsent: 'open_consent',
  findPayment: 'find_payment',
  cancelPayment: 'cancel_payment',
  refund: 'refund',
  findRefund: 'find_refund',
};

export function measureProvider(provider: Provider, services: MeasureServices): Provider {
  const { cards, payments, payouts, name } = provider;
  return {
    ...provider,
    cards: cards && measuring(cards, name, services),
    payments: payments && measuring(payments, name, services),
    payouts: payouts && measuring(payouts, name, services),
  };
}

function measuring<Party extends object>(
  party: Party,
  provider: string,
  services: MeasureServices,
): Party {
  return new Proxy(party, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      const verb = typeof name === 'string' ? VERBS[name] : undefined;
      if (verb === undefined || typeof member !== 'function') return member;
      return (asked: { companyId: string; reference?: string }, signal: AbortSignal) => {
        const { companyId, reference } = asked;
        const isPayin = reference?.startsWith('pay_') === true;
        const line = { companyId, ...(isPayin ? { payinId: reference } : {}), provider, verb };
        const ask = () => Reflect.apply(member, target, [asked, signal]);
        return measured(line, signal, services, ask);
      };
    },
  });
}

/** Told once: an answer after the deadline, which nobody waits for, is not told again. */
async function measured<Answer extends { kind: string }>(
  line: AskedLine,
  signal: AbortSignal,
  { metrics, traces, elapsedMs, log }: MeasureServices,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { verb } = line;
  const span = traces.open();
  const startedAtMs = elapsedMs();
  let isTold = false;
  const tell = (outcome: string) => {
    if (isTold) return;
    isTold = true;
    const durationMs = elapsedMs() - startedAtMs;
    metrics.acquirerAnswered({ verb, outcome, durationMs });
    const level = NO_NEWS.includes(outcome) ? 'debug' : 'info';
    log[level]({ ...line, outcome, durationMs: Math.round(durationMs) }, 'a provider answered');
    traces.close(span, {
      name: `attempt ${verb}`,
      kind: 'internal',
      durationMs,
      attributes: { 'checkout.verb': verb, 'checkout.outcome': outcome },
      isError: outcome === 'timeout' || outcome === 'failed',
    });
  };
  const onAbort = () => tell('timeout');
  signal.addEventListener('abort', onAbort);
  try {
    const answer = await traces.within(span, ask);
    tell(answer.kind);
    return answer;
  } catch (error) {
    tell('failed');
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
