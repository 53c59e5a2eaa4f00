import { attemptKeyOf } from '../attempt-key.ts';
import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { readAnswered } from '../outgoing/answer.ts';
import type { PartyOptions } from '../outgoing/client.ts';
import { callsOf, createOutgoingClient } from '../outgoing/client.ts';
import { CANCELLATION } from './bodies.ts';
import type { MercadoPayment } from './fields.ts';
import { paymentSchema, searchSchema } from './fields.ts';
import type { ToldPayment } from './outcomes.ts';
import { answerByOf, isContested } from './outcomes.ts';

export type SellerOptions = Omit<PartyOptions, 'provider'> & { api: string; accessToken: string };

const DEADLINE_MS = {
  tokenize: 10_000,
  charge: 30_000,
  issue: 15_000,
  find: 10_000,
  cancel: 15_000,
  refund: 30_000,
  find_refund: 10_000,
  find_dispute: 10_000,
  list: 20_000,
  test: 10_000,
} as const;

type Verb = keyof typeof DEADLINE_MS;

/** One write. Under one `idempotencyKey` it is done once, however often it is sent. */
type Write = { verb: Verb; path: string; idempotencyKey: string; body: unknown };

export function createSeller(options: SellerOptions) {
  const client = createOutgoingClient({ ...options, provider: 'mercadopago', origin: options.api });
  const send = callsOf(client, DEADLINE_MS, { authorization: `Bearer ${options.accessToken}` });

  function get(verb: Verb, path: string, signal: AbortSignal): Promise<OutgoingAnswer> {
    return send(verb, ['GET', path], { signal });
  }

  async function write(
    method: 'POST' | 'PUT',
    { verb, path, idempotencyKey, body }: Write,
    signal: AbortSignal,
  ): Promise<OutgoingAnswer> {
    // One that rested takes a read first, and this one changes nothing.
    if (client.needsRead()) await get('test', '/users/me', signal);
    const headers = { 'x-idempotency-key': idempotencyKey };
    return send(verb, [method, path], { signal, body, headers });
  }

  function getPayment(id: string, signal: AbortSignal): Promise<OutgoingAnswer> {
    return get('find', `/v1/payments/${encodeURIComponent(id)}`, signal);
  }

  /** With the day for an answer to a charge-back, where one is asked for. */
  async function withAnswerBy(payment: MercadoPayment, signal: AbortSignal): Promise<ToldPayment> {
    if (!isContested(payment)) return payment;
    const path = `/v1/chargebacks/search?payment_id=${payment.id}`;
    const answer = await get('find_dispute', path, signal);
    // Decision: a charge-back whose day is not told is booked without it, since its money is gone.
    if (answer.kind !== 'answered') return payment;
    return { ...payment, answerBy: answerByOf(payment, answer.body) };
  }

  return {
    getMe: (signal: AbortSignal) => get('test', '/users/me', signal),
    getPayment,
    post: (request: Write, signal: AbortSignal) => write('POST', request, signal),
    get,

    /** Takes a payment back that was not decided yet. */
    cancel: (id: string, idempotencyKey: string, signal: AbortSignal) => {
      const path = `/v1/payments/${encodeURIComponent(id)}`;
      const request = { verb: 'cancel', path, idempotencyKey, body: CANCELLATION } as const;
      return write('PUT', request, signal);
    },

    /**
     * The payment under our key; null where there is none. It is read by its own id, and found by the
     * search where that is not known: a search may be behind. Throws where Mercado Pago does not tell.
     */
    async find(
      { reference, externalId = null }: { reference: string; externalId?: string | null },
      signal: AbortSignal,
    ): Promise<ToldPayment | null> {
      const key = attemptKeyOf(reference);
      if (externalId !== null && /^\d{1,20}$/.test(externalId)) {
        return withAnswerBy(readPayment(await getPayment(externalId, signal), key), signal);
      }
      const answer = await get('find', `/v1/payments/search?external_reference=${key}`, signal);
      const { results } = readAnswered(answer, searchSchema, UNTOLD);
      const ours = results.filter(({ external_reference }) => external_reference === key);
      if (ours.length > 1) throw new Error('Mercado Pago has two payments under one reference');
      const [found] = ours;
      if (found === undefined) return null;
      return withAnswerBy(readPayment(await getPayment(`${found.id}`, signal), key), signal);
    },
  };
}

export type Seller = ReturnType<typeof createSeller>;

const UNTOLD = 'Mercado Pago does not tell of the payment';

export function readPayment(answer: OutgoingAnswer, key: string): MercadoPayment {
  const payment = readAnswered(answer, paymentSchema, UNTOLD);
  if (payment.external_reference !== key) throw new Error('Mercado Pago tells of another payment');
  return payment;
}
