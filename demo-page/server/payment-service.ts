import * as z from 'zod/mini';
import type { MerchantKeys } from './merchant-account.ts';
import { basicAuth } from './merchant-account.ts';
import type { PaymentChoice } from './payment-choice.ts';
import { toPayinFields } from './payment-choice.ts';
import type { IssuedInstructions } from './payment-instructions.ts';
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

export type Charge = {
  choice: PaymentChoice;
  referenceId: string;
  amount: number;
  payerIp: string;
  customer: Customer;
  items: readonly Omit<OrderItem, 'sku'>[];
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
  payin: ({ id: string; status: string } & IssuedInstructions) | null;
};

/** A bank the buyer may pay from. `logo`: an address, where the bank has one. */
export type Bank = { id: string; name: string; logo?: string | undefined };

/** What the sandbox lets its integrators do to a payin, in place of the outside world. */
export const SIMULATIONS = ['pay', 'expire', 'refund'] as const;
export type Simulation = (typeof SIMULATIONS)[number];

/**
 * The payment service as its merchants reach it: HTTP, key pair, from a server only.
 * All calls throw `PAYMENT_SERVICE_UNREACHABLE` where no JSON answer came in time; the outcome is
 * then unknown, and the same charge may be sent again: the service knows the `referenceId`.
 */
export type PaymentService = {
  createPayin(keys: MerchantKeys, charge: Charge): Promise<PaymentAnswer>;
  findPayin(keys: MerchantKeys, payinId: string): Promise<PaymentAnswer>;
  /** None where the account does not pay by open finance. */
  listBanks(keys: MerchantKeys): Promise<Bank[]>;
  simulate(keys: MerchantKeys, payinId: string, simulation: Simulation): Promise<PaymentAnswer>;
};

const webAddress = z.url({ protocol: /^https?$/ });

const payinSchema = z.object({
  id: z.string(),
  status: z.string(),
  pix: z.optional(z.object({ viewToken: z.string() })),
  boleto: z.optional(
    z.object({
      barcode: z.string(),
      dueDate: z.iso.date(),
      pixQrcode: z.optional(z.string()),
      url: webAddress,
    }),
  ),
  openFinanceRedirectUrl: z.optional(webAddress),
});

const bankListSchema = z.object({
  banks: z.array(
    z.object({ id: z.string(), name: z.string(), logo: z.optional(z.nullable(webAddress)) }),
  ),
});

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
    createPayin: (keys, charge) =>
      call(keys, { path: '/payin', method: 'POST', body: JSON.stringify(toPayin(charge)) }),
    findPayin: (keys, payinId) =>
      call(keys, { path: `/payin/${encodeURIComponent(payinId)}`, method: 'GET' }),
    async listBanks(keys) {
      const { body } = await call(keys, { path: '/payin/open-finance/banks', method: 'GET' });
      const list = bankListSchema.safeParse(JSON.parse(body));
      if (!list.success) return [];
      return list.data.banks.map(({ id, name, logo }) => ({ id, name, ...(logo ? { logo } : {}) }));
    },
    simulate: (keys, payinId, simulation) =>
      call(keys, {
        path: `/sandbox/payins/${encodeURIComponent(payinId)}/${simulation}`,
        method: 'POST',
      }),
  };
}

function toPayin(charge: Charge): object {
  const { choice, amount, referenceId, payerIp, customer, items, webhookUrl } = charge;
  return {
    amount,
    referenceId,
    isPhysicalProduct: true,
    payerIp,
    customer,
    ...(webhookUrl === null ? {} : { webhookUrl }),
    items: items.map(({ title, quantity, unitPrice }) => ({ title, quantity, unitPrice })),
    ...toPayinFields(choice),
  };
}
