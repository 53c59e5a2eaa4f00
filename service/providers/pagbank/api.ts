import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { readAnswered } from '../outgoing/answer.ts';
import type { PartyOptions } from '../outgoing/client.ts';
import { callsOf, createOutgoingClient } from '../outgoing/client.ts';
import type { Charge, Order } from './fields.ts';
import {
  chargesSchema,
  orderSchema,
  publicKeySchema,
  saysNotFound,
  sessionSchema,
} from './fields.ts';

export type PagBankApiOptions = PartyOptions & {
  hosts: { api: string; sdk: string };
  token: string;
};

const DEADLINE_MS = {
  charge: 30_000,
  issue: 15_000,
  cancel: 30_000,
  find: 10_000,
  public_key: 10_000,
  session: 8_000,
} as const;

export function createPagBankApi(options: PagBankApiOptions) {
  const client = createOutgoingClient({ ...options, origin: options.hosts.api });
  // It rests by itself: what is wrong there keeps no charge from being made.
  const sdk = createOutgoingClient({ ...options, origin: options.hosts.sdk });
  const own = { authorization: `Bearer ${options.token}` };
  const send = callsOf(client, DEADLINE_MS, own);

  /** `key`: what is done once under it, however often it is asked. */
  function post(
    verb: 'charge' | 'issue' | 'cancel',
    path: string,
    { key, body }: { key: string; body: unknown },
    signal: AbortSignal,
  ): Promise<OutgoingAnswer> {
    return send(verb, ['POST', path], { signal, body, headers: { 'x-idempotency-key': key } });
  }

  function getCharges(key: string, signal: AbortSignal): Promise<OutgoingAnswer> {
    return send('find', ['GET', `/charges?reference_id=${encodeURIComponent(key)}`], { signal });
  }

  return {
    getCharges,

    async findOrder(id: string, key: string, signal: AbortSignal): Promise<Order | null> {
      const answer = await send('find', ['GET', `/orders/${encodeURIComponent(id)}`], { signal });
      if (answer.kind === 'rejected' && saysNotFound(answer)) return null;
      return readOrder(answer, key);
    },

    async findCharge(key: string, signal: AbortSignal): Promise<Charge | null> {
      const answer = await getCharges(key, signal);
      if (answer.kind === 'rejected' && saysNotFound(answer)) return null;
      const otherwise = 'PagBank does not tell of the charge';
      const [charge, ...others] = readAnswered(answer, chargesSchema, otherwise);
      if (others.length > 0) throw new Error('PagBank has more than one charge under our key');
      if (charge === undefined) return null;
      if (charge.reference_id !== key) throw new Error('PagBank tells of another charge');
      return charge;
    },

    /** A party that rested takes a read first, and this one changes nothing. */
    async wake(key: string, signal: AbortSignal): Promise<void> {
      if (client.needsRead()) await getCharges(key, signal);
    },

    postOrder: (
      verb: 'charge' | 'issue',
      order: { key: string; body: unknown },
      signal: AbortSignal,
    ) => post(verb, '/orders', order, signal),

    cancelCharge: (
      { chargeId, key, amount }: { chargeId: string; key: string; amount: number },
      signal: AbortSignal,
    ) => {
      const path = `/charges/${encodeURIComponent(chargeId)}/cancel`;
      return post('cancel', path, { key, body: { amount: { value: amount } } }, signal);
    },

    /** Opens a session for the browser's script, which lasts half an hour. */
    async openSession(signal: AbortSignal): Promise<string> {
      // One that nobody uses is nothing to anybody.
      const isRead = true;
      const open = callsOf(sdk, DEADLINE_MS, own);
      const answer = await open('session', ['POST', '/checkout-sdk/sessions'], { signal, isRead });
      return readAnswered(answer, sessionSchema, 'PagBank opens no session for 3-D Secure').session;
    },

    /** The key that cards are encrypted by, base64 of its SPKI form; null where PagBank gives none. */
    async getCardKey(signal: AbortSignal): Promise<string | null> {
      const answer = await send('public_key', ['GET', '/public-keys/card'], { signal });
      return answer.kind === 'answered' ? publicKeySchema.parse(answer.body).public_key : null;
    },
  };
}

/** The order that we made under that key. */
export function readOrder(answer: OutgoingAnswer, key: string): Order {
  const order = readAnswered(answer, orderSchema, 'PagBank does not tell of the order');
  if (order.reference_id !== key) throw new Error('PagBank tells of another order');
  return order;
}

export type PagBankApi = ReturnType<typeof createPagBankApi>;
