import type { Traces } from '../../base/traces/traces.ts';
import type { Acquirer, PaymentIssuer } from '../../providers/acquirer.ts';
import type { PayoutAcquirer } from '../../providers/payout-acquirer.ts';
import type { Provider } from '../../providers/provider.ts';
import type { RefundCapabilities, RefundVerbs } from '../../providers/refunds.ts';
import type { Metrics } from './metrics.ts';

type MeasureServices = {
  metrics: Pick<Metrics, 'acquirerAnswered'>;
  traces: Traces;
  /** A clock that only ever goes forward. */
  elapsedMs: () => number;
};

/** The same provider; what it answers and how long it takes is measured. */
export function measureProvider(provider: Provider, services: MeasureServices): Provider {
  const { cards, payments, payouts } = provider;
  return {
    ...provider,
    cards: cards === null ? null : measureAcquirer(cards, services),
    payments: payments === null ? null : measureIssuer(payments, services),
    payouts: payouts === null ? null : measurePayoutAcquirer(payouts, services),
  };
}

function measureAcquirer(acquirer: Acquirer, services: MeasureServices): Acquirer {
  const voidCharge = acquirer.voidCharge?.bind(acquirer);
  return {
    settlesWithinMs: acquirer.settlesWithinMs,
    ...(acquirer.takesMerchantProof ? { takesMerchantProof: true } : {}),
    ...measureRefunds(acquirer, services),
    charge: (request, signal) =>
      measured('charge', signal, services, () => acquirer.charge(request, signal)),
    findCharge: (charge, signal) =>
      measured('find_charge', signal, services, () => acquirer.findCharge(charge, signal)),
    ...(voidCharge === undefined
      ? {}
      : {
          voidCharge: (charge, signal) =>
            measured('void_charge', signal, services, () => voidCharge(charge, signal)),
        }),
    storeCard: (request, signal) =>
      measured('store_card', signal, services, () => acquirer.storeCard(request, signal)),
  };
}

function measurePayoutAcquirer(
  acquirer: PayoutAcquirer,
  services: MeasureServices,
): PayoutAcquirer {
  const check = acquirer.check?.bind(acquirer);
  return {
    ...(check === undefined
      ? {}
      : {
          check: (transfer, signal) =>
            measured('check_transfer', signal, services, () => check(transfer, signal)),
        }),
    send: (transfer, signal) =>
      measured('send_transfer', signal, services, () => acquirer.send(transfer, signal)),
    find: (transfer, signal) =>
      measured('find_transfer', signal, services, () => acquirer.find(transfer, signal)),
  };
}

function measureIssuer(issuer: PaymentIssuer, services: MeasureServices): PaymentIssuer {
  const cancelPayment = issuer.cancelPayment?.bind(issuer);
  const listBanks = issuer.listBanks?.bind(issuer);
  return {
    terms: issuer.terms,
    issuePix: (order, signal) =>
      measured('issue_pix', signal, services, () => issuer.issuePix(order, signal)),
    issueBoleto: (order, signal) =>
      measured('issue_boleto', signal, services, () => issuer.issueBoleto(order, signal)),
    openConsent: (order, signal) =>
      measured('open_consent', signal, services, () => issuer.openConsent(order, signal)),
    findPayment: (payment, signal) =>
      measured('find_payment', signal, services, () => issuer.findPayment(payment, signal)),
    ...(cancelPayment === undefined
      ? {}
      : {
          cancelPayment: (payment, signal) =>
            measured('cancel_payment', signal, services, () => cancelPayment(payment, signal)),
        }),
    ...(listBanks === undefined ? {} : { listBanks }),
    onNotice: (listener) => issuer.onNotice(listener),
    ...measureRefunds(issuer, services),
  };
}

/** What it can of refunds, and no more. */
function measureRefunds(
  party: Partial<RefundVerbs> & { readonly capabilities?: RefundCapabilities },
  services: MeasureServices,
): Partial<RefundVerbs> & { readonly capabilities?: RefundCapabilities } {
  const { capabilities } = party;
  const refund = party.refund?.bind(party);
  const findRefund = party.findRefund?.bind(party);
  if (capabilities === undefined || refund === undefined || findRefund === undefined) return {};
  return {
    capabilities,
    refund: (order, signal) => measured('refund', signal, services, () => refund(order, signal)),
    findRefund: (known, signal) =>
      measured('find_refund', signal, services, () => findRefund(known, signal)),
  };
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
