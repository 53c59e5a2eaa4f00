import * as z from 'zod/mini';
import type { AccountName } from './merchant-account.ts';
import { ACCOUNT_NAMES, keysOf } from './merchant-account.ts';
import { customerSchema, line, parseBody } from './order-request.ts';
import type { Charge, PaymentAnswer, PaymentService } from './payment-service.ts';
import type { Settings } from './settings.ts';

/** What the playground's page has to know to mount the fields and to write a payin. */
export type PlaygroundConfig = {
  account: AccountName;
  publicKey: string;
  apiBaseUrl: string;
  checkoutUrl: string;
  /** The address this server sees the page's visitor at, and would send. */
  payerIp: string;
};

export function playgroundConfigOf(
  account: AccountName,
  { settings, payerIp }: { settings: Settings; payerIp: string },
): PlaygroundConfig {
  const { baseUrl, checkoutUrl } = settings;
  const { publicKey } = keysOf(account);
  return { account, publicKey, apiBaseUrl: baseUrl, checkoutUrl, payerIp };
}

const centavos = z
  .int('deve ser um número inteiro')
  .check(z.minimum(1, 'deve ser 1 ou mais'), z.maximum(99_999_999_999, 'é demais'));
function count(most: number) {
  return z
    .int('deve ser um número inteiro')
    .check(z.minimum(1, 'deve ser 1 ou mais'), z.maximum(most, 'é demais'));
}

/**
 * `POST /api/playground/payins`: a body of `POST /payin` as the page shows it, and the account that
 * it is for. Strict at every level, so that a card number or a CVV sent here by mistake is refused
 * instead of travelling on.
 */
const playgroundPayinSchema = z.object({
  account: z.enum(ACCOUNT_NAMES, 'não é uma conta de teste'),
  payin: z.strictObject(
    {
      paymentMethod: z.literal('CREDIT_CARD', 'deve ser CREDIT_CARD'),
      amount: centavos,
      referenceId: line(64),
      isPhysicalProduct: z.literal(true, 'deve ser true'),
      payerIp: line(45),
      customer: customerSchema,
      items: z
        .array(
          z.strictObject({ title: line(200), quantity: count(99), unitPrice: centavos }),
          'é obrigatório',
        )
        .check(z.minLength(1, 'não pode estar vazia'), z.maxLength(20, 'tem itens demais')),
      card: z.strictObject(
        {
          token: line(200),
          installments: count(12),
          installmentPlan: z.optional(z.object({ totalAmount: centavos })),
          threeDSecure: z.optional(z.strictObject({ referenceId: line(200) })),
        },
        'só aceita o que o SDK preparou',
      ),
      antifraud: z.optional(z.strictObject({ sessionId: line(200) })),
    },
    'tem um campo desconhecido',
  ),
});

/**
 * Sends a payin of the playground with the account's secret key. Decision: the amount is the
 * page's own, which no real shop may take; here nothing is sold, and every account is a sandbox's
 * whose keys are published. The payer's address is the connection's all the same.
 * Errors: `INVALID_ORDER`, `PAYMENT_SERVICE_UNREACHABLE`.
 */
export function sendPlaygroundPayin(
  payments: Pick<PaymentService, 'createPayin'>,
  request: { body: unknown; payerIp: string },
): Promise<PaymentAnswer> {
  const { account, payin } = parseBody(playgroundPayinSchema, request.body);
  return payments.createPayin(keysOf(account), toCharge(payin, request.payerIp));
}

type PlaygroundPayin = z.output<typeof playgroundPayinSchema>['payin'];

function toCharge(payin: PlaygroundPayin, payerIp: string): Charge {
  const { paymentMethod, amount, referenceId, customer, items, card, antifraud } = payin;
  return {
    choice: {
      paymentMethod,
      payinCard: card,
      antifraud: { skipped: !antifraud, sessionId: antifraud?.sessionId ?? null },
    },
    amount,
    referenceId,
    payerIp,
    customer,
    items,
    // The playground shows what comes back at once; it waits for no event.
    webhookUrl: null,
  };
}
