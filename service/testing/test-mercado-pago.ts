import { onTestFinished } from 'vitest';
import { startMercadoPago } from '../../simulators/mercado-pago/mercado-pago.ts';
import { createTestHarness } from '../../simulators/server/harness.ts';
import type { ChargeRequest } from '../providers/acquirer.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import { createMercadoPago } from '../providers/mercadopago/mercadopago.ts';
import { ATTEMPT, chargeRequest, orderFacts } from './order-facts.ts';
import type { OnFinished } from './party-means.ts';
import { partyMeans } from './party-means.ts';
import type { TestDatabase } from './test-db.ts';
import { openTestOperator } from './test-operator.ts';
import { basic, startTestService } from './test-service.ts';
import { manualTimers } from './test-timers.ts';

export const MERCADO_CARD = {
  holderName: 'APRO',
  number: '5031433215406351',
  expirationMonth: '11',
  expirationYear: '2030',
};

/** A company at Mercado Pago as it is played, and one order of 37 reais. */
export async function arrangeMercadoPago(
  onFinished: OnFinished = onTestFinished,
  isFacilitator = false,
) {
  const { authority, clock, ...rest } = createTestHarness();
  const party = await startMercadoPago({ authority, clock, ...rest, isFacilitator });
  onFinished(() => party.stop());
  const { means, run, lines } = partyMeans(party, clock, { onFinished });

  /** The company's provider; another one has heard of nothing that this one asked for. */
  function openProvider(accessToken = party.credentials.accessToken, has3DS = true) {
    return createMercadoPago({
      ...means,
      api: party.api,
      ...{ accessToken, has3DS },
      ...(isFacilitator ? { subMerchants: { from: null } } : {}),
      webhookSecret: party.credentials.webhookSecret,
    });
  }

  const provider = openProvider();
  const { cards, payments } = provider;
  if (cards === null || payments === null) throw new Error('it takes cards and payments');
  const { signal: never } = new AbortController();

  const charge: ChargeRequest = {
    ...chargeRequest({ number: MERCADO_CARD.number, cvv: '123' }),
    ...{ card: { kind: 'card', card: MERCADO_CARD }, brand: 'mastercard', installments: 3 },
  };
  const expiresAt = new Date(clock.now() + 30 * 60_000);
  const order = { ...ATTEMPT, ...orderFacts(), amount: 3700, expiresAt };

  /** A charge of a card with that name on it, which decides at Mercado Pago. */
  function chargeBy(holderName: string, changes: Partial<ChargeRequest> = {}) {
    const card = { kind: 'card', card: { ...MERCADO_CARD, holderName } } as const;
    return cards?.charge({ ...charge, card, ...changes }, never);
  }

  return {
    ...{ authority, clock, party, run, lines, never, provider, openProvider, cards, payments },
    ...{ payment: ATTEMPT, charge, order, chargeBy },
    key: attemptKeyOf(ATTEMPT.reference),
    /** Of the one payment there is. */
    paymentId: () => {
      const [id = 0, second] = party.payments.keys();
      if (second !== undefined) throw new Error('there are two payments');
      return id;
    },
    find: () => cards.findCharge({ ...ATTEMPT, amount: charge.amount }, never),
  };
}

/** The whole service, and an account whose methods an operator has routed to Mercado Pago as played. */
export async function arrangeRoutedMercadoPago(
  database: TestDatabase,
  {
    company,
    methods,
    settings = {},
    isFacilitator = false,
  }: {
    company: string;
    methods: readonly string[];
    settings?: Record<string, string>;
    isFacilitator?: boolean;
  },
  onFinished: OnFinished = onTestFinished,
) {
  const { party, clock } = await arrangeMercadoPago(onFinished, isFacilitator);
  const db = await database.openEmpty();
  const played = {
    providers: { mercadopago: { hosts: { api: party.api }, trustedPem: party.authorityPem } },
  };
  const now = () => new Date(clock.now());
  // What a service does by itself would take the faults that are meant for what a test asks.
  const { timers } = manualTimers();
  const service = await startTestService({ db, now, timers, ...played });
  onFinished(() => service.stop());
  const operator = await openTestOperator(db, { baseUrl: service.baseUrl }, { played });
  onFinished(() => operator.services.registeredProviders.stop());
  const { accessToken, webhookSecret } = party.credentials;
  const typed = { 'access-token': accessToken, 'webhook-secret': webhookSecret, ...settings };
  await operator.run('provider add', { company, provider: 'mercadopago', ...typed });
  for (const method of methods) {
    await operator.run('route set', { company, method, providers: 'mercadopago' });
  }
  return { party, clock, service, operator, headers: basic(company) };
}
