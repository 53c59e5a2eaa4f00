import { createBreaker } from '../outgoing/breaker.ts';
import type { PartyOptions } from '../outgoing/client.ts';
import { callsOf, createOutgoingClient } from '../outgoing/client.ts';
import type { CieloProfile } from './profiles.ts';

export type CieloApiOptions = PartyOptions & {
  profile: CieloProfile;
  hosts: { api: string; query: string };
  credentials: { merchantId: string; merchantKey: string };
};

/** The manual asks for 30 s. */
const DEADLINE_MS = {
  charge: 30_000,
  void: 30_000,
  refund: 30_000,
  store_card: 15_000,
  find: 10_000,
  find_by_order: 10_000,
  test: 10_000,
} as const;

export function createCieloApi(options: CieloApiOptions) {
  const { profile, hosts, credentials, now } = options;
  // Decision: both hosts rest and recover together: the one that charges takes no reads, so that
  // only the other can show that the party answers again.
  const breaker = createBreaker({ now });
  const api = createOutgoingClient({ ...options, origin: hosts.api, breaker });
  const query = createOutgoingClient({ ...options, origin: hosts.query, breaker });
  const headers = { merchantid: credentials.merchantId, merchantkey: credentials.merchantKey };
  const write = callsOf(api, DEADLINE_MS, headers);
  const read = callsOf(query, DEADLINE_MS, headers);
  const sales = `${profile.prefix}/sales`;
  const ofOrder = (orderId: string) => `${sales}?merchantOrderId=${encodeURIComponent(orderId)}`;

  return {
    needsRead: api.needsRead,
    postSale: (body: unknown, signal: AbortSignal) =>
      write('charge', ['POST', `${sales}/`], { signal, body }),
    getSale: (paymentId: string, signal: AbortSignal) =>
      read('find', ['GET', `${sales}/${encodeURIComponent(paymentId)}`], { signal }),
    getSalesOf: (orderId: string, signal: AbortSignal) =>
      read('find_by_order', ['GET', ofOrder(orderId)], { signal }),
    /** All that is left, or an amount of centavos. */
    putVoid: (
      paymentId: string,
      { verb, amount }: { verb: 'void' | 'refund'; amount: number | null },
      signal: AbortSignal,
    ) => {
      const part = amount === null ? '' : `?amount=${amount}`;
      const path = `${sales}/${encodeURIComponent(paymentId)}/void${part}`;
      return write(verb, ['PUT', path], { signal });
    },
    postCard: (body: unknown, signal: AbortSignal) =>
      write('store_card', ['POST', `${profile.prefix}/card/`], { signal, body }),
    tryOrder: (orderId: string, signal: AbortSignal) =>
      read('test', ['GET', ofOrder(orderId)], { signal }),
  };
}

export type CieloApi = ReturnType<typeof createCieloApi>;
