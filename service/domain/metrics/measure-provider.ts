import type { Traces } from '../../base/traces/traces.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Metrics } from './metrics.ts';

type MeasureServices = {
  metrics: Pick<Metrics, 'acquirerAnswered'>;
  traces: Traces;
  elapsedMs: () => number;
};

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
  const { cards, payments, payouts } = provider;
  return {
    ...provider,
    cards: cards && measuring(cards, services),
    payments: payments && measuring(payments, services),
    payouts: payouts && measuring(payouts, services),
  };
}

function measuring<Party extends object>(party: Party, services: MeasureServices): Party {
  return new Proxy(party, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      const verb = typeof name === 'string' ? VERBS[name] : undefined;
      if (verb === undefined || typeof member !== 'function') return member;
      return (asked: unknown, signal: AbortSignal) =>
        measured(verb, signal, services, () => Reflect.apply(member, target, [asked, signal]));
    },
  });
}

/** Told once: an answer after the deadline, which nobody waits for, is not told again. */
async function measured<Answer extends { kind: string }>(
  verb: string,
  signal: AbortSignal,
  { metrics, traces, elapsedMs }: MeasureServices,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const span = traces.open();
  const startedAtMs = elapsedMs();
  let isTold = false;
  const tell = (outcome: string) => {
    if (isTold) return;
    isTold = true;
    const durationMs = elapsedMs() - startedAtMs;
    metrics.acquirerAnswered({ verb, outcome, durationMs });
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
