import * as z from 'zod/mini';
import { MAX_QUANTITY } from './price-list.ts';
import { ShopError } from './shop-error.ts';

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
export const orderRequestSchema = z.object({
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
});

/** `PUT /api/orders/{referenceId}`. */
export const orderChangeSchema = z.extend(orderRequestSchema, { customer: customerSchema });

/** `POST /api/orders/{referenceId}/simulate`. */
export const simulationSchema = z.object({
  simulation: z.enum(['pay', 'expire', 'refund'], 'não é uma simulação'),
});

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
