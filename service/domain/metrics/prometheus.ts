import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { PAYIN_STATUSES } from '../../../contract/payments/payin-status.ts';
import { PAYMENT_METHODS } from '../../../contract/payments/payment-method.ts';
import { PAYOUT_STATUSES } from '../../../contract/payments/payout.ts';
import packageInfo from '../../../package.json' with { type: 'json' };
import type { Metrics } from './metrics.ts';
import { CLOSED_CONNECTIONS } from './metrics.ts';

export type Prometheus = Metrics & { text(): Promise<{ contentType: string; text: string }> };

type Options = { ofProcess: boolean; commit?: string | undefined };

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * `ofProcess`: with memory, processor and event loop of this process, measured until it ends. Decision:
 * those keep the names that every program has for them, and all of ours begin with `checkout_`.
 */
export function createPrometheus({ ofProcess, commit = 'unknown' }: Options): Prometheus {
  const registry = new Registry();
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const make = makersOf(registry);
  buildMetrics(make, commit);
  return {
    ...serviceMetrics(make),
    ...moneyMetrics(make),
    ...providerMetrics(make),
    text: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

type Make = ReturnType<typeof makersOf>;

function makersOf(registry: Registry) {
  const registers = [registry];
  const ours = (name: string) => `checkout_${name}`;
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name: ours(name), help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name: ours(name), help, labelNames, registers }),
    histogram: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Histogram({ name: ours(name), help, labelNames, buckets: SECONDS, registers }),
  };
}

function buildMetrics({ gauge }: Make, commit: string) {
  const build = gauge('build_info', 'Always 1: which build.', ['version', 'commit', 'node']);
  build.set({ version: packageInfo.version, commit, node: process.version }, 1);
}

function serviceMetrics({ counter, gauge, histogram }: Make) {
  const requests = counter('http_requests_total', 'Requests answered.', [
    'operation',
    'method',
    'status',
  ]);
  const requestSeconds = histogram(
    'http_request_duration_seconds',
    'From a request to its answer.',
    ['operation', 'method'],
  );
  const refusals = counter('rate_limited_total', 'Calls refused by a rate limit.', ['limit']);
  const codes = counter(
    'sign_in_codes_refused_total',
    'Codes of people of the dashboard that were wrong, or held since too many were.',
    ['reason'],
  );
  const closedConnections = counter(
    'connections_closed_total',
    'Connections closed by a limit of connections, or since they said nothing.',
    ['reason'],
  );
  const spans = counter('trace_spans_total', 'Spans, by what became of them.', ['outcome']);
  const webhookAnswers = counter(
    'webhook_attempts_total',
    'Attempts to deliver an event, by what the receiver did.',
    ['answer'],
  );
  const webhooks = counter(
    'webhook_deliveries_total',
    'Attempts to deliver an event, by what follows: nothing, a retry, or a resending by hand; and put_off, where we could not even try.',
    ['outcome'],
  );
  const outboxDepth = gauge('webhook_outbox_depth', 'Events not delivered or given up yet.');
  const outboxOldest = gauge(
    'webhook_outbox_oldest_seconds',
    'Age of the oldest event not delivered or given up yet; those resent by hand left out.',
  );
  const retries = counter(
    'database_conflicts_retried_total',
    'Transactions run again after a serialization failure or a deadlock.',
  );
  const databaseUp = gauge('database_up', 'Whether payments can be written.');
  const companiesServed = gauge(
    'companies_served_share',
    'Share of the companies whose machine of the database is up.',
  );

  const disk = gauge('data_disk_free_share', 'Share of the disk of DATA_DIR that is free.');
  const backup = gauge('backup_timestamp_seconds', 'When the last backup was made; 0 without one.');
  const certificate = gauge(
    'notices_certificate_ends_timestamp_seconds',
    'When the certificate ends by which this service listens to notices itself.',
  );
  certificate.set(Number.NaN);

  // A series that begins with its first event hides it: a rate needs the zero before.
  for (const outcome of ['sent', 'dropped', 'failed']) spans.inc({ outcome }, 0);
  for (const reason of CLOSED_CONNECTIONS) closedConnections.inc({ reason }, 0);
  for (const reason of ['wrong', 'held']) codes.inc({ reason }, 0);
  for (const outcome of ['delivered', 'retried', 'undelivered', 'put_off'])
    webhooks.inc({ outcome }, 0);

  return {
    requestAnswered({ operation, method, status, durationMs }) {
      requests.inc({ operation, method, status });
      requestSeconds.observe({ operation, method }, durationMs / 1000);
    },
    callRefused: (limit) => refusals.inc({ limit }),
    codeRefused: (reason) => codes.inc({ reason }),
    connectionClosed: (reason) => closedConnections.inc({ reason }),
    spansLeft: ({ outcome, count }) => spans.inc({ outcome }, count),
    webhookAnswered: (answer) => webhookAnswers.inc({ answer }),
    webhookSettled: (outcome) => webhooks.inc({ outcome }),
    webhookQueueRead(queue) {
      outboxDepth.set(queue?.depth ?? Number.NaN);
      outboxOldest.set(queue?.oldestSeconds ?? Number.NaN);
    },
    transactionRetried: () => retries.inc(),
    companiesServedRead(share) {
      databaseUp.set(share > 0 ? 1 : 0);
      companiesServed.set(share);
    },
    diskRead: (freeShare) => disk.set(freeShare ?? Number.NaN),
    backupRead: (lastAt) => backup.set(lastAt === null ? Number.NaN : lastAt.getTime() / 1000),
    noticesCertificateRead: (endsAt) => certificate.set(endsAt.getTime() / 1000),
  } satisfies Partial<Metrics>;
}

