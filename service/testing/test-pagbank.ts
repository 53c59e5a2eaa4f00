import { onTestFinished } from 'vitest';
import type { PagBankOptions } from '../../simulators/pagbank/pagbank.ts';
import { startPagBank } from '../../simulators/pagbank/pagbank.ts';
import { createTestHarness } from '../../simulators/server/harness.ts';
import type { ChargeRequest } from '../providers/acquirer.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import type { CardMode } from '../providers/pagbank/card-data.ts';
import { createPagBank } from '../providers/pagbank/pagbank.ts';
import { ATTEMPT, chargeRequest, orderFacts } from './order-facts.ts';
import { partyMeans } from './party-means.ts';

export const PAGBANK_CARD = '4539620659922097';
export const PAGBANK_CVV = '739';
export const NOTICES_ADDRESS = 'https://pay.example.com/providers/pagbank/notices/secret';

/** A company at PagBank as it is played, and one order of 37 reais that lasts half an hour. */
export async function arrangePagBank({
  cardMode = 'plain',
  token,
  ...options
}: Partial<PagBankOptions> & { cardMode?: CardMode; token?: string } = {}) {
  const around = createTestHarness();
  const { clock } = around;
  const party = await startPagBank({ ...around, ...options });
  onTestFinished(() => party.stop());
  const { means, run, lines } = partyMeans(party, clock);
  const surroundings = {
    ...means,
    environment: 'sandbox' as const,
    hosts: { api: party.api, sdk: party.sdk, assets: party.assets, bank: party.bank },
  };
  const provider = createPagBank({
    provider: 'pagbank',
    ...surroundings,
    token: token ?? party.credentials.token,
    cardMode,
    noticesAddress: NOTICES_ADDRESS,
  });
  const { signal: never } = new AbortController();
  const request = chargeRequest({ number: PAGBANK_CARD, cvv: PAGBANK_CVV });

  /** `cvv`: null where none is known. */
  function charge(
    { cvv, ...changes }: Partial<Omit<ChargeRequest, 'cvv'>> & { cvv?: string | null } = {},
    signal = never,
  ) {
    const { cvv: known, ...rest } = request;
    const told = cvv === undefined ? known : cvv;
    const withCvv = told == null ? {} : { cvv: told };
    return provider.cards.charge({ ...rest, ...withCvv, ...changes }, signal);
  }

  function findCharge() {
    return provider.cards.findCharge({ ...ATTEMPT, amount: request.amount }, never);
  }

  const expiresAt = new Date(clock.now() + 30 * 60_000);
  const order = { ...ATTEMPT, amount: 3700, ...orderFacts(), expiresAt };
  const key = attemptKeyOf(ATTEMPT.reference);
  return {
    ...{ party, surroundings, clock, run, lines, provider, request, order, key, never, charge },
    ...{ findCharge, payment: ATTEMPT },
    orders: () =>
      party.requests.filter(({ method, path }) => method === 'POST' && path === '/orders'),
  };
}
