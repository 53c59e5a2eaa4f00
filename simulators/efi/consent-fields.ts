import { z } from 'zod';

/**
 * What callers may send to Efí's open finance, as far as it is about a PIX that is paid at once.
 *
 * Sources, read 2026-11-23; nobody was called: schemas of npm sdk-node-apis-efi 2.0.1, whose body has
 * `pagamento` where older documents have its fields beside `pagador`; dev.efipay.com.br, "Webhooks"
 * of open finance.
 */

export const IDEMPOTENCY_KEY = /^[a-zA-Z0-9]{1,72}$/;

const account = z.object({
  nome: z.string().min(5),
  documento: z.string().regex(/^(\d{11}|[0-9A-Z]{12}\d{2})$/),
  codigoBanco: z.string().regex(/^(\d{3}|[0-9A-Z]{8})$/),
  agencia: z.string().regex(/^\d{4}$/),
  conta: z.string().regex(/^\d{3,20}$/),
  tipoConta: z.enum(['CACC', 'SVGS', 'TRAN']),
});

export const consentFields = z.object({
  pagador: z.object({
    idParticipante: z.string().min(32).max(36),
    cpf: z.string().regex(/^\d{11}$/),
    cnpj: z.optional(z.string().regex(/^[0-9A-Z]{12}\d{2}$/)),
  }),
  favorecido: z
    .object({ contaBanco: z.optional(account), chave: z.optional(z.string().min(1).max(77)) })
    .refine((one) => (one.contaBanco === undefined) !== (one.chave === undefined), {
      error: 'needs a chave or a contaBanco, not both',
    }),
  pagamento: z.object({
    valor: z
      .string()
      .regex(/^\d{1,16}\.\d{2}$/)
      .refine((text) => Number(text) > 0, { error: 'is nothing' }),
    infoPagador: z.optional(z.string().max(140)),
    idProprio: z.optional(z.string().max(255)),
    codigoCidadeIBGE: z.optional(z.string().regex(/^\d{7}$/)),
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
  processPayment: z.optional(z.enum(['async', 'sync'])),
  generateTxIdForInic: z.optional(z.boolean()),
});

export type ConfigFields = z.output<typeof configFields>;