function moneyMetrics({ counter, gauge }: Make) {
  const payins = counter('payins_total', 'Statuses entered by payins.', ['method', 'status']);
  const payouts = counter('payouts_total', 'Statuses entered by payouts.', ['status']);
  const underpaid = gauge(
    'payins_underpaid',
    'Payins paid with less than asked for that wait for an operator.',
  );
  const disputed = gauge('payins_disputed', 'Payins whose dispute is open.');
  const answerDue = gauge(
    'payins_disputed_answer_by_timestamp_seconds',
    'When the first of these disputes has to be answered; not a number where none has a day.',
  );
  const inDebt = gauge('companies_in_debt', 'Companies that owe what was taken back.');
  const debt = gauge('companies_debt_centavos', 'What they owe together, in centavos.');
  const ledgerChecks = counter('ledger_checks_total', 'Checks of the ledger.', ['result']);
  const ledgerAgrees = gauge(
    'ledger_check_agrees',
    'Whether the ledger agreed with itself and with every payin and payout when last checked.',
  );
  const ledgerCheckedAt = gauge('ledger_check_timestamp_seconds', 'When it was last checked.');
  const ledgerSeconds = gauge('ledger_check_duration_seconds', 'How long that took.');

  for (const method of PAYMENT_METHODS) {
    for (const status of PAYIN_STATUSES) payins.inc({ method, status }, 0);
  }
  for (const status of PAYOUT_STATUSES) payouts.inc({ status }, 0);
  for (const result of ['agrees', 'disagrees', 'failed']) ledgerChecks.inc({ result }, 0);
  for (const unknown of [ledgerAgrees, ledgerCheckedAt, ledgerSeconds]) unknown.set(Number.NaN);

  return {
    payinEntered: (method, status) => payins.inc({ method, status }),
    payoutEntered: (status) => payouts.inc({ status }),
    underpaymentsRead: (waiting) => underpaid.set(waiting ?? Number.NaN),
    disputesRead(read) {
      const { disputes, answerBy, companiesInDebt, debtCentavos } = read ?? {};
      disputed.set(disputes ?? Number.NaN);
      answerDue.set(answerBy ? answerBy.getTime() / 1000 : Number.NaN);
      inDebt.set(companiesInDebt ?? Number.NaN);
      debt.set(debtCentavos ?? Number.NaN);
    },
    ledgerChecked({ result, at, durationMs }) {
      ledgerChecks.inc({ result });
      // One that failed says nothing; its age tells that it does.
      if (result === 'failed') return;
      ledgerAgrees.set(result === 'agrees' ? 1 : 0);
      ledgerCheckedAt.set(at.getTime() / 1000);
      ledgerSeconds.set(durationMs / 1000);
    },
  } satisfies Partial<Metrics>;
}

function providerMetrics({ counter, gauge, histogram }: Make) {
  const acquirerCalls = counter('acquirer_calls_total', 'Calls to acquirers.', ['verb', 'outcome']);
  const acquirerSeconds = histogram(
    'acquirer_call_duration_seconds',
    'From a call to an acquirer to its answer.',
    ['verb'],
  );
  const providerCalls = counter('provider_calls_total', 'Calls to outside parties.', [
    'provider',
    'verb',
    'outcome',
  ]);
  const providerSeconds = histogram(
    'provider_call_duration_seconds',
    'From a call to an outside party to its answer.',
    ['provider', 'verb'],
  );
  const orphans = counter(
    'orphan_charges_total',
    'Charges found after their payin had failed, and payments of too little that go back.',
    ['provider', 'outcome'],
  );
  const certificateDays = gauge(
    'provider_certificate_days_left',
    'Days until the certificate ends that a provider is shown.',
    ['provider', 'company'],
  );
  const tokenAge = gauge(
    'provider_token_age_seconds',
    'How long ago a provider last gave this process a token.',
    ['provider', 'company'],
  );
  const providerUsable = gauge(
    'provider_usable',
    'Whether the credentials at a provider could be opened when they were last needed.',
    ['provider', 'company'],
  );
  const providerResting = gauge(
    'provider_resting',
    'Whether a provider is left alone after failing again and again, as this process sees it.',
    ['provider', 'company'],
  );
  const notices = counter(
    'provider_notices_total',
    'Notices that came to the addresses of providers.',
    ['provider', 'outcome'],
  );

  return {
    acquirerAnswered({ verb, outcome, durationMs }) {
      acquirerCalls.inc({ verb, outcome });
      acquirerSeconds.observe({ verb }, durationMs / 1000);
    },
    providerAnswered({ provider, verb, outcome, durationMs }) {
      providerCalls.inc({ provider, verb, outcome });
      providerSeconds.observe({ provider, verb }, durationMs / 1000);
    },
    orphanCharge: (orphan) => orphans.inc(orphan),
    providersRead(providers) {
      const gauges = [certificateDays, tokenAge, providerUsable, providerResting];
      for (const each of gauges) each.reset();
      for (const one of providers) {
        const { provider, company, certificateDaysLeft, tokenAgeSeconds, isUsable, isResting } =
          one;
        for (const outcome of ['found', 'reversed']) orphans.inc({ provider, outcome }, 0);
        const labels = { provider, company };
        if (certificateDaysLeft !== null) certificateDays.set(labels, certificateDaysLeft);
        if (tokenAgeSeconds !== null) tokenAge.set(labels, tokenAgeSeconds);
        providerUsable.set(labels, isUsable ? 1 : 0);
        providerResting.set(labels, isResting ? 1 : 0);
      }
    },
    noticeRead: (notice) => notices.inc(notice),
  } satisfies Partial<Metrics>;
}
