import { z } from 'zod';

/**
 * What callers may send to Efí's open finance, as far as it is about a PIX that is paid at once.
 *
 * Sources, read 2026-11-23; nobody was called: schemas of npm sdk-node-apis-efi 2.0.1, whose body has
 * `pagamento` where older documents have its fields beside `pagador`; dev.efipay.com.br, "Webhooks"
 * of open finance.
 */

export const IDEMPOTENCY_KEY = /^[a-zA-Z0-9]{1,72}$/;

export const consentFields = z.object({
  pagador: z.object({
    idParticipante: z.string().min(32).max(36),
    cpf: z.string().regex(/^\d{11}$/),
  }),
  favorecido: z.object({ chave: z.string().min(1).max(77) }),
  pagamento: z.object({
    valor: z
      .string()
      .regex(/^\d{1,16}\.\d{2}$/)
      .refine((text) => Number(text) > 0, { error: 'is nothing' }),
    idProprio: z.optional(z.string().max(255)),
  }),
});

export type ConsentFields = z.output<typeof consentFields>;

export const configFields = z.object({
  redirectURL: z.url(),
  webhookURL: z.url(),
  webhookSecurity: z.optional(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('mtls') }),
      z.object({ type: z.literal('hmac'), hash: z.string().min(1) }),
    ]),
  ),
  processPayment: z.optional(z.literal('async')),
});

export type ConfigFields = z.output<typeof configFields>;
