import * as z from 'zod/mini';
import type { MerchantKeys } from './merchant-account.ts';
import type { OrderItem } from './price-list.ts';
import { ShopError } from './shop-error.ts';

export type Customer = {
  name: string;
  document: string;
  email: string;
  phone: string;
  address: {
    street: string;
    number: string;
    zipCode: string;
    city: string;
    state: string;
    complement?: string | undefined;
    neighborhood?: string | undefined;
  };
};

/** What the browser got from the SDK: a token in place of the card. */
export type PreparedCard = {
  payinCard: {
    token: string;
    installments: number;
    threeDSecure?: { [name: string]: unknown } | null | undefined;
  };
  antifraud: { skipped: boolean; sessionId: string | null };
};

export type CardCharge = PreparedCard & {
  referenceId: string;
  amount: number;
  payerIp: string;
  customer: Customer;
  items: readonly OrderItem[];
  /** Where the shop hears of the charge; null where it has to ask. */
  webhookUrl: string | null;
};

/**
 * The service's answer. `body` is its text, unchanged, so that every field (also those of a
 * pending 3-D Secure challenge) reaches the page. `payin` is null where the answer is an error.
 */
export type PaymentAnswer = {
  status: number;
  body: string;
  payin: { id: string; status: string } | null;
};

/**
 * The payment service as its merchants reach it: HTTP, key pair, from a server only.
 * Both calls throw `PAYMENT_SERVICE_UNREACHABLE` where no JSON answer came in time; the outcome is
 * then unknown, and the same charge may be sent again: the service knows the `referenceId`.
 */
export type PaymentService = {
  chargeCard(keys: MerchantKeys, charge: CardCharge): Promise<PaymentAnswer>;
  findPayin(keys: MerchantKeys, payinId: string): Promise<PaymentAnswer>;
};

const payinSchema = z.object({ id: z.string(), status: z.string() });

export function createPaymentService(options: {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
}): PaymentService {
  async function call(
    keys: MerchantKeys,
    request: { path: string; method: string; body?: string },
  ): Promise<PaymentAnswer> {
    try {
      const response = await options.fetch(`${options.baseUrl}${request.path}`, {
        method: request.method,
        headers: { authorization: basicAuth(keys), 'content-type': 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs),
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      const body = await response.text();
      const payin = payinSchema.safeParse(JSON.parse(body));
      return {
        status: response.status,
        body,
        payin: response.ok && payin.success ? payin.data : null,
      };
    } catch {
      // The cause stays here: it may name addresses the buyer has no use for.
      throw new ShopError(
        502,
        'PAYMENT_SERVICE_UNREACHABLE',
        'O serviço de pagamento não respondeu. Tente de novo: o pedido não é cobrado duas vezes.',
      );
    }
  }

  return {
    chargeCard: (keys, charge) =>
      call(keys, { path: '/payin', method: 'POST', body: JSON.stringify(toPayin(charge)) }),
    findPayin: (keys, payinId) =>
      call(keys, { path: `/payin/${encodeURIComponent(payinId)}`, method: 'GET' }),
  };
}

function toPayin(charge: CardCharge): object {
  const { sessionId } = charge.antifraud;
  const { token, installments, threeDSecure } = charge.payinCard;
  return {
    paymentMethod: 'CREDIT_CARD',
    amount: charge.amount,
    referenceId: charge.referenceId,
    isPhysicalProduct: true,
    payerIp: charge.payerIp,
    customer: charge.customer,
    ...(charge.webhookUrl === null ? {} : { webhookUrl: charge.webhookUrl }),
    items: charge.items.map(({ title, quantity, unitPrice }) => ({ title, quantity, unitPrice })),
    card: { token, installments, ...(threeDSecure ? { threeDSecure } : {}) },
    ...(charge.antifraud.skipped || sessionId === null ? {} : { antifraud: { sessionId } }),
  };
}

function basicAuth(keys: MerchantKeys): string {
  return `Basic ${Buffer.from(`${keys.publicKey}:${keys.secretKey}`).toString('base64')}`;
}
