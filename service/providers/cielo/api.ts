import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { createBreaker } from '../outgoing/breaker.ts';
import type { OutgoingCall, PartyOptions } from '../outgoing/client.ts';
import { createOutgoingClient } from '../outgoing/client.ts';
import type { CieloProfile } from './profiles.ts';

export type CieloApiOptions = PartyOptions & {
  profile: CieloProfile;
  /** One that charges and one that only looks. */
  hosts: { api: string; query: string };
  credentials: { merchantId: string; merchantKey: string };
};

/** The deadline of each verb; whoever asks may give up sooner. The manual asks for 30 s. */
const DEADLINE_MS = {
  charge: 30_000,
  void: 30_000,
  refund: 30_000,
  store_card: 15_000,
  find: 10_000,
  find_by_order: 10_000,
  test: 10_000,
} as const;

type Verb = keyof typeof DEADLINE_MS;

export function createCieloApi(options: CieloApiOptions) {
  const { profile, hosts, credentials, now } = options;
  // Decision: both hosts rest and recover together: the one that charges takes no reads, so that
  // only the other can show that the party answers again.
  const breaker = createBreaker({ now });
  const api = createOutgoingClient({ ...options, origin: hosts.api, breaker });
  const query = createOutgoingClient({ ...options, origin: hosts.query, breaker });
  const headers = { merchantid: credentials.merchantId, merchantkey: credentials.merchantKey };
  const { prefix } = profile;

  function read(verb: Verb, path: string, signal: AbortSignal): Promise<OutgoingAnswer> {
    const call = { verb, method: 'GET', path: `${prefix}${path}`, isRead: true } as const;
    return query.send({ ...call, headers, deadlineMs: DEADLINE_MS[verb] }, signal);
  }

  function write(
    verb: Verb,
    method: OutgoingCall['method'],
    path: string,
    { signal, body }: { signal: AbortSignal; body?: unknown },
  ): Promise<OutgoingAnswer> {
    const call = { verb, method, path: `${prefix}${path}`, isRead: false } as const;
    const deadlineMs = DEADLINE_MS[verb];
    const json = { ...headers, 'content-type': 'application/json' };
    return body === undefined
      ? api.send({ ...call, headers, deadlineMs }, signal)
      : api.send({ ...call, headers: json, deadlineMs, body: JSON.stringify(body) }, signal);
  }

  return {
    needsRead: api.needsRead,
    postSale: (body: unknown, signal: AbortSignal) =>
      write('charge', 'POST', '/sales/', { signal, body }),
    getSale: (paymentId: string, signal: AbortSignal) =>
      read('find', `/sales/${encodeURIComponent(paymentId)}`, signal),
    getSalesOf: (orderId: string, signal: AbortSignal) =>
      read('find_by_order', `/sales?merchantOrderId=${encodeURIComponent(orderId)}`, signal),
    /** All that is left, or an amount of centavos. */
    putVoid: (
      paymentId: string,
      { verb, amount }: { verb: 'void' | 'refund'; amount: number | null },
      signal: AbortSignal,
    ) => {
      const part = amount === null ? '' : `?amount=${amount}`;
      const path = `/sales/${encodeURIComponent(paymentId)}/void${part}`;
      return write(verb, 'PUT', path, { signal });
    },
    postCard: (body: unknown, signal: AbortSignal) =>
      write('store_card', 'POST', '/card/', { signal, body }),
    /** Asks for an order that there is not. */
    tryOrder: (orderId: string, signal: AbortSignal) =>
      read('test', `/sales?merchantOrderId=${encodeURIComponent(orderId)}`, signal),
  };
}

export type CieloApi = ReturnType<typeof createCieloApi>;
