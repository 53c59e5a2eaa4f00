import * as z from 'zod/mini';
import { ACCOUNT_NAMES } from './merchant-account.ts';
import type { PaymentChoice } from './payment-choice.ts';
import { SIMULATIONS } from './payment-service.ts';
import { MAX_INSTALLMENTS, MAX_QUANTITY } from './price-list.ts';
import { ShopError } from './shop-error.ts';

/** A text that is there, of at most so many characters, without the spaces around it. */
export function line(maxLength: number) {
  return z
    .string('é obrigatório')
    .check(
      z.trim(),
      z.minLength(1, 'é obrigatório'),
      z.maxLength(maxLength, `deve ter no máximo ${maxLength} caracteres`),
    );
}

// Presence and size only: the payment service checks the CPF, the phone and the CEP, and its
// answer names the fields.
export const customerSchema = z.object({
  name: line(150),
  document: line(14),
  email: line(254),
  phone: line(20),
  address: z.object({
    street: line(200),
    number: line(20),
    zipCode: line(9),
    city: line(100),
    state: line(2),
    complement: z.optional(line(200)),
    neighborhood: z.optional(line(100)),
  }),
});

/** `POST /api/orders`. An amount or a price in it is ignored: the shop has its own. */
const orderRequestSchema = z.object({
  account: z.enum(ACCOUNT_NAMES, 'não é uma conta de teste'),
  items: z
    .array(
      z.object({
        sku: line(50),
        quantity: z
          .int('deve ser um número inteiro')
          .check(z.minimum(1, 'deve ser 1 ou mais'), z.maximum(MAX_QUANTITY, 'é demais')),
      }),
      'é obrigatório',
    )
    .check(z.minLength(1, 'não pode estar vazia'), z.maxLength(20, 'tem itens demais')),
  customer: customerSchema,
});

/** `POST /api/orders/{referenceId}/pay`: what was chosen; a body that does not say pays by card. */
const methodSchema = z.object({
  paymentMethod: z._default(
    z.enum(['CREDIT_CARD', 'PIX', 'BOLETO', 'OPEN_FINANCE'], 'não é uma forma de pagamento'),
    'CREDIT_CARD',
  ),
});

const bankSchema = z.object({ bankId: line(100) });

/**
 * What the SDK prepared. Strict, so that a card number or a CVV sent here by mistake is refused
 * instead of travelling on.
 */
const cardSchema = z.object({
  payinCard: z.strictObject(
    {
      token: line(200),
      installments: z
        .int('deve ser um número inteiro')
        .check(z.minimum(1, 'deve ser 1 ou mais'), z.maximum(MAX_INSTALLMENTS, 'é demais')),
      installmentPlan: z.optional(z.object({ totalAmount: z.int().check(z.minimum(1)) })),
      threeDSecure: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
    },
    'só aceita o que o SDK preparou',
  ),
  antifraud: z.object({ skipped: z.boolean(), sessionId: z.nullable(line(200)) }),
});

export function parseOrderRequest(body: unknown) {
  return parseBody(orderRequestSchema, body);
}

export function parsePayRequest(body: unknown): PaymentChoice {
  const { paymentMethod } = parseBody(methodSchema, body);
  switch (paymentMethod) {
    case 'PIX':
    case 'BOLETO':
      return { paymentMethod };
    case 'OPEN_FINANCE':
      return { paymentMethod, ...parseBody(bankSchema, body) };
    case 'CREDIT_CARD':
      return { paymentMethod, ...parseBody(cardSchema, body) };
  }
}

/** `POST /api/orders/{referenceId}/simulate`. */
const simulationSchema = z.object({ simulation: z.enum(SIMULATIONS, 'não é uma simulação') });

export function parseSimulation(body: unknown) {
  return parseBody(simulationSchema, body).simulation;
}

/** What a schema reads in a body. Errors: `INVALID_ORDER`, naming the fields, never their values. */
export function parseBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new ShopError(
    400,
    'INVALID_ORDER',
    'Alguns dados do pedido estão faltando ou incorretos.',
    result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}
