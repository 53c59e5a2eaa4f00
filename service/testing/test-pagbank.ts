import { onTestFinished } from 'vitest';
import type { PagBankOptions } from '../../simulators/pagbank/pagbank.ts';
import { startPagBank } from '../../simulators/pagbank/pagbank.ts';
import { createTestHarness } from '../../simulators/server/harness.ts';
import type { ChargeRequest } from '../providers/acquirer.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import { createAgent } from '../providers/outgoing/agent.ts';
import type { OutgoingLogLine } from '../providers/outgoing-log-line.ts';
import type { CardMode } from '../providers/pagbank/card-data.ts';
import { createPagBank } from '../providers/pagbank/pagbank.ts';
import { orderFacts } from './order-facts.ts';
import { manualTimers } from './test-timers.ts';

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
  const dispatcher = createAgent({ trustedPem: party.authorityPem });
  onTestFinished(() => dispatcher.destroy());
  const { timers, run } = manualTimers();
  const lines: OutgoingLogLine[] = [];
  const surroundings = {
    ...({ account: 'acme', environment: 'sandbox' } as const),
    hosts: { api: party.api, sdk: party.sdk, assets: party.assets, bank: party.bank },
    ...{ dispatcher, timers, now: clock.now },
    randomBytes: (size: number) => new Uint8Array(size),
    log: (line: OutgoingLogLine) => void lines.push(line),
  };
  const provider = createPagBank({
    provider: 'pagbank',
    ...surroundings,
    token: token ?? party.credentials.token,
    cardMode,
    noticesAddress: NOTICES_ADDRESS,
  });
  const reference = 'pay_acme_3q2-7wAAAAAAAAAAAAAAAA';
  const payment = { companyId: 'acme', reference };
  const facts = { ...payment, amount: 3700, ...orderFacts() };
  const { signal: never } = new AbortController();

  const request: ChargeRequest = {
    ...facts,
    installments: 1,
    card: {
      kind: 'card',
      card: {
        holderName: 'ANA SOUZA',
        number: PAGBANK_CARD,
        expirationMonth: '12',
        expirationYear: '2030',
      },
    },
    brand: 'visa',
    cvv: PAGBANK_CVV,
    canAuthenticateLater: false,
  };

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
    return provider.cards.findCharge({ ...payment, amount: request.amount }, never);
  }

  const order = { ...facts, expiresAt: new Date(clock.now() + 30 * 60_000) };
  const key = attemptKeyOf(reference);
  return {
    ...{
      party,
      surroundings,
      clock,
      run,
      lines,
      provider,
      payment,
      request,
      order,
      key,
      never,
      charge,
      findCharge,
    },
    orders: () =>
      party.requests.filter(({ method, path }) => method === 'POST' && path === '/orders'),
  };
}
